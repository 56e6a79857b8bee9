//! The built-in ways of mapping, as expressions of the type `How`.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::Type;

use super::nest::{Layer, Peeled, hub_leaf};
use super::{hub, local, places};
use crate::expand::tree::tree;
use crate::spoke::attrs::{Counted, Kind, Spot};
use crate::spoke::model::{Record, Spoke, Step, rust_ident};

/// An expression of the type `How`.
pub(super) fn how(kind: &Kind, step: &Step, record: &Record<'_>, spoke: &Spoke<'_>) -> TokenStream {
    let written = step.spoke.first().and_then(|spot| record.field(spot));
    let peeled = written.map(|field| Peeled::of(field.ty));
    match kind {
        Kind::Wrap { on_hub, member } => {
            wrap(*on_hub, member.as_deref(), step, peeled.as_ref(), spoke)
        }
        Kind::Counted(counted) => self::counted(counted, step, peeled.as_ref(), spoke),
        Kind::Format(format) => self::format(format, step),
        Kind::Delimited(by) => {
            let text = side(!has_list(written.map(|field| field.ty), step.reversed));
            quote!(__w::How::Delimited { text: #text, by: #by })
        }
        Kind::Keyed(key, value) => keyed(key, value.as_deref(), step, peeled.as_ref(), spoke),
        Kind::Gathered(keys) => {
            let on_spoke = match (step.spoke.len(), step.hub.len()) {
                (1, 1) => peeled.is_some_and(|peeled| holds(&peeled, Layer::Map)),
                (from, _) => from == 1,
            };
            let map = side(on_spoke);
            quote!(__w::How::Gathered { map: #map, keys: &[#(#keys),*] })
        }
        Kind::Keys(keys) => {
            let (old, new): (Vec<_>, Vec<_>) = keys.iter().cloned().unzip();
            quote!(__w::How::Keys(&[#((#old, #new)),*]))
        }
        Kind::Values(values) => {
            let value = |value: &Option<crate::attrs::tree::Tree>| {
                if let Some(value) = value {
                    let value = tree(value);
                    quote!(__w::Some(#value))
                } else {
                    quote!(__w::None)
                }
            };
            let values = values.iter().map(|(left, right)| {
                let (left, right) = (value(left), value(right));
                quote!((#left, #right))
            });
            quote!(__w::How::Values(&[#(#values),*]))
        }
        Kind::Coerced => quote!(__w::How::Coerced),
        Kind::Factor(numerator, denominator) => {
            let (numerator, denominator) = (number(*numerator), number(*denominator));
            quote!(__w::How::Factor { numerator: #numerator, denominator: #denominator })
        }
        Kind::Duration(unit) => {
            let text = side(has_text(written.map(|field| field.ty)) != step.reversed);
            let unit = number(nanoseconds(unit));
            quote!(__w::How::Duration { text: #text, unit: #unit })
        }
        Kind::Quantity(unit) => {
            let text = side(has_text(written.map(|field| field.ty)) != step.reversed);
            quote!(__w::How::Quantity { text: #text, unit: #unit })
        }
        // Other forms of a step.
        Kind::Removed(_) | Kind::Elsewhere(_) | Kind::Parsed => TokenStream::new(),
    }
}

fn number(number: i64) -> Literal {
    Literal::i64_unsuffixed(number)
}

fn side(spoke: bool) -> TokenStream {
    if spoke {
        quote!(__w::Side::Spoke)
    } else {
        quote!(__w::Side::Hub)
    }
}

/// Whether the outermost container on the wire is this one.
fn holds(peeled: &Peeled<'_>, layer: Layer) -> bool {
    peeled
        .layers
        .iter()
        .find(|layer| matches!(layer, Layer::List | Layer::Array | Layer::Map))
        .is_some_and(|outermost| {
            *outermost == layer || (layer == Layer::List && *outermost == Layer::Array)
        })
}

/// Whether this side has the list. Of a place further within, whose type is not seen, `reversed` says so.
pub(in crate::spoke) fn has_list(ty: Option<&Type>, reversed: bool) -> bool {
    ty.map_or(reversed, |ty| holds(&Peeled::of(ty), Layer::List))
}

/// Whether the type is no number, so that it is the side with the text.
pub(in crate::spoke) fn has_text(ty: Option<&Type>) -> bool {
    const NUMBERS: &[&str] = &[
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "isize", "usize",
    ];
    ty.is_none_or(|ty| {
        !matches!(Peeled::of(ty).leaf, Type::Path(path)
            if path.path.segments.last().is_some_and(|last| NUMBERS.iter().any(|number| last.ident == number)))
    })
}

fn nanoseconds(unit: &str) -> i64 {
    match unit {
        "ns" => 1,
        "us" => 1_000,
        "ms" => 1_000_000,
        "m" => 60_000_000_000,
        "h" => 3_600_000_000_000,
        _ => 1_000_000_000,
    }
}

/// The type of a member within what stands at a place.
fn member_of(inner: &TokenStream, member: &str, spot: &Spot) -> TokenStream {
    let member = rust_ident(member, super::here(spot.span()));
    quote!(__w::leaf(&#inner.#member))
}

fn same() -> TokenStream {
    quote!(__w::Nest::SAME)
}

fn wrap(
    on_hub: bool,
    member: Option<&str>,
    step: &Step,
    peeled: Option<&Peeled<'_>>,
    spoke: &Spoke<'_>,
) -> TokenStream {
    let outer = side(!on_hub);
    let (hub, place) = (hub(spoke), step.hub.first());
    let nest = match (peeled, place) {
        (Some(peeled), Some(place)) => match (on_hub, member) {
            (true, None) => {
                let leaf = hub_leaf(place);
                peeled.nest(&hub, &quote!(__w::list_of(#leaf.inner())))
            }
            (true, Some(member)) => {
                let within = places::inside(place, &local("__h"));
                peeled.nest(&hub, &member_of(&within, member, place))
            }
            (false, None) => peeled.item().nest(&hub, &hub_leaf(place)),
            (false, Some(_)) => same(),
        },
        _ => same(),
    };
    match member {
        None => quote!(__w::How::WrapList { list: #outer, nest: #nest }),
        Some(member) => {
            quote!(__w::How::WrapObject { object: #outer, member: #member, nest: #nest })
        }
    }
}

fn counted(
    counted: &Counted,
    step: &Step,
    peeled: Option<&Peeled<'_>>,
    spoke: &Spoke<'_>,
) -> TokenStream {
    let Counted {
        item,
        count,
        any_order,
        reversed,
    } = counted;
    let counts = side(*reversed || step.reversed);
    let nest = match (peeled, step.hub.first()) {
        (Some(peeled), Some(place)) if !*reversed && !peeled.standard => {
            let within = places::inside(place, &local("__h"));
            let member = member_of(&quote!(__w::item(#within)), item, place);
            peeled.item().nest(&hub(spoke), &member)
        }
        _ => same(),
    };
    quote! {
        __w::How::Counted { counts: #counts, item: #item, count: #count, any_order: #any_order, nest: #nest }
    }
}

fn keyed(
    key: &str,
    value: Option<&str>,
    step: &Step,
    peeled: Option<&Peeled<'_>>,
    spoke: &Spoke<'_>,
) -> TokenStream {
    let on_spoke = !peeled.map_or(step.reversed, |peeled| holds(peeled, Layer::List));
    let nest = match (peeled, step.hub.first()) {
        _ if value.is_some() => same(),
        (Some(peeled), Some(place)) => {
            let leaf = hub_leaf(place);
            let held = if on_spoke { "list_of" } else { "map_of" };
            let held = local(held);
            peeled
                .item()
                .nest(&hub(spoke), &quote!(__w::#held(#leaf.inner())))
        }
        _ => same(),
    };
    let map = side(on_spoke);
    let value = value.unwrap_or_default();
    quote!(__w::How::Keyed { map: #map, key: #key, value: #value, nest: #nest })
}

fn format(format: &str, step: &Step) -> TokenStream {
    let on_spoke = has_formatted_text(step);
    let several = if on_spoke { &step.hub } else { &step.spoke };
    let text = side(on_spoke);
    // `check` has seen that it reads.
    let (literals, names) = pieces(format).unwrap_or_default();
    let place = |name: &str| {
        let at = several.iter().position(|spot| is_named(spot, name));
        Literal::usize_unsuffixed(at.unwrap_or_default())
    };
    let parts = names.iter().map(|name| place(name.name()));
    let empty = names.iter().filter(|name| name.may_be_empty());
    let empty = empty.map(|name| place(name.name()));
    quote!(__w::How::Format {
        text: #text, literals: &[#(#literals),*], parts: &[#(#parts),*], empty: &[#(#empty),*]
    })
}

/// Whether the spoke has the text of a format.
pub(in crate::spoke) fn has_formatted_text(step: &Step) -> bool {
    match (step.spoke.len(), step.hub.len()) {
        (1, 1) => !step.reversed,
        (from, _) => from == 1,
    }
}

/// Whether a format's part is this place.
pub(in crate::spoke) fn is_named(spot: &Spot, name: &str) -> bool {
    spot.text() == name
        || spot
            .path()
            .and_then(<[_]>::last)
            .is_some_and(|last| last.name() == name)
}

/// What stands in braces: `name`, or `name?`, of which nothing is written as no text.
pub(in crate::spoke) struct Name(String);

impl Name {
    /// The place.
    pub(in crate::spoke) fn name(&self) -> &str {
        self.0.strip_suffix('?').unwrap_or(&self.0)
    }

    /// Whether the place may be absent.
    pub(in crate::spoke) fn may_be_empty(&self) -> bool {
        self.0.ends_with('?')
    }
}

/// The texts around the parts, one more than there are parts, and the parts' names. `{{` and `}}` are braces.
pub(in crate::spoke) fn pieces(format: &str) -> Option<(Vec<String>, Vec<Name>)> {
    let (mut literals, mut names) = (Vec::new(), Vec::new());
    let mut literal = String::new();
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '{' if rest.next_if_eq(&'{').is_some() => literal.push('{'),
            '}' => {
                rest.next_if_eq(&'}')?;
                literal.push('}');
            }
            '{' => {
                let mut name = String::new();
                loop {
                    match rest.next()? {
                        '}' => break,
                        c => name.push(c),
                    }
                }
                literals.push(std::mem::take(&mut literal));
                names.push(Name(name));
            }
            c => literal.push(c),
        }
    }
    literals.push(literal);
    Some((literals, names))
}
