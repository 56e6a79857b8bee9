//! A struct that is kept as a whole, as it has a stand-in, and an edit within it that has no exact counterpart: what the edit
//! did not touch stays. And null where a map takes none.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Gear",
        namespaced,
        storage
    )]
    pub struct GearSpec {
        pub wheel: Wheel,
        pub sizes: std::collections::BTreeMap<String, i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Wheel {
        pub teeth: u32,
        pub mark: Option<i64>,
        pub color: Option<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Gear, version = "v1")]
    #[spoke(hub = v2::GearSpec)]
    pub struct GearSpec {
        #[spoke(or = v2::Wheel::default())]
        pub wheel: Option<Wheel>,
        #[spoke(and("height"), to = "sizes", gathered("width", "height"))]
        pub width: Option<i64>,
        pub height: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Wheel, added(mark))]
    pub struct Wheel {
        #[spoke(factor(2, 3))]
        pub teeth: u32,
        pub color: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Gears = v2::Gear, [v1::Gear]);

fn gear(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Gear", "metadata": {"name": "g"}, "spec": spec,
    })
}

fn converted(object: &Value, version: &str) -> Value {
    Gears::convert_object(object, version).expect("it converts")
}

#[test]
fn what_an_inexact_edit_leaves_alone_stays() {
    let wheel = json!({"teeth": 60, "mark": 3, "color": "red"});
    let mut old = converted(&gear("v2", json!({"wheel": wheel, "sizes": {}})), "v1");
    assert_eq!(old["spec"]["wheel"], json!({"teeth": 90, "color": "red"}));
    // Two thirds of 91 are no whole number.
    old["spec"]["wheel"]["teeth"] = json!(91);
    let new = converted(&old, "v2");
    assert_eq!(new["spec"]["wheel"]["mark"], 3);
    assert_eq!(converted(&new, "v1")["spec"], old["spec"]);
    old["spec"]["wheel"]["color"] = json!("blue");
    let new = converted(&old, "v2");
    let (mark, color) = (
        &new["spec"]["wheel"]["mark"],
        &new["spec"]["wheel"]["color"],
    );
    assert_eq!((mark, color), (&json!(3), &json!("blue")));
}

#[test]
fn a_map_without_null_gets_none_of_a_field_that_is_null() {
    for (width, height, sizes) in [
        (json!(null), json!(1), json!({"height": 1})),
        (json!(null), json!(null), json!({})),
    ] {
        let old = gear(
            "v1",
            json!({"wheel": {"teeth": 3, "color": "red"}, "width": width, "height": height}),
        );
        let new = converted(&old, "v2");
        assert_eq!(new["spec"]["sizes"], sizes);
        assert_eq!(converted(&new, "v1"), old);
    }
}

#[test]
fn laws() {
    Gears::assert_laws();
}

/// A count that is one in sixty of the other version's, in a struct that stands there by default.
mod counts {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Clock",
            namespaced,
            storage
        )]
        pub struct ClockSpec {
            #[schema(default)]
            #[serde(default)]
            pub time: Time,
            #[schema(default)]
            #[serde(default)]
            pub pause: Pause,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Pause {
            pub note: Option<String>,
            #[schema(default)]
            #[serde(default)]
            pub seconds: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Time {
            pub seconds: i64,
            pub zone: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = v2::Clock, version = "v1")]
        #[spoke(hub = v2::ClockSpec, part("time" = v2::Time))]
        #[serde(default)]
        pub struct ClockSpec {
            #[spoke(to = "time.seconds", factor = 60)]
            pub minutes: i64,
            #[spoke(to = "time.zone")]
            pub zone: Option<String>,
            pub pause: Pause,
            #[spoke(to = "pause.seconds", factor = 60, or = 1)]
            pub pause_minutes: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(hub = v2::Pause, elsewhere(seconds))]
        pub struct Pause {
            pub note: Option<String>,
        }
    }

    wheelwright::wheel!(pub(crate) Clocks = v2::Clock, [v1::Clock]);
}

#[test]
fn that_nothing_was_there_does_not_come_back_beside_an_inexact_edit() {
    for (spec, edited) in [
        (json!({}), "/spec/time/seconds"),
        (
            json!({"pause": {}, "pause_minutes": null}),
            "/spec/pause/seconds",
        ),
    ] {
        let old = json!({
            "apiVersion": "example.com/v1", "kind": "Clock", "metadata": {"name": "c"}, "spec": spec,
        });
        let mut new = counts::Clocks::convert_object(&old, "v2").expect("it converts");
        *new.pointer_mut(edited).expect("it is there") = json!(1);
        let there = counts::Clocks::convert_object(&new, "v1").expect("it converts");
        let back = counts::Clocks::convert_object(&there, "v2").expect("it converts");
        assert_eq!(back["spec"], new["spec"], "of {old}");
    }
    counts::Clocks::assert_laws();
}
