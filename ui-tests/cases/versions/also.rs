use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, storage,
      also(version = "v1"), also(version = "v1beta1", storage), also(served = false))]
pub struct PizzaSpec {}

fn main() {}
