use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, selectable = ".spec.a", selectable = ".spec.a",
      selectable = ".spec.b", selectable = ".spec.c", selectable = ".spec.d", selectable = ".spec.e",
      selectable = ".spec.f", selectable = ".spec.g", selectable = ".spec.h", selectable = ".spec.i")]
pub struct PizzaSpec {
    pub a: String,
    pub b: String,
    pub c: String,
    pub d: String,
    pub e: String,
    pub f: String,
    pub g: String,
    pub h: String,
    pub i: String,
}

fn main() {}
