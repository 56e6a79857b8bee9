//! Values that stand in for what a step cannot map.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Door",
        namespaced,
        storage
    )]
    pub struct DoorSpec {
        pub colour: String,
        pub handle: Handle,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Handle {
        pub size: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Door, version = "v1")]
    #[spoke(hub = v2::DoorSpec)]
    pub struct DoorSpec {
        #[spoke(or = "white".to_owned())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub colour: Option<String>,
        #[spoke(or = v2::Handle { size: 1 })]
        pub handle: Handle,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Handle, fallible(up))]
    pub struct Handle {
        #[spoke(coerced)]
        pub size: String,
    }
}

wheelwright::wheel!(pub(crate) Doors = v2::Door, [v1::Door]);

fn door(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Door", "metadata": {"name": "d"}, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Doors::convert_object(object, version).expect("it converts")
}

#[test]
fn absence_where_the_other_side_requires_a_value() {
    let old = door("v1", json!({"handle": {"size": "2"}}));
    let mut new = convert(&old, "v2");
    assert_eq!(
        new["spec"],
        json!({"colour": "white", "handle": {"size": 2}})
    );
    assert_eq!(convert(&new, "v1"), old);
    new["spec"]["colour"] = "red".into();
    assert_eq!(
        convert(&new, "v1")["spec"],
        json!({"colour": "red", "handle": {"size": "2"}})
    );
    // A part of an object is not complete: nothing is invented in it.
    let part = door("v1", json!({}));
    assert_eq!(convert(&part, "v2"), door("v2", json!({})));
}

#[test]
fn a_nested_value_that_is_refused() {
    let old = door("v1", json!({"colour": "red", "handle": {"size": "big"}}));
    let mut new = convert(&old, "v2");
    assert_eq!(new["spec"], json!({"colour": "red", "handle": {"size": 1}}));
    assert_eq!(convert(&new, "v1"), old);
    new["spec"]["handle"]["size"] = 3.into();
    assert_eq!(
        convert(&new, "v1")["spec"],
        json!({"colour": "red", "handle": {"size": "3"}})
    );
}

/// A stand-in with an enum of which another variant has a member with a default.
mod locks {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(tag = "type")]
    pub enum Lock {
        #[default]
        Open,
        Code {
            #[schema(default)]
            #[serde(default)]
            digits: i64,
        },
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Gate",
            namespaced,
            storage
        )]
        pub struct GateSpec {
            pub bolt: Option<Bolt>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Bolt {
            pub lock: Lock,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Gate, version = "v1")]
        #[spoke(hub = v2::GateSpec)]
        pub struct GateSpec {
            #[spoke(or_back = Bolt::default())]
            pub bolt: Bolt,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(hub = v2::Bolt)]
        pub struct Bolt {
            pub lock: Lock,
        }
    }

    wheelwright::wheel!(pub(crate) Gates = v2::Gate, [v1::Gate]);
}

#[test]
fn a_stand_in_has_the_defaults_of_variants_that_it_is_not() {
    let new = json!({
        "apiVersion": "example.com/v2", "kind": "Gate", "metadata": {"name": "g"}, "spec": {},
    });
    let old = locks::Gates::convert_object(&new, "v1").expect("it converts");
    // The API server sets a member of any variant, for it does not know the tag.
    let lock = json!({"type": "Open", "digits": 0});
    assert_eq!(old["spec"]["bolt"]["lock"], lock);
    locks::Gates::assert_laws();
}
