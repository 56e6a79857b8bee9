//! What several keys together must keep to.

mod form;
mod items;
mod refusals;

use proc_macro2::Span;

use super::attrs::{Segment, Spot};
use super::model::{Content, How, Record, Shape, Spoke, Step};
use crate::diag::Errors;

/// Checks what the macro call can see.
pub(super) fn spoke(spoke: &Spoke<'_>, errors: &Errors) {
    match &spoke.shape {
        Shape::Struct(record) => self::record(record, spoke, errors),
        Shape::Enum(variants) => {
            for variant in variants {
                refusals::variant(variant, spoke, errors);
                if let Content::Struct(record) = &variant.content {
                    self::record(record, spoke, errors);
                    for step in &record.steps {
                        form::in_variant(step, errors);
                    }
                }
            }
        }
        Shape::Calls(with, back, _) => {
            refusals::whole(with, back, spoke, errors);
            form::takes(with, "with", 1, errors);
            form::takes(back, "back", 1, errors);
        }
        Shape::Newtype(_) => {}
    }
}

fn record(record: &Record<'_>, spoke: &Spoke<'_>, errors: &Errors) {
    taken_once(record, "spoke", |step| &step.spoke, errors);
    taken_once(record, "hub", |step| &step.hub, errors);
    alone(record, ("removed", "part_back"), |step| &step.spoke, errors);
    alone(record, ("added", "part"), |step| &step.hub, errors);
    for step in &record.steps {
        for spot in &step.spoke {
            known(spot, record, errors);
        }
        form::step(step, errors);
        refusals::step(step, record, spoke, errors);
    }
    for side in [Side::Hub, Side::Spoke] {
        items::places(record, side, errors);
        let mut missing = Vec::new();
        for spot in record.steps.iter().flat_map(side.places()) {
            parents(spot, record, side, &mut missing, errors);
        }
    }
}

/// Whose places.
#[derive(Clone, Copy)]
enum Side {
    Spoke,
    Hub,
}

impl Side {
    fn places(self) -> fn(&Step) -> &Vec<Spot> {
        match self {
            Self::Spoke => |step| &step.spoke,
            Self::Hub => |step| &step.hub,
        }
    }
}

fn taken_once(record: &Record<'_>, side: &str, places: fn(&Step) -> &Vec<Spot>, errors: &Errors) {
    let mut seen: Vec<(String, Span)> = Vec::new();
    for spot in record.steps.iter().flat_map(places) {
        let text = spot.text();
        let Some((_, first)) = seen.iter().find(|(known, _)| *known == text) else {
            seen.push((text, spot.span()));
            continue;
        };
        for at in [*first, spot.span()] {
            errors.at(
                at,
                format_args!("two steps take `{text}` of the {side}; leave it to one of them"),
            );
        }
    }
}

/// What only one side has is all of it on that side alone.
fn alone(
    record: &Record<'_>,
    (key, part): (&str, &str),
    places: fn(&Step) -> &Vec<Spot>,
    errors: &Errors,
) {
    let is_alone = |step: &&Step| matches!(step.how, How::Only(_));
    for spot in record.steps.iter().filter(is_alone).flat_map(places) {
        let Some(path) = spot.path() else { continue };
        let mut others = record.steps.iter().flat_map(places);
        let within = others.find_map(|other| {
            let rest = other.path()?.strip_prefix(path)?;
            let first = rest.first()?;
            // No other key says what becomes of the other entries of a map here.
            let is_entry_here = key == "removed" && !matches!(first, Segment::Field(_));
            (!is_entry_here).then_some((other, first))
        });
        let Some((other, first)) = within else {
            continue;
        };
        let (text, other) = (spot.text(), other.text());
        let instead = match first {
            Segment::Entry(_) => "the other entries are kept without it".to_owned(),
            Segment::Item(_) => "the other items are kept without it".to_owned(),
            Segment::Field(_) => {
                format!("what else it has is said field by field, with `{part}(\"{text}\" = Type)`")
            }
        };
        errors.at(
            spot.span(),
            format_args!(
                "`{key}` says that only one version has `{text}`, and another step takes `{other}` within it; remove \
                 `{key}` here: {instead}"
            ),
        );
    }
}

/// A field that a key names is one of the struct's.
fn known(spot: &Spot, record: &Record<'_>, errors: &Errors) {
    let Some([Segment::Field(name), ..]) = spot.path() else {
        return;
    };
    if record.field(&Spot::field(name, spot.span())).is_some() {
        return;
    }
    let known: Vec<_> = record
        .fields
        .iter()
        .map(|field| field.ident.to_string())
        .collect();
    let meant = wheelwright_grammar::suggest::closest(name, known.iter().map(String::as_str))
        .map_or_else(
            || format!("the fields are `{}`", known.join("`, `")),
            |meant| format!("did you mean `{meant}`?"),
        );
    errors.at(
        spot.span(),
        format_args!("there is no field `{name}` here; {meant}"),
    );
}

/// What a deeper place lies in is mapped by a field, or its type is said. `missing`: of what it was reported that it is not.
fn parents<'r>(
    spot: &'r Spot,
    record: &Record<'_>,
    side: Side,
    missing: &mut Vec<&'r [Segment]>,
    errors: &Errors,
) {
    let Some(path) = spot.path() else { return };
    let [Segment::Field(_), rest @ ..] = path else {
        return;
    };
    let is_mapped = |parent: &[Segment]| {
        let mut spots = record.steps.iter().flat_map(side.places());
        spots.any(|other| other.path() == Some(parent))
    };
    let parts = match side {
        Side::Spoke => &record.parts_back,
        Side::Hub => &record.parts,
    };
    if !matches!(rest, [Segment::Field(_), ..]) {
        return;
    }
    for depth in 1..path.len() {
        let Some((parent, [Segment::Field(_), ..])) = path.split_at_checked(depth) else {
            return;
        };
        if is_mapped(parent) {
            if depth > 1 {
                let whole = super::attrs::text_of(parent);
                let head = super::attrs::text_of(&path[..1]);
                let (what, way) = match side {
                    Side::Hub => (format!("a field here becomes `{whole}` of the hub"), "into"),
                    Side::Spoke => (format!("a step takes all of `{whole}` here"), "out of"),
                };
                errors.at(
                    spot.span(),
                    format_args!(
                        "{what}, and nothing else can move {way} that, as it is in a part itself; map `{head}` by a type \
                         of its own (`#[spoke(hub = …)]`) that has both, or with functions"
                    ),
                );
            }
            return;
        }
        if !parts.iter().any(|part| part.path == parent) {
            if missing.contains(&parent) {
                return;
            }
            missing.push(parent);
            let parent = super::attrs::text_of(parent);
            let (what, key) = match side {
                Side::Hub => (
                    "of the hub is made of what moves into it, as no field here maps to it",
                    "part",
                ),
                Side::Spoke => (
                    "here is made of what moves out of it on the way back, as no step maps all of it",
                    "part_back",
                ),
            };
            errors.at(
                spot.span(),
                format_args!(
                    "`{parent}` {what}; say its type on this type: `#[spoke({key}(\"{parent}\" = Type))]`, or \
                     `Option<Type>`"
                ),
            );
            return;
        }
    }
}
