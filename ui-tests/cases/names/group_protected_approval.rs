use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "bakery.k8s.io", version = "v1", kind = "Pizza", namespaced,
      annotation("api-approved.kubernetes.io" = "the boss said yes"))]
pub struct PizzaSpec {}

fn main() {}
