//! Hubs, spokes and conversions.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

pub mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Pizza", struct = Root, storage, shortname = "pz", cluster,
          also(version = "v2", served = false), derive(PartialEq), attr(allow(dead_code)),
          conversion(webhook(service = "pizza/web-hook", path = "/convert/pizza", port = 8443, review_versions("v1"))))]
    #[derive(PartialEq)]
    pub struct PizzaSpec {
        pub name: String,
    }
}

pub mod v1beta1 {
    use super::*;

    // What is repeated agrees.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Root, version = "v1beta1", struct = Pizza, group = "example.com", kind = "Pizza", cluster,
          shortname = "pz", deprecated, storage = false)]
    pub struct PizzaSpec {
        pub title: String,
    }
}

pub mod v1alpha1 {
    use super::*;

    // A spoke of a spoke has the hub's identity, too.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = super::v1beta1::Pizza, version = "v1alpha1", served = false, deprecated = "use v1",
          metadata(required), type_meta(required), spec(default = { title: "none" }))]
    pub struct PizzaSpec {
        pub title: String,
    }
}

wheelwright::wheel!(pub Pizzas = v1::Root, [v1beta1::Pizza, v1alpha1::Pizza]);

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, spec(optional), conversion(none),
      also(version = "v1beta1", storage, deprecated))]
pub struct OvenSpec {}

wheelwright::wheel!(pub Ovens = Oven);

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Menu", namespaced,
      conversion(webhook(url = "https://example.com:99999/convert")))]
pub struct MenuSpec {}

wheelwright::wheel!(pub Menus = Menu);

fn main() {
    let yaml = Pizzas::crd_yaml();
    let names: Vec<_> = Pizzas::versions().iter().map(|version| version.name).collect();
    assert_eq!(names, ["v2", "v1", "v1beta1", "v1alpha1"], "{yaml}");
    let _ = (Ovens::crd_yaml(), Menus::crd_yaml());
}
