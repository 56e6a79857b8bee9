//! The older version: a topping is a name, and more of it is the name again.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub use super::v1beta1::PizzaStatus;

/// A pizza to bake.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    hub = super::v1beta1::Pizza,
    version = "v1alpha1",
    deprecated,
    status = PizzaStatus,
    derive(PartialEq),
    printcolumn(name = "Cost", type = "number", path = ".status.cost"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
)]
#[serde(rename_all = "camelCase")]
pub struct PizzaSpec {
    /// What lies on it. Empty or absent: admission gives it tomato, mozzarella and salami.
    #[serde(default)]
    pub toppings: Vec<String>,
}
