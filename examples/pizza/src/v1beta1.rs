//! The hub: a topping has a name and a quantity.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// A pizza to bake.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "restaurant.programming-kubernetes.info",
    version = "v1beta1",
    kind = "Pizza",
    storage,
    namespaced,
    shortname = "pz",
    category = "all",
    status = PizzaStatus,
    derive(PartialEq),
    printcolumn(name = "Cost", type = "number", path = ".status.cost"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    conversion(webhook(service = "pizza-crd/webhook", path = "/convert/v1beta1/pizza")),
)]
#[serde(rename_all = "camelCase")]
pub struct PizzaSpec {
    /// What lies on it. Empty or absent: admission gives it tomato, mozzarella and salami.
    #[schema(list_map_keys("name"), max_items = 32)]
    #[serde(default)]
    pub toppings: Vec<PizzaTopping>,
}

/// A topping, and how much of it.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct PizzaTopping {
    /// The name of a `Topping` object.
    #[schema(min_length = 1, max_length = 63)]
    pub name: String,
    /// How many portions.
    #[schema(default = 1, minimum = 1, maximum = 100)]
    #[serde(default = "one")]
    pub quantity: u32,
}

/// What the restaurant says of the pizza.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PizzaStatus {
    /// What it costs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
}

fn one() -> u32 {
    1
}
