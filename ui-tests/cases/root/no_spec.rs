use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, no_spec)]
pub struct PizzaBody {
    pub metadata: String,
    pub kind: String,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Topping", namespaced, no_spec, spec(optional))]
pub struct ToppingBody {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, no_spec, status = OvenStatus)]
pub struct OvenBody {
    pub status: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct OvenStatus {}

fn main() {}
