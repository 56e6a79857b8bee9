//! Stand-ins between places further within, whose types no macro sees, and fields of a group that only this version has.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Pump",
        namespaced,
        storage
    )]
    pub struct PumpSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub most: Option<i64>,
        pub least: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub timer: Option<Timer>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub valve: Option<Valve>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub level: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Timer {
        pub seconds: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pause: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Valve {
        pub width: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Pump, version = "v1")]
    #[spoke(
        hub = v2::PumpSpec,
        part("timer" = Option<v2::Timer>, "valve" = Option<v2::Valve>),
        part_back("limits" = Limits, "bounds" = Option<Bounds>),
        step(from("limits.most"), to = "most", or_back = 9),
        step(from("limits.width"), to = "valve.width", or_back = 4),
        step(from("limits.colour"), removed = "red".to_owned()),
        step(from("limits.note"), removed),
        step(from("bounds.least"), to = "least", or = 3),
        step(from("bounds.level"), to = "level"),
        step(from("bounds.note"), removed = None),
    )]
    pub struct PumpSpec {
        pub limits: Limits,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bounds: Option<Bounds>,
        #[spoke(to = "timer.seconds", factor = 60, or = 7)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub minutes: Option<i64>,
        #[spoke(to = "timer.pause", factor = 60, or = None)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pause: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Limits {
        pub most: i64,
        pub width: i64,
        pub colour: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Bounds {
        pub least: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub level: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Pumps = v2::Pump, [v1::Pump]);

fn pump(version: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Pump", "metadata": {"name": "p"}, "spec": spec,
    })
}

/// The spec in the hub, which values and objects agree on, and that comes back as it was.
fn up(spec: &Value) -> Value {
    let old = pump("v1", spec);
    let new = Pumps::convert_object(&old, "v2").unwrap();
    assert_eq!(Pumps::convert_object(&new, "v1").unwrap(), old);
    let typed: v1::PumpSpec = serde_json::from_value(spec.clone()).unwrap();
    let typed = serde_json::to_value(v2::PumpSpec::from(typed)).unwrap();
    assert_eq!(typed, new["spec"]);
    typed
}

fn down(spec: &Value) -> Value {
    let new = pump("v2", spec);
    let old = Pumps::convert_object(&new, "v1").unwrap();
    assert_eq!(Pumps::convert_object(&old, "v2").unwrap(), new);
    let typed: v2::PumpSpec = serde_json::from_value(spec.clone()).unwrap();
    let typed = serde_json::to_value(v1::PumpSpec::from(typed)).unwrap();
    assert_eq!(typed, old["spec"]);
    typed
}

#[test]
fn they_stand_in_for_what_a_group_lacks() {
    let limits = json!({"most": 1, "width": 2, "colour": "blue", "note": "n"});
    assert_eq!(
        up(&json!({"limits": limits})),
        json!({"most": 1, "least": 3, "timer": {"seconds": 7}, "valve": {"width": 2}})
    );
    let bounds = json!({"least": 5, "level": 6, "note": "m"});
    assert_eq!(
        up(&json!({"limits": limits, "bounds": bounds, "minutes": 2, "pause": 1})),
        json!({
            "most": 1, "least": 5, "timer": {"seconds": 120, "pause": 60}, "valve": {"width": 2}, "level": 6,
        })
    );
}

#[test]
fn they_stand_in_for_what_the_hub_lacks() {
    assert_eq!(
        down(&json!({"least": 5}))["limits"],
        json!({"most": 9, "width": 4, "colour": "red"})
    );
    assert_eq!(
        down(&json!({"most": 1, "least": 5, "valve": {"width": 2}}))["limits"],
        json!({"most": 1, "width": 2, "colour": "red"})
    );
}

#[test]
fn laws() {
    Pumps::assert_laws();
}
