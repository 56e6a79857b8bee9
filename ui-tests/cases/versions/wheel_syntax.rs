use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
pub struct PizzaSpec {}

wheelwright::wheel!(pub Pizzas: Pizza);
wheelwright::wheel!(pub = Pizza);
wheelwright::wheel!(pub Others = Pizza, Pizza);
wheelwright::wheel!(pub More = Pizza, [Pizza] and more);

fn main() {}
