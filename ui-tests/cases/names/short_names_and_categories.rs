use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, shortname = "PZ", shortname = "pi_zza",
      shortname = "pz", shortname = "pz", category = "all things", category = "")]
pub struct PizzaSpec {}

fn main() {}
