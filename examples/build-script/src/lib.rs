//! A crate whose build script writes the manifest of its own API, from a module that both share by `#[path]`.

pub mod api;

/// The CRD as `build.rs` wrote it.
pub const CRD: &str = include_str!("../crds/widgets.example.com.yaml");
