//! Enums whose variants map: what is kept of one says nothing of another.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Lock",
        namespaced,
        storage
    )]
    pub(crate) struct LockSpec {
        pub(crate) key: Key,
        pub(crate) size: Size,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type", rename_all = "camelCase")]
    pub(crate) enum Key {
        Code { digits: String },
        Card { chip: String },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub(crate) enum Size {
        Small,
        Large,
        #[serde(untagged)]
        Custom(String),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(untagged)]
    pub(crate) enum Loose {
        Text(String),
        Number(i32),
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Lock, version = "v1")]
    #[spoke(hub = v2::LockSpec)]
    pub(crate) struct LockSpec {
        pub(crate) key: Key,
        pub(crate) size: Size,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "kind", rename_all = "camelCase")]
    #[spoke(hub = v2::Key)]
    pub(crate) enum Key {
        Code {
            digits: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(removed)]
            hint: Option<String>,
        },
        Card {
            chip: String,
        },
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    #[spoke(hub = v2::Size)]
    pub(crate) enum Size {
        Small,
        #[spoke(rename = "Large")]
        Big,
        #[serde(untagged)]
        Custom(String),
    }
}

wheelwright::wheel!(pub(crate) Locks = v2::Lock, [v1::Lock]);

fn lock(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Lock",
        "metadata": {"name": "l"},
        "spec": spec,
    })
}

fn converted(object: &Value, version: &str) -> Value {
    Locks::convert_object(object, version).expect("it converts")
}

#[test]
fn what_is_kept_of_one_variant_says_nothing_of_another() {
    let old = lock(
        "v1",
        json!({"key": {"kind": "code", "digits": "1", "hint": "h"}, "size": "small"}),
    );
    let mut new = converted(&old, "v2");
    assert_eq!(converted(&new, "v1"), old);
    new["spec"]["key"]["digits"] = json!("2");
    let edited = json!({"kind": "code", "digits": "2", "hint": "h"});
    assert_eq!(converted(&new, "v1")["spec"]["key"], edited);
    new["spec"]["key"] = json!({"type": "card", "chip": "c"});
    let other = json!({"kind": "card", "chip": "c"});
    assert_eq!(converted(&new, "v1")["spec"]["key"], other);
}

#[test]
fn a_part_that_says_no_variant_is_left_out_and_kept() {
    let part = json!({
        "apiVersion": "example.com/v1", "kind": "Lock", "metadata": {},
        "spec": {"key": {"digits": "1"}, "size": "big"},
    });
    let new = converted(&part, "v2");
    assert_eq!(new["spec"], json!({"size": "large"}));
    assert_eq!(converted(&new, "v1"), part);
}

#[test]
fn an_untagged_variant_is_the_same_in_both_versions() {
    for (old, new) in [("big", "large"), ("small", "small"), ("huge", "huge")] {
        let key = json!({"kind": "card", "chip": "c"});
        let old = lock("v1", json!({"key": key, "size": old}));
        let converted_to = converted(&old, "v2");
        assert_eq!(converted_to["spec"]["size"], json!(new));
        assert_eq!(converted(&converted_to, "v1"), old);
    }
    // The name that a variant of the other version has is no variant's here.
    let old = lock(
        "v1",
        json!({"key": {"kind": "card", "chip": "c"}, "size": "large"}),
    );
    assert_eq!(converted(&converted(&old, "v2"), "v1"), old);
}

#[test]
fn laws() {
    Locks::assert_laws();
}

mod untagged {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Jar",
        namespaced,
        storage
    )]
    pub(crate) struct JarSpec {
        pub(crate) lid: v2::Loose,
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::Jar, version = "v1")]
        #[spoke(hub = super::JarSpec)]
        pub(crate) struct JarSpec {
            pub(crate) lid: Loose,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Loose)]
        pub(crate) enum Loose {
            Text(String),
            Number(i32),
        }
    }

    wheelwright::wheel!(pub(crate) Jars = Jar, [v1::Jar]);

    #[test]
    fn no_variant_of_an_untagged_hub_can_be_told() {
        let error = Jars::plan().expect_err("nothing tells the variants apart");
        assert!(error.to_string().contains("enums.rs:"), "{error}");
        assert!(error.what.contains("untagged"), "{error}");
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Bolt",
        namespaced,
        storage
    )]
    pub(crate) struct BoltSpec {
        pub(crate) head: Head,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) enum Head {
        Round(i32),
        #[serde(untagged)]
        Other {
            code: String,
        },
    }

    pub(crate) mod same {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::Bolt, version = "v1")]
        #[spoke(hub = super::BoltSpec)]
        pub(crate) struct BoltSpec {
            pub(crate) head: Head,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::Head)]
        pub(crate) enum Head {
            #[spoke(rename = "Round")]
            Ball(i32),
            #[serde(untagged)]
            Other { code: String },
        }
    }

    wheelwright::wheel!(pub(crate) Bolts = Bolt, [same::Bolt]);

    #[test]
    fn an_untagged_variant_of_the_same_fields_stays_as_it_is() {
        for (old, new) in [
            (json!({"Ball": 1}), json!({"Round": 1})),
            (json!({"code": "x"}), json!({"code": "x"})),
        ] {
            let object = json!({
                "apiVersion": "example.com/v1", "kind": "Bolt", "metadata": {"name": "b"},
                "spec": {"head": old},
            });
            let converted = Bolts::convert_object(&object, "v2").expect("it converts");
            assert_eq!(converted["spec"]["head"], new);
            assert_eq!(Bolts::convert_object(&converted, "v1"), Ok(object));
        }
    }
}
