//! What generated code may name. Not part of the public API.

use std::marker::PhantomData;

pub use serde;
pub use wheelwright_derive::__wheel as wheel;
pub use serde_json::value::Serializer;
pub use std::{
    clone::Clone,
    default::Default,
    fmt::Debug,
    option::Option::{self, None, Some},
    result::Result::Ok,
};

pub use crate::{
    __wheelwright_root as root, assert,
    resource::{CustomResource, ObjectMeta, Parts, named, read, write},
    run::{ANY, AnyShell, Shell, default_of, to_value, typed, written},
    schema::Schema,
    table::*,
};

#[cfg(feature = "kube")]
pub use {
    crate::{manifest::crd_of, resource::crd_name},
    k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    kube_core::{self, discovery::ApiResource},
    std::{borrow::Cow, sync::OnceLock},
};

/// Finds the table of a type that is written out (never of a generic parameter): its own if it has one, else that of
/// its `JsonSchema`. An inherent associated constant comes before a trait's.
pub struct Of<T: ?Sized>(PhantomData<T>);

impl<T: Schema + ?Sized> Of<T> {
    /// The type's own table.
    pub const TYPE: &'static Type = T::TYPE;
}

/// The second choice of [`Of`].
pub trait ForeignType {
    /// The table that stands for the type's `JsonSchema`.
    const TYPE: &'static Type;
}

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + ?Sized> ForeignType for Of<T> {
    const TYPE: &'static Type = &crate::schema::foreign::table::<T>("");
}
