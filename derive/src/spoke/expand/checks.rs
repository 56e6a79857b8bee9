//! What only the tables of other types can tell, as const assertions, each at the token it is about.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::nest::{Layer, Peeled};
use super::values::has_list;
use super::{here, hub, own};
use crate::spoke::attrs::{Kind, Segment, Spot};
use crate::spoke::model::{How, Record, Shape, Spoke, Step};

/// The struct that assertions are about. A constant beside it cannot name the parameters of a generic type.
pub(super) fn record<'s>(spoke: &'s Spoke<'_>) -> Option<&'s Record<'s>> {
    match &spoke.shape {
        Shape::Struct(record) if spoke.generics.params.is_empty() => Some(record),
        _ => None,
    }
}

/// All assertions about a spoke.
pub(super) fn of(spoke: &Spoke<'_>) -> TokenStream {
    let Some(record) = record(spoke) else {
        return TokenStream::new();
    };
    let mut checks = Checks {
        spoke,
        code: TokenStream::new(),
    };
    checks.mapped(record);
    for (index, step) in record.steps.iter().enumerate() {
        checks.step(index, step, record);
    }
    checks.code
}

struct Checks<'s> {
    spoke: &'s Spoke<'s>,
    code: TokenStream,
}

impl Checks<'_> {
    fn add(&mut self, span: Span, call: &TokenStream) {
        self.code
            .extend(quote_spanned!(span=> const _: () = #call;));
    }

    fn types(&self) -> TokenStream {
        let (own, hub) = (own(self.spoke), hub(self.spoke));
        quote!(#own, #hub)
    }

    /// Where the fields do not fit, or the table has an error, it is said; what follows from that is not.
    fn mapped(&mut self, record: &Record<'_>) {
        let types = self.types();
        let span = here(self.spoke.hub.value.span());
        let names = names(record);
        self.code.extend(quote_spanned! {span=>
            __w::mapped!(#types, #names);
        });
    }

    fn step(&mut self, index: usize, step: &Step, record: &Record<'_>) {
        // Of what is not further within, rustc says it where a struct is made.
        for spot in &step.hub {
            if spot.direct().is_none() {
                self.place(spot, &hub(self.spoke));
            }
        }
        for spot in &step.spoke {
            if spot.direct().is_none() {
                self.place(spot, &own(self.spoke));
            }
        }
        let types = self.types();
        let at = Literal::usize_unsuffixed(index);
        let span = here(step.span);
        if let How::Kind(Kind::Counted(counted)) = &step.how {
            let fallible = self.spoke.fallible;
            let (given, or) = if counted.reversed {
                (fallible.up, &step.or)
            } else {
                (fallible.down, &step.or_back)
            };
            let may_refuse = given.is_some() || or.is_some();
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::counted::<#types>(#at, #may_refuse)),
            );
        }
        let fallible = self.spoke.fallible;
        let up = fallible.up.is_some() || step.or.is_some();
        let down = fallible.down.is_some() || step.or_back.is_some();
        match &step.how {
            How::Kind(Kind::Keyed(..)) => {
                let may_refuse = (up, down);
                let written = step.spoke.first().and_then(|spot| record.field(spot));
                let list_here = has_list(written.map(|field| field.ty), step.reversed);
                let may_refuse = if list_here {
                    may_refuse.0
                } else {
                    may_refuse.1
                };
                self.add(
                    span,
                    &quote_spanned!(span=> __w::assert::keyed::<#types>(#at, #may_refuse)),
                );
            }
            How::Kind(Kind::Values(_)) => self.add(
                span,
                &quote_spanned!(span=> __w::assert::mapped_values::<#types>(#at, #up, #down)),
            ),
            _ => {}
        }
        if let How::Kind(
            Kind::Wrap { .. }
            | Kind::Each(_)
            | Kind::Counted(_)
            | Kind::Keyed(..)
            | Kind::Delimited(_)
            | Kind::Keys(_)
            | Kind::Format(_)
            | Kind::Gathered(_)
            | Kind::Values(_)
            | Kind::Coerced
            | Kind::Factor(..)
            | Kind::Duration(_)
            | Kind::Quantity(_),
        ) = &step.how
        {
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::absent::<#types>(#at, #up, #down)),
            );
        }
        if let How::Kind(Kind::Coerced | Kind::Factor(..) | Kind::Duration(_) | Kind::Quantity(_)) =
            &step.how
        {
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::one_value::<#types>(#at)),
            );
        }
        if let How::Kind(Kind::Each(_)) = &step.how {
            self.add(
                span,
                &quote_spanned!(span=> __w::assert::each::<#types>(#at)),
            );
        }
        let field = step.spoke.first().and_then(|spot| record.field(spot));
        if let (How::Nest, Some(field)) = (&step.how, field) {
            let peeled = Peeled::of(field.ty);
            let lists = peeled
                .layers
                .iter()
                .filter(|layer| matches!(layer, Layer::List | Layer::Map))
                .count();
            if !peeled.standard && lists == 1 && peeled.layers.contains(&Layer::List) {
                self.add(
                    span,
                    &quote_spanned!(span=> __w::assert::keyed_items::<#types>(#at)),
                );
            }
        }
    }

    fn place(&mut self, spot: &Spot, of: &TokenStream) {
        let Some(path) = spot.path() else { return };
        let names = path.iter().map(Segment::name);
        let span = here(spot.span());
        let call = quote_spanned! {span=>
            __w::assert::place::<#of>(&[#(#names),*])
        };
        self.add(span, &call.into_token_stream());
    }
}

/// What is not copied under the same name: fields that become those of the hub, `here>there`, with `?` before where they map by
/// themselves, those of which nothing becomes that the tables tell, `-here`, and the hub's that other steps are about, `>there`.
fn names(record: &Record<'_>) -> String {
    let mut names: Vec<String> = Vec::new();
    let mut carried_fields: Vec<&str> = Vec::new();
    for step in &record.steps {
        let carried = carried(step, record);
        carried_fields.extend(carried.map(|(from, _)| from));
        for spot in &step.hub {
            let Some([Segment::Field(to), ..]) = spot.path() else {
                continue;
            };
            let name = match carried {
                Some((from, "")) if from == to => continue,
                Some((from, mark)) if from == to => format!("{mark}{from}"),
                Some((from, mark)) => format!("{mark}{from}>{to}"),
                None => format!(">{to}"),
            };
            if !names.contains(&name) {
                names.push(name);
            }
        }
    }
    for field in &record.fields {
        let name = field.ident.unraw().to_string();
        if !carried_fields.contains(&name.as_str()) {
            names.push(format!("-{name}"));
        }
    }
    names.join(" ")
}

/// The spoke's field whose value becomes that of a field of the hub and nothing stands in for, and how it is marked.
fn carried<'s>(step: &'s Step, record: &Record<'_>) -> Option<(&'s str, &'static str)> {
    let ([from], [to]) = (step.spoke.as_slice(), step.hub.as_slice()) else {
        return None;
    };
    let is_alone = matches!(step.how, How::Nest) && step.or.is_none() && step.or_back.is_none();
    let field = record
        .field(from)
        .filter(|_| is_alone && to.direct().is_some())?;
    let mark = if Peeled::of(field.ty).standard {
        ""
    } else {
        "?"
    };
    Some((from.direct()?, mark))
}
