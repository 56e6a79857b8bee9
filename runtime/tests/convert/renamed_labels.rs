//! Labels and annotations that are called otherwise at the other version, where objects of either may have both.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

macro_rules! wheel {
    ($name:ident, { $($hub:tt)* }, { $($spoke:tt)* }, $($steps:tt)*) => {
        mod $name {
            pub(super) mod v2 {
                use super::super::*;

                #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
                #[crd(group = "example.com", version = "v2", kind = "Lamp", namespaced, storage)]
                pub(crate) struct LampSpec {
                    pub(crate) watts: u8,
                    $($hub)*
                }
            }

            pub(super) mod v1 {
                use super::super::*;

                #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
                #[crd(hub = super::v2::Lamp, version = "v1")]
                #[spoke(hub = super::v2::LampSpec, $($steps)*)]
                pub(crate) struct LampSpec {
                    pub(crate) watts: u8,
                    $($spoke)*
                }
            }

            wheelwright::wheel!(pub(super) Lamps = v2::Lamp, [v1::Lamp]);
        }
    };
}

wheel!(
    renamed,
    {},
    {},
    step(from_label = "color", to_label = "example.com/color")
);
wheel!(
    swapped,
    {},
    {},
    step(from_label = "a", to_label = "b"),
    step(from_label = "b", to_label = "a")
);
wheel!(
    shifted,
    {},
    {},
    step(from_label = "a", to_label = "b"),
    step(from_label = "b", to_label = "c")
);
wheel!(
    across,
    {},
    {},
    step(from_label = "a", to_annotation = "b"),
    step(from_annotation = "b", to_label = "c")
);
wheel!(
    table,
    {},
    {},
    step(from_label = "a", to_label = "b", values("x" = "y"))
);

// One label is a field at either version.
wheel!(
    shared,
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) cluster: Option<String>,
    },
    {
        #[spoke(to_label = "name")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) team: Option<String>,
    },
    step(from_label = "name", to = "cluster")
);

fn lamp(version: &str, labels: &Value, spec: &Value) -> Value {
    let mut lamp = json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Lamp",
        "metadata": {"name": "l", "labels": labels},
        "spec": {"watts": 5},
    });
    for (name, value) in spec.as_object().unwrap() {
        lamp["spec"][name] = value.clone();
    }
    lamp
}

#[test]
fn what_the_other_version_calls_so_is_not_written_over() {
    for labels in [
        json!({"color": "red"}),
        json!({"example.com/color": "red"}),
        json!({"color": "red", "example.com/color": "blue"}),
        json!({"app": "x"}),
    ] {
        for (from, to) in [("v1", "v2"), ("v2", "v1")] {
            let object = lamp(from, &labels, &json!({}));
            let other = renamed::Lamps::convert_object(&object, to).unwrap();
            let (old, new) = ("color", "example.com/color");
            let (own, others) = if from == "v1" { (old, new) } else { (new, old) };
            if let Some(color) = labels.get(own) {
                assert_eq!(&other["metadata"]["labels"][others], color, "{object}");
            }
            let back = renamed::Lamps::convert_object(&other, from).unwrap();
            assert_eq!(back, object);
        }
    }
}

#[test]
fn an_edit_of_the_renamed_label_is_read_back() {
    let old = lamp("v1", &json!({"color": "red"}), &json!({}));
    let mut new = renamed::Lamps::convert_object(&old, "v2").unwrap();
    new["metadata"]["labels"]["example.com/color"] = "green".into();
    let old = renamed::Lamps::convert_object(&new, "v1").unwrap();
    assert_eq!(old["metadata"]["labels"]["color"], "green");
    let again = renamed::Lamps::convert_object(&old, "v2").unwrap();
    assert_eq!(again["metadata"]["labels"], new["metadata"]["labels"]);
}

#[test]
fn a_label_that_is_another_field_at_each_version_says_both() {
    let both = json!({"team": "ops"});
    let old = lamp("v1", &json!({"name": "east"}), &both);
    let new = shared::Lamps::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"]["cluster"], "east");
    assert_eq!(new["metadata"]["labels"]["name"], "ops");
    assert_eq!(shared::Lamps::convert_object(&new, "v1").unwrap(), old);
    // What is no label's value is kept.
    let new = lamp(
        "v2",
        &json!({"name": "ops"}),
        &json!({"cluster": "no label"}),
    );
    let old = shared::Lamps::convert_object(&new, "v1").unwrap();
    assert_eq!(old["metadata"]["labels"].get("name"), None);
    assert_eq!(shared::Lamps::convert_object(&old, "v2").unwrap(), new);
}

#[test]
fn laws() {
    renamed::Lamps::assert_laws();
    swapped::Lamps::assert_laws();
    shifted::Lamps::assert_laws();
    across::Lamps::assert_laws();
    table::Lamps::assert_laws();
}
