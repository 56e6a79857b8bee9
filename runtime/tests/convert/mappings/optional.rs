//! Fields that move into structs which may be absent, or which stand there by default.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Fields move into structs that may be absent, that are mapped, and that stand by default.
pub(crate) mod moved_into_structs {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Gate",
            namespaced,
            storage
        )]
        pub struct GateSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub tls: Option<Tls>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub retry: Option<Retry>,
            pub hinge: Hinge,
            #[serde(default)]
            pub sign: Sign,
            #[serde(default)]
            pub bars: Vec<Bar>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub lock: Option<Lock>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Lock {
            pub name: String,
            #[schema(default)]
            #[serde(default)]
            pub codes: Vec<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Tls {
            pub cert: String,
            pub key: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Retry {
            pub times: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub seconds: Option<u32>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Hinge {
            pub pins: Pins,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Pins {
            pub count: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        pub struct Sign {
            pub words: String,
            pub colour: String,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[serde(default)]
        pub struct Bar {
            pub seconds: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Gate, version = "v1")]
        #[spoke(hub = v2::GateSpec, fallible(down), part("tls" = Option<v2::Tls>, "lock" = Option<v2::Lock>), added("lock.codes"))]
        pub struct GateSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "tls.cert")]
            pub cert: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "tls.key")]
            pub key: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub retry: Option<Retry>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "retry.seconds")]
            pub retry_after: Option<u32>,
            pub hinge: Hinge,
            #[spoke(to = "hinge.pins")]
            pub pins: v2::Pins,
            pub sign: Sign,
            #[spoke(to = "sign.words", delimited = " ", or = String::new())]
            pub words: Vec<String>,
            #[serde(default)]
            pub bars: Vec<Bar>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(to = "lock.name")]
            pub lock: Option<String>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Retry, elsewhere(seconds))]
        pub struct Retry {
            pub times: u32,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Hinge, elsewhere(pins = v2::Pins { count: 0 }))]
        pub struct Hinge {}

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[spoke(hub = v2::Sign, elsewhere(words))]
        pub struct Sign {
            #[serde(default)]
            pub colour: String,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(
        hub = v2::Bar,
        part_back("wait" = Wait),
        step(from("wait.minutes"), to = "seconds", factor = 60, or_back = 7),
    )]
        pub struct Bar {
            pub wait: Wait,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Wait {
            pub minutes: i64,
        }
    }

    mapping!(Gates = v2::Gate, [v1::Gate], values(v1 v2 GateSpec));
}

/// Fields move into an optional struct which is mapped itself: something stands in where the struct is absent.
pub(crate) mod moved_or_stands_in {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Field",
            namespaced,
            storage
        )]
        pub struct FieldSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub point: Option<Point>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Point {
            pub x: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub y: Option<u32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub z: Option<u32>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Field, version = "v1")]
        #[spoke(hub = v2::FieldSpec)]
        pub struct FieldSpec {
            #[spoke(to = "point.x", or_back = 7)]
            pub x: u32,
            #[spoke(to = "point.z", or_back = 8)]
            pub z: u32,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub point: Option<Point>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Point, elsewhere(x = 0, z))]
        pub struct Point {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(rename = "y")]
            pub height: Option<u32>,
        }
    }

    mapping!(Fields = v2::Field, [v1::Field], values(v1 v2 FieldSpec));
}

/// What stands in for absence has no counterpart by itself, in an optional struct that must have it.
pub(crate) mod state_of_lock {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Gate",
            namespaced,
            storage
        )]
        pub struct GateSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub lock: Option<Lock>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Lock {
            pub shut: bool,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = v2::Gate, version = "v1")]
        #[spoke(hub = v2::GateSpec, fallible(up), part("lock" = Option<v2::Lock>))]
        pub struct GateSpec {
            #[spoke(to = "lock.shut", values("on" = true, "off" = false), or_back = String::new())]
            pub state: String,
        }
    }

    mapping!(Gates = v2::Gate, [v1::Gate]);
}

