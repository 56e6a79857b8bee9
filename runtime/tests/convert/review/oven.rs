//! A kind whose mapping runs functions of its author's, which refuse some values and panic at others.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "kitchen.example.com",
        version = "v1",
        kind = "Oven",
        namespaced,
        storage
    )]
    pub struct OvenSpec {
        pub heat: String,
    }
}

pub(crate) mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Oven, version = "v1alpha1")]
    #[spoke(hub = v1::OvenSpec, fallible(up))]
    pub struct OvenSpec {
        #[spoke(try_with = up, back = down)]
        pub heat: String,
    }

    fn up(heat: String) -> Result<String, &'static str> {
        match &*heat {
            "panic" => panic!("the fire is out"),
            "refuse" => Err("no such heat"),
            _ => Ok(heat.to_uppercase()),
        }
    }

    fn down(heat: String) -> String {
        heat.to_lowercase()
    }
}

wheelwright::wheel!(pub(crate) Ovens = v1::Oven, [v1alpha1::Oven]);
