//! Numbers in other units, and in other types.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// A duration as Go writes it and seconds, minutes and seconds: each may be beyond what the other holds.
pub(crate) mod durations_and_factors {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Timer",
            namespaced,
            storage
        )]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct TimerSpec {
            pub(crate) timeout_seconds: i64,
            pub(crate) period_seconds: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Timer, version = "v1")]
        #[spoke(hub = v2::TimerSpec)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct TimerSpec {
            #[spoke(rename = "timeout_seconds", duration = "s", or = 30)]
            pub(crate) timeout: String,
            #[spoke(rename = "period_seconds", factor = 60)]
            pub(crate) period_minutes: i64,
        }
    }

    mapping!(Timers = v2::Timer, [v1::Timer]);
}

/// Integers that the other side's type cannot hold, whatever its schema says.
pub(crate) mod bounded_integers {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Belt",
            namespaced,
            storage
        )]
        pub struct BeltSpec {
            pub seconds: i32,
            pub length: u8,
            pub size: i32,
            pub turns: Option<u8>,
            pub each: Vec<i32>,
            pub moving: bool,
            pub port: u16,
            pub delay: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
        #[crd(hub = v2::Belt, version = "v1")]
        #[spoke(hub = v2::BeltSpec, fallible(up))]
        pub struct BeltSpec {
            #[spoke(factor = 60, rename = "seconds")]
            pub minutes: i32,
            #[spoke(duration = "s")]
            pub length: String,
            #[spoke(quantity = "Mi")]
            pub size: String,
            #[spoke(factor = 3, or = Some(0))]
            pub turns: Option<u8>,
            #[spoke(each(factor = 60))]
            pub each: Vec<i32>,
            #[spoke(values("yes" = true, "no" = false))]
            pub moving: String,
            #[spoke(coerced)]
            pub port: String,
            #[spoke(duration = "s", reversed, or_back = 0)]
            pub delay: i64,
        }
    }

    mapping!(Belts = v2::Belt, [v1::Belt], values(v1 v2 BeltSpec));
}

/// A count that is one in sixty of the other version's, in a struct that stands there by default.
pub(crate) mod minutes_by_default {
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

    mapping!(Clocks = v2::Clock, [v1::Clock]);
}

/// A factor of two thirds, in a struct that has a stand-in; and a map of two fields.
pub(crate) mod factor_in_optional {
    use super::*;

    pub(crate) mod v2 {
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

    pub(crate) mod v1 {
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

    mapping!(Gears = v2::Gear, [v1::Gear]);
}
