//! From the model to code: const tables, and nothing that the runtime can do.
//!
//! Everything stands in one `const _`, is named by absolute paths through the runtime's hidden module `__w`, and keeps
//! the spans of what the user wrote.

mod assertions;
pub(crate) mod fallback;
pub(crate) mod generics;
pub(crate) mod keys;
pub(crate) mod resource;
pub(crate) mod schema;
#[cfg(test)]
mod tests;
pub(crate) mod tree;
pub(crate) mod written;

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, Path};

/// Puts impls where they are seen and nothing else of them is.
pub(crate) fn envelope(krate: Option<&Path>, body: &TokenStream) -> TokenStream {
    let private = private(krate);
    quote! {
        // Paths that stand at the user's tokens look like the user's own. Assertions always end, if late for huge structs. What is
        // deprecated is deprecated for users, and is converted as before.
        #[allow(unused_qualifications, long_running_const_eval, deprecated)]
        const _: () = {
            use #private as __w;
            #body
        };
    }
}

/// The path of the runtime's hidden module, for what stands outside of an envelope.
pub(crate) fn private(krate: Option<&Path>) -> TokenStream {
    let module = private_module(Span::call_site());
    if let Some(path) = krate {
        quote!(#path::#module)
    } else {
        quote!(::wheelwright::#module)
    }
}

/// The name of the runtime's hidden module, which is that of a release: `__private_0_1_0`. Code of a derive that belongs
/// to another release than the runtime then names a module that is not there, instead of one in which things differ.
pub(crate) fn private_module(span: Span) -> Ident {
    let release = env!("CARGO_PKG_VERSION").replace(['.', '-', '+'], "_");
    Ident::new(&format!("__private_{release}"), span)
}

/// `pub use private as __private_0_1_0`, for the runtime.
pub(crate) fn private_reexport(module: &TokenStream) -> TokenStream {
    let name = private_module(Span::call_site());
    quote! {
        #[doc(hidden)]
        pub use #module as #name;
    }
}
