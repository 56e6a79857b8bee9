//! What only the tables of other types can tell, as const assertions, each at the token it is about.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::nest::{Layer, Peeled};
use super::values::has_list;
use super::{here, hub, own};
use crate::spoke::attrs::{Kind, Part, Segment, Spot, text_of};
use crate::spoke::model::{Content, How, Record, Shape, Spoke, Step, Variant};

/// The struct that assertions are about. A constant beside it cannot name the parameters of a generic type.
pub(super) fn record<'s>(spoke: &'s Spoke<'_>) -> Option<&'s Record<'s>> {
    match &spoke.shape {
        Shape::Struct(record) if spoke.generics.params.is_empty() => Some(record),
        _ => None,
    }
}

/// All assertions about a spoke.
pub(super) fn of(spoke: &Spoke<'_>) -> TokenStream {
    if let Shape::Enum(list) = &spoke.shape
        && spoke.is_free
    {
        return variants(list, spoke);
    }
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

/// The assertions about an enum.
fn variants(list: &[Variant<'_>], spoke: &Spoke<'_>) -> TokenStream {
    // Which variants there are is the same whatever stands for a parameter.
    let parameters: Vec<_> = spoke.generics.type_params().map(|of| &of.ident).collect();
    let hub_type = freed(hub(spoke), &parameters);
    let mut code = TokenStream::new();
    let mut mapped = Vec::new();
    for variant in list {
        let Some(to) = &variant.hub else { continue };
        let name = to.unraw().to_string();
        if variant.ident.is_some() {
            let held = match variant.content {
                Content::Unit => "",
                Content::Newtype(_) => "(…)",
                Content::Struct(_) => " { … }",
            };
            code.extend(quote_spanned! {here(variant.span)=>
                const _: () = __w::assert::variant::<#hub_type>(#name, #held);
            });
        }
        mapped.push(name);
    }
    code.extend(quote_spanned! {here(spoke.hub.value.span())=>
        const _: () = __w::assert::covers_variants::<#hub_type>(&[#(#mapped),*]);
    });
    code
}

/// A type with some other for its parameters.
fn freed(of: TokenStream, parameters: &[&Ident]) -> TokenStream {
    of.into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if parameters.contains(&&ident) => {
                quote_spanned!(ident.span()=> __w::Free)
            }
            TokenTree::Group(group) => {
                let inner = freed(group.stream(), parameters);
                TokenTree::Group(Group::new(group.delimiter(), inner)).into()
            }
            other => other.into(),
        })
        .collect()
}

