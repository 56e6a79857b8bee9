//! Columns, scale and selectable fields in all forms that lead somewhere.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus,
      scale(spec = ".spec.oven.replicas", status = ".status.replicas", selector = ".status.selector"),
      printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
      printcolumn(name = "Owner", type = "string", path = ".metadata.labels.example\\.com/owner", priority = 1),
      printcolumn(name = "Cost", type = "number", format = "double", path = ".spec.cost", description = "In coins."),
      printcolumn(name = "Whole", type = "integer", path = ".spec.cost"),
      printcolumn(name = "Text", type = "string", path = ".spec.cost"),
      printcolumn(name = "Ready", type = "string", path = ".status.conditions[?(@.type==\"Ready\")].status"),
      printcolumn(name = "First", type = "string", path = ".status.conditions[0].type"),
      printcolumn(name = "All", type = "string", path = ".status.conditions[*].type"),
      printcolumn(name = "List", type = "string", path = ".status.conditions"),
      printcolumn(name = "When", type = "date", path = ".spec.when"),
      printcolumn(name = "Label", type = "string", path = ".spec.labels.any"),
      printcolumn(name = "Inside", type = "string", path = ".spec.any.thing"),
      selectable = ".spec.oven.fuel", selectable = ".spec.oven.replicas", selectable = ".spec.cold")]
pub struct PizzaSpec {
    pub cost: f64,
    pub when: String,
    pub cold: bool,
    pub labels: BTreeMap<String, String>,
    pub any: serde_json::Value,
    #[serde(flatten)]
    pub kitchen: Kitchen,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Kitchen {
    #[schema(default = { fuel: "Gas", replicas: 1 })]
    pub oven: Oven,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Oven {
    pub fuel: Fuel,
    #[schema(default = 1)]
    pub replicas: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Fuel {
    Gas,
    Wood,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaStatus {
    pub replicas: Option<i32>,
    pub selector: Option<String>,
    pub conditions: Vec<Condition>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Condition {
    pub r#type: String,
    pub status: bool,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Flat", no_spec, cluster,
      printcolumn(name = "Size", type = "integer", path = ".size"), selectable = ".size")]
pub struct FlatBody {
    pub size: i64,
    pub status: Option<String>,
}

wheelwright::wheel!(Pizzas = Pizza);
wheelwright::wheel!(Flats = Flat);

fn main() {
    let _ = Pizzas::crd_yaml();
    let _ = Flats::crd_yaml();
}
