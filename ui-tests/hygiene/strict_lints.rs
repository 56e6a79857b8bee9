//! Generated code passes the lints of a strict crate.
#![deny(warnings, unused, nonstandard_style, future_incompatible, rust_2018_idioms)]
#![deny(
    absolute_paths_not_starting_with_crate,
    deprecated_in_future,
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    let_underscore_drop,
    meta_variable_misuse,
    missing_debug_implementations,
    missing_docs,
    non_ascii_idents,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unreachable_pub,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![forbid(unsafe_code)]

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// A pizza.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, status = PizzaStatus, spec(optional))]
struct PizzaSpec {
    /// How many.
    #[schema(default)]
    #[serde(default)]
    replicas: i32,
    /// On top.
    #[schema(list_map_keys("name"))]
    toppings: Vec<Topping>,
}

/// On top.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Topping {
    /// What.
    #[schema(default, max_length = i128::MAX >> 100)]
    #[serde(default)]
    name: String,
    /// How much.
    #[schema(minimum = f64::MIN_POSITIVE)]
    weight: f64,
    /// How many.
    #[deprecated(note = "use weight")]
    #[schema(default)]
    #[serde(default)]
    count: u32,
}

/// Somebody else's.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, client)]
pub struct OvenSpec {
    /// How hot.
    pub heat: (u8, u8),
}

/// What is observed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct PizzaStatus {}

wheelwright::wheel!(
    /// All versions.
    Pizzas = Pizza
);

fn main() {
    drop(Pizzas::crd_yaml());
}