/// The places of one side.
type Places = fn(&Step) -> &Vec<Spot>;

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

    /// Where a field does not fit, or the table has an error, it is said; what follows from that is not.
    fn mapped(&mut self, record: &Record<'_>) {
        let types = self.types();
        let hub = hub(self.spoke);
        let mut alike = Vec::new();
        let mut others = Vec::new();
        let mut names = named_in(&[], record.steps.iter().flat_map(|step| &step.hub));
        for step in &record.steps {
            let Some(Carried {
                at,
                from,
                to,
                is_nested,
            }) = Carried::of(step, record)
            else {
                others.extend(self.moved(step, record));
                continue;
            };
            if from == to && !is_nested {
                names.retain(|name| *name != to);
                alike.push(quote_spanned!(at=> (__at(#from))));
                continue;
            }
            others.push(
                quote_spanned!(at=> (__w::assert::carried::<#types>(#from, #to, #is_nested))),
            );
            // A name that is not the field's own is wrong where it is written.
            if !is_nested {
                let at = here(step.hub[0].span());
                others.push(quote_spanned!(at=> (__w::assert::there::<#hub>(#to))));
            }
        }
        others.extend(self.parts(record));
        others.extend(self.items(record));
        let span = here(self.spoke.hub.value.span());
        self.code.extend(quote_spanned! {span=>
            __w::mapped!(#types; [#(#alike)*] [#(#others)*] #(#names)*);
        });
    }

    /// Structs that are made of what moves into them have all of their fields.
    fn parts(&self, record: &Record<'_>) -> Vec<TokenStream> {
        let (own, hub) = (own(self.spoke), hub(self.spoke));
        let mut calls = Vec::new();
        let mut add = |part: &Part, spots: fn(&Step) -> &Vec<Spot>, call: &str, of| {
            let made = named_in(&part.path, record.steps.iter().flat_map(spots));
            let (path, text) = (part.path.iter().map(Segment::name), text_of(&part.path));
            let span = here(part.span);
            let call = Ident::new(call, span);
            calls.push(quote_spanned! {span=>
                (__w::assert::#call::<#of>(#text, &[#(#path),*], &[#(#made),*]))
            });
        };
        for part in &record.parts {
            add(part, |step| &step.hub, "part_of_hub", &hub);
        }
        for part in &record.parts_back {
            add(part, |step| &step.spoke, "part_of_spoke", &own);
        }
        calls
    }

    /// What goes from one place to one, further within or with a stand-in, is of one type, and is there where it must be.
    fn moved(&self, step: &Step, record: &Record<'_>) -> Option<TokenStream> {
        let ([from], [to], How::Nest) = (step.spoke.as_slice(), step.hub.as_slice(), &step.how)
        else {
            return None;
        };
        let names = [from, to].map(Spot::text);
        let paths = [from.path()?, to.path()?].map(|path| {
            let names = path.iter().map(Segment::name);
            quote!(&[#(#names),*])
        });
        let field = record.field(from);
        let is_nested = field.is_some_and(|field| !Peeled::of(field.ty).standard);
        let lacks = [
            record.is_absent_with(from, false),
            record.is_absent_with(to, true),
        ];
        let stands = [&step.or, &step.or_back].map(Option::is_some);
        let (types, at) = (self.types(), here(from.span()));
        Some(quote_spanned! {at=>
            (__w::assert::moved::<#types>(
                [#(#names),*], [#(#paths),*], #is_nested, [#(#lacks),*], [#(#stands),*],
            ))
        })
    }

    fn step(&mut self, index: usize, step: &Step, record: &Record<'_>) {
        // Of what is not further within, rustc says it where a struct is made.
        for spot in &step.hub {
            if spot.direct().is_none() && spot.item().is_none() && !matches!(step.how, How::Only(_))
            {
                self.place(spot, &hub(self.spoke));
            }
        }
        for spot in &step.spoke {
            if spot.direct().is_none() && spot.item().is_none() {
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

    /// Items that steps name are there to be named, and have what they must have.
    fn items(&self, record: &Record<'_>) -> Vec<TokenStream> {
        let (own, hub) = (own(self.spoke), hub(self.spoke));
        let sides: [(Places, _, _); 2] = [
            (|step| &step.hub, hub, "item_of_hub"),
            (|step| &step.spoke, own, "item_of_spoke"),
        ];
        let mut calls = Vec::new();
        for (spots, of, call) in sides {
            let mut seen: Vec<&[Segment]> = Vec::new();
            for spot in record.steps.iter().flat_map(spots) {
                let (Some((item, _)), Some(path)) = (spot.item(), spot.path()) else {
                    continue;
                };
                let span = here(spot.span());
                let names = path.iter().map(Segment::name);
                calls.push(quote_spanned!(span=> (__w::assert::place::<#of>(&[#(#names),*]))));
                let Some((name, list)) = item.split_last().filter(|_| !seen.contains(&item)) else {
                    continue;
                };
                seen.push(item);
                let made = named_in(item, record.steps.iter().flat_map(spots));
                let (text, name) = (text_of(item), name.name());
                let list = list.iter().map(Segment::name);
                let call = Ident::new(call, span);
                calls.push(quote_spanned! {span=>
                    (__w::assert::#call::<#of>(#text, &[#(#list),*], #name, &[#(#made),*]))
                });
            }
        }
        calls
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

/// The fields of a struct in which these places are, or that they are further within.
fn named_in<'s>(holder: &[Segment], spots: impl Iterator<Item = &'s Spot>) -> Vec<&'s str> {
    let mut names: Vec<&str> = Vec::new();
    for spot in spots {
        if let Some([Segment::Field(name), ..]) =
            spot.path().and_then(|path| path.strip_prefix(holder))
            && !names.contains(&name.as_str())
        {
            names.push(name);
        }
    }
    names
}

/// A field of the spoke whose value becomes that of a field of the hub, and nothing stands in for.
struct Carried<'s> {
    at: Span,
    from: &'s str,
    to: &'s str,
    /// It maps by itself.
    is_nested: bool,
}

impl<'s> Carried<'s> {
    fn of(step: &'s Step, record: &Record<'_>) -> Option<Self> {
        let ([from], [to]) = (step.spoke.as_slice(), step.hub.as_slice()) else {
            return None;
        };
        let is_alone = matches!(step.how, How::Nest) && step.or.is_none() && step.or_back.is_none();
        let field = record.field(from).filter(|_| is_alone)?;
        Some(Self {
            at: here(field.ident.span()),
            from: from.direct()?,
            to: to.direct()?,
            is_nested: !Peeled::of(field.ty).standard,
        })
    }
}
