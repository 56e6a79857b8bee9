use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, storage = false)]
pub struct PizzaSpec {}

wheelwright::wheel!(pub Pizzas = Pizza);

fn main() {}
