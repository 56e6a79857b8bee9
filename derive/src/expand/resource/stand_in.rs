//! What stands in for a resource with errors, so that one error does not lead to others.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{Data, DeriveInput, Path, Type};

use super::RootStruct;
use crate::attrs::crd::CrdKeys;
use crate::attrs::doc;
use crate::expand::envelope;
use crate::resource::model::Root;

/// A root struct whose table says nothing; no assertion looks at it.
pub(crate) struct StandIn<'i> {
    input: &'i DeriveInput,
    root: Root,
    status: Option<Type>,
    krate: Option<Path>,
}

impl<'i> StandIn<'i> {
    /// `None` where the root struct has no name, would need parameters, or cannot have what every root struct has.
    pub(crate) fn of(input: &'i DeriveInput, root: Option<Ident>, keys: &CrdKeys) -> Option<Self> {
        if !input.generics.params.is_empty() || matches!(input.data, Data::Union(_)) {
            return None;
        }
        Some(Self {
            input,
            root: Root {
                ident: root?,
                derives: keys.derives.clone(),
                attributes: keys.attributes.clone(),
            },
            status: keys.status.value().cloned(),
            krate: keys.krate.value().cloned(),
        })
    }

    pub(crate) fn code(&self) -> TokenStream {
        let shape = RootStruct {
            vis: &self.input.vis,
            root: &self.root,
            doc: &doc::description(&self.input.attrs),
            spec: &self.input.ident,
            status: self.status.as_ref(),
            krate: self.krate.as_ref(),
        };
        let definition = shape.definition();
        let table = quote!(&__w::Root::new(
            __w::SpecPlace::Root(__w::ANY),
            __w::Place::NONE
        ));
        let impls = shape.impls(&table, &quote!(__w::None), &quote!(namespaced));
        let code = envelope(self.krate.as_ref(), &impls);
        quote!(#definition #code)
    }
}
