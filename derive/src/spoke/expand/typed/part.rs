//! Structs that hold what arrives in places deeper within.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{PathArguments, Type};

use super::{Arriving, Code};
use crate::expand::written::is_option;
use crate::lower::{arguments, ungrouped};
use crate::spoke::attrs::{Part, Segment, Spot};
use crate::spoke::expand::nest::Peeled;
use crate::spoke::expand::{here, hub, local, made_hub, mapped_hub, own, places};
use crate::spoke::model::{How, Step, rust_ident};

impl Code<'_, '_> {
    /// A value of which rustc is told the type, where only its place has one: what an optional struct holds may or may
    /// not be optional itself.
    pub(super) fn typed(
        &self,
        step: Option<&Step>,
        spot: &Spot,
        value: &TokenStream,
    ) -> TokenStream {
        let Some(step) = step else {
            return value.clone();
        };
        let written = step.spoke.first().and_then(|spot| self.record.field(spot));
        let written = written.map(|field| Peeled::of(field.ty));
        let up = self.direction.up;
        let or = if up { &step.or } else { &step.or_back };
        let is_option = match (&step.how, &written) {
            _ if or.is_none() && self.is_of_tags(step) => true,
            (How::Nest, Some(peeled)) if peeled.is_list_or_map() => peeled.is_option(),
            (How::Kind(_), _) if or.is_none() => true,
            (How::Kind(_) | How::Only(None) | How::Elsewhere(None), _) => false,
            // `None` alone does not say of what.
            (How::Only(Some(value)) | How::Elsewhere(Some(value)), _)
                if value.to_string() == "None" =>
            {
                true
            }
            _ => return value.clone(),
        };
        let of = local("__h");
        let ty = if up {
            made_hub(self.direction.spoke)
        } else {
            own(self.direction.spoke)
        };
        let leaf = places::leaf(spot, &of);
        let span = here(spot.span());
        if is_option {
            quote_spanned!(span=> __w::optional_at(#value, |#of: &#ty| #leaf.inner()))
        } else {
            quote_spanned!(span=> __w::plain_at(#value, |#of: &#ty| #leaf))
        }
    }

    /// What arrives at entries of a map in the struct that holds deeper places.
    fn entries<'e>(
        &'e self,
        prefix: &'e [Segment],
        map: &'e str,
    ) -> impl Iterator<Item = (&'e str, &'e TokenStream)> {
        self.arriving.iter().filter_map(move |arriving| {
            match arriving.spot.path()?.strip_prefix(prefix)? {
                [Segment::Field(name), Segment::Entry(key), ..] if name == map => {
                    Some((key.as_str(), &arriving.value))
                }
                _ => None,
            }
        })
    }

    /// The items, each a variable, of a list in the struct that holds deeper places.
    fn items_of<'e>(
        &'e self,
        prefix: &'e [Segment],
        list: &'e str,
    ) -> impl Iterator<Item = Ident> + 'e {
        self.arriving.iter().filter_map(move |arriving| {
            let is_it = match arriving.spot.path()?.strip_prefix(prefix)? {
                [Segment::Field(name), Segment::Item(_), ..] => name == list,
                _ => false,
            };
            let is_it = is_it && !self.is_in_made_item(arriving.spot);
            is_it.then(|| syn::parse2(arriving.value.clone()).ok())?
        })
    }

    /// The struct that holds deeper places.
    pub(super) fn part(&self, prefix: &[Segment], parts: &[Part]) -> TokenStream {
        let Some(part) = parts.iter().find(|part| part.path == prefix) else {
            return TokenStream::new();
        };
        let optional = is_option(&part.ty);
        let spoke = self.direction.spoke;
        let table = if self.direction.up {
            hub(spoke)
        } else {
            own(spoke)
        };
        let ty = if optional {
            held(&part.ty).unwrap_or(&part.ty)
        } else {
            &part.ty
        };
        let mut fields = TokenStream::new();
        let mut absent = Vec::new();
        let mut seen: Vec<&str> = Vec::new();
        for Arriving { spot, value } in &self.arriving {
            let Some(path) = spot.path() else { continue };
            let Some([Segment::Field(name), rest @ ..]) = path.strip_prefix(prefix) else {
                continue;
            };
            if seen.contains(&name.as_str()) {
                continue;
            }
            seen.push(name);
            if let [Segment::Item(_), ..] = rest {
                let span = here(spot.span());
                let field = rust_ident(name, span);
                let mut list = quote!(__w::Default::default());
                for item in self.items_of(prefix, name) {
                    absent.push((item.clone(), quote!(#item), span));
                    list = quote_spanned!(span=> __w::with_item(#list, #item));
                }
                fields.extend(quote_spanned!(span=> #field: #list,));
                continue;
            }
            let span = here(spot.span());
            let field = rust_ident(name, span);
            if let [Segment::Entry(_), ..] = rest {
                let mut map = quote!(__w::Default::default());
                for (key, value) in self.entries(prefix, name) {
                    let mut value = value.clone();
                    if optional {
                        let held = local(&format!(
                            "__p{}_{}_{}",
                            prefix.len(),
                            seen.len(),
                            absent.len()
                        ));
                        absent.push((held.clone(), value, span));
                        value = quote!(#held);
                    }
                    map = quote_spanned!(span=> __w::with_entry(#map, #key, #value));
                }
                fields.extend(quote_spanned!(span=> #field: #map,));
                continue;
            }
            let value = if rest.is_empty() && optional {
                self.typed(self.step_to(spot), spot, value)
            } else if rest.is_empty() {
                value.clone()
            } else {
                let depth = prefix.len() + 1;
                self.part(path.get(..depth).unwrap_or_default(), parts)
            };
            if optional {
                let held = local(&format!("__p{}_{}", prefix.len(), seen.len()));
                absent.push((held.clone(), value, span));
                let names = path.get(..=prefix.len()).unwrap_or_default();
                let names = names.iter().map(Segment::name);
                let read = quote_spanned!(span=> || __w::unsaid_at::<#table, _>(&[#(#names),*]));
                fields.extend(quote_spanned! {span=>
                    #field: __w::Fill::fill(#held).or_else(#read)?,
                });
            } else {
                fields.extend(quote_spanned!(span=> #field: #value,));
            }
        }
        let literal = self.literal(ty, &fields);
        if !optional {
            return literal;
        }
        let held = absent.iter().map(|(held, ..)| held);
        let values = absent.iter().map(|(_, value, _)| value);
        let is_absent = absent
            .iter()
            .map(|(held, _, span)| quote_spanned!(*span=> __w::Absent(&#held).is()));
        quote!({
            #(let #held = #values;)*
            __w::part(#(#is_absent)&&*, || __w::Some(#literal))
        })
    }
}

impl Code<'_, '_> {
    /// A struct literal of a written type, of which rustc says nothing where an assertion or the table has said it.
    fn literal(&self, ty: &Type, fields: &TokenStream) -> TokenStream {
        let ty = ungrouped(ty);
        if let Some(hub) = mapped_hub(self.direction.spoke) {
            return quote!({ type __Part = __w::IfType<#hub, #ty>; __Part { #fields } });
        }
        match ty {
            Type::Path(path)
                if path.qself.is_none()
                    && path
                        .path
                        .segments
                        .iter()
                        .all(|segment| matches!(segment.arguments, PathArguments::None)) =>
            {
                quote!(#ty { #fields })
            }
            _ => quote!({ type __Part = #ty; __Part { #fields } }),
        }
    }
}

/// What an `Option` holds.
fn held(ty: &Type) -> Option<&Type> {
    match ungrouped(ty) {
        Type::Path(path) => arguments(path).next(),
        _ => None,
    }
}
