use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "bakery.k8s.io", version = "v1", kind = "Pizza", namespaced)]
pub struct PizzaSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "kubernetes.io", version = "v1", kind = "Topping", namespaced,
      annotation("api-approved.kubernetes.io" = ""))]
pub struct ToppingSpec {}

fn main() {}
