//! What must not be released after 1.0.0.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// The added field has to be there.
pub(crate) mod required {
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
        pub(crate) note: String,
    }

    wheelwright::wheel!(pub(crate) Pizzas = Pizza);
}

/// A field has another name in the version that has it.
pub(crate) mod renamed {
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
        pub(crate) crust: String,
        #[serde(default)]
        pub(crate) toppings: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }

    wheelwright::wheel!(pub(crate) Pizzas = Pizza);
}
