//! Rules that the derive writes, before the checker that users' rules are read by: types and budget, on every server.

use std::collections::{BTreeMap, BTreeSet};

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::check::KubeVersion;
use wheelwright::{CustomResource, Schema, manifest};
use wheelwright_rules::crd::check_on;

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Choice", namespaced)]
#[schema(
    exactly_one_of("command", "in_"),
    at_most_one_of("dashed", "nullable"),
    at_least_one_of("object", "in_", "nullable")
)]
pub struct ChoiceSpec {
    #[schema(max_length = 63)]
    command: Option<String>,
    #[serde(rename = "in")]
    in_: Option<u8>,
    #[serde(rename = "a-b.c/d__e")]
    #[schema(immutable)]
    dashed: Option<bool>,
    #[schema(nullable, immutable)]
    nullable: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(immutable)]
    object: Option<Item>,
    #[schema(immutable)]
    whole: Vec<Plain>,
    #[schema(list_map_keys("id"), max_items = 16, items(immutable))]
    by_id: Vec<Item>,
    #[schema(values(immutable), immutable, max_properties = 16)]
    map: Option<BTreeMap<u16, Vec<i8>>>,
    #[schema(max_properties = 16)]
    signed: BTreeMap<i64, String>,
    #[schema(max_items = 16, items(max_length = 63), immutable)]
    set: BTreeSet<String>,
    #[schema(immutable)]
    port: IntOrString,
    #[serde(default)]
    #[schema(default, immutable)]
    count: u32,
    #[serde(rename = "namespace")]
    #[schema(immutable, preserve_unknown_fields)]
    open: Item,
    #[serde(rename = "const")]
    variant: Variant,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Item {
    #[schema(max_length = 10, immutable)]
    id: String,
    #[schema(immutable, format = "date-time")]
    since: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Plain {
    size: u8,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "let")]
pub enum Variant {
    #[schema(rule = "self.size > 1 // or more")]
    #[serde(rename = "it's")]
    Sized { size: u8 },
    #[schema(rule = "self.name != ''")]
    Named {
        #[schema(max_length = 63)]
        name: String,
    },
}

#[test]
fn every_server_takes_the_rules_that_the_derive_writes() {
    let crd = manifest::of::<Choice>().json().expect("check() is silent");
    let written = rules(&crd);
    for server in KubeVersion::all() {
        let report = check_on(&crd, server);
        assert!(report.is_accepted(), "{server}: {:#?}", report.errors);
        let costs = &report.costs[0];
        // Each has a cost, so each was checked.
        assert_eq!(costs.rules.len(), written.len(), "{server}: {written:#?}");
        assert!(!costs.is_over() && costs.rules.iter().all(|rule| !rule.is_over()));
    }
    // That none of the forms was left out.
    for part in [
        "== 1",
        "<= 1",
        "||",
        "has(oldSelf.",
        "self == oldSelf",
        "__dash__",
        "__in__",
        "__let__",
        "size > 1",
    ] {
        assert!(
            written.iter().any(|rule| rule.contains(part)),
            "{part}: {written:#?}"
        );
    }
}

/// The expressions of all rules at and below a node.
fn rules(node: &Value) -> Vec<String> {
    let below = match node {
        Value::Object(members) => members.values().flat_map(rules).collect(),
        Value::Array(items) => items.iter().flat_map(rules).collect(),
        _ => Vec::new(),
    };
    let own = node.get("rule").and_then(Value::as_str).map(str::to_owned);
    own.into_iter().chain(below).collect()
}
