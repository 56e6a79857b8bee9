use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status, status = PizzaStatus)]
pub struct PizzaSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, status(PizzaStatus))]
pub struct OvenSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Sauce", namespaced, status(nullable))]
pub struct SauceSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Dough", namespaced, status,
      root(rule("!has(self.status)"), any_of({ required: ["spec"] })))]
pub struct DoughSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Guest", namespaced, client, status)]
pub struct GuestSpec {}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct PizzaStatus {}

fn main() {}
