//! Generated code reads and writes what is deprecated, and warns of nothing.
#![deny(warnings, deprecated)]

mod v2 {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(group = "example.com", version = "v2", kind = "Pizza", namespaced, storage, derive(PartialEq), conversion(webhook(service = "pizza/webhook")))]
    pub struct PizzaSpec {
        #[deprecated(note = "use area")]
        #[schema(default)]
        #[serde(default)]
        pub size: u32,
        #[deprecated = "use area"]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
        pub crust: Crust,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum Crust {
        Thin,
        #[deprecated(note = "use Thin")]
        Thick,
    }
}

mod v1 {
    use serde::{Deserialize, Serialize};
    use wheelwright::{CustomResource, Schema, Spoke};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v2::Pizza, version = "v1", derive(PartialEq))]
    #[spoke(hub = super::v2::PizzaSpec, added(note = None))]
    pub struct PizzaSpec {
        #[deprecated(note = "use area")]
        #[spoke(to = "size")]
        #[schema(default)]
        #[serde(default)]
        pub diameter: u32,
        pub crust: Crust,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = super::v2::Crust)]
    pub enum Crust {
        Thin,
        #[deprecated(note = "use Thin")]
        Thick,
    }
}

wheelwright::wheel!(Pizzas = v2::Pizza, [v1::Pizza]);

fn main() {
    drop(Pizzas::crd_yaml());
    let _ = Pizzas::plan();
}
