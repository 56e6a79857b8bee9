use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced,
      label("team/" = "kitchen", "team" = "the kitchen", "team" = "hall"),
      annotation("example com/owner" = "any text at all", "owner"))]
pub struct PizzaSpec {}

fn main() {}
