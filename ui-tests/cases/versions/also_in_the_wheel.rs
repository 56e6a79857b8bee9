use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, storage, also(version = "v1beta1"))]
    pub struct PizzaSpec {}
}

pub mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Pizza, version = "v1beta1")]
    pub struct PizzaSpec {}
}

wheelwright::wheel!(pub Pizzas = v1::Pizza, [v1beta1::Pizza]);

fn main() {}
