//! Enums whose variants nothing tells apart.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(untagged)]
pub(crate) enum Loose {
    Text(String),
    Number(i32),
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v2",
    kind = "Jar",
    namespaced,
    storage
)]
pub(crate) struct JarSpec {
    pub(crate) lid: Loose,
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::Jar, version = "v1")]
    #[spoke(hub = super::JarSpec)]
    pub(crate) struct JarSpec {
        pub(crate) lid: Loose,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = super::Loose)]
    pub(crate) enum Loose {
        Text(String),
        Number(i32),
    }
}

wheelwright::wheel!(pub(crate) Jars = Jar, [v1::Jar]);

#[test]
fn no_variant_of_an_untagged_hub_can_be_told() {
    let error = Jars::plan().expect_err("nothing tells the variants apart");
    assert!(error.to_string().contains("untagged.rs:"), "{error}");
    assert!(error.what.contains("untagged"), "{error}");
}
