//! The built-in ways of mapping, as expressions of the type `How`.

use proc_macro2::{Literal, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;

use super::nest::{Layer, Peeled, hub_leaf, item_of};
use super::table::{call, calls};
use super::{hub, local, places};
use crate::expand::tree::tree;
use crate::spoke::attrs::{Counted, Kind, Segment, Spot};
use crate::spoke::lower::parsed;
use crate::spoke::model::{Record, Spoke, Step, rust_ident};

/// An expression of the type `How`.
pub(super) fn how(kind: &Kind, step: &Step, record: &Record<'_>, spoke: &Spoke<'_>) -> TokenStream {
    let written = step.spoke.first().and_then(|spot| record.field(spot));
    let peeled = written.map(|field| Peeled::of(field.ty));
    let nest = within(kind, step, record).map_or_else(
        || quote!(__w::Nest::SAME),
        |(peeled, from)| peeled.nest(&counting_hub(kind, step, spoke), &from),
    );
    match kind {
        Kind::Counted(counted) => self::counted(counted, step, &nest),
        Kind::Format(format) => self::format(format, step),
        Kind::Keyed(key, value) => keyed(key, value.as_deref(), step, peeled.as_ref(), &nest),
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
            quote!(__w::How::Keys { pairs: &[#((#old, #new)),*], nest: #nest })
        }
        Kind::Each(each) => {
            if matches!(*each.kind, Kind::Parsed) {
                let how = each_parsed(each.reversed, step, peeled.as_ref(), spoke);
                return quote!(__w::How::Each(&#how));
            }
            let item = written.and_then(|field| item_of(field.ty));
            let how = of_one(&each.kind, item, each.reversed, &quote!(__w::Nest::SAME));
            quote!(__w::How::Each(&#how))
        }
        kind => of_one(kind, written.map(|field| field.ty), step.reversed, &nest),
    }
}

/// The hub's type, of which rustc says nothing where it has no items that count: that is said at the step.
fn counting_hub(kind: &Kind, step: &Step, spoke: &Spoke<'_>) -> TokenStream {
    let hub = hub(spoke);
    match (kind, step.hub.first().and_then(Spot::path)) {
        (Kind::Counted(Counted { item, count, .. }), Some(path))
            if spoke.generics.params.is_empty() =>
        {
            let names = path.iter().map(Segment::name);
            let span = super::here(step.span);
            quote_spanned! {span=>
                __w::Made<{ __w::assert::counting::<#hub>(&[#(#names),*], #item, #count) }, #hub>
            }
        }
        _ => hub,
    }
}

/// The ways of one value, whose type is as the spoke has it written.
fn of_one(kind: &Kind, ty: Option<&Type>, reversed: bool, nest: &TokenStream) -> TokenStream {
    match kind {
        Kind::Wrap { on_hub, member } => wrap(*on_hub, member.as_deref(), nest),
        Kind::Delimited(by) => {
            let text = side(!has_list(ty, reversed));
            quote!(__w::How::Delimited { text: #text, by: #by })
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
            let text = side(has_text(ty, reversed));
            let unit = number(nanoseconds(unit));
            quote!(__w::How::Duration { text: #text, unit: #unit })
        }
        Kind::Quantity(unit) => {
            let text = side(has_text(ty, reversed));
            quote!(__w::How::Quantity { text: #text, unit: #unit })
        }
        // Of several values, or other forms of a step.
        _ => TokenStream::new(),
    }
}

/// `each(parsed)`: functions between items. Of a place further within, whose type is not seen, it is a list.
fn each_parsed(
    reversed: bool,
    step: &Step,
    peeled: Option<&Peeled<'_>>,
    spoke: &Spoke<'_>,
) -> TokenStream {
    let held = match peeled {
        Some(peeled) if holds(peeled, Layer::Map) => "map_of",
        _ => "list_of",
    };
    let span = super::here(step.span);
    let held = proc_macro2::Ident::new(held, span);
    let item = |spots: &[Spot], of: &str| {
        let place = spots.first().and_then(Spot::path).unwrap_or_default();
        let place = places::holder(place, step.span, &local(of));
        [quote_spanned!(span=> __w::#held(#place))]
    };
    let (own, hub) = (item(&step.spoke, "__s"), item(&step.hub, "__h"));
    let (with, back) = parsed(step.span, reversed, false);
    let up = call(&with, &own, &hub, spoke, true);
    let down = call(&back, &hub, &own, spoke, false);
    let calls = calls(&with, &back, &up, &down, false);
    quote!(__w::How::Calls(#calls))
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

/// Whether this side has the text: its type is no number. Of a place further within, whose type is not seen, `reversed` says that
/// it has none.
pub(in crate::spoke) fn has_text(ty: Option<&Type>, reversed: bool) -> bool {
    const NUMBERS: &[&str] = &[
        "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f32", "f64", "isize", "usize",
    ];
    let is_number = |ty: &Type| {
        matches!(Peeled::of(ty).leaf, Type::Path(path)
            if path.path.segments.last().is_some_and(|last| NUMBERS.iter().any(|number| last.ident == number)))
    };
    !reversed && !ty.is_some_and(is_number)
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

/// What a step has within that maps by itself: the type as the spoke has it written, and what the hub's type is found from.
pub(super) fn within<'t>(
    kind: &Kind,
    step: &Step,
    record: &'t Record<'t>,
) -> Option<(Peeled<'t>, TokenStream)> {
    let written = step.spoke.first().and_then(|spot| record.field(spot))?;
    let (peeled, place) = (Peeled::of(written.ty), step.hub.first()?);
    match kind {
        Kind::Wrap {
            on_hub: true,
            member: None,
        } => {
            let leaf = hub_leaf(place);
            Some((peeled, quote!(__w::list_of(#leaf.inner()))))
        }
        Kind::Wrap {
            on_hub: true,
            member: Some(member),
        } => {
            let within = places::inside(place, &local("__h"));
            Some((peeled, member_of(&within, member, place)))
        }
        Kind::Wrap {
            on_hub: false,
            member: None,
        } => Some((peeled.item(), hub_leaf(place))),
        Kind::Counted(counted) if !counted.reversed && !peeled.standard => {
            let within = places::inside(place, &local("__h"));
            let member = member_of(&quote!(__w::item(#within)), &counted.item, place);
            Some((peeled.item(), member))
        }
        Kind::Keyed(_, Some(value)) if has_map(&peeled) && !peeled.standard => {
            let within = places::inside(place, &local("__h"));
            let member = member_of(&quote!(__w::item(#within)), value, place);
            Some((peeled.item(), member))
        }
        Kind::Keys(_) if has_map(&peeled) => {
            let leaf = hub_leaf(place);
            Some((peeled.item(), quote!(__w::map_of(#leaf.inner()))))
        }
        Kind::Keyed(_, None) => {
            let held = if has_map(&peeled) {
                "list_of"
            } else {
                "map_of"
            };
            let (held, leaf) = (local(held), hub_leaf(place));
            Some((peeled.item(), quote!(__w::#held(#leaf.inner()))))
        }
        _ => None,
    }
}

/// Whether the spoke has the map of `keyed`.
fn has_map(peeled: &Peeled<'_>) -> bool {
    !holds(peeled, Layer::List)
}

fn wrap(on_hub: bool, member: Option<&str>, nest: &TokenStream) -> TokenStream {
    let outer = side(!on_hub);
    match member {
        None => quote!(__w::How::WrapList { list: #outer, nest: #nest }),
        Some(member) => {
            quote!(__w::How::WrapObject { object: #outer, member: #member, nest: #nest })
        }
    }
}

fn counted(counted: &Counted, step: &Step, nest: &TokenStream) -> TokenStream {
    let Counted {
        item,
        count,
        any_order,
        reversed,
    } = counted;
    let counts = side(*reversed || step.reversed);
    quote! {
        __w::How::Counted { counts: #counts, item: #item, count: #count, any_order: #any_order, nest: #nest }
    }
}

fn keyed(
    key: &str,
    value: Option<&str>,
    step: &Step,
    peeled: Option<&Peeled<'_>>,
    nest: &TokenStream,
) -> TokenStream {
    let on_spoke = peeled.map_or(!step.reversed, has_map);
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
    let place =
        |name: &str| Literal::usize_unsuffixed(place_named(several, name).unwrap_or_default());
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

/// Which place a format's part is: one that is called so, else the first that ends so.
pub(in crate::spoke) fn place_named(places: &[Spot], name: &str) -> Option<usize> {
    let ends_so = |spot: &Spot| {
        let last = spot.path().and_then(<[_]>::last);
        last.is_some_and(|last| last.name() == name)
    };
    let whole = places.iter().position(|spot| spot.text() == name);
    whole.or_else(|| places.iter().position(ends_so))
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
