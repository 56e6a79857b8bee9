//! `v1` of `Doubt`.

use std::collections::BTreeMap;

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
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
    conversion(none, unchecked),
    type_meta(kind),
    name(max_length = 9),
    status,
    no_spec,
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
pub struct DoubtFields {
    pub spec: DoubtSpec,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct DoubtSpec {
    pub color: String,
    #[schema(with = level_schema, default = 1)]
    pub level: Option<i64>,
    #[schema(items(with = list_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<Vec<Option<String>>>,
    #[schema(with = mark_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<IntOrString>,
    /// How fast.
    #[schema(with = mode_schema, nullable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    #[schema(values(with = mode_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modes: Option<BTreeMap<String, Option<Mode>>>,
    #[schema(with = size_schema, nullable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<IntOrString>,
    #[schema(items(with = size_schema_2))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Vec<IntOrString>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    None,
    Fast,
}

/// A schema that no key says.
fn level_schema() -> Value {
    json!({"enum": [1, 2], "nullable": true, "type": "integer"})
}

/// A schema that no key says.
fn list_schema() -> Value {
    json!({"enum": ["x", null], "nullable": true, "type": "string"})
}

/// A schema that no key says.
fn mark_schema() -> Value {
    json!({"pattern": "^.*", "type": "integer", "x-kubernetes-int-or-string": true})
}

/// The schema of `Mode`, and what no key says.
fn mode_schema() -> Value {
    let described = wheelwright::schema::of(Mode::TYPE).expect("it has a schema");
    let mut schema = described.schema;
    schema["nullable"] = json!(true);
    schema
}

/// A schema that no key says.
fn size_schema() -> Value {
    json!({"anyOf": [{"type": "integer"}, {"type": "string"}], "nullable": true, "type": "string", "x-kubernetes-int-or-string": true})
}

/// A schema that no key says.
fn size_schema_2() -> Value {
    json!({"type": "string", "x-kubernetes-int-or-string": true})
}
