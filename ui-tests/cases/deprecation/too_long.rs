use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced,
      deprecated = "This version is deprecated, because we found out that pizza can be described much better than we thought at first; read all about it on our web site, where you find a guide that leads you from one version to the next, with examples for each of the fields that changed their names.")]
pub struct PizzaSpec {}

fn main() {}
