//! A crate whose build script writes the manifest of an API crate, which is a build-dependency.

/// The CRD as `build.rs` wrote it.
pub const CRD: &str = include_str!(concat!(env!("OUT_DIR"), "/gadgets.yaml"));
