//! Whether the time of a conversion grows as the object does: objects of few and of many items, of which each loses something.

use std::{collections::BTreeMap, time::Instant};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::{BTreeMap, CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Tray",
        namespaced,
        storage
    )]
    pub(super) struct TraySpec {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub(super) cups: Vec<Cup>,
        #[serde(default)]
        pub(super) plates: Vec<Plate>,
        #[serde(default)]
        pub(super) shelves: BTreeMap<String, Plate>,
        #[serde(default)]
        pub(super) labels: BTreeMap<String, String>,
        #[serde(default)]
        pub(super) seconds: Vec<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(super) struct Cup {
        pub(super) name: String,
        pub(super) quantity: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(super) struct Plate {
        pub(super) colour: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(super) glaze: Option<String>,
    }
}

mod v1beta1 {
    use super::{BTreeMap, CustomResource, Deserialize, Schema, Serialize, Spoke, v1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v1::Tray, version = "v1beta1")]
    #[spoke(hub = v1::TraySpec, added(labels = BTreeMap::new()), fallible(up, down))]
    pub(super) struct TraySpec {
        #[spoke(counted(item = "name", count = "quantity"))]
        #[serde(default)]
        pub(super) cups: Vec<String>,
        #[serde(default)]
        pub(super) plates: Vec<Plate>,
        #[serde(default)]
        pub(super) shelves: BTreeMap<String, Plate>,
        #[spoke(each(duration = "s"))]
        #[serde(default)]
        pub(super) seconds: Vec<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Plate, added(glaze = None))]
    pub(super) struct Plate {
        pub(super) colour: String,
    }
}

wheelwright::wheel!(Trays = v1::Tray, [v1beta1::Tray]);

/// Of the larger object there is so many times as much.
const TIMES: usize = 8;
const ITEMS: usize = 500;

/// What each item of the larger object takes at most, by that of the smaller one.
const GOAL: f64 = 2.0;

type Make = fn(usize) -> Value;

const OBJECTS: [(&str, &str, Make); 6] = [
    (
        "repeated items, counted",
        "v1beta1",
        |count| json!({"cups": (0..count).map(|n| (n % (count / 4)).to_string()).collect::<Vec<_>>()}),
    ),
    (
        "texts that are refused",
        "v1beta1",
        |count| json!({"seconds": vec!["soon"; count]}),
    ),
    (
        "items of one key",
        "v1",
        |count| json!({"cups": (0..count).map(|n| json!({"name": (n / 2).to_string(), "quantity": 1})).collect::<Vec<_>>()}),
    ),
    (
        "structs in a list that lose a field",
        "v1",
        |count| json!({"plates": (0..count).map(|n| json!({"colour": n.to_string(), "glaze": "white"})).collect::<Vec<_>>()}),
    ),
    (
        "structs in a map that lose a field",
        "v1",
        |count| json!({"shelves": members(count, || json!({"colour": "blue", "glaze": "white"}))}),
    ),
    (
        "a map that is lost",
        "v1",
        |count| json!({"labels": members(count, || "".into())}),
    ),
];

fn members(count: usize, of: impl Fn() -> Value) -> Map<String, Value> {
    (0..count).map(|n| (n.to_string(), of())).collect()
}

pub(crate) fn run() {
    println!(
        "{ITEMS} items and {TIMES} times as many, each of which loses something; goal {GOAL}\n"
    );
    println!("| objects | direction | µs an item | of many, by that of few |");
    println!("|---|---|---|---|");
    for (what, version, make) in OBJECTS {
        let to = if version == "v1" { "v1beta1" } else { "v1" };
        let few = tray(version, &make(ITEMS));
        let many = tray(version, &make(ITEMS * TIMES));
        row(what, "there", [&few, &many], to);
        let converted = [&few, &many].map(|object| Trays::convert_object(object, to).ok());
        if let [Some(few), Some(many)] = &converted {
            row(what, "back", [few, many], version);
            let edited = [few, many].map(|object| {
                let mut edited = object.clone();
                let lists = edited["spec"].as_object_mut().into_iter().flatten();
                for list in lists.filter_map(|(_, value)| value.as_array_mut()) {
                    list.reverse();
                }
                edited
            });
            row(what, "back, reversed", [&edited[0], &edited[1]], version);
        }
    }
}

fn tray(version: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Tray",
        "metadata": {"name": "large", "namespace": "default", "uid": "1"}, "spec": spec,
    })
}

fn row(what: &str, direction: &str, [few, many]: [&Value; 2], to: &str) {
    let shortest = |object: &Value| {
        let time = || {
            let begun = Instant::now();
            std::hint::black_box(Trays::convert_object(object, to).ok());
            begun.elapsed()
        };
        let all = (0..5).map(|_| time());
        all.min().unwrap_or_default()
    };
    let (few, many) = (shortest(few).as_secs_f64(), shortest(many).as_secs_f64());
    #[expect(clippy::cast_precision_loss, reason = "a figure to read")]
    let (items, times) = (ITEMS as f64, TIMES as f64);
    let each = few / items * 1e6;
    println!(
        "| {what} | {direction} | {each:.1} | {:.2} |",
        many / few / times
    );
}
