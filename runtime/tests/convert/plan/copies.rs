//! Steps that copy what they take out, and steps whose sides no macro sees.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Leaf {
        pub new: u8,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Keyed",
        namespaced,
        storage
    )]
    pub struct KeyedSpec {
        pub m: BTreeMap<String, Leaf>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Gathered",
        namespaced,
        storage
    )]
    pub struct GatheredSpec {
        pub m: BTreeMap<String, Leaf>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Unwrapped",
        namespaced,
        storage
    )]
    pub struct UnwrappedSpec {
        pub m: Leaf,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Counted",
        namespaced,
        storage
    )]
    pub struct CountedSpec {
        pub m: Vec<Leaf>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Wrapped",
        namespaced,
        storage
    )]
    pub struct WrappedSpec {
        pub m: Vec<Leaf>,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Timed",
        namespaced,
        storage
    )]
    pub struct TimedSpec {
        pub m: String,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Flag",
        namespaced,
        storage
    )]
    pub struct FlagSpec {
        pub m: bool,
    }

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Labelled",
        namespaced,
        storage
    )]
    pub struct LabelledSpec {
        pub m: Option<u8>,
    }
}

mod v1 {
    use super::*;

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Leaf)]
    pub struct Leaf {
        #[spoke(rename = "new")]
        pub old: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Entry {
        #[schema(default)]
        #[serde(default)]
        pub name: String,
        pub value: Leaf,
        #[schema(maximum = 9)]
        #[serde(default)]
        pub count: u8,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct LeafHolder {
        pub leaf: Leaf,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct TimeHolder {
        pub seconds: u32,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Flag, version = "v1")]
    #[spoke(hub = v2::FlagSpec, fallible(up, down))]
    pub struct FlagSpec {
        #[spoke(coerced)]
        pub m: u8,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Labelled, version = "v1")]
    #[spoke(hub = v2::LabelledSpec, step(from_label = "example.com/m", to = "m"))]
    pub struct LabelledSpec {}

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Keyed, version = "v1")]
    #[spoke(hub = v2::KeyedSpec)]
    pub struct KeyedSpec {
        #[spoke(keyed("name", "value"))]
        #[schema(list_map_keys("name"))]
        pub m: Vec<Entry>,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Gathered, version = "v1")]
    #[spoke(hub = v2::GatheredSpec, fallible(down))]
    pub struct GatheredSpec {
        #[spoke(and("b"), to = "m", gathered("a", "b"))]
        pub a: Option<Leaf>,
        pub b: Option<Leaf>,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Unwrapped, version = "v1")]
    #[spoke(hub = v2::UnwrappedSpec)]
    pub struct UnwrappedSpec {
        #[spoke(unwrap = "value")]
        pub m: Entry,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Counted, version = "v1")]
    #[spoke(hub = v2::CountedSpec)]
    pub struct CountedSpec {
        #[spoke(counted(item = "value", count = "count", reversed))]
        pub m: Vec<Entry>,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Wrapped, version = "v1")]
    #[spoke(hub = v2::WrappedSpec, fallible(down), part_back("holder" = LeafHolder), step(from("holder.leaf"), to = "m", wrap))]
    pub struct WrappedSpec {
        pub holder: LeafHolder,
    }

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Timed, version = "v1")]
    #[spoke(hub = v2::TimedSpec, fallible(up, down), part_back("holder" = TimeHolder), step(from("holder.seconds"), to = "m", duration = "s"))]
    pub struct TimedSpec {
        pub holder: TimeHolder,
    }
}

wheelwright::wheel!(KeyedWheel = v2::Keyed, [v1::Keyed]);
wheelwright::wheel!(GatheredWheel = v2::Gathered, [v1::Gathered]);
wheelwright::wheel!(UnwrappedWheel = v2::Unwrapped, [v1::Unwrapped]);
wheelwright::wheel!(CountedWheel = v2::Counted, [v1::Counted]);
wheelwright::wheel!(WrappedWheel = v2::Wrapped, [v1::Wrapped]);
wheelwright::wheel!(TimedWheel = v2::Timed, [v1::Timed]);
wheelwright::wheel!(FlagWheel = v2::Flag, [v1::Flag]);
wheelwright::wheel!(LabelledWheel = v2::Labelled, [v1::Labelled]);

macro_rules! no_plan {
    ($($wheel:ident: $why:literal),* $(,)?) => {$(
        let why = $wheel::plan().expect_err(stringify!($wheel)).to_string();
        assert!(why.contains($why), "{}: {why}", stringify!($wheel));
        assert!(why.contains("copies.rs:"), "{why}");
        assert!($wheel::convert_object(&json!({}), "v2").is_err());
        let report = $wheel::check().to_string();
        assert!(report.contains(&why), "{report}");
    )*};
}

/// A nested mapping that a step does not look into would be skipped, and the API server prunes what one version calls
/// otherwise than the other.
#[test]
fn what_is_copied_says_the_same_on_both_sides() {
    no_plan! {
        KeyedWheel: "`old` of the value is only in this version",
        GatheredWheel: "`old` of the value is only in this version",
        UnwrappedWheel: "`old` of the value is only in this version",
        CountedWheel: "`old` of the value is only in this version",
        WrappedWheel: "`old` of the value is only in this version",
    }
}

#[test]
fn a_step_whose_sides_are_the_other_way_round_has_no_plan() {
    no_plan! {
        TimedWheel: "a number stands where a text should be; if the sides are the other way round, write `reversed`",
    }
}

#[test]
fn what_a_step_takes_for_a_scalar_is_one() {
    no_plan! {
        FlagWheel: "a number stands where a text should be",
        LabelledWheel: "the value is a text in this version and a number in the hub; say how",
    }
}
