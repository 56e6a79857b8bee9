//! The old version is not served.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1beta1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    /// A pizza to bake.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "life.e2e.example.com",
        version = "v1beta1",
        kind = "Pizza",
        namespaced,
        storage,
        label("wheelwright-e2e" = "installed"),
        conversion(webhook(service = "default/life", path = "/convert"))
    )]
    pub(crate) struct PizzaSpec {
        pub(crate) crust: String,
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub(crate) toppings: Vec<Topping>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Topping {
        pub(crate) name: String,
        #[schema(default = 1, minimum = 1, maximum = 100)]
        pub(crate) quantity: u32,
    }
}

pub(crate) mod v1alpha1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1beta1};

    /// A pizza to bake.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1beta1::Pizza, version = "v1alpha1", deprecated, served = false)]
    #[spoke(hub = v1beta1::PizzaSpec)]
    pub(crate) struct PizzaSpec {
        #[spoke(rename = "crust")]
        pub(crate) base: String,
        #[spoke(counted(item = "name", count = "quantity"))]
        #[serde(default)]
        pub(crate) toppings: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Pizzas = v1beta1::Pizza, [v1alpha1::Pizza]);
