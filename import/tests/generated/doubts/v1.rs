//! `v1` of `Doubt`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Doubt",
    namespaced,
    storage,
    conversion(webhook(service = "default/webhook", path = "/convert", review_versions("v1"))),
    type_meta(kind),
    name(max_length = 9),
    status,
    scale(
        spec = ".spec.nope",
        status = ".status.nope",
        selector = ".status.x",
        unchecked
    ),
    printcolumn(name = "A", type = "integer", path = ".spec.color", unchecked),
    printcolumn(name = "B", type = "date", path = ".status.x", unchecked),
    printcolumn(name = "C", type = "string", path = ".spec.list[*].zz", unchecked)
)]
pub struct DoubtSpec {
    pub color: String,
    #[schema(items(with = list_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<Option<String>>>,
}

/// A schema that no key says.
fn list_schema() -> Value {
    json!({"enum": ["x", null], "nullable": true, "type": "string"})
}
