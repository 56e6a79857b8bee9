//! The committed CRDs are what the types give, and break nobody who uses what was released before; samples are what they show.

use pizza::{Pizzas, Toppings};

#[test]
fn committed_manifests() {
    wheelwright::assert_manifest!(Pizzas, "crd.yaml");
    wheelwright::assert_manifest!(Toppings, "topping.crd.yaml");
}

#[test]
fn past_releases() {
    wheelwright::assert_release!(Pizzas, "releases");
}

#[test]
fn samples() {
    wheelwright::assert_samples!(Pizzas, "samples");
}
