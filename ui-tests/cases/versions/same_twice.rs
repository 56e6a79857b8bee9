use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, storage)]
    pub struct PizzaSpec {}
}

pub mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Pizza, version = "v1")]
    pub struct PizzaSpec {}
}

wheelwright::wheel!(pub Pizzas = v1::Pizza, [v1beta1::Pizza]);
wheelwright::wheel!(pub Twice = v1::Pizza, [v1::Pizza]);

fn main() {}
