use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    pub struct PizzaSpec {}
}

pub mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1beta1", kind = "Pizza", namespaced)]
    pub struct PizzaSpec {}
}

wheelwright::wheel!(pub Pizzas = v1::Pizza, [v1beta1::Pizza]);

fn main() {}
