//! The old version is gone, and with it the conversion.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub(crate) mod v1beta1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    /// A pizza to bake.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "life.e2e.example.com",
        version = "v1beta1",
        kind = "Pizza",
        namespaced,
        label("wheelwright-e2e" = "installed")
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

wheelwright::wheel!(pub(crate) Pizzas = v1beta1::Pizza);
