//! Members that a variant requires, of enums whose schema says so in a choice beside them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Sail",
        namespaced,
        storage
    )]
    pub struct SailSpec {
        pub cloth: Cloth,
        pub rig: Rig,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type", content = "of")]
    pub enum Cloth {
        None,
        Woven(Woven),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(tag = "type")]
    pub enum Rig {
        None,
        Masts(Woven),
        Boom { length: i64 },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Woven {
        pub name: String,
        pub threads: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Sail, version = "v1")]
    #[spoke(hub = v2::SailSpec)]
    pub struct SailSpec {
        pub cloth: Cloth,
        pub rig: Rig,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Cloth)]
    #[serde(tag = "type", content = "of")]
    pub enum Cloth {
        None,
        Woven(Woven),
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Rig)]
    #[serde(tag = "type")]
    pub enum Rig {
        None,
        Masts(Woven),
        Boom { length: i64 },
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Woven)]
    pub struct Woven {
        pub name: String,
        #[spoke(or = 40)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub threads: Option<i64>,
    }
}

wheelwright::wheel!(Sails = v2::Sail, [v1::Sail]);

fn new(cloth: Value, rig: Value) -> Value {
    let old = json!({
        "apiVersion": "example.com/v1", "kind": "Sail", "metadata": {"name": "s"},
        "spec": {"cloth": cloth, "rig": rig},
    });
    let new = Sails::convert_object(&old, "v2").unwrap();
    assert_eq!(Sails::convert_object(&new, "v1").unwrap(), old);
    let typed: v1::Sail = serde_json::from_value(old).unwrap();
    let typed = serde_json::to_value(v2::SailSpec::from(typed.spec)).unwrap();
    assert_eq!(typed, new["spec"]);
    new["spec"].clone()
}

#[test]
fn the_stand_in_for_one_stands_beside_a_tag_and_among_it() {
    let spec = new(
        json!({"type": "Woven", "of": {"name": "a"}}),
        json!({"type": "Masts", "name": "b"}),
    );
    assert_eq!(spec["cloth"]["of"], json!({"name": "a", "threads": 40}));
    assert_eq!(
        spec["rig"],
        json!({"type": "Masts", "name": "b", "threads": 40})
    );
    let spec = new(
        json!({"type": "None"}),
        json!({"type": "Boom", "length": 5}),
    );
    assert_eq!(spec["rig"], json!({"type": "Boom", "length": 5}));
}

#[test]
fn nothing_is_lost() {
    Sails::assert_laws();
}