// Stand-ins for what a schema refuses, in structs that hold what moves into them: both sides may lack the value, or neither.
pair! {
    refused_in_structs [spoke(hub = v2::KilnSpec, part("label" = v2::Label, "more" = Option<v2::Label>))],
    {
        pub label: Label,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub more: Option<Label>,
    }
    Label {
        #[schema(max_length = 3)]
        pub text: String,
        #[schema(max_length = 3)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        pub wide: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub stone: Option<Stone>,
    }
    Stone { pub weight: i64 };
    {
        #[spoke(to = "label.text", or = "cut".to_owned())]
        pub text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "label.note", or = Some("see".to_owned()))]
        pub note: Option<String>,
        #[schema(max_length = 3)]
        #[spoke(to = "label.wide", or_back = "big".to_owned())]
        pub wide: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "label.stone", or_back = Some(Stone { weight: 1 }))]
        pub stone: Option<Stone>,
        #[spoke(to = "more.text", or = "cut".to_owned(), or_back = "none".to_owned())]
        pub more: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "more.note", or = Some("see".to_owned()))]
        pub more_note: Option<String>,
        #[spoke(to = "more.wide", or_back = "none".to_owned())]
        pub more_wide: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "more.stone", or = Some(v2::Stone { weight: 2 }))]
        pub more_stone: Option<Stone>,
    }
    Stone [spoke(hub = v2::Stone)] { pub weight: i64 }
}

// A field moves into a struct within an optional one, both of which must have more.
pair! {
    least_of_range [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<Heat>,
    }
    Heat { pub range: Range }
    Range {
        pub most: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub least: Option<i64>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<Heat>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "heat.range.least")]
        pub least: Option<i64>,
    }
    Heat [spoke(hub = v2::Heat)] { pub range: Range }
    Range [spoke(hub = v2::Range, elsewhere(least = None))] { pub most: i64 }
}

// A struct that must be there, with an optional one in it.
pair! {
    bricks_of_wall [spoke(hub = v2::KilnSpec, part("wall" = v2::Wall, "wall.part" = Option<v2::Part>))],
    { pub wall: Wall }
    Wall {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub part: Option<Part>,
    }
    Part {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub bricks: Option<Vec<String>>,
        pub size: i64,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "wall.part.bricks")]
        pub bricks: Option<Vec<String>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "wall.part.size")]
        pub size: Option<i64>,
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Case {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<i64>,
    pub(crate) text: String,
}

// Two fields of the hub are of a struct at the spoke that must have one of them, and stands by default.
pair! {
    case_or_default [spoke(hub = v2::KilnSpec, part_back("case" = Option<Case>),
        step(from("case.size"), to = "size"), step(from("case.text"), to = "text"))],
    {
        #[serde(default)]
        #[schema(default = 2)]
        pub size: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(default = {"size": 3, "text": "a"})]
        pub case: Option<Case>,
    }
}

