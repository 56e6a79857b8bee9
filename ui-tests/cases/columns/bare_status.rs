use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status,
      printcolumn(name = "Phase", type = "string", path = ".status.phase"))]
pub struct PizzaSpec {}

fn main() {}
