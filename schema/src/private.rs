//! What generated code may name. Not part of the public API.

use std::marker::PhantomData;

pub use serde;
pub use serde_json::value::Serializer;
pub use std::{
    clone::Clone,
    convert::{From, TryFrom},
    default::Default,
    fmt::Debug,
    option::Option::{self, None, Some},
    result::Result::{self, Err, Ok},
};

pub use crate::{
    __wheelwright_root as root,
    resource::{
        CustomResource, ObjectMeta, Rooted, client_of, named, read, root_of, spoke_of, write,
    },
    schema::{Schema, several::types},
    table::{
        __wheelwright_number as number,
        Spot::Field as At,
        amount::{amount, size},
        run::{ANY, AnyShell, STAND_IN, Shell, default_of, said, to_value, typed, written},
        *,
    },
};

#[cfg(feature = "kube")]
pub use {
    crate::resource::kube,
    k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
    kube_core::{self, discovery::ApiResource},
    std::borrow::Cow,
};

/// No keys. Each `&[]` of generated code would be a constant of its own for rustc to check.
pub const NO_KEYS: &[Key] = &[];

/// The shape of a struct of which serde knows its fields alone; see [`Columns::new`].
#[must_use]
pub const fn structure(
    names: &'static [&'static str],
    docs: &'static str,
    lines: &'static str,
    types: &'static [&'static Type],
    given: &'static [Given],
) -> Shape {
    Shape::Struct(Struct::of(fields(names, docs, lines, types, given)))
}

/// The fields of a struct or variant; see [`Columns::new`].
#[must_use]
pub const fn fields(
    names: &'static [&'static str],
    docs: &'static str,
    lines: &'static str,
    types: &'static [&'static Type],
    given: &'static [Given],
) -> Members {
    Members::Columns(Columns::new(names, docs, lines, types, given))
}

/// What is said of one field besides its type; see [`Given::new`].
#[must_use]
pub const fn given(field: usize, keys: &'static [Key], flags: u8, default: Option<Run>) -> Given {
    Given::new(field, keys, flags, default)
}

/// `Of::<T>::TYPE.table()` is the table of a type that is written out (never of a generic parameter): its own if it has
/// one, else that of its `JsonSchema`. An inherent associated constant comes before a trait's.
pub struct Of<T: ?Sized>(PhantomData<T>);

impl<T: Schema + ?Sized> Of<T> {
    /// The first choice.
    pub const TYPE: &'static Type = T::TYPE;
}

/// The second choice of [`Of`], whether or not there is a `JsonSchema`: so what is missed is [`Table`], which says what
/// to do.
pub trait ForeignType {
    /// The type.
    type Of: ?Sized;
    /// The second choice.
    const TYPE: Another<Self::Of> = Another(PhantomData);
}

impl<T: ?Sized> ForeignType for Of<T> {
    type Of = T;
}

/// A type without a table of its own.
pub struct Another<T: ?Sized>(PhantomData<*const T>);

impl<T: ?Sized> Another<T> {
    /// The table that stands for the type's `JsonSchema`.
    #[must_use]
    pub const fn table(&self) -> &'static Type
    where
        Self: Table<T>,
    {
        Self::TABLE
    }

    /// The table of a type with parameters that is not of the standard library.
    #[must_use]
    pub const fn generic_table(&self) -> &'static Type
    where
        Self: GenericTable<T>,
    {
        Self::TABLE
    }
}

/// What the second choice leads to for a type that may have `Schema` if its parameters have.
#[diagnostic::on_unimplemented(
    message = "`{T}` has no schema that Kubernetes could use",
    label = "no `Schema` for this type, or for one of its parameters",
    note = "a parameter of a generic type needs `Schema` itself; `JsonSchema`, with which a type can stand in a field, is not enough there",
    note = "derive it: `#[derive(wheelwright::Schema)]` beside `Serialize` and `Deserialize`",
    note = "for a parameter that is not yours: a newtype around it that derives `Schema`, or `#[schema(with = function)]`, `#[schema(as = OtherType)]` or `#[schema(opaque)]` on this field"
)]
pub trait GenericTable<T: ?Sized> {
    /// The table.
    const TABLE: &'static Type;
}

#[cfg(feature = "schemars")]
#[diagnostic::do_not_recommend]
impl<T: schemars::JsonSchema + ?Sized> GenericTable<T> for Another<T> {
    const TABLE: &'static Type = <Self as Table<T>>::TABLE;
}

/// What the second choice leads to.
#[diagnostic::on_unimplemented(
    message = "`{T}` has no schema that Kubernetes could use",
    label = "no `Schema` for this type, or for one within it",
    note = "derive it: `#[derive(wheelwright::Schema)]` beside `Serialize` and `Deserialize`",
    note = "for a type that is not yours: `#[schema(with = function)]`, `#[schema(as = OtherType)]`, or `#[schema(opaque)]` to keep any JSON"
)]
pub trait Table<T: ?Sized> {
    /// The table.
    const TABLE: &'static Type;
}

#[cfg(feature = "schemars")]
#[diagnostic::do_not_recommend]
impl<T: schemars::JsonSchema + ?Sized> Table<T> for Another<T> {
    const TABLE: &'static Type = &crate::schema::foreign::table::<T>("");
}
