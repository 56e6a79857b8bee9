//! The API crate: types only, which operator, clients and build scripts share.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// A gadget to make.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Gadget", namespaced)]
pub struct GadgetSpec {
    /// What colour it has.
    pub colour: Colour,
}

/// The colours that there are.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// Red.
    Red,
    /// Green.
    Green,
}

wheelwright::wheel!(
    /// The one version of `Gadget`.
    pub Gadgets = Gadget
);
