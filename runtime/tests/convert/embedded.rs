//! Resources within a resource: in a part of an object they may lack their type.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Stage",
        namespaced,
        storage
    )]
    pub struct StageSpec {
        #[schema(embedded_resource)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub template: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub claim: Option<Claim>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(embedded_resource)]
    pub struct Claim {
        pub spec: ClaimSpec,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct ClaimSpec {
        pub size: u32,
    }
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Stage, version = "v1beta1")]
    #[spoke(hub = v1::StageSpec, added(template, claim))]
    pub struct StageSpec {}
}

wheelwright::wheel!(Stages = v1::Stage, [v1beta1::Stage]);

fn there_and_back(metadata: &Value, spec: &Value) -> Value {
    let object = json!({"apiVersion": "example.com/v1", "kind": "Stage", "metadata": metadata, "spec": spec});
    let old = Stages::convert_object(&object, "v1beta1").expect("it converts");
    assert_eq!(old["spec"], json!({}));
    let mut new = Stages::convert_object(&old, "v1").expect("it converts back");
    assert_eq!(new["metadata"], *metadata);
    new["spec"].take()
}

#[test]
fn laws() {
    Stages::assert_laws();
}

#[test]
fn a_part_of_an_object_keeps_parts_of_resources() {
    for spec in [
        json!({"template": {}}),
        json!({"template": {"kind": "Pod", "spec": {"containers": []}}}),
        json!({"claim": {"metadata": {"labels": {"a": "b"}}}}),
        json!({"claim": {"apiVersion": "v1", "spec": {}}}),
    ] {
        assert_eq!(there_and_back(&json!({}), &spec), spec);
    }
}

#[test]
fn what_is_no_resource_comes_back_as_what_was_there() {
    for spec in [
        json!({"template": {"kind": 5}}),
        json!({"template": {"metadata": {"name": 5}}}),
        json!({"claim": {"other": 1}}),
    ] {
        assert_eq!(there_and_back(&json!({}), &spec), spec);
    }
    let lacking = json!({"template": {"kind": "Pod"}});
    assert_eq!(there_and_back(&json!({"name": "s"}), &lacking), lacking);
}
