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
    #[crd(group = "example.org", version = "v1beta1", kind = "Pizza", namespaced)]
    pub struct PizzaSpec {}
}

pub mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1alpha1", kind = "Pie", namespaced, plural = "pizzas")]
    pub struct PieSpec {}
}

pub mod v1alpha2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1alpha2", kind = "Pizza", cluster)]
    pub struct PizzaSpec {}
}

wheelwright::wheel!(pub Groups = v1::Pizza, [v1beta1::Pizza]);
wheelwright::wheel!(pub Kinds = v1::Pizza, [v1alpha1::Pie]);
wheelwright::wheel!(pub Scopes = v1::Pizza, [v1alpha2::Pizza]);

fn main() {}
