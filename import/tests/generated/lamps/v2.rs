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
pub struct LampSpec {
    pub color: String,
    #[schema(minimum = 0)]
    pub lumens: i32,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub socket: Option<Socket>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sockets: Option<Vec<Socket>>,
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
