//! From the model to code: the table, the conversions of Rust values, and what only other types' tables can tell.

mod calls;
mod checks;
pub(in crate::spoke) mod nest;
mod places;
mod root;
mod table;
mod typed;
pub(in crate::spoke) mod values;
mod variants;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Path};

use super::attrs::{ContainerKeys, Fallible};
use super::lower::known_root;
use super::model::{Record, Shape, Spoke, Variant};
use crate::diag::line;
use crate::expand::envelope;
use typed::Built;

/// One of the two directions of a mapping, as code of it is written.
#[derive(Clone)]
pub(super) struct Direction<'s> {
    pub(super) up: bool,
    /// Whether errors are returned.
    pub(super) fallible: bool,
    /// The value that is converted.
    pub(super) source: Ident,
    /// The variant whose fields are variables.
    pub(super) variant: Option<&'s Variant<'s>>,
    pub(super) spoke: &'s Spoke<'s>,
}

impl<'s> Direction<'s> {
    /// Of a variant whose fields are variables.
    pub(super) fn within(&self, variant: &'s Variant<'s>) -> Self {
        Self {
            variant: Some(variant),
            ..self.clone()
        }
    }

    /// The type that values come from.
    pub(super) fn from(&self) -> TokenStream {
        if self.up {
            own(self.spoke)
        } else {
            hub(self.spoke)
        }
    }
}

/// Where the user's token stands, with names that are resolved as ours.
pub(in crate::spoke) fn here(span: Span) -> Span {
    span.resolved_at(Span::call_site())
}

/// A name of a local variable.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Names for the two types, where no parameter stands in the way.
fn names(spoke: &Spoke<'_>) -> TokenStream {
    if !spoke.generics.params.is_empty() {
        return TokenStream::new();
    }
    let (ident, hub) = (spoke.ident, &spoke.hub.value);
    quote! {
        type __S = #ident;
        type __H = #hub;
    }
}

