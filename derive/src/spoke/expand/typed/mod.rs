//! Conversions of Rust values: one expression for each field.

mod entry;
mod items;
mod lacked;
mod made;
mod nested;
mod part;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::ext::IdentExt as _;

use super::calls::{called, settled};
use super::nest::Peeled;
use super::table::is_plain;
use super::{Direction, here, hub, indexed, local, made_hub, own, places, values};
use crate::expand::written::start;
use crate::spoke::attrs::{Kind, Part, Segment, Spot};
use crate::spoke::model::{How, Record, Step, rust_ident};

/// A value on its way to a place.
struct Arriving<'r> {
    spot: &'r Spot,
    value: TokenStream,
}

/// An expression, or the fields of a literal that is all of it.
pub(super) enum Built {
    Fields(TokenStream),
    Value(TokenStream),
}

/// The other side's struct, of which `constructor` is the name.
pub(super) fn record(
    record: &Record<'_>,
    direction: &Direction<'_>,
    constructor: &TokenStream,
) -> Built {
    let mut code = Code {
        record,
        direction,
        first: TokenStream::new(),
        then: TokenStream::new(),
        plain: Vec::new(),
        arriving: Vec::new(),
    };
    for (index, step) in indexed(record) {
        code.step(index, step);
    }
    code.finish(constructor)
}

