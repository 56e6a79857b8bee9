use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced,
      root(nullable, minimum = 1, default = {}, items(max_length = 1)),
      name(minimum = 1, list_type = "set"), generate_name(default = "a"))]
pub struct PizzaSpec {}

fn main() {}