/// The spoke's type.
pub(super) fn own(spoke: &Spoke<'_>) -> TokenStream {
    if spoke.generics.params.is_empty() {
        return quote!(__S);
    }
    let ident = spoke.ident;
    let (_, type_generics, _) = spoke.generics.split_for_impl();
    quote!(#ident #type_generics)
}

/// The hub's type.
pub(super) fn hub(spoke: &Spoke<'_>) -> TokenStream {
    if spoke.generics.params.is_empty() {
        return quote!(__H);
    }
    let hub = &spoke.hub.value;
    quote!(#hub)
}

/// The hub's type as conversions of Rust values make and take it, of which rustc says nothing where an assertion or the table
/// has said it.
pub(super) fn mapped_hub(spoke: &Spoke<'_>) -> Option<TokenStream> {
    checks::record(spoke).map(|_| quote!(__M))
}

/// What the mapping says that the hub is, or the hub's type.
pub(super) fn made_hub(spoke: &Spoke<'_>) -> TokenStream {
    mapped_hub(spoke).unwrap_or_else(|| hub(spoke))
}

/// The code for a spoke.
pub(super) fn spoke(spoke: &Spoke<'_>) -> TokenStream {
    let mapping = table::mapping(spoke);
    let trait_impl = mapping_impl(spoke, &mapping);
    let up = conversion(spoke, true);
    let down = conversion(spoke, false);
    let root = spoke.root.as_ref().map(|root| root::root(spoke, root));
    let checks = checks::of(spoke);
    let names = names(spoke);
    let body = quote! {
        #[allow(unused_imports)]
        use __w::reach::*;
        #names
        #trait_impl
        #up
        #down
        #root
        #checks
    };
    envelope(spoke.krate.as_ref(), &body)
}

fn mapping_impl(spoke: &Spoke<'_>, mapping: &TokenStream) -> TokenStream {
    let (own, hub) = (own(spoke), hub(spoke));
    let (impl_generics, _, where_clause) = spoke.generics.split_for_impl();
    let fallible = fallible(spoke.fallible);
    quote! {
        #[automatically_derived]
        impl #impl_generics __w::SpokeOf<#hub> for #own #where_clause {
            const MAPPING: __w::Mapping = #mapping;
            #fallible
        }
    }
}

fn fallible(fallible: Fallible) -> TokenStream {
    let mut code = TokenStream::new();
    if fallible.up.is_some() {
        code.extend(quote!(
            const FALLIBLE_UP: bool = true;
        ));
    }
    if fallible.down.is_some() {
        code.extend(quote!(
            const FALLIBLE_DOWN: bool = true;
        ));
    }
    code
}

/// `From` or `TryFrom`, in one direction.
fn conversion(spoke: &Spoke<'_>, up: bool) -> TokenStream {
    let (own, hub) = (own(spoke), hub(spoke));
    let direction = Direction {
        up,
        fallible: if up {
            spoke.fallible.up.is_some()
        } else {
            spoke.fallible.down.is_some()
        },
        source: local(if up { "__s" } else { "__h" }),
        variant: None,
        spoke,
    };
    let (from, to) = if up { (&own, &hub) } else { (&hub, &own) };
    let taken = mapped_hub(spoke).filter(|_| !up);
    let taken = taken.as_ref().unwrap_or(from);
    let body = match &spoke.shape {
        Shape::Struct(record) => {
            let made = mapped_hub(spoke).filter(|_| up);
            let built = typed::record(record, &direction, &made.unwrap_or_else(|| quote!(Self)));
            match built {
                Built::Fields(fields)
                    if !direction.fallible && spoke.generics.params.is_empty() =>
                {
                    let source = &direction.source;
                    return quote!(__w::from!(#from, #to, #source: #taken; #fields););
                }
                built => built.value(),
            }
        }
        Shape::Enum(list) => variants::convert(list, &direction),
        Shape::Newtype(ty) => typed::newtype(ty, &direction),
        Shape::Calls(with, back, _) => {
            let function = if up { with } else { back };
            calls::whole(function, &direction)
        }
    };
    let body = match spoke.shape {
        Shape::Calls(..) => body,
        _ if direction.fallible => quote!(__w::Ok(#body)),
        _ => body,
    };
    from_impl(spoke, &direction, [from, to, taken], &body)
}

/// The impl of a conversion: the types that it is between, and the first as its function writes it. In a fallible direction
/// `body` is a `Result`.
pub(super) fn from_impl(
    spoke: &Spoke<'_>,
    direction: &Direction<'_>,
    [from, to, taken]: [&TokenStream; 3],
    body: &TokenStream,
) -> TokenStream {
    let (impl_generics, _, where_clause) = spoke.generics.split_for_impl();
    let source = &direction.source;
    if direction.fallible {
        quote! {
            #[automatically_derived]
            impl #impl_generics __w::TryFrom<#from> for #to #where_clause {
                type Error = __w::ConversionError;
                fn try_from(#source: #taken) -> __w::Result<Self, __w::ConversionError> {
                    #body
                }
            }
        }
    } else {
        quote! {
            #[automatically_derived]
            impl #impl_generics __w::From<#from> for #to #where_clause {
                fn from(#source: #taken) -> Self {
                    #body
                }
            }
        }
    }
}

/// Where the attribute stands, as an expression of the type `Place`.
fn place(spoke: &Spoke<'_>) -> TokenStream {
    let line = Literal::u32_unsuffixed(line(spoke.attribute));
    quote!(__w::Place::at(::core::module_path!(), ::core::file!(), #line))
}

/// What is known of a spoke whatever else is wrong with it.
pub(super) struct Known {
    hub: Option<Path>,
    fallible: Fallible,
    krate: Option<Path>,
    /// The root object of which it is the spec, and the one that this maps to.
    root: Option<(Ident, Path)>,
}

impl Known {
    pub(super) fn of(input: &DeriveInput, keys: &ContainerKeys) -> Self {
        Self {
            hub: keys.hub.value().cloned(),
            fallible: keys.fallible.value().copied().unwrap_or_default(),
            krate: keys.krate.value().cloned(),
            root: known_root(input),
        }
    }
}

/// What stands in for a mapping that could not be made, so that one error does not lead to others.
pub(super) fn stand_in(input: &DeriveInput, known: &Known) -> TokenStream {
    let ident = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let conversion = |fails: bool, from: &TokenStream, to: &TokenStream| {
        if fails {
            quote! {
                impl #impl_generics __w::TryFrom<#from> for #to #where_clause {
                    type Error = __w::ConversionError;
                    fn try_from(_: #from) -> __w::Result<Self, __w::ConversionError> {
                        __w::stand_in()
                    }
                }
            }
        } else {
            quote! {
                impl #impl_generics __w::From<#from> for #to #where_clause {
                    fn from(_: #from) -> Self {
                        __w::stand_in()
                    }
                }
            }
        }
    };
    let conversions = |own: &TokenStream, hub: &TokenStream| {
        let up = conversion(known.fallible.up.is_some(), own, hub);
        let down = conversion(known.fallible.down.is_some(), hub, own);
        quote!(#up #down)
    };
    let values = known.hub.as_ref().map(|hub| {
        let (own, hub) = (quote!(#ident #type_generics), quote!(#hub));
        let conversions = conversions(&own, &hub);
        let flags = fallible(known.fallible);
        quote! {
            impl #impl_generics __w::SpokeOf<#hub> for #own #where_clause {
                const MAPPING: __w::Mapping = __w::Mapping::Same;
                #flags
            }
            #conversions
        }
    });
    let objects = known.root.as_ref().map(|(ident, hub)| {
        let (own, hub) = (quote!(#ident), quote!(#hub));
        let conversions = conversions(&own, &hub);
        let mapping = root::stand_in(&own, &hub);
        quote!(#mapping #conversions)
    });
    envelope(known.krate.as_ref(), &quote!(#values #objects))
}

/// The steps of a record, each with its index in the table.
pub(super) fn indexed<'r>(
    record: &'r Record<'_>,
) -> impl Iterator<Item = (usize, &'r super::model::Step)> {
    record.steps.iter().enumerate()
}
