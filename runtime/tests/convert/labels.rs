//! A label and an annotation that are fields at the other version.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Claim",
        namespaced,
        storage,
        spec(optional)
    )]
    pub(crate) struct ClaimSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) size: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) cluster: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) rank: Option<u16>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = v2::Claim, version = "v1", spec(optional))]
    #[spoke(
        hub = v2::ClaimSpec,
        step(from_label = "example.com/cluster", to = "cluster"),
        step(from_annotation = "example.com/note", to = "note"),
        step(from_label = "example.com/rank", to = "rank", parsed, or = None),
    )]
    pub(crate) struct ClaimSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) size: Option<u8>,
    }
}

wheelwright::wheel!(pub(crate) Claims = v2::Claim, [v1::Claim]);

fn claim(version: &str, metadata: &Value, spec: Option<Value>) -> Value {
    let mut claim = json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Claim",
        "metadata": metadata,
    });
    if let Some(spec) = spec {
        claim["spec"] = spec;
    }
    claim
}

fn convert(object: &Value, version: &str) -> Value {
    Claims::convert_object(object, version).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn they_make_fields_but_no_spec() {
    let metadata = json!({
        "name": "c",
        "labels": {"example.com/cluster": "one"},
        "annotations": {"example.com/note": "two"},
    });
    for (old, new) in [
        (None, None),
        (
            Some(json!({})),
            Some(json!({"cluster": "one", "note": "two"})),
        ),
    ] {
        let (old, new) = (claim("v1", &metadata, old), claim("v2", &metadata, new));
        assert_eq!(convert(&old, "v2"), new);
        assert_eq!(convert(&new, "v1"), old);
    }
}

#[test]
fn a_label_may_say_a_number_or_what_is_none() {
    for (label, rank) in [("7", json!(7)), ("007", json!(7)), ("x", Value::Null)] {
        let metadata = json!({"name": "c", "labels": {"example.com/rank": label}});
        let old = claim("v1", &metadata, Some(json!({})));
        let new = convert(&old, "v2");
        assert_eq!(new["spec"]["rank"], rank);
        assert_eq!(convert(&new, "v1"), old);
    }
}

#[test]
fn laws() {
    Claims::assert_laws();
}
