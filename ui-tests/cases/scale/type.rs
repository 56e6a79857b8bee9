use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus,
      scale(spec = ".spec.cost", status = ".status.phase", selector = ".status.replicas"))]
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
