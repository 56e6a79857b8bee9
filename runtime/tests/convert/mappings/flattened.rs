//! Flattened structs.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// A flattened struct that only the spoke has.
pub(crate) mod removed_flattened {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Job",
            namespaced,
            storage
        )]
        pub(crate) struct JobSpec {
            pub(crate) image: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Job, version = "v1")]
        #[spoke(hub = v2::JobSpec)]
        pub(crate) struct JobSpec {
            pub(crate) image: String,
            #[serde(flatten)]
            #[spoke(removed)]
            pub(crate) terminal: Terminal,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub(crate) struct Terminal {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) tty: Option<bool>,
            #[serde(flatten)]
            pub(crate) input: Input,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub(crate) struct Input {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) stdin: Option<bool>,
        }
    }

    mapping!(Jobs = v2::Job, [v1::Job]);
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub(crate) struct Heat {
    pub(crate) on: bool,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub(crate) struct Extra {
    pub(crate) heat: Heat,
    #[schema(default = 3)]
    pub(crate) more: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Fuel {
    #[default]
    None,
    Wood {
        logs: i64,
    },
    Gas(Heat),
}

// Each version has a flattened field of its own, whose members are made of its default.
pair! {
    flattened_by_default [spoke(hub = v2::KilnSpec, added(fuel))],
    {
        #[serde(flatten)]
        pub fuel: Fuel,
    };
    {
        #[serde(flatten)]
        #[spoke(removed)]
        pub extra: Extra,
    }
}

// The same, made of what the mapping says.
pair! {
    flattened_as_said [spoke(hub = v2::KilnSpec, added(fuel = Fuel::Wood { logs: 2 }))],
    {
        #[serde(flatten)]
        pub fuel: Fuel,
    };
    {
        #[serde(flatten)]
        #[spoke(removed = Extra { heat: Heat { on: true }, more: Some(2) })]
        pub extra: Extra,
    }
}

/// Optional structs whose fields stand among those of the object around them.
pub(crate) mod optional_flattened {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Tent",
            namespaced,
            storage
        )]
        pub struct TentSpec {
            pub poles: i64,
            #[serde(flatten)]
            pub size: Option<Size>,
            #[serde(flatten)]
            pub place: Option<Place>,
            pub inner: Inner,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Size {
            pub width: Option<i64>,
            pub height: i64,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Place {
            pub town: String,
            pub street: Option<String>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Inner {
            #[serde(flatten)]
            pub lamp: Option<Lamp>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Lamp {
            pub watts: i64,
            pub volts: i64,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Tent, version = "v1")]
        #[spoke(
        hub = v2::TentSpec,
        part("size" = Option<v2::Size>, "inner" = v2::Inner, "inner.lamp" = Option<v2::Lamp>),
    )]
        pub struct TentSpec {
            pub poles: i64,
            #[spoke(to = "size.width")]
            pub width: Option<i64>,
            #[spoke(to = "size.height", or = 7)]
            pub high: Option<i64>,
            #[serde(flatten)]
            pub place: Option<Place>,
            #[spoke(to = "place.street")]
            pub road: Option<String>,
            #[spoke(to = "inner.lamp.watts")]
            pub watts: Option<i64>,
            #[spoke(to = "inner.lamp.volts")]
            pub volts: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Place, elsewhere(street))]
        pub struct Place {
            pub town: String,
        }
    }

    mapping!(Tents = v2::Tent, [v1::Tent]);
}
