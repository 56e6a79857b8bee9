use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced = false,
      root = "PizzaObject", doc = "To bake.", derive = "PartialEq", attr = "must_use", status = "PizzaStatus",
      annotation("example.com/owner", "kitchen"), label("team", "kitchen"), crates(kube_core = "kube::core"),
      schema = "manual", validation = Rule::new("self.spec.cost > 0.0").message("not free").field_path(".spec.cost"),
      scale(spec_replicas_path = ".spec.replicas", status_replicas_path = ".status.replicas"),
      printcolumn(name = "Name", type_ = "string", json_path = ".spec.name"),
      printcolumn = r#"{"name": "Cost", "type": "number", "jsonPath": ".spec.cost"}"#)]
pub struct PizzaSpec {
    #[schema(length(min = 1), regex(pattern = "a"))]
    pub name: String,
    #[schema(range(min = 1, max = 2))]
    pub cost: f64,
    #[schema(unique_items, inner(length(max = 3)))]
    pub toppings: Vec<String>,
    #[schema(skip)]
    pub secret: Option<String>,
    #[schema(validation = ("self != ''", "is empty"))]
    pub shape: String,
    #[schema(printcolumn(name = "Size"))]
    pub size: String,
    #[schema(schema_with = "replicas", extend("x-kubernetes-validations" = [{ "rule": "self > 0", "message": "none" }]))]
    pub replicas: i32,
    #[schema(merge_strategy = ListMerge::Map(vec!["name".into()]))]
    pub boxes: Vec<PizzaBox>,
    #[schema(email, deprecated, inline)]
    pub by: String,
    #[schema(with = "String", crate = "wheelwright", contains("a.b"))]
    pub at: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct PizzaBox {
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct PizzaStatus {
    pub replicas: i32,
}

fn main() {}
