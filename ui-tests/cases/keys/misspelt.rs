use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(groop = "example.com", version = "v1", kind = "Pizza", namespaced, shortnames = "pz",
      printcolumn(name = "Cost", typ = "number", path = ".spec.cost"),
      scale(specs = ".spec.replicas", status = ".status.replicas"))]
pub struct PizzaSpec {
    #[schema(min_lenght = 1, maxLength = 63)]
    pub name: String,
    #[schema(rule("self > 0", mesage = "no"))]
    pub cost: f64,
}

fn main() {}
