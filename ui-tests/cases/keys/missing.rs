use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(kind = "Topping")]
pub struct ToppingSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, scale(selector = ".spec.a"),
      printcolumn(type = "string"), conversion(webhook(port = 443)), also(), selectable)]
pub struct OvenSpec {
    #[schema(column(type = "string"), rule(message = "why"), external_docs(description = "more"))]
    pub name: String,
    #[schema(list_map_keys, enum_values())]
    pub toppings: Vec<String>,
}

fn main() {}
