use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wheelwright::Schema;

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[schemars(rename_all = "camelCase", deny_unknown_fields, title = "Pizza", inline)]
#[schema(title = "Pizza")]
pub struct Pizza {
    #[schemars(range(min = 1, max = 5))]
    pub cost: i32,
    #[cfg_attr(all(), schemars(length(min = 1), regex(pattern = "^[a-z]+$")))]
    pub name: String,
    #[schemars(extend("x-kubernetes-list-type" = "set", "maxItems" = 8), inner(length(max = 63)))]
    pub toppings: Vec<String>,
    #[schemars(skip)]
    pub secret: Option<u8>,
    #[schemars(with = "String")]
    pub shape: Option<Shape>,
    #[schemars(schema_with = "any", transform = nothing)]
    pub oven: String,
    #[schemars(default)]
    pub size: Option<u8>,
    #[schemars(required, length(equal = 3))]
    pub box_of: Option<Vec<u8>>,
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
pub enum Shape {
    #[schemars(description = "Round.", rename = "circle")]
    Round,
    Square {
        #[schemars(range(min = 0.5))]
        side: f64,
    },
    Other(#[schemars(length(max = 10))] String),
}

#[derive(Schema, JsonSchema, Serialize, Deserialize)]
#[schema(ignore(schemas))]
pub struct Misspelt {
    #[schema(items(ignore(schemars)))]
    pub names: Vec<String>,
    #[schema(ignore)]
    pub name: String,
}

fn any(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    true.into()
}

fn nothing(_: &mut schemars::Schema) {}

fn main() {}
