//! What may be absent on one side only: a text and what it stands for, a place in an optional struct, a field of a variant.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Scale",
        namespaced,
        storage
    )]
    pub struct ScaleSpec {
        pub least: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub most: Option<u32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub shown: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pan: Option<Pan>,
        pub weight: Weight,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Pan {
        pub width: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rim: Option<Rim>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Rim {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub height: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub colour: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "kind")]
    pub enum Weight {
        Kept {
            spoke_may_lack: Metal,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            hub_may_lack: Option<Metal>,
            neither: Metal,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            both: Option<Metal>,
        },
        None,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Metal {
        pub grams: u32,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Scale, version = "v1")]
    #[spoke(
        hub = v2::ScaleSpec,
        part("pan" = Option<v2::Pan>, "pan.rim" = Option<v2::Rim>),
        added("pan.rim.colour" = None),
    )]
    pub struct ScaleSpec {
        #[spoke(parsed, or = 1)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub least: Option<String>,
        #[spoke(parsed, or = None, or_back = "9".to_owned())]
        pub most: String,
        #[spoke(parsed, reversed, or_back = 3)]
        pub shown: u32,
        #[spoke(to = "pan.width", or = 5)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub width: Option<u32>,
        #[spoke(to = "pan.rim.height")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub height: Option<u8>,
        pub weight: Weight,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Weight)]
    #[serde(tag = "kind")]
    pub enum Weight {
        Kept {
            #[spoke(or = v2::Metal { grams: 7 })]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            spoke_may_lack: Option<Metal>,
            #[spoke(or_back = Metal { grams: 8 })]
            hub_may_lack: Metal,
            #[spoke(or = v2::Metal { grams: 9 })]
            neither: Metal,
            #[spoke(or = None, or_back = None)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            both: Option<Metal>,
        },
        None,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Metal)]
    pub struct Metal {
        pub grams: u32,
    }
}

wheelwright::wheel!(pub(crate) Scales = v2::Scale, [v1::Scale]);

fn scale(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Scale", "metadata": {"name": "s"}, "spec": spec,
    })
}

/// The spec in the hub, which values and objects agree on, and that comes back as it was.
fn up(spec: Value) -> Value {
    let old = scale("v1", spec.clone());
    let new = Scales::convert_object(&old, "v2").unwrap();
    assert_eq!(Scales::convert_object(&new, "v1").unwrap(), old);
    let typed: v1::ScaleSpec = serde_json::from_value(spec).unwrap();
    let typed = serde_json::to_value(v2::ScaleSpec::from(typed)).unwrap();
    assert_eq!(typed, new["spec"]);
    typed
}

fn down(spec: Value) -> Value {
    let new = scale("v2", spec.clone());
    let old = Scales::convert_object(&new, "v1").unwrap();
    assert_eq!(Scales::convert_object(&old, "v2").unwrap(), new);
    let typed: v2::ScaleSpec = serde_json::from_value(spec).unwrap();
    let typed = serde_json::to_value(v1::ScaleSpec::from(typed)).unwrap();
    assert_eq!(typed, old["spec"]);
    typed
}

#[test]
fn a_stand_in_where_it_must_be_there() {
    let none = json!({"kind": "None"});
    assert_eq!(
        up(json!({"most": "2", "shown": 4, "height": 1, "weight": none})),
        json!({
            "least": 1, "most": 2, "shown": "4", "weight": none,
            "pan": {"width": 5, "rim": {"height": 1}},
        })
    );
    assert_eq!(
        down(json!({"least": 6, "weight": none})),
        json!({"least": "6", "most": "9", "shown": 3, "weight": none})
    );
    let pan = json!({"width": 2, "rim": {"colour": "red"}});
    assert_eq!(
        down(json!({"least": 6, "most": 7, "shown": "8", "pan": pan, "weight": none})),
        json!({"least": "6", "most": "7", "shown": 8, "width": 2, "weight": none})
    );
}

#[test]
fn the_fields_of_a_variant() {
    let metal = json!({"grams": 1});
    let up = up(json!({
        "most": "2", "shown": 4, "weight": {"kind": "Kept", "hub_may_lack": metal, "neither": metal},
    }));
    assert_eq!(
        up["weight"],
        json!({"kind": "Kept", "spoke_may_lack": {"grams": 7}, "hub_may_lack": metal, "neither": metal})
    );
    let down = down(json!({
        "least": 6, "weight": {"kind": "Kept", "spoke_may_lack": metal, "neither": metal, "both": metal},
    }));
    assert_eq!(
        down["weight"],
        json!({
            "kind": "Kept", "spoke_may_lack": metal, "hub_may_lack": {"grams": 8}, "neither": metal, "both": metal,
        })
    );
}

#[test]
fn laws() {
    Scales::assert_laws();
}
