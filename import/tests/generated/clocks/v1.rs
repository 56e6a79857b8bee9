//! `v1` of `Clock`.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Clock",
    namespaced,
    storage,
    conversion(webhook(service = "default/clocks", review_versions("v1"))),
    no_spec
)]
pub struct ClockFields {
    #[schema(with = spec_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<ClockSpec>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct ClockSpec {
    #[schema(default = "Loud")]
    pub chime: Chime,
    #[schema(default = "Square")]
    pub dial: Dial,
    #[schema(default = ["a"])]
    pub labels: Vec<String>,
    #[schema(default = "Slow")]
    pub mode: Mode,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[schema(format = "", default = 60)]
    pub ticks: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chime {
    Silent,
    Loud,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dial {
    Round,
    Square,
}

#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    Fast,
    Slow,
}

/// The schema of `ClockSpec`, and what no key says.
fn spec_schema() -> Value {
    let described = wheelwright::schema::of(ClockSpec::TYPE).expect("it has a schema");
    let mut schema = described.schema;
    schema["required"] = json!(["chime"]);
    schema
}
