use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, deprecated = "line1\nline2",
      also(version = "v1beta1", deprecated = ""), also(version = "v1alpha1", deprecated = "zero\u{200b}width"),
      also(version = "v1alpha2", deprecated = false))]
pub struct PizzaSpec {}

fn main() {}
