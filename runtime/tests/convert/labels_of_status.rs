//! Labels and annotations that are fields of a status: of an object without status they are labels and annotations.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Scaler", namespaced, storage, status = ScalerStatus)]
    pub struct ScalerSpec {}

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct ScalerStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub cpu: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rank: Option<u16>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Scaler, version = "v1", status = ScalerStatus)]
    #[spoke(hub = v2::ScalerSpec, fallible(up))]
    pub struct ScalerSpec {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(
        hub = v2::ScalerStatus,
        fallible(up),
        step(from("percent"), from_annotation = "example.com/cpu", to = "cpu", with = cpu, back = percent),
        step(from_annotation = "example.com/rank", to = "rank", parsed),
    )]
    pub struct ScalerStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub percent: Option<u16>,
    }

    fn cpu(percent: Option<u16>, raw: Option<String>) -> Option<String> {
        raw.or_else(|| percent.map(|percent| percent.to_string()))
    }

    fn percent(cpu: Option<String>) -> (Option<u16>, Option<String>) {
        (cpu.as_ref().and_then(|cpu| cpu.parse().ok()), cpu)
    }
}

wheelwright::wheel!(pub(crate) Scalers = v2::Scaler, [v1::Scaler]);

fn scaler(version: &str, annotations: Value, status: Option<Value>) -> Value {
    let mut scaler = json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Scaler",
        "metadata": {"name": "s", "annotations": annotations}, "spec": {},
    });
    if let Some(status) = status {
        scaler["status"] = status;
    }
    scaler
}

fn convert(object: &Value, version: &str) -> Value {
    Scalers::convert_object(object, version).expect("it converts")
}

#[test]
fn without_a_status_they_are_what_they_are() {
    for annotations in [
        json!({"example.com/cpu": "5"}),
        json!({"example.com/rank": "007"}),
        json!({"example.com/rank": "nobody can read this"}),
    ] {
        let [old, new] = ["v1", "v2"].map(|version| scaler(version, annotations.clone(), None));
        assert_eq!(convert(&old, "v2"), new);
        assert_eq!(convert(&new, "v1"), old);
    }
}

#[test]
fn of_a_status_they_are_fields() {
    let old = scaler("v1", json!({"example.com/cpu": "5"}), Some(json!({})));
    let new = convert(&old, "v2");
    assert_eq!(new["status"], json!({"cpu": "5"}));
    assert_eq!(convert(&new, "v1"), old);

    let unread = json!({"example.com/rank": "nobody can read this"});
    // It stays what it is, and comes back.
    let old = scaler("v1", unread, Some(json!({})));
    assert_eq!(convert(&old, "v2")["status"], json!({}));
    assert_eq!(convert(&convert(&old, "v2"), "v1"), old);
}

#[test]
fn laws() {
    Scalers::assert_laws();
}
