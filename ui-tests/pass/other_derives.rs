//! Attributes of schemars that say nothing new, that `#[schema]` or `#[serde]` says too, or that are to be ignored.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::Schema;

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename_all = "camelCase", deny_unknown_fields, rename = "Lamp", bound = "", inline, crate = "schemars")]
#[schemars(extend("x-kubernetes-map-type" = "atomic"))]
#[schema(struct_type = "atomic")]
pub struct Lamp {
    #[schemars(range(min = 1, max = 800))]
    #[schema(minimum = 1, maximum = 800)]
    pub lumens: u16,
    #[schemars(inner(length(max = 3)), length(min = 1))]
    #[schema(items(max_length = 3))]
    #[schema(min_items = 1)]
    pub names: Vec<String>,
    #[schemars(with = "String")]
    #[schema(as = Option<String>)]
    pub colour: Option<Colour>,
    #[schemars(schema_with = "any")]
    #[schema(opaque)]
    pub more: String,
    #[schemars(skip)]
    #[serde(skip)]
    pub secret: u8,
    #[serde(skip)]
    #[schemars(range(min = 1))]
    pub skipped: u8,
    #[schemars(length(max = 3))]
    #[schema(ignore(schemars))]
    pub ignored: String,
}

#[derive(JsonSchema, Serialize, Deserialize)]
pub struct Colour;

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[schema(ignore(schemars, validate, garde, x_kube, kube))]
pub enum Shape {
    #[schemars(description = "Round.")]
    Round,
    Square {
        #[schemars(range(min = 1))]
        side: u8,
    },
}

fn any(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    true.into()
}

fn main() {
    let schema = wheelwright::schema::of(<Lamp as Schema>::TYPE).unwrap().schema;
    assert_eq!(schema["properties"]["names"], json!({
        "type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 3},
    }));
    assert_eq!(schema["properties"]["ignored"], json!({"type": "string"}));
    assert!(wheelwright::schema::of(<Shape as Schema>::TYPE).is_ok());
}
