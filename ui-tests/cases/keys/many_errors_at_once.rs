use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "pizzas", version = "1", kind = "Pizza", namespaced, plural = "Pizzas", shortname = "PZ",
      printcolumn(name = "Cost", type = "int", path = "spec.cost"))]
pub struct PizzaSpec {
    #[schema(pattern = "(?=a)", min_length = 3, max_length = 2)]
    pub name: String,
    #[schema(minimun = 1)]
    pub cost: i64,
    pub pair: (String, i32),
    #[serde(rename(serialize = "a", deserialize = "b"))]
    pub renamed: String,
}

fn main() {}
