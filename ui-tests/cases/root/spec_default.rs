use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[derive(Default)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, spec(default = {}))]
pub struct PizzaSpec {
    pub name: String,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[derive(Default)]
#[crd(group = "example.com", version = "v1", kind = "Topping", namespaced, spec(default = { nam: "a", name: 1 }))]
pub struct ToppingSpec {
    pub name: String,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[derive(Default)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, spec(default = null))]
pub struct OvenSpec {
    pub name: String,
}

fn main() {}
