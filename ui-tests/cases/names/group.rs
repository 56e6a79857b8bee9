use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "NotADomain_", version = "v1", kind = "Pizza", namespaced)]
pub struct PizzaSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example..com", version = "v1", kind = "Topping", namespaced)]
pub struct ToppingSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "", version = "v1", kind = "Oven", namespaced)]
pub struct OvenSpec {}

fn main() {}
