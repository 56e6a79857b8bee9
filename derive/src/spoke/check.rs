//! What several keys together must keep to.

use super::model::{Content, How, Record, Shape, Spoke, Step};
use crate::diag::Errors;

/// Checks what the macro call can see.
pub(super) fn spoke(spoke: &Spoke<'_>, errors: &Errors) {
    match &spoke.shape {
        Shape::Struct(record) => self::record(record, errors),
        Shape::Enum(variants) => {
            for variant in variants {
                if let Content::Struct(record) = &variant.content {
                    self::record(record, errors);
                }
            }
        }
        Shape::Newtype(_) | Shape::Calls(..) => {}
    }
}

fn record(record: &Record<'_>, errors: &Errors) {
    for (side, places) in [
        ("spoke", (|step: &Step| &step.spoke) as fn(&Step) -> &Vec<_>),
        ("hub", |step: &Step| &step.hub),
    ] {
        let mut seen: Vec<(String, proc_macro2::Span)> = Vec::new();
        for step in &record.steps {
            for spot in places(step) {
                let text = spot.text();
                if let Some((_, first)) = seen.iter().find(|(known, _)| *known == text) {
                    for at in [*first, spot.span()] {
                        errors.at(
                            at,
                            format_args!(
                                "two steps take `{text}` of the {side}; leave it to one of them"
                            ),
                        );
                    }
                } else {
                    seen.push((text, spot.span()));
                }
            }
        }
    }
    for step in &record.steps {
        for spot in &step.spoke {
            if let Some(name) = spot.direct()
                && record.field(spot).is_none()
            {
                let known: Vec<_> = record
                    .fields
                    .iter()
                    .map(|field| field.ident.to_string())
                    .collect();
                let meant =
                    wheelwright_grammar::suggest::closest(name, known.iter().map(String::as_str))
                        .map_or_else(
                            || format!("it has `{}`", known.join("`, `")),
                            |meant| format!("did you mean `{meant}`?"),
                        );
                errors.at(
                    spot.span(),
                    format_args!("there is no field `{name}` here; {meant}"),
                );
            }
        }
        one_place_each(step, errors);
    }
}

/// Whether the step's way of mapping has the places it needs.
fn one_place_each(step: &Step, errors: &Errors) {
    if matches!(step.how, How::Nest) && (step.spoke.len() > 1 || step.hub.len() > 1) {
        errors.at(
            step.span,
            "several places map by functions or by a format: write `with = function, back = function`, `format = \
             \"{a}:{b}\"` or `gathered(…)`",
        );
    }
}
