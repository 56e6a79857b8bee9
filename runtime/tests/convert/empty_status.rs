//! A status that one version takes empty, and the other does not.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Claim", namespaced, storage, status = ClaimStatus)]
    pub(crate) struct ClaimSpec {}

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(min_properties = 1)]
    pub(crate) struct ClaimStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) address: Option<String>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Claim, version = "v1", status = ClaimStatus)]
    #[spoke(hub = v2::ClaimSpec)]
    pub(crate) struct ClaimSpec {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::ClaimStatus)]
    pub(crate) struct ClaimStatus {
        #[spoke(with = known, back = spelled_out)]
        pub(crate) address: String,
    }
}

fn known(address: String) -> Option<String> {
    (!address.is_empty()).then_some(address)
}

fn spelled_out(address: Option<String>) -> String {
    address.unwrap_or_default()
}

wheelwright::wheel!(pub(crate) Claims = v2::Claim, [v1::Claim]);

fn claim(version: &str, status: Option<Value>) -> Value {
    let mut claim = json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Claim",
        "metadata": {"name": "c"},
        "spec": {},
    });
    if let Some(status) = status {
        claim["status"] = status;
    }
    claim
}

fn convert(object: &Value, version: &str) -> Value {
    Claims::convert_object(object, version).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn it_is_absent_where_it_may_not_be_empty_and_comes_back() {
    let old = claim("v1", Some(json!({"address": ""})));
    let mut new = convert(&old, "v2");
    assert_eq!(new.get("status"), None);
    assert_eq!(convert(&new, "v1"), old);

    new["status"] = json!({"address": "10.0.0.1"});
    assert_eq!(
        convert(&new, "v1"),
        claim("v1", Some(json!({"address": "10.0.0.1"})))
    );
}

/// Whoever may write objects could else write a status.
#[test]
fn a_kept_status_that_is_not_empty_does_not_come_of_nothing() {
    let mut new = claim("v2", None);
    new["metadata"]["annotations"] = json!({
        "example.com/kept-by-conversion": r#"{"format":1,"kept":{"v1":{"status":[{"address":"10.0.0.1"}]}}}"#,
    });
    assert_eq!(convert(&new, "v1"), claim("v1", None));
}

#[test]
fn laws() {
    Claims::assert_laws();
}
