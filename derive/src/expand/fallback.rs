//! What stands in for an impl that could not be made, so that one error does not lead to others.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path};

use super::envelope;

/// An `impl Schema` that says nothing.
pub(crate) fn schema(input: &DeriveInput, krate: Option<&Path>) -> TokenStream {
    let ident = &input.ident;
    let name = ident.to_string();
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    envelope(
        krate,
        &quote! {
            #[automatically_derived]
            impl #impl_generics __w::Schema for #ident #type_generics #where_clause {
                const TYPE: &'static __w::Type = &__w::Type::of(#name, __w::STAND_IN);
            }
        },
    )
}
