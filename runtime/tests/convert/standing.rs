//! What stands by default in objects that nobody said, and that steps only reach into: it is there at the one version, and
//! nothing was said at the other still.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

const fn yes() -> bool {
    true
}

const fn three() -> i64 {
    3
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Oven",
        namespaced,
        storage
    )]
    #[serde(default)]
    pub struct OvenSpec {
        pub door: Option<Door>,
        pub level: Option<i64>,
        pub pins: Option<i64>,
        pub seconds: Option<i64>,
        pub speed: Option<i64>,
        pub lamp: Lamp,
        pub rack: Rack,
        pub vent: Vent,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Vent {
        pub wide: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Door {
        #[schema(default)]
        #[serde(default = "yes")]
        pub open: bool,
        pub hinge: Option<Hinge>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Hinge {
        #[schema(default)]
        #[serde(default = "three")]
        pub screws: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Lamp {
        pub bulb: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Rack {
        #[serde(default)]
        pub name: String,
        pub depth: Option<i64>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = v2::Oven, version = "v1")]
    #[spoke(
        hub = v2::OvenSpec,
        fallible(up),
        part_back("fan" = Fan),
        step(from("door.level"), to = "level"),
        step(from("door.hinge.pins"), to = "pins"),
        step(from("fan.time"), to = "seconds", duration = "s", or_back = String::new()),
        step(from("fan.speed"), to = "speed"),
        added("lamp.bulb"),
    )]
    #[serde(rename_all = "camelCase")]
    pub struct OvenSpec {
        pub door: Option<Door>,
        #[schema(default)]
        #[serde(default)]
        pub fan: Fan,
        #[schema(default)]
        #[serde(default)]
        pub lamp: Lamp,
        #[schema(default)]
        #[serde(default)]
        pub rack: Rack,
        #[spoke(to = "rack.name")]
        pub rack_name: String,
        #[serde(default)]
        pub vent: Vent,
        #[spoke(to = "vent.wide")]
        pub wide: Option<bool>,
    }

    /// Nothing becomes of it by itself.
    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Vent, elsewhere(wide))]
    pub struct Vent {
        #[schema(default)]
        #[serde(default = "three")]
        #[spoke(removed)]
        pub turns: i64,
        #[spoke(removed = Some(1))]
        pub slots: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Door)]
    pub struct Door {
        #[schema(default)]
        #[serde(default = "yes")]
        pub open: bool,
        pub hinge: Option<Hinge>,
        #[spoke(elsewhere)]
        pub level: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Hinge)]
    pub struct Hinge {
        #[schema(default)]
        #[serde(default = "three")]
        pub screws: i64,
        #[spoke(elsewhere)]
        pub pins: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Fan {
        #[serde(default)]
        pub time: String,
        pub speed: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Lamp, elsewhere(bulb))]
    pub struct Lamp {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Rack, elsewhere(name))]
    pub struct Rack {
        pub depth: Option<i64>,
    }
}

wheelwright::wheel!(pub(crate) Ovens = v2::Oven, [v1::Oven]);

fn oven(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Oven", "metadata": {"name": "o"}, "spec": spec,
    })
}

/// What an object of the hub is at the other version; from there it comes back as it was, and nothing travels any more.
#[track_caller]
fn old(spec: Value) -> Value {
    let new = oven("v2", spec);
    let old = Ovens::convert_object(&new, "v1").unwrap();
    assert_eq!(Ovens::convert_object(&old, "v2").unwrap(), new);
    old["spec"].clone()
}

/// The same, apart from what stands there anyway.
fn rest() -> Value {
    json!({"fan": {"time": "", "speed": null}, "lamp": {}, "rack": {"depth": null}, "rackName": ""})
}

fn with(members: Value) -> Value {
    let mut spec = rest();
    for (name, value) in members.as_object().unwrap() {
        spec[name] = value.clone();
    }
    spec
}

#[test]
fn an_object_that_a_step_makes_has_its_defaults() {
    assert_eq!(
        old(json!({"level": 4})),
        with(json!({"door": {"open": true, "level": 4}}))
    );
    assert_eq!(
        old(json!({"pins": 2})),
        with(json!({"door": {"open": true, "hinge": {"screws": 3, "pins": 2}}}))
    );
    assert_eq!(
        old(json!({"door": {"open": false}, "pins": 2})),
        with(json!({"door": {"open": false, "hinge": {"screws": 3, "pins": 2}}}))
    );
}

#[test]
fn what_is_edited_in_it_was_said() {
    let mut old = Ovens::convert_object(&oven("v2", json!({"pins": 2})), "v1").unwrap();
    old["spec"]["door"]["hinge"]["pins"] = json!(5);
    let new = Ovens::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"], json!({"pins": 5}));
    old["spec"]["door"]["hinge"]["screws"] = json!(4);
    let new = Ovens::convert_object(&old, "v2").unwrap();
    assert_eq!(
        new["spec"],
        json!({"pins": 5, "door": {"open": true, "hinge": {"screws": 4}}})
    );
}

#[test]
fn an_object_that_steps_reach_into_stands_by_default() {
    assert_eq!(old(json!({})), rest());
    assert_eq!(old(json!({"speed": 1})), with(json!({"fan": {"speed": 1}})));
    let mut old = Ovens::convert_object(&oven("v2", json!({})), "v1").unwrap();
    old["spec"]["fan"] = json!({"time": "3s", "speed": null});
    let new = Ovens::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"], json!({"seconds": 3, "speed": null}));
}

#[test]
fn one_that_has_nothing_of_its_own_stands_by_default() {
    assert_eq!(old(json!({"lamp": {"bulb": "b"}})), rest());
}

#[test]
fn an_object_that_nothing_becomes_of_was_there() {
    for vent in [
        json!({"turns": 3}),
        json!({"turns": 3, "slots": 1}),
        json!({"turns": 3, "slots": null}),
    ] {
        let old = oven(
            "v1",
            with(json!({"fan": {"time": "3s"}, "vent": vent, "wide": true})),
        );
        let new = Ovens::convert_object(&old, "v2").unwrap();
        assert_eq!(new["spec"]["vent"], json!({"wide": true}));
        assert_eq!(Ovens::convert_object(&new, "v1").unwrap(), old);
    }
}

#[test]
fn laws() {
    Ovens::assert_laws();
}
