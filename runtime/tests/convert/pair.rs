//! Two versions of a kiln: the hub's spec and structs, and the spoke's.

use serde_json::{Value, json};

macro_rules! pair {
    ($name:ident $([$spoke:meta])*, { $($hub_spec:tt)* } $($hub_type:ident $hub_fields:tt)*;
     { $($spoke_spec:tt)* } $($spoke_type:ident [$of:meta] $spoke_fields:tt)*) => {
        mod $name {
            use super::*;
            pub(crate) mod v2 {
                use super::*;
                #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
                #[crd(group = "example.com", version = "v2", kind = "Kiln", namespaced, storage)]
                pub struct KilnSpec { $($hub_spec)* }
                $(#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
                pub struct $hub_type $hub_fields)*
            }
            pub(crate) mod v1 {
                use super::*;
                #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
                #[crd(hub = v2::Kiln, version = "v1")]
                $(#[$spoke])*
                pub struct KilnSpec { $($spoke_spec)* }
                $(#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
                #[$of]
                pub struct $spoke_type $spoke_fields)*
            }
            wheelwright::wheel!(pub(crate) Kilns = v2::Kiln, [v1::Kiln]);

            pub(crate) fn to(version: &str, object: &serde_json::Value) -> serde_json::Value {
                Kilns::convert_object(object, version).expect("it converts")
            }

            #[test]
            fn laws() {
                Kilns::assert_laws();
            }
        }
    };
}

pub(crate) use pair;

pub(crate) fn kiln(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Kiln", "metadata": {"name": "k"}, "spec": spec,
    })
}

/// What `convert` makes of an object at the other version, with a spec that an edit wrote, and back there.
pub(crate) fn edited(convert: fn(&str, &Value) -> Value, object: &Value, spec: Value) -> Value {
    let (own, other) = if object["apiVersion"] == "example.com/v1" {
        ("v1", "v2")
    } else {
        ("v2", "v1")
    };
    let mut there = convert(other, object);
    there["spec"] = spec;
    convert(other, &convert(own, &there))["spec"].clone()
}
