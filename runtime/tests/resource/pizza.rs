//! A resource with two versions, and one with everything that can be said.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// A pizza to bake.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "restaurant.example.com",
    version = "v1beta1",
    kind = "Pizza", namespaced,
    storage,
    shortname = "pz",
    shortname = "pie",
    category = "all",
    status = PizzaStatus,
    derive(PartialEq, Default),
    scale(spec = ".spec.slices", status = ".status.slices", selector = ".status.selector"),
    printcolumn(name = "Cost", type = "number", path = ".status.cost", format = "double", priority = 1),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    selectable = ".spec.name",
    annotation("example.com/owner" = "kitchen"),
    label("team" = "kitchen"),
    conversion(webhook(service = "kitchen/webhook", path = "/convert", port = 8443))
)]
#[serde(rename_all = "camelCase")]
pub struct PizzaSpec {
    /// What it is called.
    pub name: String,
    /// What lies on it.
    #[serde(default)]
    pub top_pings: Vec<String>,
    /// How often it is cut.
    #[serde(default)]
    #[schema(default = 8)]
    pub slices: u32,
}

/// How far it has come.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PizzaStatus {
    /// What it costs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// How often it was cut.
    #[serde(default)]
    pub slices: i32,
    /// Which are of one order.
    #[serde(default)]
    pub selector: String,
}

/// The older version, whose names come from the hub.
pub mod v1alpha1 {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    /// A pizza to bake.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        hub = super::Pizza,
        version = "v1alpha1",
        deprecated = "use v1beta1",
        served = false,
        status = super::PizzaStatus,
        // What is repeated must be the same.
        group = "restaurant.example.com",
        shortname = "pz",
        shortname = "pie",
        namespaced,
        conversion(webhook(service = "kitchen/webhook", path = "/convert", port = 8443)),
        derive(PartialEq)
    )]
    pub struct OldPizzaSpec {
        /// What it is called.
        pub name: String,
    }
}

wheelwright::wheel!(
    /// All versions.
    pub Pizzas = Pizza, [v1alpha1::Pizza]
);
