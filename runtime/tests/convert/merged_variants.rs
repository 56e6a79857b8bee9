//! Variants of which the hub has one.
#![deny(unreachable_patterns)]

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Lamp",
        namespaced,
        storage
    )]
    pub(crate) struct LampSpec {
        pub(crate) power: Power,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) enum Power {
        On { level: u8 },
        Off,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v2::Lamp, version = "v1")]
    #[spoke(hub = v2::LampSpec)]
    pub(crate) struct LampSpec {
        pub(crate) power: Power,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Power)]
    pub(crate) enum Power {
        On {
            level: u8,
        },
        #[spoke(rename = "On")]
        Dimmed {
            #[spoke(rename = "level")]
            dimmed: u8,
        },
        Off,
    }
}

wheelwright::wheel!(Lamps = v2::Lamp, [v1::Lamp]);

#[test]
fn a_variant_that_another_became_too_comes_back_as_it_was() {
    let old = json!({
        "apiVersion": "example.com/v1", "kind": "Lamp", "metadata": {"name": "l"},
        "spec": {"power": {"Dimmed": {"dimmed": 3}}},
    });
    let new = Lamps::convert_object(&old, "v2").unwrap();
    assert_eq!(new["spec"], json!({"power": {"On": {"level": 3}}}));
    assert_eq!(Lamps::convert_object(&new, "v1").unwrap(), old);
    assert_eq!(
        v1::Power::from(v2::Power::On { level: 3 }),
        v1::Power::On { level: 3 }
    );
}

#[test]
fn laws() {
    Lamps::assert_laws();
}
