//! Flattened structs that one version has and the other lacks.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Job",
        namespaced,
        storage
    )]
    pub(crate) struct JobSpec {
        pub(crate) image: String,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Job, version = "v1")]
    #[spoke(hub = v2::JobSpec)]
    pub(crate) struct JobSpec {
        pub(crate) image: String,
        #[serde(flatten)]
        #[spoke(removed)]
        pub(crate) terminal: Terminal,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub(crate) struct Terminal {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) tty: Option<bool>,
        #[serde(flatten)]
        pub(crate) input: Input,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub(crate) struct Input {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) stdin: Option<bool>,
    }
}

wheelwright::wheel!(pub(crate) Jobs = v2::Job, [v1::Job]);

fn job(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Job",
        "metadata": {"name": "j"},
        "spec": spec,
    })
}

#[test]
fn each_member_of_a_removed_struct_is_kept() {
    let old = job("v1", json!({"image": "a", "tty": true, "stdin": false}));
    let new = Jobs::convert_object(&old, "v2").expect("it converts");
    assert_eq!(new["spec"], json!({"image": "a"}));
    assert_eq!(Jobs::convert_object(&new, "v1"), Ok(old));
}

#[test]
fn laws() {
    Jobs::assert_laws();
}
