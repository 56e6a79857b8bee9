//! The traits of kube on root structs.

use std::{borrow::Cow, marker::PhantomData};

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;

use super::{CustomResource, Rooted};
use crate::assert::Message;

/// The resource's group.
#[must_use]
pub fn group<R: Rooted>() -> Cow<'static, str> {
    Cow::Borrowed(R::ROOT.group)
}

/// The struct's version.
#[must_use]
pub fn version<R: Rooted>() -> Cow<'static, str> {
    Cow::Borrowed(R::ROOT.version)
}

/// The resource's kind.
#[must_use]
pub fn kind<R: Rooted>() -> Cow<'static, str> {
    Cow::Borrowed(R::ROOT.kind)
}

/// The resource's plural name.
#[must_use]
pub fn plural<R: Rooted>() -> Cow<'static, str> {
    Cow::Borrowed(R::ROOT.plural)
}

/// The resource's short names.
#[must_use]
pub fn short_names<R: CustomResource>() -> &'static [&'static str] {
    R::ROOT.short_names
}

/// `plural.group`.
#[must_use]
pub const fn crd_name<R: CustomResource>() -> &'static str {
    Name::<R>::TEXT
}

/// The name of a resource's CRD. Composed here, for a static in every root's code would cost rustc more.
struct Name<R>(PhantomData<R>);

impl<R: CustomResource> Name<R> {
    const PARTS: &'static Message = &{
        let mut name = Message::new(R::ROOT.plural);
        name.text(".").text(R::ROOT.group);
        name
    };
    const TEXT: &'static str = Self::PARTS.as_str();
}

/// The CRD of the one version. Panics with the whole report if the API server would refuse it, for kube's trait has no
/// place for an error.
#[must_use]
#[track_caller]
pub fn crd<R: CustomResource>() -> CustomResourceDefinition {
    crate::manifest::crd_of(&[R::ROOT])
}

/// The traits of kube for the root struct `$root`; arguments as those of [`crate::__wheelwright_root`].
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_kube {
    (root, $root:ident, $($rest:tt)*) => {
        #[automatically_derived]
        impl $crate::private::kube_core::CustomResourceExt for $root {
            fn crd() -> $crate::private::CustomResourceDefinition {
                $crate::private::kube::crd::<Self>()
            }

            fn crd_name() -> &'static ::core::primitive::str {
                $crate::private::kube::crd_name::<Self>()
            }

            fn api_resource() -> $crate::private::ApiResource {
                $crate::private::ApiResource::erase::<Self>(&())
            }

            fn shortnames() -> &'static [&'static ::core::primitive::str] {
                $crate::private::kube::short_names::<Self>()
            }
        }

        $crate::__wheelwright_kube! { client, $root, $($rest)* }
    };
    (client, $root:ident, $spec:ident, $status:ty, [$($member:ident)?], $scope:ty) => {
        #[automatically_derived]
        impl $crate::private::kube_core::Resource for $root {
            type DynamicType = ();
            type Scope = $scope;

            fn kind(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::kube::kind::<Self>()
            }

            fn group(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::kube::group::<Self>()
            }

            fn version(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::kube::version::<Self>()
            }

            fn plural(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::kube::plural::<Self>()
            }

            fn meta(&self) -> &$crate::private::ObjectMeta {
                &self.metadata
            }

            fn meta_mut(&mut self) -> &mut $crate::private::ObjectMeta {
                &mut self.metadata
            }
        }

        #[automatically_derived]
        impl $crate::private::kube_core::object::HasSpec for $root {
            type Spec = $spec;

            fn spec(&self) -> &$spec {
                &self.spec
            }

            fn spec_mut(&mut self) -> &mut $spec {
                &mut self.spec
            }
        }

        $(
            #[automatically_derived]
            impl $crate::private::kube_core::object::HasStatus for $root {
                type Status = $status;

                fn status(&self) -> ::core::option::Option<&$status> {
                    self.$member.as_ref()
                }

                fn status_mut(&mut self) -> &mut ::core::option::Option<$status> {
                    &mut self.$member
                }
            }
        )?
    };
}
