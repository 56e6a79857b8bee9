//! A subresource `status` without a property, and a status that may be `null`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Kiln",
        namespaced,
        storage,
        status
    )]
    pub struct KilnSpec {
        pub degrees: i64,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v2", kind = "Stove", namespaced, storage, status(type = StoveStatus, nullable))]
    pub struct StoveSpec {}

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct StoveStatus {
        pub hot: bool,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Kiln, version = "v1", status)]
    #[spoke(hub = v2::KilnSpec)]
    pub struct KilnSpec {
        #[spoke(rename = "degrees")]
        pub heat: i64,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Stove, version = "v1", status = StoveStatus)]
    #[spoke(hub = v2::StoveSpec)]
    pub struct StoveSpec {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::StoveStatus)]
    pub struct StoveStatus {
        #[spoke(rename = "hot")]
        pub ready: bool,
    }
}

wheelwright::wheel!(Kilns = v2::Kiln, [v1::Kiln]);
wheelwright::wheel!(Stoves = v2::Stove, [v1::Stove]);

#[test]
fn laws() {
    Kilns::assert_laws();
    Stoves::assert_laws();
}

/// The API server drops what no schema declares. An object that a webhook is asked of can have it all the same, and keeps it
/// like any other member that is not declared.
#[test]
fn a_status_without_a_schema_is_a_member_that_is_not_declared() {
    for value in [json!({"phase": "Hot"}), json!(null), json!([1])] {
        let kept = ["status", "other"].map(|member| {
            let mut object = json!({
                "apiVersion": "example.com/v1", "kind": "Kiln", "metadata": {"name": "k"}, "spec": {"heat": 1},
            });
            object[member] = value.clone();
            let there = Kilns::convert_object(&object, "v2").expect("it converts");
            assert_eq!(there["spec"], json!({"degrees": 1}));
            assert_eq!(there.get(member), None);
            let back = Kilns::convert_object(&there, "v1").expect("it converts");
            assert_eq!(back, object);
            there["metadata"].to_string().replace(member, "*")
        });
        assert_eq!(kept[0], kept[1]);
    }
    let read: v1::Kiln = serde_json::from_value(json!({
        "apiVersion": "example.com/v1", "kind": "Kiln", "spec": {"heat": 1}, "status": {"phase": "Hot"},
    }))
    .expect("it is read");
    let written = serde_json::to_value(&read).expect("it is written");
    assert_eq!(written.get("status"), None);
}

#[test]
fn a_status_of_null_comes_back() {
    let stove = |version: &str, status: Value| {
        json!({
            "apiVersion": format!("example.com/{version}"), "kind": "Stove", "metadata": {"name": "s"},
            "spec": {}, "status": status,
        })
    };
    let null = stove("v2", Value::Null);
    let there = Stoves::convert_object(&null, "v1").expect("it converts");
    let back = Stoves::convert_object(&there, "v2").expect("it converts");
    assert_eq!(back["status"], Value::Null);
    assert!(back.get("status").is_some(), "{there}");
    let there =
        Stoves::convert_object(&stove("v2", json!({"hot": true})), "v1").expect("it converts");
    assert_eq!(there["status"], json!({"ready": true}));
}

#[test]
fn the_schema_says_which() {
    for (manifest, nullable) in [
        (wheelwright::manifest::of::<v2::Kiln>(), None),
        (wheelwright::manifest::of::<v1::Kiln>(), None),
        (wheelwright::manifest::of::<v2::Stove>(), Some(true)),
        (wheelwright::manifest::of::<v1::Stove>(), Some(false)),
    ] {
        let crd = manifest.json().expect("it is taken");
        let version = &crd["spec"]["versions"][0];
        assert_eq!(version["subresources"], json!({"status": {}}));
        let status = version["schema"]["openAPIV3Schema"]["properties"].get("status");
        assert_eq!(
            status.map(|status| status.get("nullable").is_some()),
            nullable
        );
    }
}
