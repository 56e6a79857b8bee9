//! Entries of maps that are not there where a step has no value for them.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::super::calls::applied;
use super::super::nest::Peeled;
use super::super::{here, local, made_hub, own, places};
use super::Code;
use crate::spoke::model::{How, Step};

impl<'r> Code<'r, '_> {
    /// The value of the one entry that a step writes, in an `Option` unless there is one in any case.
    pub(super) fn entry(
        &self,
        index: usize,
        step: &'r Step,
        inputs: &[TokenStream],
    ) -> TokenStream {
        let (_, to) = self.sides(step);
        let Some(spot) = to.first() else {
            return TokenStream::new();
        };
        let up = self.direction.up;
        let value = match (&step.how, inputs) {
            _ if self.is_of_tags(step) => quote!(__w::None),
            (How::Kind(_), _) => {
                let result = self.run(index, 1, inputs);
                quote!(#result.ok())
            }
            (How::Calls(with, back), _) => {
                let function = if up { with } else { back };
                let mut inputs = inputs.to_vec();
                inputs.extend(step.own.iter().map(|_| quote!(__w::NO_TAG)));
                let made = applied(&inputs, function);
                if !function.may_fail {
                    return made;
                }
                quote!(#made.ok())
            }
            (How::Nest, [input]) => {
                let written = step.spoke.first().and_then(|spot| self.record.field(spot));
                let peeled = written.map(|field| Peeled::of(field.ty));
                let (Some(peeled), Some(place)) = (peeled, step.hub.first()) else {
                    return input.clone();
                };
                if peeled.standard {
                    return input.clone();
                }
                let tried = self.carried(&peeled, input, place, &self.tried());
                if peeled.is_option() {
                    quote!(#tried.ok().flatten())
                } else {
                    quote!(#tried.ok())
                }
            }
            _ => return TokenStream::new(),
        };
        let (of, span) = (local("__h"), here(spot.span()));
        let made = if up {
            made_hub(self.direction.spoke)
        } else {
            own(self.direction.spoke)
        };
        let leaf = places::leaf(spot, &of);
        quote_spanned!(span=> __w::optional_at(#value, |#of: &#made| #leaf))
    }
}
