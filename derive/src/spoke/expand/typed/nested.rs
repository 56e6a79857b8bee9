//! Values that go from one place to one, through their own mapping or as they are, with stand-ins or without.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::super::calls::returned;
use super::super::nest::{Peeled, hub_leaf};
use super::super::{Direction, here, local, made_hub, own, places};
use super::Code;
use crate::diag::Spanned;
use crate::spoke::attrs::{Segment, Spot};
use crate::spoke::model::Step;

impl Code<'_, '_> {
    pub(super) fn nested(
        &self,
        step: &Step,
        inputs: &[TokenStream],
        field: Option<&str>,
    ) -> TokenStream {
        let [input] = inputs else {
            return TokenStream::new();
        };
        let written = step.spoke.first().and_then(|spot| self.record.field(spot));
        let (Some(written), Some(place)) = (written, step.hub.first()) else {
            return self.unwritten(step, input);
        };
        let peeled = Peeled::of(written.ty);
        if step.or.is_none() && step.or_back.is_none() && !self.may_lack() {
            let value = self.carried(&peeled, input, place, self.direction);
            return self.sent(&peeled, value, field);
        }
        // A field of a variant, which has no path, does not tell rustc whether it is optional.
        if self.direction.variant.is_some() {
            self.stood_in_by_type(step, peeled, input, place, field)
        } else {
            self.stood_in(step, &peeled, input, place, field)
        }
    }

    /// Whether either side may lack a value that the other must have, as the mapping may refuse its absence.
    pub(super) fn may_lack(&self) -> bool {
        let spoke = self.direction.spoke;
        let is_fallible = spoke.fallible.up.is_some() || spoke.fallible.down.is_some();
        is_fallible && self.direction.variant.is_none()
    }

