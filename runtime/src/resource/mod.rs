//! Custom resources: the root objects that `#[derive(CustomResource)]` makes.

mod identity;
#[cfg(feature = "kube")]
pub mod kube;
#[cfg(not(feature = "kube"))]
mod meta;
mod read;
mod root;
mod wheel;
mod write;

use crate::table::Root;

/// `metadata` of an object.
#[cfg(feature = "kube")]
pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
#[cfg(not(feature = "kube"))]
pub use meta::ObjectMeta;

pub use read::read;
pub use root::{named, root_of, spoke_of};
pub use write::write;

/// One version of a custom resource.
///
/// Implemented by `#[derive(CustomResource)]` on the root struct it generates.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the root object of a custom resource",
    label = "not a custom resource",
    note = "`#[derive(wheelwright::CustomResource)]` on a spec struct generates the root object, named after its `kind`"
)]
pub trait CustomResource: Sized + 'static {
    /// The struct that the derive is written on.
    type Spec;
    /// The type of `status`; `()` where there is none.
    type Status;
    /// What the manifest says of this version.
    const TABLE: Root;
    /// The same, as a reference.
    const ROOT: &'static Root = &Self::TABLE;
}
