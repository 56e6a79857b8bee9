//! The CRD as an update of the one of an earlier release.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema,
    check::{Direction, NotCompared},
};

/// What a release brings.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Crate", namespaced)]
pub struct CrateSpec {
    pub size: i32,
    pub tags: Vec<String>,
}

wheelwright::wheel!(pub Crates = Crate);

/// The CRD with a change, as if it were released so.
fn released(change: impl FnOnce(&mut Value)) -> Value {
    let mut crd = Crates::crd_json().expect("it has no errors");
    change(&mut crd);
    crd
}

fn spec(crd: &mut Value) -> &mut Value {
    crd.pointer_mut("/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties")
        .expect("the spec has fields")
}

#[test]
fn the_same_crd_is_compatible() {
    let update = Crates::compare(&released(|_| ())).expect("both are CRDs");
    assert!(
        update.is_compatible() && update.comparison.is_same(),
        "{update}"
    );
}

#[test]
fn a_lost_default_is_no_update_to_make() {
    let old = released(|crd| spec(crd)["size"]["default"] = json!(3));
    let update = Crates::compare(&old).expect("both are CRDs");
    assert!(!update.is_compatible());
    assert_eq!(
        update.to_string(),
        "tightened: v1 spec.size: default 3 is gone from a field that must be there\n"
    );
}

#[test]
fn what_only_allows_more_is_compatible() {
    let old = released(|crd| spec(crd)["size"]["maximum"] = json!(3));
    let update = Crates::compare(&old).expect("both are CRDs");
    assert!(update.is_compatible(), "{update}");
    assert_eq!(update.comparison.of(Direction::Loosened).count(), 1);
}

/// Scope and kind of an installed CRD are immutable.
#[test]
fn an_old_crd_counts_as_installed() {
    let old = released(|crd| crd["spec"]["scope"] = json!("Cluster"));
    let update = Crates::compare(&old).expect("both are CRDs");
    assert!(
        update.to_string().starts_with(
            "the API server refuses the update: spec.scope: Invalid value: \"Namespaced\": field is immutable\nchanged: scope"
        ),
        "{update}"
    );
    let version = json!({"name": "v1alpha1", "served": true, "storage": false, "schema": {"openAPIV3Schema": {"type": "object"}}});
    let old = released(|crd| {
        let versions = crd["spec"]["versions"].as_array_mut().expect("a list");
        versions.push(version);
    });
    let update = Crates::compare(&old).expect("both are CRDs");
    assert_eq!(update.refused.len(), 1, "{update}");
    let command = "run `wheelwright migrate crates.example.com --drop v1alpha1`";
    assert!(update.to_string().contains(command), "{update}");
}

#[test]
fn what_is_no_crd_cannot_be_compared() {
    let error =
        Crates::compare(&json!({"apiVersion": "v1", "kind": "Pod"})).expect_err("a Pod is none");
    assert!(matches!(error, NotCompared::Old(_)));
    assert_eq!(
        error.to_string(),
        "the old CRD cannot be read: no kind \"Pod\" is registered for version \"v1\""
    );
}
