//! The other forms of a root object.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// Its fields are members of the object.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v2",
    kind = "CronTab",
    plural = "crontabs",
    cluster,
    no_spec,
    status = bool,
    also(version = "v1", served = false),
    also(version = "v1beta1", storage, deprecated),
    derive(PartialEq)
)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CronTabFields {
    /// The host.
    pub host_name: String,
    /// The port.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
}

/// Objects may lack the spec.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "lamp-shade", namespaced,
    struct = Shade,
    spec(optional),
    metadata(required),
    derive(PartialEq),
    attr(allow(dead_code))
)]
pub struct ShadeSpec {
    /// The colour.
    #[serde(default)]
    pub colour: String,
}

/// Where the spec is absent, the API server fills it in.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Bulb", namespaced,
    spec(default = { watts: 5 }),
    type_meta(required),
    name(max_length = 20),
    generate_name(max_length = 14),
    root(rule("self.metadata.name != 'bulb'", message = "choose a name")),
    storage = false,
    conversion(none),
    derive(PartialEq)
)]
pub struct BulbSpec {
    /// How bright.
    #[serde(default)]
    pub watts: i64,
}

/// One of two things.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Choice",
    namespaced,
    derive(PartialEq)
)]
#[serde(rename_all = "camelCase")]
pub enum ChoiceSpec {
    /// By name.
    Name(String),
    /// By number.
    Number(i32),
}
