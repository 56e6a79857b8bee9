//! Defaults of enums' members, and nulls where the schema has no type for them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn three() -> i64 {
    3
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Bulb",
        namespaced,
        storage
    )]
    pub struct BulbSpec {
        pub glow: Glow,
        pub lamp: Lamp,
        #[serde(default)]
        pub mood: Mood,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tone: Option<Mood>,
        #[serde(default)]
        pub spare: Lamp,
        pub shade: Shade,
        #[serde(default)]
        pub rest: Lamp,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", content = "of")]
    pub enum Shade {
        Plain {
            width: i64,
        },
        Cloth {
            #[serde(default)]
            width: i64,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum Glow {
        Off,
        On { watts: i64 },
    }

    /// Its schema has one `watts` for all variants, and the API server sets the default in each.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[serde(tag = "type")]
    pub enum Lamp {
        #[default]
        Off,
        On {
            #[schema(default)]
            #[serde(default = "three")]
            watts: i64,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    pub enum Mood {
        #[default]
        Plain,
        Named(String),
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Bulb, version = "v1")]
    #[spoke(hub = v2::BulbSpec)]
    pub struct BulbSpec {
        pub glow: Glow,
        #[spoke(with = same, back = same)]
        pub lamp: v2::Lamp,
        #[spoke(or = v2::Mood::Plain)]
        pub mood: Option<v2::Mood>,
        pub tone: Option<Mood>,
        pub spare: v2::Lamp,
        pub shade: Shade,
        #[serde(default)]
        pub rest: Rest,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[spoke(hub = v2::Lamp)]
    #[serde(tag = "type")]
    pub enum Rest {
        #[default]
        Off,
        On {
            #[serde(default = "three")]
            watts: i64,
        },
        #[spoke(removed = v2::Lamp::Off)]
        Broken,
    }

    /// Its schema has one `colour`, and the API server sets the default in each variant's content.
    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Shade)]
    #[serde(tag = "type", content = "of")]
    pub enum Shade {
        Plain {
            width: i64,
        },
        Cloth {
            #[serde(default)]
            width: i64,
            #[schema(default)]
            #[serde(default = "three")]
            #[spoke(removed)]
            colour: i64,
        },
    }

    pub fn same<T>(value: T) -> T {
        value
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Glow)]
    pub enum Glow {
        Off,
        On {
            watts: i64,
            #[schema(default)]
            #[serde(default = "three")]
            #[spoke(removed)]
            colour: i64,
        },
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[spoke(hub = v2::Mood)]
    pub enum Mood {
        #[default]
        #[spoke(rename = "Plain")]
        None,
        Named(String),
    }
}

wheelwright::wheel!(pub(crate) Bulbs = v2::Bulb, [v1::Bulb]);

fn bulb(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Bulb", "metadata": {"name": "b"}, "spec": spec})
}

fn shade() -> Value {
    json!({"type": "Plain", "of": {"width": 1}})
}

#[test]
fn what_serde_reads_of_nothing_has_them_too() {
    let new = bulb(
        "v2",
        json!({"glow": {"type": "Off"}, "lamp": {"type": "Off", "watts": 3}, "shade": shade()}),
    );
    let old = Bulbs::convert_object(&new, "v1").unwrap();
    assert_eq!(old["spec"]["spare"], json!({"type": "Off", "watts": 3}));
    assert_eq!(
        old["spec"]["shade"],
        json!({"type": "Plain", "of": {"width": 1, "colour": 3}})
    );
    assert_eq!(Bulbs::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn content_is_whole_without_the_tag_beside_it() {
    let new = bulb(
        "v2",
        json!({"glow": {"type": "On", "watts": 5}, "lamp": {"type": "Off", "watts": 3}, "spare": {"type": "Off", "watts": 3}, "shade": shade()}),
    );
    let old = Bulbs::convert_object(&new, "v1").unwrap();
    assert_eq!(
        old["spec"]["glow"],
        json!({"On": {"watts": 5, "colour": 3}})
    );
    assert_eq!(Bulbs::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn what_functions_make_has_the_defaults_of_other_variants() {
    let new = bulb(
        "v2",
        json!({"glow": {"type": "Off"}, "lamp": {"type": "Off", "watts": 7}, "spare": {"type": "Off", "watts": 3}, "shade": shade()}),
    );
    let old = Bulbs::convert_object(&new, "v1").unwrap();
    assert_eq!(old["spec"]["lamp"], json!({"type": "Off", "watts": 3}));
    assert_eq!(Bulbs::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn null_is_kept_where_an_enum_without_type_would_lose_it() {
    let old = bulb(
        "v1",
        json!({"glow": "Off", "lamp": {"type": "Off", "watts": 3}, "mood": null, "tone": null, "spare": {"type": "Off", "watts": 3}, "shade": {"type": "Plain", "of": {"width": 1, "colour": 3}}}),
    );
    let new = Bulbs::convert_object(&old, "v2").unwrap();
    assert!(new["spec"].get("tone").is_none());
    assert!(!new["spec"]["mood"].is_null() || new["spec"].get("mood").is_none());
    assert_eq!(Bulbs::convert_object(&new, "v1").unwrap(), old);
}

#[test]
fn what_stands_in_for_a_variant_is_as_it_is_stored() {
    let spec = |rest: &str| json!({"glow": "Off", "lamp": {"type": "Off", "watts": 3}, "mood": null, "tone": null, "spare": {"type": "Off", "watts": 3}, "shade": {"type": "Plain", "of": {"width": 1, "colour": 3}}, "rest": {"type": rest}});
    let old = bulb("v1", spec("Broken"));
    let new = Bulbs::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"]["rest"], json!({"type": "Off", "watts": 3}));
    assert_eq!(Bulbs::convert_object(&new, "v1").unwrap(), old);
}

#[test]
fn nothing_is_lost() {
    Bulbs::assert_laws();
}