/// An expression for the other side's newtype struct.
pub(super) fn newtype(ty: &Type, direction: &Direction<'_>) -> TokenStream {
    let source = &direction.source;
    let value = Peeled::of(ty).convert(&quote!(#source.0), direction);
    if direction.fallible && !Peeled::of(ty).standard {
        quote!(Self(#value?))
    } else {
        quote!(Self(#value))
    }
}

impl Built {
    pub(super) fn value(self) -> TokenStream {
        match self {
            Self::Fields(fields) => quote!(__w::record!(#fields)),
            Self::Value(value) => value,
        }
    }
}

struct Code<'r, 'd> {
    record: &'r Record<'r>,
    direction: &'d Direction<'d>,
    /// Reads of deeper places, before anything is moved.
    first: TokenStream,
    /// Steps with several outcomes.
    then: TokenStream,
    /// Fields that are moved as they are.
    plain: Vec<Ident>,
    arriving: Vec<Arriving<'r>>,
}

impl<'r> Code<'r, '_> {
    fn sides(&self, step: &'r Step) -> (&'r [Spot], &'r [Spot]) {
        if self.direction.up {
            (&step.spoke, &step.hub)
        } else {
            (&step.hub, &step.spoke)
        }
    }

    /// Whether the hub may be a type of another crate, of which no table has the fields: then rustc says what does not fit.
    fn may_be_foreign(&self) -> bool {
        let spoke = self.direction.spoke;
        let first = spoke.hub.value.segments.first();
        let is_own = first.is_none_or(|first| {
            ["crate", "self", "super"]
                .iter()
                .any(|own| first.ident == own)
        });
        !is_own && spoke.generics.params.is_empty()
    }

    /// The step that has this one place to write.
    fn step_to(&self, spot: &Spot) -> Option<&'r Step> {
        self.record
            .steps
            .iter()
            .find(|step| self.sides(step).1.iter().any(|to| std::ptr::eq(to, spot)))
    }

    fn step(&mut self, index: usize, step: &'r Step) {
        let (_, to) = self.sides(step);
        if to.is_empty() {
            return;
        }
        if let Some(peeled) = is_plain(step, self.record)
            && peeled.standard
            && !self.may_lack()
            && let [spot] = to
            && let Some(name) = spot.direct()
        {
            let field = rust_ident(name, here(spot.span()));
            if self.direction.variant.is_some() {
                let value = quote!(#field);
                self.arriving.push(Arriving { spot, value });
            } else if self.may_be_foreign() {
                let span = self.written_at(&field);
                let source = self.source_at(span);
                let moved = Ident::new(
                    if self.direction.up {
                        "moved_up"
                    } else {
                        "moved_down"
                    },
                    span,
                );
                let value = quote_spanned!(span=> __w::#moved(#source.#field));
                self.arriving.push(Arriving { spot, value });
            } else {
                self.plain.push(field);
            }
            return;
        }
        let value = self.value(index, step);
        match to {
            [spot] => self.arrive(index, 0, spot, value),
            spots => {
                let names: Vec<_> = (0..spots.len()).map(|at| outcome(index, at)).collect();
                self.then.extend(quote!(let (#(#names,)*) = #value;));
                for (spot, name) in spots.iter().zip(names) {
                    self.arriving.push(Arriving {
                        spot,
                        value: quote!(#name),
                    });
                }
            }
        }
    }

    /// What arrives in a deeper place is kept in a variable first.
    fn arrive(&mut self, index: usize, at: usize, spot: &'r Spot, value: TokenStream) {
        if places::is_direct(spot) {
            self.arriving.push(Arriving { spot, value });
        } else if spot.path().is_some() {
            let name = outcome(index, at);
            self.then.extend(quote!(let #name = #value;));
            self.arriving.push(Arriving {
                spot,
                value: quote!(#name),
            });
        }
    }

    /// The inputs of a step; deeper ones are read before all else.
    fn inputs(&mut self, index: usize, step: &'r Step) -> Vec<TokenStream> {
        let (from, _) = self.sides(step);
        let mut inputs = Vec::new();
        for (at, spot) in from.iter().enumerate() {
            let value = match spot.direct() {
                Some(name) if self.direction.variant.is_some() => {
                    let field = rust_ident(name, here(spot.span()));
                    quote!(#field)
                }
                // Where a type is written is what does not fit.
                Some(name) => {
                    let span = step.spoke.first().and_then(Spot::direct);
                    let span = self.written_at(&rust_ident(span.unwrap_or(name), spot.span()));
                    let (source, field) = (self.source_at(span), rust_ident(name, span));
                    quote_spanned!(span=> #source.#field)
                }
                None => places::read(spot, &self.direction.source),
            };
            if places::is_direct(spot) || spot.path().is_none() {
                inputs.push(value);
            } else {
                let name = Ident::new(&format!("__i{index}_{at}"), here(spot.span()));
                self.first.extend(quote!(let #name = #value;));
                inputs.push(quote!(#name));
            }
        }
        inputs
    }

    /// Whether a step is made of labels and annotations alone, which a value without metadata does not have.
    fn is_of_tags(&self, step: &'r Step) -> bool {
        let (from, _) = self.sides(step);
        step.own.is_empty() && !from.is_empty() && from.iter().all(|spot| spot.path().is_none())
    }

    /// What comes of a step: one value, or a tuple of several.
    fn value(&mut self, index: usize, step: &'r Step) -> TokenStream {
        let inputs = self.inputs(index, step);
        let (from, to) = self.sides(step);
        let up = self.direction.up;
        let or = if up { &step.or } else { &step.or_back };
        let or = or.as_ref().map(|or| &or.value);
        let field = from.iter().find_map(Spot::direct);
        if places::is_no_entry(to, or) {
            return self.entry(index, step, &inputs);
        }
        match &step.how {
            _ if self.is_of_tags(step) => or
                .cloned()
                .unwrap_or_else(|| quote!(__w::Default::default())),
            How::Nest => self.nested(step, &inputs, field),
            How::Only(Some(value)) | How::Elsewhere(Some(value)) => value.clone(),
            How::Only(None) | How::Elsewhere(None) => {
                let spot = to.first();
                spot.map_or_else(TokenStream::new, |spot| {
                    lacked::value(spot, step, self.direction)
                })
            }
            How::Calls(with, back) => {
                let function = if up { with } else { back };
                let mut inputs = inputs;
                inputs.extend(step.own.iter().map(|_| quote!(__w::NO_TAG)));
                called(&inputs, function, field, self.direction, or)
            }
            How::Kind(kind) => {
                if or.is_none() && !self.direction.fallible {
                    self.sure(kind, step);
                }
                // The engine names the field in its errors.
                let result = self.run(index, to.len(), &inputs);
                settled(&result, None, self.direction, or)
            }
        }
    }

    /// What the engine makes of a step: a `Result` of one value, or of a tuple of several.
    fn run(&self, index: usize, places: usize, inputs: &[TokenStream]) -> TokenStream {
        let (own, hub) = (own(self.direction.spoke), hub(self.direction.spoke));
        let way = local(if self.direction.up { "up" } else { "down" });
        let step = Literal::usize_unsuffixed(index);
        let result = quote!(__w::#way::<#own, #hub, _, _>(#step, (#(#inputs,)*)));
        if places == 1 {
            quote!(__w::first(#result))
        } else {
            result
        }
    }

    /// Asks that what the step has within has a counterpart in any case, for a `From` cannot say that it has none.
    fn sure(&mut self, kind: &Kind, step: &'r Step) {
        let Some((peeled, from)) = values::within(kind, step, self.record) else {
            return;
        };
        if peeled.standard {
            return;
        }
        let (_, project) = peeled.arguments(&made_hub(self.direction.spoke), &from);
        let (leaf, span) = (peeled.leaf, here(start(peeled.leaf)));
        let becomes = local(if self.direction.up {
            "becomes"
        } else {
            "comes_of"
        });
        self.first
            .extend(quote_spanned!(span=> __w::#becomes::<#leaf, _, _>(#project);));
    }

    /// The structs that are made here whatever becomes of their fields.
    fn parts(&self) -> &'r [Part] {
        if self.direction.up {
            &self.record.parts
        } else {
            &self.record.parts_back
        }
    }

    /// Whether a field is such a struct.
    fn is_part(&self, field: &str) -> bool {
        let mut parts = self.parts().iter();
        parts.any(|part| matches!(part.path.as_slice(), [Segment::Field(name)] if name == field))
    }

    fn finish(mut self, constructor: &TokenStream) -> Built {
        let parts = self.parts();
        let mut fields = TokenStream::new();
        let mut writes = TokenStream::new();
        let into = local("__into");
        let mut heads: Vec<&str> = Vec::new();
        let direct: Vec<&str> = self
            .arriving
            .iter()
            .filter_map(|arriving| arriving.spot.direct())
            .collect();
        self.make_items();
        for Arriving { spot, value } in &self.arriving {
            let Some(path) = spot.path() else { continue };
            let [Segment::Field(head), rest @ ..] = path else {
                continue;
            };
            if self.is_in_made_item(spot) {
                continue;
            }
            let span = here(spot.span());
            let field = rust_ident(head, span);
            if rest.is_empty() {
                fields.extend(quote_spanned!(span=> #field: #value,));
                continue;
            }
            if self.is_part(head) {
                if !heads.contains(&head.as_str()) {
                    heads.push(head);
                    let value = self.part(&path[..1], parts);
                    fields.extend(quote!(#field: #value,));
                }
                continue;
            }
            let plain = self.plain.iter().any(|name| name.unraw() == head);
            if !direct.contains(&head.as_str()) && !plain && !heads.contains(&head.as_str()) {
                heads.push(head);
                fields.extend(quote_spanned!(span=> #field: __w::Default::default(),));
            }
            // Something stands in for a value that one side may lack, of whatever the place is in.
            let fills = self.step_to(spot).is_some_and(|step| {
                matches!(step.how, How::Nest) && (step.or.is_some() || step.or_back.is_some())
            });
            writes.extend(places::write(spot, &into, value, fills));
        }
        if !self.direction.up {
            for field in self.record.fields.iter().filter(|field| field.skipped) {
                let ident = field.ident;
                fields.extend(quote!(#ident: __w::Default::default(),));
            }
        }
        if !writes.is_empty() {
            let holders = self.make_holders(&into);
            writes = quote!(#holders #writes);
        }
        let (first, then, plain) = (&self.first, &self.then, std::mem::take(&mut self.plain));
        let is_all = writes.is_empty() && first.is_empty() && then.is_empty();
        let literal = if plain.is_empty() {
            quote!(#constructor { #fields })
        } else {
            let types = plain.iter().map(|name| self.written_at(name));
            let values = plain.iter().zip(types).map(|(name, span)| {
                let source = self.source_at(span);
                quote_spanned!(span=> #source.#name)
            });
            let fields = quote!(#constructor #(#plain: #values,)* #fields);
            if is_all {
                return Built::Fields(fields);
            }
            quote!(__w::record!(#fields))
        };
        Built::Value(if is_all {
            literal
        } else if writes.is_empty() {
            quote!({ #first #then #literal })
        } else {
            quote!({ #first #then let mut #into = #literal; #writes #into })
        })
    }

    /// The value that is converted, for errors that are about something there.
    fn source_at(&self, span: proc_macro2::Span) -> Ident {
        let mut source = self.direction.source.clone();
        source.set_span(span);
        source
    }

    /// Where the type of a field is written, which is what does not fit if something does not.
    fn written_at(&self, name: &Ident) -> proc_macro2::Span {
        let field = self
            .record
            .fields
            .iter()
            .find(|field| field.ident.unraw() == name.unraw());
        here(field.map_or(name.span(), |field| start(field.ty)))
    }
}

fn outcome(index: usize, at: usize) -> Ident {
    local(&format!("__o{index}_{at}"))
}
