//! A kind whose versions differ as in a restaurant's CRD that a real API server converted: repeats and quantities, a field
//! that only one version has, another default, a nullable field.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) const GROUP: &str = "restaurant.programming-kubernetes.info";

pub(crate) mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "restaurant.programming-kubernetes.info",
        version = "v1beta1",
        kind = "Pizza", namespaced,
        storage,
        status = PizzaStatus
    )]
    #[serde(rename_all = "camelCase")]
    pub struct PizzaSpec {
        #[schema(list_map_keys("name"), max_items = 64)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub toppings: Vec<Topping>,
        #[schema(default = "crust-default-v1beta1")]
        pub crust: String,
        pub note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plain: Option<String>,
        #[schema(default = 1, minimum = 0)]
        pub replicas: i32,
        #[schema(default = "default-v1beta1")]
        pub only_beta: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Topping {
        #[schema(min_length = 1, max_length = 63)]
        pub name: String,
        #[schema(default = 1, minimum = 1, maximum = 100)]
        pub quantity: u32,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct PizzaStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub phase: Option<String>,
        #[schema(list_map_keys("type"))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub conditions: Vec<Condition>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Condition {
        #[serde(rename = "type")]
        pub kind: String,
        pub status: String,
    }
}

pub(crate) mod v1alpha1 {
    use super::*;
    pub use v1beta1::PizzaStatus;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1beta1::Pizza, version = "v1alpha1", status = PizzaStatus)]
    #[spoke(hub = v1beta1::PizzaSpec, added(only_beta))]
    #[serde(rename_all = "camelCase")]
    pub struct PizzaSpec {
        #[spoke(counted(item = "name", count = "quantity"))]
        #[schema(max_items = 64)]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub toppings: Vec<String>,
        #[schema(default = "crust-default-v1alpha1")]
        pub crust: String,
        pub note: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub plain: Option<String>,
        #[schema(default = 1, minimum = 0)]
        pub replicas: i32,
        #[spoke(removed)]
        #[schema(default = "default-v1alpha1")]
        pub only_alpha: String,
    }
}

wheelwright::wheel!(pub(crate) Menu = v1beta1::Pizza, [v1alpha1::Pizza]);
