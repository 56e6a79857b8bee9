//! Places within items of lists.

use super::Side;
use crate::diag::Errors;
use crate::spoke::attrs::{Segment, Spot, text_of};
use crate::spoke::model::{How, Record};

/// Checks the places of one side.
pub(super) fn places(record: &Record<'_>, side: Side, errors: &Errors) {
    let places = side.places();
    for step in &record.steps {
        for spot in places(step) {
            let Some((item, within)) = spot.item() else {
                continue;
            };
            let at = spot.span();
            let (text, list) = (
                text_of(item),
                item.get(..item.len() - 1).unwrap_or_default(),
            );
            if within.is_empty() {
                errors.at(
                    at,
                    format_args!("`{text}` is an item; name the field within it that the value goes to: `{text}.field`"),
                );
            }
            if within
                .iter()
                .any(|segment| !matches!(segment, Segment::Field(_)))
            {
                errors.at(
                    at,
                    format_args!(
                        "`{}` goes on within an item to an item or entry further within; map `{}` with functions: \
                         `with = function, back = function`",
                        spot.text(),
                        text_of(list)
                    ),
                );
            }
            if list
                .iter()
                .any(|segment| !matches!(segment, Segment::Field(_)))
            {
                errors.at(
                    at,
                    format_args!(
                        "`{}` is within the entry of a map; map the entry with functions: `with = function, back = \
                         function`",
                        text_of(list)
                    ),
                );
            }
            if matches!(step.how, How::Elsewhere(_)) {
                errors.at(
                    at,
                    format_args!(
                        "no step of an enclosing struct reaches into items; leave it all of `{}`",
                        text_of(list)
                    ),
                );
            }
            whole(record, side, list, spot, errors);
        }
    }
}

/// No step takes the list, or all of what it is in.
fn whole(record: &Record<'_>, side: Side, list: &[Segment], spot: &Spot, errors: &Errors) {
    let all = record
        .steps
        .iter()
        .filter(|step| !matches!(step.how, How::Only(_) | How::Elsewhere(_)));
    let mut others = all.flat_map(side.places()).filter_map(Spot::path);
    if others.any(|other| other == list) {
        let (list, place) = (text_of(list), spot.text());
        let way_out = match side {
            Side::Spoke => format!(
                "say `removed` of `{list}` where its other items are of this version alone, or map"
            ),
            Side::Hub => "map".to_owned(),
        };
        errors.at(
            spot.span(),
            format_args!(
                "another step maps all of `{list}`, and `{place}` is within it; {way_out} both in one step with functions: \
                 `to = \"{list}\", with = function, back = function`"
            ),
        );
    }
}