// The same with a field beside it, and no default of a field.
pair! {
    case_beside_heat [spoke(hub = v2::KilnSpec, part_back("case" = Option<Case>),
        step(from("case.size"), to = "size"), step(from("case.text"), to = "text"))],
    {
        pub size: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        pub heat: i64,
    };
    {
        #[schema(default = {"size": 3, "text": "a"})]
        pub case: Option<Case>,
        pub heat: i64,
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Outer {
    pub(crate) inner: Inner,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Inner {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) names: Option<String>,
    pub(crate) parts: Vec<String>,
}

// Two lists of the hub are of a struct within an optional one at the spoke.
pair! {
    lists_of_case [spoke(hub = v2::KilnSpec, part_back("case" = Option<Outer>, "case.inner" = Inner),
        step(from("case.inner.names"), to = "names", delimited = ",", or_back = Some("b".to_owned())), step(from("case.inner.parts"), to = "parts", or = Vec::new()))],
    {
        #[serde(default)]
        #[schema(default = [])]
        pub names: Vec<String>,
        #[serde(default)]
        #[schema(default = [])]
        pub parts: Vec<String>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub case: Option<Outer>,
    }
}

const fn nine() -> i64 {
    9
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Oven {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub door: Option<Door>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Door {
    pub open: bool,
    pub heat: i64,
}

// A field of the hub is in a struct within one that stands by default at the spoke, beside what comes of another struct.
pair! {
    door_of_oven [spoke(hub = v2::KilnSpec, added(label), part("fire" = Option<v2::Fire>),
        part_back("oven" = Option<Oven>, "oven.door" = Option<Door>),
        step(from("oven.door.open"), to = "fire.lit"), step(from("oven.door.heat"), to = "heat", or = 7))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[schema(default = 9)]
        #[serde(default = "nine")]
        pub heat: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub label: Option<i64>,
    }
    Fire { pub lit: bool };
    {
        #[schema(default = {"door": {"open": true, "heat": 2}})]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
    }
}

// A struct stands by default with a member other than the one that moves into it.
pair!(zone_of_part [spoke(hub = v2::KilnSpec)], {
    #[schema(default = {"open": true})]
    pub part: Option<Part>,
} Part {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
};
{
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "part.zone")]
    pub zone: Option<String>,
} Part [spoke(hub = v2::Part, elsewhere(zone))] {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
});

fn join(name: String, degrees: i64) -> String {
    format!("{name}:{degrees}")
}

fn split(text: String) -> (String, i64) {
    match text.split_once(':') {
        Some((name, degrees)) => (name.to_owned(), degrees.parse().unwrap_or(4)),
        None => (text, 4),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "serde calls it for the field")]
fn five() -> Option<part_of_heat::v1::Part> {
    Some(part_of_heat::v1::Part {
        name: String::new(),
        degrees: 5,
    })
}

// An optional struct moves into one that stands by default, and so does it itself, at either version otherwise.
pair!(part_of_heat [spoke(hub = v2::KilnSpec, part("heat" = Option<v2::Outer>))], {
    #[schema(default = {"part": {"text": "a"}})]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heat: Option<Outer>,
    pub rank: i64,
} Outer {
    #[schema(default = {"text": "a"})]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
} Part {
    pub text: String,
};
{
    #[schema(default = {"name": "", "degrees": 5})]
    #[spoke(to = "heat.part")]
    #[serde(default = "five")]
    pub part: Option<Part>,
    pub rank: i64,
} Part [spoke(hub = v2::Part, step(from("name", "degrees"), to = "text", with = join, back = split))] {
    pub name: String,
    pub degrees: i64,
});

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Stove {
    #[schema(nullable)]
    pub pot: Option<Pot>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Pot {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub soup: Option<String>,
}

// A struct stands by default with null in the place of one within it.
pair! {
    pot_on_stove [spoke(hub = v2::KilnSpec, part_back("stove" = Option<Stove>, "stove.pot" = Option<Pot>),
        step(from("stove.pot.soup"), to = "soup", or = "broth".to_owned()))],
    {
        pub soup: String,
        pub heat: i64,
    };
    {
        #[schema(default = {"pot": null})]
        pub stove: Option<Stove>,
        pub heat: i64,
    }
}

// A field moves into an optional struct, of which a stand-in is all that must be there.
pair! {
    heat_of_fire [spoke(hub = v2::KilnSpec)],
    { pub fire: Option<Fire> }
    Fire {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub wood: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub coal: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.heat")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(heat))] {
        #[spoke(or_back = 0)]
        pub wood: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub coal: Option<i64>,
    }
}

// A list with a stand-in moves into a struct that is there by default.
pair! {
    logs_of_fire [spoke(hub = v2::KilnSpec, part("fire" = v2::Fire))],
    {
        #[serde(default)]
        pub fire: Fire,
    }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub logs: Vec<i64>,
        pub heat: Option<i64>,
    };
    {
        #[spoke(to = "fire.logs", or = Vec::new())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub logs: Option<Vec<i64>>,
        #[spoke(to = "fire.heat", or_back = 1)]
        pub heat: i64,
    }
}

// An optional struct whose members have defaults at the hub and stand-ins at the spoke.
pair! {
    wood_and_logs [spoke(hub = v2::KilnSpec)],
    { pub fire: Option<Fire> }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub wood: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
        #[schema(default)]
        #[serde(default)]
        pub logs: Vec<u8>,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.name")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
        #[spoke(to = "fire.logs", or = Vec::new())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub logs: Option<Vec<u8>>,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(name, logs))] {
        #[spoke(or = 7)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub wood: Option<u8>,
    }
}

// The default of a struct's member has no counterpart.
pair! {
    wood_or_refused [spoke(hub = v2::KilnSpec, fallible(down))],
    {
        #[serde(default)]
        pub fire: Option<Fire>,
    }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub wood: Wood,
        pub heat: Option<i64>,
    }
    Wood {
        #[serde(default)]
        pub name: Option<String>,
    };
    {
        #[serde(default)]
        pub fire: Option<Fire>,
        #[spoke(to = "fire.heat", or_back = 90)]
        pub heat: i64,
    }
    Fire [spoke(hub = v2::Fire, fallible(down), elsewhere(heat))] {
        #[spoke(wrap = "name")]
        pub wood: String,
    }
}

