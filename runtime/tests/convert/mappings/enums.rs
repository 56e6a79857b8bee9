//! Enums whose variants map.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Variants with their fields, renamed and untagged ones.
pub(crate) mod variants {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Lock",
            namespaced,
            storage
        )]
        pub(crate) struct LockSpec {
            pub(crate) key: Key,
            pub(crate) size: Size,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type", rename_all = "camelCase")]
        pub(crate) enum Key {
            Code { digits: String },
            Card { chip: String },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(rename_all = "camelCase")]
        pub(crate) enum Size {
            Small,
            Large,
            #[serde(untagged)]
            Custom(String),
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Lock, version = "v1")]
        #[spoke(hub = v2::LockSpec)]
        pub(crate) struct LockSpec {
            pub(crate) key: Key,
            pub(crate) size: Size,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "kind", rename_all = "camelCase")]
        #[spoke(hub = v2::Key)]
        pub(crate) enum Key {
            Code {
                digits: String,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[spoke(removed)]
                hint: Option<String>,
            },
            Card {
                chip: String,
            },
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(rename_all = "camelCase")]
        #[spoke(hub = v2::Size)]
        pub(crate) enum Size {
            Small,
            #[spoke(rename = "Large")]
            Big,
            #[serde(untagged)]
            Custom(String),
        }
    }

    mapping!(Locks = v2::Lock, [v1::Lock]);
}

/// An untagged variant of the same fields at both versions.
pub(crate) mod untagged_variant {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Bolt",
        namespaced,
        storage
    )]
    pub(crate) struct BoltSpec {
        pub(crate) head: Head,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) enum Head {
        Round(i32),
        #[serde(untagged)]
        Other {
            code: String,
        },
    }

    pub(crate) mod same {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::Bolt, version = "v1")]
        #[spoke(hub = super::BoltSpec)]
        pub(crate) struct BoltSpec {
            pub(crate) head: Head,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = super::Head)]
        pub(crate) enum Head {
            #[spoke(rename = "Round")]
            Ball(i32),
            #[serde(untagged)]
            Other { code: String },
        }
    }

    mapping!(Bolts = Bolt, [same::Bolt]);
}

/// What a variant holds stands beside the tag, among members that other variants have there.
pub(crate) mod tagged_contents {
    use super::*;

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v1",
            kind = "Rule",
            namespaced,
            storage
        )]
        pub struct RuleSpec {
            pub action: Action,
            pub other: Action,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type")]
        pub enum Action {
            Send(Target),
            Wait {
                #[schema(default = 5)]
                #[serde(default = "five")]
                seconds: u8,
            },
            Drop(Nothing),
        }

        fn five() -> u8 {
            5
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Target {
            pub host: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub port: Option<u16>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Nothing {}
    }

    pub(crate) mod v1beta1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = super::v1::Rule, version = "v1beta1")]
        #[spoke(hub = v1::RuleSpec)]
        pub struct RuleSpec {
            pub action: Action,
            pub other: Tagged,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v1::Action, added(Wait = Action::Drop(v1::Nothing {})))]
        pub enum Action {
            #[spoke(rename = "Send")]
            To(v1::Target),
            Drop(v1::Nothing),
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v1::Action, added(Wait = Tagged::Drop(v1::Nothing {})))]
        #[serde(tag = "is")]
        pub enum Tagged {
            Send(v1::Target),
            Drop(v1::Nothing),
        }
    }

    mapping!(Rules = v1::Rule, [v1beta1::Rule]);
}

/// Two variants of which the hub has one.
pub(crate) mod merged_variants {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Lamp",
            namespaced,
            storage
        )]
        pub(crate) struct LampSpec {
            pub(crate) power: Power,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        pub(crate) enum Power {
            On { level: u8 },
            Off,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = super::v2::Lamp, version = "v1")]
        #[spoke(hub = v2::LampSpec)]
        pub(crate) struct LampSpec {
            pub(crate) power: Power,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Power)]
        pub(crate) enum Power {
            On {
                level: u8,
            },
            #[spoke(rename = "On")]
            Dimmed {
                #[spoke(rename = "level")]
                dimmed: u8,
            },
            Off,
        }
    }

    mapping!(Lamps = v2::Lamp, [v1::Lamp], values(v1 v2 LampSpec));
}

/// A variant has a value that only a table maps.
pub(crate) mod numbers_in_variants {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Dial",
            namespaced,
            storage
        )]
        pub struct DialSpec {
            pub mark: Mark,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type")]
        pub enum Mark {
            None,
            Number(Number),
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Number {
            pub word: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Dial, version = "v1")]
        #[spoke(hub = v2::DialSpec, fallible(up))]
        pub struct DialSpec {
            pub mark: Mark,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Mark, fallible(up))]
        #[serde(tag = "type")]
        pub enum Mark {
            None,
            Number(Number),
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Number, fallible(up))]
        pub struct Number {
            #[spoke(rename = "word", values(1 = "one", 2 = "two"), or_back = 0)]
            pub number: i64,
        }
    }

    mapping!(Dials = v2::Dial, [v1::Dial]);
}

