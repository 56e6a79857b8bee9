//! Custom resources: the root objects that `#[derive(CustomResource)]` makes.

mod identity;
#[cfg(feature = "kube")]
pub mod kube;
#[cfg(not(feature = "kube"))]
mod meta;
mod read;
mod root;
mod write;

use serde::de::DeserializeOwned;

use crate::table::Root;

/// `metadata` of an object.
#[cfg(feature = "kube")]
pub use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
#[cfg(not(feature = "kube"))]
pub use meta::ObjectMeta;

pub use read::read;
pub use root::{client_of, named, root_of, spoke_of};
pub use write::write;

/// One version of a custom resource.
///
/// Implemented by `#[derive(CustomResource)]` on the root struct it generates.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the root object of a custom resource",
    label = "not a custom resource",
    note = "`#[derive(wheelwright::CustomResource)]` on a spec struct generates the root object, named after its `kind`",
    note = "a `client` of a resource whose CRD somebody else installs knows no schema: it has no CRD, wheel, conversion or webhook; \
            to have them, remove `client` from `#[crd(…)]` and derive `Schema` beside"
)]
pub trait CustomResource: DeserializeOwned + 'static {
    /// The struct that the derive is written on.
    type Spec;
    /// The type of `status`; `()` where there is none.
    type Status;
    /// What the manifest says of this version.
    const TABLE: Root;
    /// A reference to the table.
    const ROOT: &'static Root = &Self::TABLE;
}

/// A root struct, as it is read and written: of a custom resource, or a client's of somebody else's.
pub trait Rooted: Sized + 'static {
    /// The struct that the derive is written on.
    type Spec;
    /// Group, version, kind and names; of a client nothing that makes a schema.
    const ROOT: &'static Root;
}

#[diagnostic::do_not_recommend]
impl<R: CustomResource> Rooted for R {
    type Spec = R::Spec;
    const ROOT: &'static Root = R::ROOT;
}
