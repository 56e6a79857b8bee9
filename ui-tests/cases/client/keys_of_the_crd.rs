use serde::{Deserialize, Serialize};
use wheelwright::CustomResource;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, client, shortname = "pz", storage,
      also(version = "v2"), root(description = "To bake."), spec(default = {}),
      printcolumn(name = "Name", type = "string", path = ".spec.name"))]
pub struct PizzaSpec {
    pub name: (u8, String),
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(hub = v1::Oven, version = "v2", client)]
pub struct OvenSpec {
    pub name: String,
}

fn main() {}
