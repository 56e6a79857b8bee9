//! [`Schema`](super::Schema) of other crates' types, each behind the feature of that crate's name.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "either")]
mod either;
#[cfg(feature = "humantime")]
mod humantime;
#[cfg(feature = "indexmap")]
mod indexmap;
#[cfg(feature = "ipnet")]
mod ipnet;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;
