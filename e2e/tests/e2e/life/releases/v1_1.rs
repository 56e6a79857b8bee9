//! A field is added.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub(crate) mod v1alpha1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    /// A pizza to bake.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "life.e2e.example.com",
        version = "v1alpha1",
        kind = "Pizza",
        namespaced,
        label("wheelwright-e2e" = "installed")
    )]
    pub(crate) struct PizzaSpec {
        pub(crate) base: String,
        #[serde(default)]
        pub(crate) toppings: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Pizzas = v1alpha1::Pizza);
