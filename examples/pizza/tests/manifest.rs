//! The committed CRDs are what the types give.

use pizza::{Pizzas, Toppings};

#[test]
fn committed_manifests() {
    wheelwright::assert_manifest!(Pizzas, "crd.yaml");
    wheelwright::assert_manifest!(Toppings, "topping.crd.yaml");
}
