//! The traits of kube on root structs.

use std::sync::OnceLock;

use crate::table::Root;

/// `plural.group`, composed once.
pub fn crd_name(name: &'static OnceLock<String>, root: &Root) -> &'static str {
    name.get_or_init(|| format!("{}.{}", root.plural, root.group))
}

/// The traits of kube for the root struct `$root`; arguments as those of [`crate::__wheelwright_root`].
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_kube {
    (@scope namespaced) => { $crate::private::kube_core::NamespaceResourceScope };
    (@scope cluster) => { $crate::private::kube_core::ClusterResourceScope };
    (@scope of $hub:ty) => { <$hub as $crate::private::kube_core::Resource>::Scope };
    ($root:ident, $spec:ident, $status:ty, [$($member:ident)?], $($scope:tt)+) => {
        #[automatically_derived]
        impl $crate::private::kube_core::Resource for $root {
            type DynamicType = ();
            type Scope = $crate::__wheelwright_kube!(@scope $($scope)+);

            #[inline]
            fn kind(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::Cow::Borrowed(<Self as $crate::private::CustomResource>::ROOT.kind)
            }

            #[inline]
            fn group(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::Cow::Borrowed(<Self as $crate::private::CustomResource>::ROOT.group)
            }

            #[inline]
            fn version(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::Cow::Borrowed(<Self as $crate::private::CustomResource>::ROOT.version)
            }

            #[inline]
            fn plural(_: &()) -> $crate::private::Cow<'_, ::core::primitive::str> {
                $crate::private::Cow::Borrowed(<Self as $crate::private::CustomResource>::ROOT.plural)
            }

            #[inline]
            fn meta(&self) -> &$crate::private::ObjectMeta {
                &self.metadata
            }

            #[inline]
            fn meta_mut(&mut self) -> &mut $crate::private::ObjectMeta {
                &mut self.metadata
            }
        }

        #[automatically_derived]
        impl $crate::private::kube_core::CustomResourceExt for $root {
            #[inline]
            fn crd() -> $crate::private::CustomResourceDefinition {
                $crate::private::crd_of(&[<Self as $crate::private::CustomResource>::ROOT])
            }

            #[inline]
            fn crd_name() -> &'static ::core::primitive::str {
                static NAME: $crate::private::OnceLock<::std::string::String> = $crate::private::OnceLock::new();
                $crate::private::crd_name(&NAME, <Self as $crate::private::CustomResource>::ROOT)
            }

            #[inline]
            fn api_resource() -> $crate::private::ApiResource {
                $crate::private::ApiResource::erase::<Self>(&())
            }

            #[inline]
            fn shortnames() -> &'static [&'static ::core::primitive::str] {
                <Self as $crate::private::CustomResource>::ROOT.short_names
            }
        }

        #[automatically_derived]
        impl $crate::private::kube_core::object::HasSpec for $root {
            type Spec = $spec;

            #[inline]
            fn spec(&self) -> &$spec {
                &self.spec
            }

            #[inline]
            fn spec_mut(&mut self) -> &mut $spec {
                &mut self.spec
            }
        }

        $(
            #[automatically_derived]
            impl $crate::private::kube_core::object::HasStatus for $root {
                type Status = $status;

                #[inline]
                fn status(&self) -> ::core::option::Option<&$status> {
                    self.$member.as_ref()
                }

                #[inline]
                fn status_mut(&mut self) -> &mut ::core::option::Option<$status> {
                    &mut self.$member
                }
            }
        )?
    };
}
