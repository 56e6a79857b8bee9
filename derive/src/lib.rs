//! The derives of wheelwright.

mod attrs;
mod check;
mod diag;
mod expand;
mod input;
mod lower;
mod model;
mod names;
mod resource;
mod schema;
mod spoke;
mod wheel;

use proc_macro::TokenStream;

/// Gives a type its table: what Kubernetes must know of it.
#[proc_macro_derive(Schema, attributes(schema, serde))]
pub fn derive_schema(input: TokenStream) -> TokenStream {
    schema::derive(input.into()).into()
}

/// Makes a custom resource of a spec struct: the root struct, its impls, and what the CRD says of it.
#[proc_macro_derive(CustomResource, attributes(crd))]
pub fn derive_custom_resource(input: TokenStream) -> TokenStream {
    resource::derive(input.into()).into()
}

/// Says how a type of one version maps to that of another.
#[proc_macro_derive(Spoke, attributes(spoke, serde, crd))]
pub fn derive_spoke(input: TokenStream) -> TokenStream {
    spoke::derive(input.into()).into()
}

/// What makes the runtime's module of the given path reachable for the code of these derives, and of no other release's.
#[doc(hidden)]
#[proc_macro]
pub fn __private(input: TokenStream) -> TokenStream {
    expand::private_reexport(&input.into()).into()
}

/// What the runtime's `wheel!` becomes; called by it alone, with the runtime's path in front.
#[doc(hidden)]
#[proc_macro]
pub fn __wheel(input: TokenStream) -> TokenStream {
    wheel::expand(input.into()).into()
}
