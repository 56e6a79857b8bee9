//! The older version, in which objects are stored: host and port in one string.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// Where to connect.
#[derive(
    CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[crd(hub = super::v1::CronTab, version = "v1beta1", no_spec, storage, derive(PartialEq))]
#[spoke(hub = super::v1::CronTabFields, fallible(up))]
#[serde(rename_all = "camelCase")]
pub struct CronTabFields {
    /// Host and port, with a colon between.
    // What has no colon is refused, as documented. With `or = (None, None)` beside the format it would travel instead.
    #[spoke(to("host", "port"), format = "{host}:{port}")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_port: Option<String>,
}
