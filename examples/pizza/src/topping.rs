//! What a pizza's toppings must name.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// A topping that the restaurant has.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "restaurant.programming-kubernetes.info",
    version = "v1alpha1",
    kind = "Topping",
    cluster,
    derive(PartialEq),
    printcolumn(name = "Cost", type = "number", path = ".spec.cost")
)]
pub struct ToppingSpec {
    /// What one portion costs.
    #[schema(minimum = 0)]
    pub cost: f64,
}