/// Members that a variant requires, of enums whose schema says so in a choice beside them.
pub(crate) mod required_in_variants {
    use super::*;

    pub(crate) mod v2 {
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

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
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

    mapping!(Sails = v2::Sail, [v1::Sail], values(v1 v2 SailSpec));
}

/// Defaults of enums' members, and nulls where the schema has no type for them.
pub(crate) mod defaults_of_variants {
    use super::*;

    fn three() -> i64 {
        3
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Bulb",
            namespaced,
            storage
        )]
        pub struct BulbSpec {
            pub glow: Glow,
            pub lamp: Lamp,
            #[serde(default)]
            pub mood: Mood,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub tone: Option<Mood>,
            #[serde(default)]
            pub spare: Lamp,
            pub shade: Shade,
            #[serde(default)]
            pub rest: Lamp,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[serde(tag = "type", content = "of")]
        pub enum Shade {
            Plain {
                width: i64,
            },
            Cloth {
                #[serde(default)]
                width: i64,
            },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[serde(tag = "type")]
        pub enum Glow {
            Off,
            On { watts: i64 },
        }

        /// Its schema has one `watts` for all variants, and the API server sets the default in each.
        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[serde(tag = "type")]
        pub enum Lamp {
            #[default]
            Off,
            On {
                #[schema(default)]
                #[serde(default = "three")]
                watts: i64,
            },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        pub enum Mood {
            #[default]
            Plain,
            Named(String),
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Bulb, version = "v1")]
        #[spoke(hub = v2::BulbSpec)]
        pub struct BulbSpec {
            pub glow: Glow,
            #[spoke(with = same, back = same)]
            pub lamp: v2::Lamp,
            #[spoke(or = v2::Mood::Plain)]
            pub mood: Option<v2::Mood>,
            pub tone: Option<Mood>,
            pub spare: v2::Lamp,
            pub shade: Shade,
            #[serde(default)]
            pub rest: Rest,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[spoke(hub = v2::Lamp)]
        #[serde(tag = "type")]
        pub enum Rest {
            #[default]
            Off,
            On {
                #[serde(default = "three")]
                watts: i64,
            },
            #[spoke(removed = v2::Lamp::Off)]
            Broken,
        }

        /// Its schema has one `colour`, and the API server sets the default in each variant's content.
        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Shade)]
        #[serde(tag = "type", content = "of")]
        pub enum Shade {
            Plain {
                width: i64,
            },
            Cloth {
                #[serde(default)]
                width: i64,
                #[schema(default)]
                #[serde(default = "three")]
                #[spoke(removed)]
                colour: i64,
            },
        }

        pub fn same<T>(value: T) -> T {
            value
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[spoke(hub = v2::Glow)]
        pub enum Glow {
            Off,
            On {
                watts: i64,
                #[schema(default)]
                #[serde(default = "three")]
                #[spoke(removed)]
                colour: i64,
            },
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
        #[spoke(hub = v2::Mood)]
        pub enum Mood {
            #[default]
            #[spoke(rename = "Plain")]
            None,
            Named(String),
        }
    }

    mapping!(Bulbs = v2::Bulb, [v1::Bulb]);
}

/// Enums flattened into the struct around them: on both sides, on one, and in each form that serde flattens.
pub(crate) mod flattened_variants {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Mirror",
            namespaced,
            storage
        )]
        pub(crate) struct MirrorSpec {
            pub(crate) name: String,
            #[serde(flatten)]
            pub(crate) from: Origin,
            #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
            pub(crate) to: Option<Destination>,
            #[serde(flatten)]
            pub(crate) every: Schedule,
            #[serde(default)]
            pub(crate) paused: bool,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "origin", rename_all = "camelCase")]
        pub(crate) enum Origin {
            Git {
                repository: String,
                #[serde(default = "main_branch")]
                branch: String,
            },
            Bucket(Bucket),
            Nothing,
        }

        pub(crate) fn main_branch() -> String {
            "main".to_owned()
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub(crate) struct Bucket {
            pub(crate) bucket: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) region: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(rename_all = "camelCase")]
        pub(crate) enum Destination {
            Registry { host: String, port: u16 },
            Volume(String),
            Nowhere,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "when", content = "at")]
        pub(crate) enum Schedule {
            Cron(String),
            Once,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Mirror, version = "v1")]
        #[spoke(hub = v2::MirrorSpec)]
        pub(crate) struct MirrorSpec {
            pub(crate) name: String,
            #[serde(flatten)]
            #[spoke(rename = "from")]
            pub(crate) source: Origin,
            #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
            pub(crate) to: Option<Destination>,
            // Not flattened in this version.
            #[spoke(rename = "every")]
            pub(crate) schedule: Schedule,
            #[serde(default)]
            pub(crate) paused: bool,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type", rename_all = "camelCase")]
        #[spoke(hub = v2::Origin)]
        pub(crate) enum Origin {
            Git {
                #[spoke(rename = "repository")]
                url: String,
                #[serde(default = "v2::main_branch")]
                branch: String,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                #[spoke(removed)]
                depth: Option<u32>,
            },
            #[spoke(rename = "Bucket")]
            S3(Bucket),
            Nothing,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Bucket)]
        pub(crate) struct Bucket {
            #[spoke(rename = "bucket")]
            pub(crate) store: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) region: Option<String>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(rename_all = "camelCase")]
        #[spoke(hub = v2::Destination)]
        pub(crate) enum Destination {
            #[spoke(rename = "Registry")]
            Oci {
                #[spoke(rename = "host")]
                hostname: String,
                port: u16,
            },
            Volume(String),
            #[spoke(rename = "Nowhere")]
            Null,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "kind", content = "value")]
        #[spoke(hub = v2::Schedule)]
        pub(crate) enum Schedule {
            Cron(String),
            #[spoke(rename = "Once")]
            Never,
        }
    }

    mapping!(Mirrors = v2::Mirror, [v1::Mirror], values(v1 v2 MirrorSpec));
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(tag = "kind")]
pub(crate) enum Fuel {
    #[default]
    Wood,
    Gas {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hot: Option<bool>,
    },
    Coal,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(tag = "kind")]
