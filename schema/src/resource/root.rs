//! The impls of a root struct, which `#[derive(CustomResource)]` asks for in one line.

use super::ObjectMeta;
use crate::schema::Schema;
use crate::table::run::ANY;
use crate::table::{Place, Root, SpecPlace, Type};

/// `metadata` that holds nothing but a name.
#[must_use]
pub fn named(name: &str) -> ObjectMeta {
    ObjectMeta {
        name: Some(name.to_owned()),
        ..ObjectMeta::default()
    }
}

/// A type with a table, as the struct that `#[derive(CustomResource)]` stands on must be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema that Kubernetes could use",
    label = "no `Schema` for this type",
    note = "derive it beside `CustomResource`: `#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]`"
)]
pub trait Described {
    /// The table.
    const TABLE: &'static Type;
}

// Without rustc's list of what else has a schema.
#[diagnostic::do_not_recommend]
impl<T: Schema> Described for T {
    const TABLE: &'static Type = T::TYPE;
}

/// The table of a version whose names the derive fills in.
///
/// What generated code hands over as a type, here and below, it does not name as a constant: for its lints rustc
/// evaluates every constant that an item names or borrows, and with a table all tables that it refers to.
#[must_use]
pub const fn root_of<Spec: Described>(no_spec: bool, place: Place) -> Root {
    Root::new(spec_place::<Spec>(no_spec), place)
}

/// The table of a version of a hub's resource. The hub's is named, as it is by what is asserted of it: so a hub that is
/// no root struct is one error.
#[must_use]
pub const fn spoke_of<Spec: Described>(hub: &Root, no_spec: bool, place: Place) -> Root {
    Root::of_hub(hub, spec_place::<Spec>(no_spec), place)
}

/// The table of a client's version, of whose spec nothing is known.
#[must_use]
pub const fn client_of(no_spec: bool, place: Place) -> Root {
    let spec = if no_spec {
        SpecPlace::Root(ANY)
    } else {
        SpecPlace::Spec(ANY)
    };
    Root::new(spec, place)
}

const fn spec_place<Spec: Described>(no_spec: bool) -> SpecPlace {
    if no_spec {
        SpecPlace::Root(Spec::TABLE)
    } else {
        SpecPlace::Spec(Spec::TABLE)
    }
}

/// Gives the root struct `$root` its constructor, `Serialize`, `Deserialize` and the traits of kube.
///
/// `$status` is `()` and the brackets behind it are empty where there is no status. `$absent` is the
/// `Option<fn() -> Spec>` for objects without spec. `$scope` is kube's type for it, seen by nobody without kube. The word
/// in front is `root`, or `client` where there is no CRD.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_root {
    (
        $what:ident, $vis:vis $root:ident, $spec:ident, $status:ty, [$($member:ident)?], $absent:expr, $scope:ty
    ) => {
        #[automatically_derived]
        impl $root {
            /// An object of this name, without anything else in its metadata.
            #[must_use]
            $vis fn new(name: &::core::primitive::str, spec: $spec) -> Self {
                Self {
                    metadata: $crate::private::named(name),
                    spec,
                    $($member: ::core::option::Option::None,)?
                }
            }
        }

        #[automatically_derived]
        impl $crate::private::serde::Serialize for $root {
            fn serialize<__S: $crate::private::serde::Serializer>(
                &self,
                __serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                $crate::private::write::<Self, $status, __S>(
                    &self.metadata,
                    &self.spec,
                    ::core::option::Option::None$(.or(self.$member.as_ref()))?,
                    __serializer,
                )
            }
        }

        #[automatically_derived]
        impl<'de> $crate::private::serde::Deserialize<'de> for $root {
            fn deserialize<__D: $crate::private::serde::Deserializer<'de>>(
                __deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                // Not a `match` or `?`, which are more work for rustc than a closure.
                $crate::private::read::<Self, $status, __D>(
                    $absent,
                    |__parts| Self {
                        metadata: __parts.metadata,
                        spec: __parts.spec,
                        $($member: __parts.$member,)?
                    },
                    __deserializer,
                )
            }
        }

        $crate::__wheelwright_kube! { $what, $root, $spec, $status, [$($member)?], $scope }
    };
}

/// Without feature `kube` there is nothing to add.
#[cfg(not(feature = "kube"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_kube {
    ($($anything:tt)*) => {};
}
