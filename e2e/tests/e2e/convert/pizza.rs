//! The pizza: repeats at one version, quantities at the other.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1beta1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "pizza.e2e.example.com",
        version = "v1beta1",
        kind = "Pizza",
        namespaced,
        storage
    )]
    pub(crate) struct PizzaSpec {
        #[schema(list_map_keys("name"), max_items = 32)]
        #[serde(default)]
        pub(crate) toppings: Vec<PizzaTopping>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct PizzaTopping {
        #[schema(min_length = 1, max_length = 63)]
        pub(crate) name: String,
        #[schema(default = 1, minimum = 1, maximum = 100)]
        #[serde(default = "one")]
        pub(crate) quantity: u32,
    }

    fn one() -> u32 {
        1
    }
}

pub(crate) mod v1alpha1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1beta1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1beta1::Pizza, version = "v1alpha1")]
    #[spoke(hub = v1beta1::PizzaSpec, added(note))]
    pub(crate) struct PizzaSpec {
        #[spoke(counted(item = "name", count = "quantity"))]
        #[serde(default)]
        pub(crate) toppings: Vec<String>,
    }
}

wheelwright::wheel!(pub(crate) Pizzas = v1beta1::Pizza, [v1alpha1::Pizza]);
