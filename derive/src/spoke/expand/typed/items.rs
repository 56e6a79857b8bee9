//! Items of lists, made of what arrives in them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::super::calls::settled;
use super::super::{here, local, made_hub, own, places};
use super::{Arriving, Code};
use crate::spoke::attrs::{Segment, Spot};
use crate::spoke::model::{How, Step};

impl Code<'_, '_> {
    /// Makes each item of what arrives in it; the first of that stands for the item from then on.
    pub(super) fn make_items(&mut self) {
        let mut made: Vec<&[Segment]> = Vec::new();
        let mut items = Vec::new();
        for (index, arriving) in self.arriving.iter().enumerate() {
            let Some((item, _)) = arriving.spot.item() else {
                continue;
            };
            if !made.contains(&item) {
                made.push(item);
                items.push((index, self.item(item, arriving.spot)));
            }
        }
        for (index, value) in items {
            let name = local(&format!("__item{index}"));
            self.then.extend(quote!(let #name = #value;));
            if let Some(arriving) = self.arriving.get_mut(index) {
                arriving.value = quote!(#name);
            }
        }
    }

    /// Whether a place is within an item that another place before it stands for.
    pub(super) fn is_in_made_item(&self, spot: &Spot) -> bool {
        let Some((item, _)) = spot.item() else {
            return false;
        };
        let mut all = self.arriving.iter().map(|arriving| arriving.spot);
        let first = all.find(|other| other.item().is_some_and(|(other, _)| other == item));
        first.is_some_and(|first| !std::ptr::eq(first, spot))
    }

    /// The item, if there is one.
    fn item(&self, item: &[Segment], first: &Spot) -> TokenStream {
        let span = here(first.span());
        let of = local("__h");
        let up = self.direction.up;
        let (ty, table) = if up {
            let spoke = self.direction.spoke;
            (made_hub(spoke), super::hub(spoke))
        } else {
            (own(self.direction.spoke), own(self.direction.spoke))
        };
        let within = self.arriving.iter().filter_map(|Arriving { spot, value }| {
            let (_, rest) = spot.item().filter(|(own, _)| *own == item)?;
            let step = self.step_of(spot)?;
            let is_added = matches!(step.how, How::Only(_));
            let leaf = places::leaf(spot, &of);
            let span = here(spot.span());
            let value = match &step.how {
                How::Nest => self.typed(Some(step), spot, value),
                How::Kind(_) if self.has_no_stand_in(step) => self.typed(Some(step), spot, value),
                _ if value.to_string() == "None" => {
                    quote_spanned!(span=> __w::optional_at(#value, |#of: &#ty| #leaf.inner()))
                }
                _ => quote_spanned!(span=> __w::plain_at(#value, |#of: &#ty| #leaf)),
            };
            let names = rest.iter().map(Segment::name);
            Some(quote_spanned! {span=>
                __w::within(&[#(#names),*], __w::in_item(#value, |#of: &#ty| #leaf), #is_added)
            })
        });
        let list = item.get(..item.len() - 1).unwrap_or_default();
        let name = item.last().map_or("", Segment::name);
        let holder = places::holder(item, first.span(), &of);
        let list = list.iter().map(Segment::name);
        let made = quote_spanned! {span=>
            __w::made_item::<#table, _>(&[#(#list),*], #name, [#(#within),*], |#of: &#ty| #holder)
        };
        settled(&made, None, self.direction, None)
    }

    /// The step that has this place to write.
    fn step_of(&self, spot: &Spot) -> Option<&Step> {
        let mut steps = self.record.steps.iter();
        steps.find(|step| self.sides(step).1.iter().any(|own| std::ptr::eq(own, spot)))
    }

    fn has_no_stand_in(&self, step: &Step) -> bool {
        let or = if self.direction.up {
            &step.or
        } else {
            &step.or_back
        };
        or.is_none()
    }
}
