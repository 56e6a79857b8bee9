//! The older version: a topping is a name, and more of it is the name again.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub use super::v1beta1::PizzaStatus;

/// A pizza to bake.
#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    hub = super::v1beta1::Pizza,
    version = "v1alpha1",
    deprecated,
    status = PizzaStatus,
    derive(PartialEq),
    printcolumn(name = "Cost", type = "number", path = ".status.cost"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
)]
#[spoke(hub = super::v1beta1::PizzaSpec)]
#[serde(rename_all = "camelCase")]
pub struct PizzaSpec {
    /// What lies on it. Empty or absent: admission gives it tomato, mozzarella and salami.
    #[spoke(counted(item = "name", count = "quantity"))]
    #[serde(default)]
    pub toppings: Vec<String>,
}