// A field moves into a struct within an optional one, which has a default.
pair! {
    heat_of_pit [spoke(hub = v2::KilnSpec)],
    { pub fire: Option<Fire> }
    Fire { pub pit: Pit }
    Pit {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
        pub heat: Option<i64>,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.pit.heat")]
        pub heat: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire)] { pub pit: Pit }
    Pit [spoke(hub = v2::Pit, elsewhere(heat))] {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
    }
}

// The same the other way.
pair! {
    pit_of_heat [spoke(hub = v2::KilnSpec, step(from("fire.pit.heat"), to = "heat"))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        pub heat: Option<bool>,
    }
    Fire {
        #[serde(default)]
        pub pit: Pit,
    }
    Pit {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[serde(default)]
        pub pit: Pit,
    }
    Pit [spoke(hub = v2::Pit)] {
        #[schema(default)]
        #[serde(default)]
        pub logs: i64,
        #[spoke(elsewhere)]
        pub heat: Option<bool>,
    }
}

fn eight() -> i64 {
    8
}

fn wood() -> String {
    "wood".to_owned()
}

fn of_wood() -> fuel_of_oven::v1::Fire {
    fuel_of_oven::v1::Fire { fuel: wood() }
}

// A field moves out of a struct within an optional one, and another into the optional one.
pair! {
    fuel_of_oven [spoke(hub = v2::KilnSpec, step(from("oven.fire.fuel"), to = "fuel", or = String::new()))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
        #[serde(default)]
        #[schema(default = "")]
        pub fuel: String,
    }
    Oven { pub fire: Fire, pub heat: i64 }
    Fire {};
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub oven: Option<Oven>,
        #[serde(default = "eight")]
        #[schema(default)]
        #[spoke(to = "oven.heat", or_back = 8)]
        pub heat: i64,
    }
    Oven [spoke(hub = v2::Oven, elsewhere(heat = 0))] {
        #[serde(default = "of_wood")]
        #[schema(default)]
        pub fire: Fire,
    }
    Fire [spoke(hub = v2::Fire)] {
        #[serde(default = "wood")]
        #[schema(default)]
        #[spoke(elsewhere)]
        pub fuel: String,
    }
}

// A field that the spoke's struct must have moves out of it, another into it.
pair! {
    fuel_of_fire [spoke(hub = v2::KilnSpec, fallible(down), step(from("fire.fuel"), to = "fuel", coerced, or = Some(0)))],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fuel: Option<i64>,
    }
    Fire {
        pub wood: i64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[spoke(to = "fire.heat")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(heat))] {
        pub wood: i64,
        #[spoke(elsewhere)]
        pub fuel: String,
    }
}

