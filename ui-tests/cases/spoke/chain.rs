//! A version of a chain maps to the next one, and says the hub's root.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, storage)]
    pub struct PizzaSpec {}
}

pub mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Pizza, version = "v1beta1")]
    #[spoke(hub = super::v1::PizzaSpec)]
    pub struct PizzaSpec {}
}

pub mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Pizza, version = "v1alpha1")]
    #[spoke(hub = super::v1beta1::PizzaSpec)]
    pub struct PizzaSpec {}
}

fn main() {}
