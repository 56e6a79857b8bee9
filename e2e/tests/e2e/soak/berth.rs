//! The berth, in three versions: each has what the others cannot hold.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "berth.e2e.example.com",
        version = "v1",
        kind = "Berth", namespaced,
        storage,
        status = BerthStatus,
    )]
    pub(crate) struct BerthSpec {
        pub(crate) dock: String,
        #[schema(default = 10)]
        #[serde(default = "ten")]
        pub(crate) length: u32,
        #[schema(list_map_keys("name"))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) crew: Vec<Sailor>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Sailor {
        pub(crate) name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) rank: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct BerthStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) ship: Option<String>,
    }

    fn ten() -> u32 {
        10
    }
}

pub(crate) mod v1beta1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Berth, version = "v1beta1", status = v1::BerthStatus)]
    #[spoke(hub = v1::BerthSpec, added(note))]
    pub(crate) struct BerthSpec {
        pub(crate) dock: String,
        #[schema(default = 8)]
        #[serde(default = "eight")]
        pub(crate) length: u32,
        #[schema(list_map_keys("name"))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) crew: Vec<Sailor>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) remark: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Sailor, added(rank))]
    pub(crate) struct Sailor {
        pub(crate) name: String,
    }

    fn eight() -> u32 {
        8
    }
}

pub(crate) mod v1alpha1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1, v1beta1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1beta1::Berth, version = "v1alpha1", status = v1::BerthStatus)]
    #[spoke(hub = v1beta1::BerthSpec, added(crew, remark))]
    pub(crate) struct BerthSpec {
        #[spoke(rename = "dock")]
        pub(crate) pier: String,
        #[schema(default = 6)]
        #[serde(default = "six")]
        pub(crate) length: u32,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) legacy: Option<bool>,
    }

    fn six() -> u32 {
        6
    }
}

wheelwright::wheel!(pub(crate) Berths = v1::Berth, [v1beta1::Berth, v1alpha1::Berth]);
