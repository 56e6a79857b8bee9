//! `v2` of `Lamp`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// Gives light.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "test.k8s.io",
    version = "v2",
    kind = "Lamp",
    namespaced,
    storage,
    annotation("api-approved.kubernetes.io" = "unapproved, a test"),
    conversion(webhook(
        service = "lamps/webhook",
        path = "/convert",
        port = 8443,
        review_versions("v1")
    )),
    status = LampStatus,
    scale(spec = ".spec.lumens", status = ".status.lumens"),
    printcolumn(
        name = "Lumens",
        type = "integer",
        path = ".spec.lumens",
        description = r#"How "bright"."#,
        priority = 1
    ),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    selectable = ".spec.color"
)]
#[serde(rename_all = "camelCase")]
pub struct LampSpec {
    /// Where the cable of the lamp begins or ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub begin: Option<String>,
    pub color: String,
    /// Where the cable of the lamp begins or ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish: Option<String>,
    #[schema(minimum = 0)]
    pub lumens: i32,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket: Option<Socket>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sockets: Option<Vec<Socket>>,
    /// SwitchName is what the lamp is turned on with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub switch_name: Option<String>,
    #[schema(default = 230)]
    pub voltage: i32,
}

/// Where it is.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Socket {
    /// New in this version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    pub size: Size,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    E14,
    E27,
}

/// How it is.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[schema(default = { lumens: 0 })]
pub struct LampStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lumens: Option<i32>,
}
