use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
pub struct PizzaSpec<T> {
    pub inner: T,
}

#[derive(CustomResource)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced)]
pub union OvenSpec {
    pub number: u32,
    pub float: f32,
}

fn main() {}
