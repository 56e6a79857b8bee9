use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "1.0", kind = "Pizza", namespaced)]
pub struct PizzaSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "V1", kind = "Topping", namespaced, also(version = "v1_beta"))]
pub struct ToppingSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "", kind = "Oven", namespaced)]
pub struct OvenSpec {}

fn main() {}
