//! `v1`, `v1beta1` of `Lamp`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use super::v2::Size;

#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    hub = super::v2::Lamp,
    version = "v1",
    deprecated = "use v2",
    also(version = "v1beta1", served = false, deprecated),
    status = super::v2::LampStatus,
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp")
)]
#[spoke(hub = super::v2::LampSpec, added(begin), added(finish))]
pub struct LampSpec {
    pub color: String,
    /// Where the cable of the lamp begins or ends.
    #[spoke(removed)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    #[schema(minimum = 0)]
    pub lumens: i32,
    #[spoke(removed)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket: Option<Socket>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sockets: Option<Vec<Socket>>,
    /// Toggle is what the lamp is turned on with.
    #[spoke(rename = "switch_name")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toggle: Option<String>,
    #[spoke(or = 230)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub voltage: Option<i32>,
}

/// Where it is.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[spoke(hub = super::v2::Socket, added(kind))]
pub struct Socket {
    pub size: Size,
}