// The same where the struct is flattened at the hub, and one without members there.
pair! {
    weight_of_ash [spoke(hub = v2::KilnSpec, fallible(down), part("fire" = Option<v2::Fire>),
        step(from("ash.weight"), to = "fire.weight", coerced, or = Some(0)))],
    {
        #[serde(flatten)]
        pub fire: Option<Fire>,
    }
    Fire {
        pub ash: Ash,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub weight: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Ash {};
    {
        #[spoke(to = "fire.ash")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub ash: Option<Ash>,
        #[spoke(to = "fire.heat")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
    Ash [spoke(hub = v2::Ash)] {
        #[spoke(elsewhere)]
        pub weight: String,
    }
}

// Two fields move into an optional struct and one within it.
pair! {
    logs_of_wood [spoke(hub = v2::KilnSpec, part("fire" = Option<v2::Fire>, "fire.wood" = v2::Wood))],
    { pub fire: Option<Fire> }
    Fire {
        pub wood: Wood,
        pub heat: Option<i64>,
    }
    Wood { pub logs: Option<i64> };
    {
        #[spoke(to = "fire.heat")]
        pub heat: Option<i64>,
        #[spoke(to = "fire.wood.logs")]
        pub logs: Option<i64>,
    }
}

// A field moves into a struct within one that is there by default.
pair! {
    logs_by_default [spoke(hub = v2::KilnSpec, part("fire" = v2::Fire, "fire.wood" = v2::Wood))],
    {
        #[schema(default)]
        #[serde(default)]
        pub fire: Fire,
    }
    Fire { pub wood: Wood }
    Wood { pub logs: Option<i64> };
    {
        #[spoke(to = "fire.wood.logs")]
        pub logs: Option<i64>,
    }
}

// Two fields with defaults move into a struct that is there by default.
pair! {
    wood_and_ash [spoke(hub = v2::KilnSpec, part("fire" = v2::Fire))],
    {
        #[serde(default)]
        pub fire: Fire,
    }
    Fire {
        #[schema(default)]
        #[serde(default)]
        pub wood: Wood,
        #[schema(default)]
        #[serde(default)]
        pub ash: i64,
    }
    Wood { pub logs: i64 };
    {
        #[spoke(to = "fire.wood")]
        #[schema(default)]
        #[serde(default)]
        pub wood: Wood,
        #[spoke(to = "fire.ash")]
        #[schema(default)]
        #[serde(default)]
        pub ash: i64,
    }
    Wood [spoke(hub = v2::Wood)] {
        #[spoke(parsed, or = 2, or_back = "1".to_owned())]
        pub logs: String,
    }
}

fn label() -> String {
    "a".to_owned()
}

// A field moves into a struct within an optional one that stands by default.
pair! {
    least_by_default [spoke(hub = v2::KilnSpec)],
    {
        #[schema(default = {"heat": {"least": 1, "most": 2}})]
        pub fire: Option<Fire>,
        #[schema(default = "a")]
        #[serde(default = "label")]
        pub label: String,
    }
    Fire {
        pub heat: Option<Heat>,
    }
    Heat {
        pub least: Option<i64>,
        pub most: i64,
    };
    {
        pub fire: Option<Fire>,
        #[spoke(to = "fire.heat.least")]
        pub least: Option<i64>,
        #[spoke(to = "label", or = "b".to_owned())]
        pub label: Option<String>,
    }
    Fire [spoke(hub = v2::Fire)] {
        pub heat: Option<Heat>,
    }
    Heat [spoke(hub = v2::Heat, elsewhere(least))] {
        pub most: i64,
    }
}

// A field moves into a struct that must be there and that serde reads of nothing.
pair! {
    heat_of_fire_by_default [spoke(hub = v2::KilnSpec)],
    { pub fire: Fire }
    Fire {
        pub heat: i64,
        pub name: String,
    };
    {
        #[serde(default)]
        pub fire: Fire,
        #[spoke(to = "fire.heat")]
        pub heat: i64,
    }
    Fire [spoke(hub = v2::Fire, elsewhere(heat))] {
        #[schema(default)]
        #[serde(default)]
        #[spoke(or = "a".to_owned())]
        pub name: String,
    }
}

// A stand-in in a struct that a step around it completes.
pair! {
    lit_part [spoke(hub = v2::KilnSpec)],
    { pub part: Part }
    Part {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lit: Option<bool>,
        pub deep: Deep,
    }
    Deep { pub count: i64 };
    {
        pub part: Part,
        #[spoke(to = "part.deep.count")]
        pub count: i64,
    }
    Part [spoke(hub = v2::Part, part("deep" = v2::Deep), elsewhere("deep.count" = 0))] {
        #[spoke(values("On" = true, "Off" = false), or = Some(false), or_back = "On".to_owned())]
        pub lit: String,
    }
}

// Two fields move into an optional struct; one has a default at the spoke.
pair!(zone_by_default [spoke(hub = v2::KilnSpec, part("part" = Option<v2::Part>))], {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Part>,
} Part {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<bool>,
};
{
    #[schema(default = "eu")]
    #[serde(default = "eu", skip_serializing_if = "Option::is_none")]
    #[spoke(to = "part.zone")]
    pub zone: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[spoke(to = "part.open")]
    pub open: Option<bool>,
});

#[expect(clippy::unnecessary_wraps, reason = "serde calls it for the field")]
fn eu() -> Option<String> {
    Some("eu".to_owned())
}

// Lists that serde leaves out when it writes, and one version has as an `Option`, or must have.
pair! {
    tags_left_out [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tags: Option<Vec<String>>,
        pub zones: Vec<String>,
    };
    {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[spoke(or_back = Vec::new())]
        pub tags: Vec<String>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub zones: Vec<String>,
    }
}

// What serde reads of nothing is refused where the hub may lack it.
pair! {
    refused_by_default [spoke(hub = v2::KilnSpec)],
    {
        #[schema(pattern = "^[a-z]+$")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub name: Option<String>,
        #[schema(pattern = "^[a-z]+=[0-9]+$")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub size: Option<String>,
        #[schema(values(minimum = 1))]
        pub limits: std::collections::BTreeMap<String, i64>,
    };
    {
        #[serde(default)]
        #[spoke(and("memory"), to = "limits", gathered("cpu", "memory"), or_back = (0, 0))]
        pub cpu: i64,
        #[serde(default)]
        pub memory: i64,
        #[serde(default)]
        #[spoke(or_back = String::new())]
        pub name: String,
        #[serde(default)]
        #[spoke(and("size"), to = "size", format = "{unit}={size}", or_back = (String::new(), 0))]
        pub unit: String,
        #[serde(default)]
        pub size: i64,
    }
}

/// The value of an object is by default what serde reads, and an `Option` in the hub.
pub(crate) mod size_by_default {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Kiln",
            namespaced,
            storage
        )]
        pub struct KilnSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub size: Option<i64>,
            #[schema(minimum = 3)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub least: Option<i64>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Kiln, version = "v1")]
        #[spoke(hub = v2::KilnSpec)]
        pub struct KilnSpec {
            #[spoke(unwrap = "bricks", or_back = Size { bricks: 4, note: None })]
            pub least: Size,
            #[spoke(unwrap = "bricks", or_back = Size { bricks: 4, note: None })]
            pub size: Size,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Size {
            #[serde(default = "two")]
            pub bricks: i64,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub note: Option<String>,
        }

        const fn two() -> i64 {
            2
        }
    }

    mapping!(Kilns = v2::Kiln, [v1::Kiln], values(v1 v2 KilnSpec));
}
