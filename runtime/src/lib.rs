#![doc = include_str!("../docs/crate.md")]

pub mod admit;
#[doc(hidden)]
pub mod assert;
pub mod check;
pub mod convert;
pub mod emit;
pub mod generate;
pub mod manifest;
#[doc(hidden)]
pub mod private;
mod resource;
pub mod rule;
pub mod schema;
#[cfg(any(feature = "webhook", feature = "webhook-aws-lc-rs"))]
pub mod webhook;
mod wheel;
#[doc(hidden)]
pub use wheelwright_table as table;
#[doc(inline)]
pub use wheelwright_yaml::write as yaml;

#[cfg(all(
    feature = "_webhook",
    not(any(feature = "webhook", feature = "webhook-aws-lc-rs"))
))]
compile_error!(
    "the feature `webhook-managed` makes certificates for a server: turn on `webhook`, for cryptography by ring, or \
     `webhook-aws-lc-rs`, too"
);

pub use convert::{ConversionError, SpokeOf, SpokeRoot};
pub use resource::{CustomResource, ObjectMeta};
pub use schema::Schema;
pub use wheel::{Spokes, Wheel};
#[doc = include_str!("../docs/custom_resource.md")]
#[doc(inline)]
pub use wheelwright_derive::CustomResource;
#[doc = include_str!("../docs/schema.md")]
#[doc(inline)]
pub use wheelwright_derive::Schema;
#[doc = include_str!("../docs/spoke.md")]
#[doc(inline)]
pub use wheelwright_derive::Spoke;

// Under the name that the derives of this release, and they alone, expand to.
wheelwright_derive::__private!(private);

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
