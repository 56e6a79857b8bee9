//! Optional structs that are absent, made of what arrives in places within them.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::super::{here, hub, local, made_hub, own, places};
use super::{Arriving, Code};
use crate::spoke::attrs::{Segment, Spot};
use crate::spoke::model::How;

impl Code<'_, '_> {
    /// Statements that make the structs that hold deeper places of `into`, those around others first, where such a struct is
    /// optional and absent.
    pub(super) fn make_holders(&self, into: &Ident) -> TokenStream {
        let mut made: Vec<(&[Segment], &Spot)> = Vec::new();
        for Arriving { spot, .. } in &self.arriving {
            let path = spot.path().unwrap_or_default();
            let is_written = matches!(path, [Segment::Field(head), _, ..] if !self.is_part(head));
            if !is_written || self.is_in_made_item(spot) {
                continue;
            }
            let structs = holders(path);
            for depth in 1..=structs.len() {
                let holder = structs.get(..depth).unwrap_or_default();
                if made.iter().all(|(known, _)| *known != holder) {
                    made.push((holder, spot));
                }
            }
        }
        made.sort_by_key(|(holder, _)| holder.len());
        made.into_iter()
            .map(|(holder, spot)| {
                let value = self.made(holder, spot);
                places::stand(holder, spot.span(), into, &value)
            })
            .collect()
    }

    /// The struct, of what arrives within it.
    fn made(&self, holder: &[Segment], first: &Spot) -> TokenStream {
        let span = here(first.span());
        let of = local("__h");
        let spoke = self.direction.spoke;
        let (ty, table) = if self.direction.up {
            (made_hub(spoke), hub(spoke))
        } else {
            (own(spoke), own(spoke))
        };
        let within = self.arriving.iter().filter_map(|Arriving { spot, value }| {
            let path = spot.path()?;
            let rest = path.strip_prefix(holder).filter(|rest| !rest.is_empty())?;
            if self.is_in_made_item(spot) {
                return None;
            }
            let span = here(spot.span());
            // What no step takes from the other version makes nothing.
            let makes = self.step_to(spot).is_some_and(|step| {
                !matches!(step.how, How::Only(_) | How::Elsewhere(_)) && !self.is_of_tags(step)
            });
            // An item is added where there is a list, which it takes no more than an empty one for.
            let item = rest
                .iter()
                .position(|segment| matches!(segment, Segment::Item(_)));
            let names = rest.get(..item.unwrap_or(rest.len())).unwrap_or_default();
            let names = names.iter().map(Segment::name);
            let value = if item.is_some() {
                quote_spanned!(span=> __w::list_around(&#value))
            } else {
                quote!(#value)
            };
            Some(quote_spanned!(span=> __w::arriving(&[#(#names),*], &#value, #makes)))
        });
        let names = holder.iter().map(Segment::name);
        let leaf = places::holder(holder, first.span(), &of);
        quote_spanned! {span=>
            __w::made_struct::<#table, _>(&[#(#names),*], [#(#within),*], |#of: &#ty| #leaf)
        }
    }
}

/// The structs on the way to a place, before any map or list.
fn holders(path: &[Segment]) -> &[Segment] {
    let fields = path
        .iter()
        .take_while(|segment| matches!(segment, Segment::Field(_)))
        .count();
    path.get(..fields.saturating_sub(1)).unwrap_or_default()
}