    /// A value of which no macro sees the type, with stand-ins: rustc is told that of the place that it goes to.
    fn unwritten(&self, step: &Step, input: &TokenStream) -> TokenStream {
        let [or, other] = self.stand_ins(step);
        let (spots, ty) = if self.direction.up {
            (&step.hub, made_hub(self.direction.spoke))
        } else {
            (&step.spoke, own(self.direction.spoke))
        };
        let Some(spot) = spots.first().filter(|spot| spot.path().is_some()) else {
            return input.clone();
        };
        let (of, span) = (local("__to"), here(spot.span()));
        let leaf = places::leaf(spot, &of);
        // A struct that is absent with it takes what is absent, and the entry of a map is there or not.
        let may_be_absent = self.record.is_absent_with(spot, self.direction.up)
            || matches!(spot.path(), Some([.., Segment::Entry(_)]));
        match or {
            Some(or) => quote_spanned!(span=> __w::stood_in(#input, |#of: &#ty| #leaf, || #or)),
            None if may_be_absent => input.clone(),
            None if self.direction.fallible && self.may_lack() => {
                let value = quote_spanned!(span=> __w::wanted_at(#input, |#of: &#ty| #leaf));
                let named = self.sides(step).0.first().map(Spot::text);
                returned(&value, named.as_deref(), self.direction)
            }
            None if other.is_some() || self.may_lack() => {
                quote_spanned!(span=> __w::placed_at(#input, |#of: &#ty| #leaf))
            }
            None => input.clone(),
        }
    }

    /// The stand-in of this way, and that of the other.
    fn stand_ins<'s>(&self, step: &'s Step) -> [Option<&'s TokenStream>; 2] {
        let value = |or: &'s Option<Spanned<TokenStream>>| or.as_ref().map(|or| &or.value);
        let (up, down) = (value(&step.or), value(&step.or_back));
        if self.direction.up {
            [up, down]
        } else {
            [down, up]
        }
    }

    /// This way, where what has no counterpart is no panic but an error.
    pub(super) fn tried(&self) -> Direction<'_> {
        Direction {
            fallible: true,
            ..self.direction.clone()
        }
    }

    /// A converted value, whose error leaves the function if it may.
    fn sent(&self, peeled: &Peeled<'_>, value: TokenStream, field: Option<&str>) -> TokenStream {
        if self.direction.fallible && !peeled.standard {
            returned(&value, field, self.direction)
        } else {
            value
        }
    }

    /// A value with stand-ins where only the spoke's type is known: it has an `Option` where the hub has none, or has none where
    /// the hub has one.
    fn stood_in_by_type(
        &self,
        step: &Step,
        peeled: Peeled<'_>,
        input: &TokenStream,
        place: &Spot,
        field: Option<&str>,
    ) -> TokenStream {
        let [or, other] = self.stand_ins(step);
        if peeled.standard {
            let span = here(place.span());
            return if let Some(or) = or {
                quote_spanned!(span=> __w::stood_in_here(#input, || #or))
            } else {
                quote_spanned!(span=> __w::placed_here(#input))
            };
        }
        let is_option = peeled.is_option();
        // The one of the way to who has the value in any case. `None`: neither has; it stands in for what the other schema refuses.
        let lacking = is_option == self.direction.up;
        let is_lacked = if lacking { or } else { other };
        if is_lacked.is_none_or(|or| or.to_string() == "None") {
            return if let Some(or) = or {
                let value = peeled.convert(input, &self.tried());
                quote!(__w::or(#value, || #or))
            } else {
                let value = self.carried(&peeled, input, place, self.direction);
                self.sent(&peeled, value, field)
            };
        }
        let inner = if is_option { peeled.some() } else { peeled };
        match or {
            // What a nested mapping refuses has the same stand-in as absence.
            Some(or) if lacking => {
                let tried = self.carried(&inner, &quote!(__v), place, &self.tried());
                quote! {
                    match #input { __w::Some(__v) => __w::or(#tried, || #or), __w::None => #or }
                }
            }
            Some(or) => {
                let tried = self.carried(&inner, input, place, &self.tried());
                quote!(__w::or(#tried.map(__w::Some), || #or))
            }
            None => {
                let value = self.carried(&inner, input, place, self.direction);
                let some = self.sent(&inner, value, field);
                quote!(__w::Some(#some))
            }
        }
    }

    /// A value with stand-ins, whichever of the two sides may lack it.
    fn stood_in(
        &self,
        step: &Step,
        peeled: &Peeled<'_>,
        input: &TokenStream,
        place: &Spot,
        field: Option<&str>,
    ) -> TokenStream {
        let (up, is_option) = (self.direction.up, peeled.is_option());
        let [or, _] = self.stand_ins(step);
        let inner = if is_option {
            peeled.some()
        } else {
            Peeled {
                layers: peeled.layers.clone(),
                ..*peeled
            }
        };
        let (_, project) = inner.arguments(&made_hub(self.direction.spoke), &hub_leaf(place));
        let exact = |value: &TokenStream, direction: &Direction<'_>| {
            if inner.standard {
                value.clone()
            } else {
                inner.convert_to(value, direction, &project)
            }
        };
        // The hub's type where it is not absent.
        let (of, whole, leaf) = (
            local("__h"),
            made_hub(self.direction.spoke),
            hub_leaf(place),
        );
        let pin = quote!(|#of: &#whole| #leaf.some());
        // A deeper place does not tell rustc its type.
        let is_deep = !places::is_direct(place);
        let held = match (up, is_option) {
            (true, true) => quote!(#input),
            (true, false) => quote!(__w::Some(#input)),
            (false, _) => quote!(__w::filled(#input, #pin)),
        };
        if let Some(or) = or {
            let value = if inner.standard {
                quote!(#held.map(__w::Ok))
            } else {
                let tried = exact(&quote!(__v), &self.tried());
                quote!(#held.map(|__v| #tried))
            };
            return match (up, is_option) {
                (true, _) if is_deep => {
                    quote!(__w::settle_at(#value, #pin, |#of: &#whole| #leaf, || #or))
                }
                (true, _) => quote!(__w::settle(#value, #pin, || #or)),
                (false, true) => quote!(__w::settle_option(#value, || #or)),
                (false, false) => quote!(__w::settle_plain(#value, || #or)),
            };
        }
        if self.direction.fallible && self.may_lack() {
            let value = if inner.standard {
                quote!(#held.map(__w::Ok))
            } else {
                let tried = exact(&quote!(__v), &self.tried());
                quote!(#held.map(|__v| #tried))
            };
            let result = match (up, is_option) {
                // A struct that is absent with it takes what is absent.
                (true, true) if self.record.is_absent_with(place, true) => {
                    quote!(#value.transpose())
                }
                (true, _) => quote!(__w::wanted(#value, #pin, |#of: &#whole| #leaf)),
                (false, true) => quote!(#value.transpose()),
                (false, false) => quote!(__w::wanted_plain(#value)),
            };
            let named = self.sides(step).0.first().map(Spot::text);
            return returned(&result, field.or(named.as_deref()), self.direction);
        }
        // Nothing stands in this way, so that who may lack it is the one that it goes to.
        match (up, is_option) {
            (true, false) => {
                let value = self.sent(&inner, exact(input, self.direction), field);
                if is_deep {
                    quote!(__w::placed_within(#value, #pin, |#of: &#whole| #leaf))
                } else {
                    quote!(__w::placed(#value, #pin))
                }
            }
            (false, true) if inner.standard => held,
            (false, true) => {
                let value = self.sent(&inner, exact(&quote!(__v), self.direction), field);
                quote!(match #held { __w::Some(__v) => __w::Some(#value), __w::None => __w::None })
            }
            _ => {
                let value = self.carried(peeled, input, place, self.direction);
                self.sent(peeled, value, field)
            }
        }
    }

    /// A value on its way through a nested mapping. Deeper places do not tell rustc their types.
    pub(super) fn carried(
        &self,
        peeled: &Peeled<'_>,
        value: &TokenStream,
        place: &Spot,
        direction: &Direction<'_>,
    ) -> TokenStream {
        if peeled.standard || places::is_direct(place) {
            return peeled.convert(value, direction);
        }
        let (_, project) = peeled.arguments(&made_hub(self.direction.spoke), &hub_leaf(place));
        peeled.convert_to(value, direction, &project)
    }
}
