//! What is edited at one version reads back there as it was edited, whatever was kept of the other.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn three() -> i64 {
    3
}

fn medium() -> String {
    "medium".to_owned()
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Kiln",
        namespaced,
        storage
    )]
    #[serde(default)]
    pub struct KilnSpec {
        #[schema(default)]
        #[serde(default = "three")]
        pub level: i64,
        pub door: Door,
        pub fan: Option<Fan>,
        pub vent: Option<Vent>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[serde(default)]
    pub struct Door {
        pub hinge: Hinge,
        pub open: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    pub struct Hinge {
        #[schema(default)]
        #[serde(default = "three")]
        pub pins: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[serde(default)]
    pub struct Fan {
        #[schema(default)]
        #[serde(default = "medium")]
        pub speed: String,
        pub blades: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[serde(default)]
    pub struct Vent {
        #[schema(default)]
        #[serde(default = "three")]
        pub width: i64,
        #[schema(default)]
        #[serde(default = "three")]
        pub height: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(
        CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default,
    )]
    #[crd(hub = v2::Kiln, version = "v1")]
    #[spoke(
        hub = v2::KilnSpec,
        fallible(down),
        part("fan" = Option<v2::Fan>, "vent" = Option<v2::Vent>),
    )]
    pub struct KilnSpec {
        #[schema(default)]
        #[serde(default = "medium")]
        #[spoke(values("low" = 1, "high" = 2), or = 1)]
        pub level: String,
        pub door: Door,
        #[serde(default)]
        #[spoke(to = "door.open")]
        pub open: Option<bool>,
        #[serde(default)]
        #[spoke(to = "fan.speed", unwrap)]
        pub speeds: Vec<String>,
        #[serde(default)]
        #[spoke(to = "fan.blades")]
        pub blades: Option<i64>,
        #[serde(default)]
        #[spoke(to = "vent.width", unwrap)]
        pub widths: Vec<i64>,
        #[serde(default)]
        #[spoke(to = "vent.height", unwrap)]
        pub heights: Vec<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
    #[spoke(hub = v2::Door, elsewhere(open), part("hinge" = v2::Hinge))]
    pub struct Door {
        #[spoke(to = "hinge.pins")]
        pub pins: i64,
    }
}

wheelwright::wheel!(Kilns = v2::Kiln, [v1::Kiln]);

fn object(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Kiln", "metadata": {"name": "k"}, "spec": spec,
    })
}

/// What is kept of the one version comes of `before`; the object at the other has `edited` then, and reads so again.
fn reads_back(before: Value, edited: &Value) -> Value {
    let mut there = Kilns::convert_object(&object("v1", before), "v2").unwrap();
    there["spec"] = edited.clone();
    let old = Kilns::convert_object(&there, "v1").unwrap();
    let new = Kilns::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"], *edited);
    old["spec"].clone()
}

fn old(level: &str) -> Value {
    json!({"level": level, "door": {"pins": 0}, "speeds": [], "widths": [], "heights": []})
}

#[test]
fn nothing_kept_makes_up_for_an_edit_that_a_default_would_hide() {
    let mut there = Kilns::convert_object(&object("v1", old("none")), "v2").unwrap();
    assert_eq!(there["spec"]["level"], 1);
    there["spec"]["level"] = json!(3);
    let error = Kilns::convert_object(&there, "v1").unwrap_err();
    assert_eq!(error.to_string(), ".spec.level: 3 has no row in the table");
}

#[test]
fn an_object_that_was_absent_has_its_own_where_something_moves_in() {
    let there = object("v2", json!({"level": 1}));
    let mut old = Kilns::convert_object(&there, "v1").unwrap();
    assert_eq!(old["spec"]["door"], json!({"pins": 0}));
    old["spec"]["open"] = json!(true);
    let new = Kilns::convert_object(&old, "v2").unwrap();
    assert_eq!(
        new["spec"]["door"],
        json!({"hinge": {"pins": 0}, "open": true})
    );
    assert_eq!(
        Kilns::convert_object(&new, "v1").unwrap()["spec"],
        old["spec"]
    );
}

#[test]
fn an_object_that_was_made_of_nothing_before_is_there_when_it_was_added() {
    let spec = |more: Value| {
        let mut spec = json!({"level": 1, "door": {"hinge": {"pins": 0}}});
        for (name, value) in more.as_object().unwrap() {
            spec[name.as_str()] = value.clone();
        }
        spec
    };
    let added = reads_back(old("low"), &spec(json!({"fan": {"speed": "medium"}})));
    assert_eq!(added["speeds"], json!(["medium"]));
    let added = reads_back(
        old("low"),
        &spec(json!({"vent": {"width": 3, "height": 3}})),
    );
    assert_eq!(
        (&added["widths"], &added["heights"]),
        (&json!([3]), &json!([3]))
    );
    // Something else makes it, too.
    let added = reads_back(
        old("low"),
        &spec(json!({"fan": {"speed": "medium", "blades": 4}})),
    );
    assert_eq!(added["speeds"], json!(["medium"]));
    let added = reads_back(
        old("low"),
        &spec(json!({"vent": {"width": 3, "height": 4}})),
    );
    assert_eq!(
        (&added["widths"], &added["heights"]),
        (&json!([3]), &json!([4]))
    );
}
