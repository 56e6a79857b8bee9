//! What nothing is said of is, as a Rust value, what the type reads of an object that lacks it.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn three() -> i64 {
    3
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_three(value: &i64) -> bool {
    *value == 3
}

fn whole() -> Whole {
    Whole {
        hours: 3,
        name: "whole".to_owned(),
    }
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Clock",
        namespaced,
        storage
    )]
    pub struct ClockSpec {
        /// Serde's function.
        #[serde(default = "three")]
        pub hours: i64,
        /// Serde's, of the type.
        #[serde(default)]
        pub minutes: i64,
        /// The schema's.
        #[schema(default = 4)]
        pub seconds: i64,
        #[schema(default = 5)]
        #[serde(skip_serializing_if = "Option::is_none")]
        pub zone: Option<i64>,
        /// Both.
        #[schema(default)]
        #[serde(default = "three")]
        pub hands: i64,
        /// Of the type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub face: Option<Face>,
        pub kind: Kind,
        pub place: Place,
        pub bell: Bell,
        pub whole: Whole,
        pub named: Named<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Face {
        pub color: String,
        #[serde(default = "three")]
        pub marks: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Default)]
    #[schema(default = "Wall")]
    pub enum Kind {
        #[default]
        Tower,
        Wall,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Place {
        pub name: String,
        #[serde(default = "three")]
        pub height: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum Bell {
        Rung {
            by: String,
            #[serde(default = "three")]
            times: i64,
        },
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(default = "whole")]
    pub struct Whole {
        #[serde(skip_serializing_if = "is_three")]
        pub hours: i64,
        pub name: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Named<T> {
        pub name: T,
        #[serde(default)]
        pub count: i64,
    }
}

use v2::Whole;

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Clock, version = "v1")]
    #[spoke(
        hub = v2::ClockSpec,
        added(hours, minutes, seconds, zone, hands, kind, "face.marks"),
        part("face" = Option<v2::Face>),
    )]
    pub struct ClockSpec {
        #[spoke(to = "face.color")]
        pub color: Option<String>,
        pub place: OldPlace,
        #[spoke(to = "place.height")]
        pub height: i64,
        pub bell: Bell,
        pub whole: OldWhole,
        pub named: Named<i64>,
        #[spoke(removed)]
        #[serde(default = "three")]
        pub legacy: i64,
        #[spoke(removed)]
        #[schema(as = i64)]
        #[serde(default, deserialize_with = "read")]
        pub read: i64,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Place, elsewhere(height))]
    pub struct OldPlace {
        pub name: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Bell)]
    pub enum Bell {
        #[spoke(added(times))]
        Rung { by: String },
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Whole, added(hours, name))]
    pub struct OldWhole {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Named<T>, added(count))]
    pub struct Named<T> {
        pub name: T,
    }
}

wheelwright::wheel!(Clocks = v2::Clock, [v1::Clock]);

fn read<'de, D: Deserializer<'de>>(from: D) -> Result<i64, D::Error> {
    i64::deserialize(from)
}

/// The spec of an object at the other version.
fn spec<T: DeserializeOwned>(spec: &impl Serialize, from: &str, to: &str) -> T {
    let object = json!({
        "apiVersion": format!("example.com/{from}"), "kind": "Clock", "metadata": {"name": "c"}, "spec": spec,
    });
    let mut converted = Clocks::convert_object(&object, to).unwrap();
    serde_json::from_value(converted["spec"].take()).unwrap()
}

fn old() -> v1::ClockSpec {
    v1::ClockSpec {
        color: Some("white".to_owned()),
        place: v1::OldPlace {
            name: "hall".to_owned(),
        },
        height: 2,
        bell: v1::Bell::Rung {
            by: "me".to_owned(),
        },
        whole: v1::OldWhole {},
        named: v1::Named { name: 1 },
        legacy: 9,
        read: 9,
    }
}

#[test]
fn a_value_is_what_its_object_is_read_as() {
    let new = v2::ClockSpec::from(old());
    assert_eq!(new, spec(&old(), "v1", "v2"));
    assert_eq!((new.hours, new.minutes, new.seconds), (3, 0, 4));
    assert_eq!(
        (new.zone, new.hands, new.kind),
        (Some(5), 3, v2::Kind::Wall)
    );
    assert_eq!(new.face.as_ref().unwrap().marks, 3);
    assert_eq!(new.whole, whole());
    let v2::Bell::Rung { times, .. } = new.bell;
    assert_eq!(times, 3);
}

#[test]
fn so_is_one_of_the_spoke() {
    let mut new: Value = serde_json::to_value(v2::ClockSpec::from(old())).unwrap();
    new["hours"] = 7.into();
    let new: v2::ClockSpec = serde_json::from_value(new).unwrap();
    let old = v1::ClockSpec::from(new.clone());
    assert_eq!(old, spec(&new, "v2", "v1"));
    assert_eq!((old.legacy, old.read), (3, 0));
}

#[test]
fn the_laws_hold() {
    Clocks::assert_laws();
}
