//! Values that the other version's schema refuses.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Lists and texts that may not be empty, a struct without members, numbers.
pub(crate) mod refused_by_schema {
    use super::*;

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Probe",
            namespaced,
            storage
        )]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct ProbeSpec {
            #[schema(min_items = 1)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) hosts: Option<Vec<String>>,
            #[schema(min_length = 1)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) note: Option<String>,
            #[schema(min_length = 1)]
            pub(crate) title: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) limits: Option<Limits>,
            #[schema(minimum = 0)]
            pub(crate) timeout_seconds: i32,
            #[schema(minimum = 1)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) generation: Option<i64>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[schema(min_properties = 1)]
        #[serde(rename_all = "camelCase")]
        pub(crate) struct Limits {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) most: Option<i32>,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Probe, version = "v1")]
        #[spoke(hub = v2::ProbeSpec)]
        pub(crate) struct ProbeSpec {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) hosts: Option<Vec<String>>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) note: Option<String>,
            pub(crate) title: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) limits: Option<Limits>,
            #[spoke(rename = "timeout_seconds", duration = "s", or = 30)]
            pub(crate) timeout: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(or = None)]
            pub(crate) generation: Option<i64>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[spoke(hub = v2::Limits)]
        pub(crate) struct Limits {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub(crate) most: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(removed)]
            pub(crate) least: Option<i32>,
        }
    }

    mapping!(Probes = v2::Probe, [v1::Probe]);
}

/// A text and a spec that may not be empty, and what stands there instead.
pub(crate) mod refused_empty {
    use super::*;

    fn blank() -> String {
        "blank".to_owned()
    }

    pub(crate) mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Wall",
            namespaced,
            storage
        )]
        #[schema(min_properties = 1)]
        pub struct WallSpec {
            #[schema(minimum = 1)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub height: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub sign: Option<Sign>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
        pub struct Sign {
            #[schema(min_length = 1, default = "blank")]
            #[serde(default = "blank")]
            pub text: String,
        }
    }

    pub(crate) mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[crd(hub = v2::Wall, version = "v1", spec(optional))]
        #[spoke(hub = v2::WallSpec, or = v2::WallSpec { height: Some(1), sign: None })]
        pub struct WallSpec {
            #[spoke(or = None)]
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub height: Option<i32>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub sign: Option<Sign>,
        }

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
        #[spoke(hub = v2::Sign)]
        pub struct Sign {
            #[schema(default = "")]
            #[serde(default)]
            pub text: String,
        }
    }

    mapping!(Walls = v2::Wall, [v1::Wall]);
}
