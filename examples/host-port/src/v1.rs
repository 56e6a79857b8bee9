//! The hub: host and port each in its own field.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// Where to connect.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "CronTab",
    namespaced,
    shortname = "ct",
    no_spec,
    storage = false,
    derive(PartialEq),
    conversion(webhook(
        service = "default/example-conversion-webhook-server",
        path = "/crdconvert"
    ))
)]
pub struct CronTabFields {
    /// The host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The port.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
}
