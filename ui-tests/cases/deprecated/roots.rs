use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[deprecated(note = "use v2")]
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
struct PizzaSpec {
    size: u32,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, root(deprecated = "use v2"))]
struct OvenSpec {
    size: u32,
}

#[derive(Schema, Serialize, Deserialize)]
#[schema(deprecated = "use Crust")]
struct Dough {
    size: u32,
}

fn main() {}
