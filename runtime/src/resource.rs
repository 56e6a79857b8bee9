//! Custom resources: the root objects that `#[derive(CustomResource)]` makes.

use crate::table::Root;

/// One version of a custom resource.
///
/// Implemented by `#[derive(CustomResource)]` on the root struct it generates.
pub trait CustomResource: Sized + 'static {
    /// The struct that the derive is written on.
    type Spec;
    /// The type of `status`; `()` where there is none.
    type Status;
    /// What the manifest says of this version.
    const ROOT: &'static Root;
}
