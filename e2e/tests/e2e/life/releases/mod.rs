//! The releases of the story, each with its types.

mod v1_0;
mod v1_1;
mod v2_0;
mod v3_0;
mod v4_0;
mod v4_1;
mod v4_2;
mod wrong;

use serde_json::Value;
use wheelwright::manifest::Manifest;
use wheelwright::migration::Migration;
use wheelwright::webhook::Server;

/// A release, and what its program does with the types.
#[derive(Clone, Copy)]
pub(crate) struct Release {
    pub(crate) version: &'static str,
    pub(crate) manifest: fn() -> Manifest,
    pub(crate) migration: fn() -> Migration,
    pub(crate) serve: fn(Server) -> Server,
    pub(crate) convert: fn(&Value, &str) -> Result<Value, String>,
}

macro_rules! release {
    ($version:literal, $($module:ident)::+) => {
        Release {
            version: $version,
            manifest: $($module)::+::Pizzas::manifest,
            migration: $($module)::+::Pizzas::migration,
            serve: |server| server.wheel::<$($module)::+::Pizzas>(),
            convert: |object, version| {
                let converted = $($module)::+::Pizzas::convert_object(object, version);
                converted.map_err(|error| error.to_string())
            },
        }
    };
}

pub(crate) const V1_0: Release = release!("1.0.0", v1_0);
pub(crate) const V1_1: Release = release!("1.1.0", v1_1);
pub(crate) const V2_0: Release = release!("2.0.0", v2_0);
pub(crate) const V3_0: Release = release!("3.0.0", v3_0);
pub(crate) const V4_0: Release = release!("4.0.0", v4_0);
pub(crate) const V4_1: Release = release!("4.1.0", v4_1);
pub(crate) const V4_2: Release = release!("4.2.0", v4_2);

/// The added field has to be there, after 1.0.0.
pub(crate) const REQUIRED: Release = release!("1.1.0", wrong::required);
/// A field has another name in the version that has it, after 1.0.0.
pub(crate) const RENAMED: Release = release!("1.1.0", wrong::renamed);