#[spoke(hub = Fuel, added(Gas = Self::Coal { dust: 8 }))]
pub(crate) enum OldFuel {
    #[default]
    Wood,
    Coal {
        #[spoke(removed = 6)]
        dust: i64,
    },
}

// A variant that only the hub has, and one that has a field at the spoke.
pair! {
    added_variant [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fuel: Option<Fuel>,
    };
    {
        #[spoke(or_back = OldFuel::Wood)]
        pub fuel: OldFuel,
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct Stack {
    #[schema(default = [])]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
}

pub(crate) mod fuels {
    use super::*;

    pub mod v2 {
        use super::*;

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type", content = "of")]
        pub enum Fuel {
            Wood { stack: Stack },
        }
    }

    pub mod v1 {
        use super::*;

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type", content = "of")]
        #[spoke(hub = super::v2::Fuel)]
        pub enum Fuel {
            Wood {
                stack: Stack,
            },
            #[spoke(removed = super::v2::Fuel::Wood { stack: Stack::default() })]
            Gas,
        }
    }
}

// What stands in for a variant has defaults within.
pair!(removed_variant [spoke(hub = v2::KilnSpec)], {
    pub fuel: fuels::v2::Fuel,
};
{
    pub fuel: fuels::v1::Fuel,
});

/// A stand-in with an enum of which another variant has a member with a default.
pub(crate) mod tagged_stand_in {
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

    mapping!(Gates = v2::Gate, [v1::Gate]);
}

/// Variants with members at one version, and without at the other, however they are tagged.
pub(crate) mod variants_without_members {
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
            pub outer: Outer,
            pub inner: Inner,
            pub beside: Beside,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub enum Outer {
            Wood,
            Gas,
            Coal { dust: i64 },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "kind")]
        pub enum Inner {
            Wood,
            Gas,
            Coal { dust: i64 },
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "kind", content = "of")]
        pub enum Beside {
            Wood,
            Gas,
            Coal { dust: i64 },
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Kiln, version = "v1")]
        #[spoke(hub = v2::KilnSpec)]
        pub struct KilnSpec {
            pub outer: Outer,
            pub inner: Inner,
            pub beside: Beside,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Outer)]
        pub enum Outer {
            Wood,
            Gas {
                #[spoke(removed = 6)]
                flow: i64,
            },
            #[spoke(added(dust = 7))]
            Coal {},
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "kind")]
        #[spoke(hub = v2::Inner)]
        pub enum Inner {
            Wood,
            Gas {
                #[spoke(removed = 6)]
                flow: i64,
            },
            #[spoke(added(dust = 7))]
            Coal {},
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "kind", content = "of")]
        #[spoke(hub = v2::Beside)]
        pub enum Beside {
            Wood,
            Gas {
                #[spoke(removed = 6)]
                flow: i64,
            },
            #[spoke(added(dust = 7))]
            Coal {},
        }
    }

    mapping!(Kilns = v2::Kiln, [v1::Kiln], values(v1 v2 KilnSpec));
}
