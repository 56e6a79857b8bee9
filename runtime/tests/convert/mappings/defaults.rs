//! Defaults of either version, where the other says nothing.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Structs that nobody said stand by default, and steps only reach into them.
pub(crate) mod oven_by_default {
    use super::*;

    const fn yes() -> bool {
        true
    }

    const fn three() -> i64 {
        3
    }

    pub(crate) mod v2 {
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

    pub(crate) mod v1 {
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

    mapping!(Ovens = v2::Oven, [v1::Oven]);
}

/// Structs and fields that are there by default at one version, and were not said at the other.
pub(crate) mod kettle_by_default {
    use super::*;

    fn three() -> i64 {
        3
    }

    fn plain() -> String {
        "plain".to_owned()
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Kettle",
            namespaced,
            storage
        )]
        pub struct KettleSpec {
            pub base: Base,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub lid: Option<Lid>,
            #[schema(min_length = 1, default)]
            #[serde(default = "plain")]
            pub finish: String,
            #[serde(default)]
            pub body: Body,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Base {
            pub shape: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub words: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Lid {
            pub name: String,
            #[schema(default)]
            #[serde(default = "three")]
            pub size: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[serde(default)]
        pub struct Body {
            pub core: Option<Core>,
            pub height: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Core {
            pub name: String,
            #[schema(default)]
            #[serde(default = "three")]
            pub size: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default,
        )]
        #[crd(hub = v2::Kettle, version = "v1")]
        #[spoke(
        hub = v2::KettleSpec,
        part("lid" = Option<v2::Lid>, "body" = v2::Body, "body.core" = Option<v2::Core>),
        step(from_label = "example.com/finish", to = "finish", or = "none".to_owned()),
    )]
        #[serde(default)]
        pub struct KettleSpec {
            pub base: Base,
            #[spoke(to = "base.words", delimited = ",", or = None, or_back = Vec::new())]
            pub words: Vec<String>,
            #[spoke(to = "lid.name")]
            pub lid: Option<String>,
            #[schema(default)]
            #[serde(default = "three")]
            #[spoke(to = "lid.size", or_back = 1)]
            pub lid_size: i64,
            #[spoke(to = "body.core.name")]
            pub core: Option<String>,
            #[schema(default)]
            #[serde(default = "three")]
            #[spoke(to = "body.core.size", or_back = 1)]
            pub core_size: i64,
            #[spoke(to = "body.height")]
            pub height: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[spoke(hub = v2::Base, elsewhere(words))]
        #[serde(default)]
        pub struct Base {
            pub shape: String,
        }
    }

    mapping!(Kettles = v2::Kettle, [v1::Kettle]);
}

// What is made of what serde reads of nothing has what the API server sets within it.
pair!(defaults_within [spoke(hub = v2::KilnSpec)], {
    pub fire: Fire,
    pub spare: Vec<Fire>,
} Fire {
    pub under: Under,
} Under {
    #[schema(default = [])]
    #[serde(default)]
    pub logs: Vec<String>,
    #[schema(default = [])]
    #[serde(default)]
    pub tools: Vec<String>,
};
{
    #[serde(default)]
    pub fire: Fire,
    #[spoke(wrap)]
    #[serde(default)]
    pub spare: Fire,
} Fire [spoke(hub = v2::Fire)] {
    pub under: Under,
} Under [spoke(hub = v2::Under)] {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    #[schema(default = [])]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
});

/// A struct that stands by default where a field outside of it goes.
pub(crate) mod read_into_default {
    use super::*;

    const fn one() -> i64 {
        1
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Smithy",
            namespaced,
            storage
        )]
        pub struct SmithySpec {
            #[schema(default = {"slots": 5, "logs": 5, "color": "red"})]
            pub kiln: Option<Kiln>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub struct Kiln {
            #[serde(default)]
            pub slots: i64,
            #[serde(default)]
            pub logs: i64,
            pub color: Option<String>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Smithy, version = "v1")]
        #[spoke(hub = v2::SmithySpec)]
        pub struct SmithySpec {
            pub kiln: Option<Kiln>,
            #[serde(default = "one")]
            #[spoke(to = "kiln.slots", or_back = 1)]
            pub slots: i64,
            #[serde(default = "one")]
            #[spoke(to = "kiln.logs", or_back = 1)]
            pub logs: i64,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Kiln, elsewhere(slots, logs))]
        pub struct Kiln {
            pub color: Option<String>,
        }
    }

    mapping!(Smithies = v2::Smithy, [v1::Smithy], values(v1 v2 SmithySpec));
}
