use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus,
      root(one_of({ required: ["spec"] }, { required: ["status"] }), max_properties = 5, preserve_unknown_fields))]
pub struct PizzaSpec {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaStatus {}

fn main() {}
