use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus,
      printcolumn(name = "A", type = "number", path = ".spec.costs"),
      printcolumn(name = "B", type = "string", path = ".status.phases"),
      printcolumn(name = "C", type = "string", path = ".cost"),
      printcolumn(name = "D", type = "string", path = ".spec.name.first"),
      printcolumn(name = "E", type = "string", path = ".spec.toppings[*].nam"),
      printcolumn(name = "F", type = "string", path = ".spec.name[0]"))]
pub struct PizzaSpec {
    pub cost: f64,
    pub name: String,
    pub toppings: Vec<Topping>,
    pub replicas: i32,
    pub paused: Option<bool>,
    pub limit: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Topping {
    pub name: String,
    pub amount: i64,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaStatus {
    pub replicas: i32,
    pub selector: Option<String>,
    pub phase: String,
}

fn main() {}
