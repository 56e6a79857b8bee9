//! What a variant holds stands beside the tag, among members that other variants have there: a type that both versions share
//! is copied without those.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Rule",
        namespaced,
        storage
    )]
    pub struct RuleSpec {
        pub action: Action,
        pub other: Action,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type")]
    pub enum Action {
        Send(Target),
        Wait {
            #[schema(default = 5)]
            #[serde(default = "five")]
            seconds: u8,
        },
        Drop(Nothing),
    }

    fn five() -> u8 {
        5
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Target {
        pub host: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub port: Option<u16>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Nothing {}
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Rule, version = "v1beta1")]
    #[spoke(hub = v1::RuleSpec)]
    pub struct RuleSpec {
        pub action: Action,
        pub other: Tagged,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Action, added(Wait = Action::Drop(v1::Nothing {})))]
    pub enum Action {
        #[spoke(rename = "Send")]
        To(v1::Target),
        Drop(v1::Nothing),
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Action, added(Wait = Tagged::Drop(v1::Nothing {})))]
    #[serde(tag = "is")]
    pub enum Tagged {
        Send(v1::Target),
        Drop(v1::Nothing),
    }
}

wheelwright::wheel!(Rules = v1::Rule, [v1beta1::Rule]);

#[test]
fn laws() {
    Rules::assert_laws();
}

/// The API server sets the default of `seconds` in every variant.
#[test]
fn members_of_other_variants_stay_behind() {
    let object = |version: &str, spec| {
        json!({
            "apiVersion": format!("example.com/{version}"), "kind": "Rule", "metadata": {"name": "r"}, "spec": spec,
        })
    };
    let new = object(
        "v1",
        json!({
            "action": {"type": "Send", "host": "a", "port": 80, "seconds": 5},
            "other": {"type": "Drop", "seconds": 5},
        }),
    );
    let old = Rules::convert_object(&new, "v1beta1").expect("it converts");
    let expected = json!({"action": {"To": {"host": "a", "port": 80}}, "other": {"is": "Drop"}});
    assert_eq!(old, object("v1beta1", expected));
    assert_eq!(Rules::convert_object(&old, "v1").expect("back"), new);
}
