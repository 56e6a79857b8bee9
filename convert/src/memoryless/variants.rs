//! Enums.

use std::borrow::Cow;

use super::{Mode, Result, fields::fields, hole::Segment, value};
use crate::{
    ConversionError,
    json::{Json, Kind},
    plan::{Case, CaseContent, Direction, VariantsPlan},
    table::{Content, Enum, Side, Tagging, Variant},
};

/// Translates a value of an enum. One that is none of its variants is delivered as it is.
pub(crate) fn variants<'a>(
    plan: &'a VariantsPlan,
    json: &Json<'a>,
    mode: Mode,
) -> Result<Json<'a>> {
    let (from, to) = (mode.direction.from(), mode.direction.to());
    let (Some(source), Some(target)) = (plan.enums.of(from).0, plan.enums.of(to).0) else {
        return Ok(json.clone());
    };
    let Some((case, content)) = case_of(plan, source, json, from) else {
        return Ok(json.clone());
    };
    let fill = |json: Json<'a>| match plan.filled.of(to) {
        Some(place) if mode.complete => place.filled(json),
        _ => json,
    };
    let Some(variant) = *case.variants.of(to) else {
        return match case.stand_in {
            Some(run) => (run.0)()
                .map(|value| match plan.places.of(to) {
                    Some(place) if mode.complete => place.defaulted(Json::of_value(&value)),
                    _ => Json::of_value(&value),
                })
                .map_err(ConversionError::new),
            None => Err(ConversionError::new(format!(
                "the other version has nothing for the variant `{}`; give it a stand-in in `#[spoke(…)]`",
                case.variants.of(from).map_or("", |variant| variant.wire),
            ))),
        };
    };
    let at = || {
        let ends = [(source, *case.variants.of(from)), (target, Some(variant))];
        ends.map(|(of, variant)| {
            variant
                .and_then(|variant| within(of, variant))
                .into_iter()
                .collect()
        })
    };
    let is_unit = |variant: &Variant| matches!(variant.content, Content::Unit);
    // What a variant without members becomes may have some.
    let has_none = case.variants.of(from).is_some_and(is_unit);
    let content = content.or_else(|| has_none.then(|| Json::Object(Vec::new())));
    let made = || {
        Ok(match (&case.content, content) {
            (CaseContent::Newtype(node), Some(content)) => Some(value(node, &content, mode)?),
            (CaseContent::Fields(plan), Some(content)) => Some(fields(plan, &content, mode)?),
            (CaseContent::Unit, content) if !has_none => content,
            _ => None,
        })
    };
    let content = mode.seen_from(|error| error, at, made)?;
    let content = content.filter(|_| !is_unit(variant));
    if matches!(target.tagging, Tagging::Adjacent(..)) {
        return Ok(close(target, variant, content.map(fill)));
    }
    Ok(fill(close(target, variant, content)))
}

/// Where the content of a variant stands in a value, if not among its members.
pub(crate) fn within(of: &Enum, variant: &Variant) -> Option<Segment> {
    match of.tagging {
        Tagging::External => Some(Segment::Member(variant.wire.to_owned())),
        Tagging::Adjacent(_, name) => Some(Segment::Member(name.to_owned())),
        Tagging::Internal(_) | Tagging::Untagged => None,
    }
}

/// What a value of one side's enum is, and its content.
pub(crate) fn case_of<'p, 'a>(
    plan: &'p VariantsPlan,
    of: &Enum,
    json: &Json<'a>,
    side: Side,
) -> Option<(&'p Case, Option<Json<'a>>)> {
    plan.cases.iter().find_map(|case| {
        let variant = (*case.variants.of(side))?;
        Some((case, open(of, variant, json)?))
    })
}

/// Whether a value lacks the member that says which variant it is, as a part of an object may.
pub(crate) fn is_part(plan: &VariantsPlan, json: &Json, direction: Direction) -> bool {
    let Some(source) = plan.enums.of(direction.from()).0 else {
        return false;
    };
    json.kind() == Kind::Object
        && source.variants.iter().all(|variant| !variant.untagged)
        && match source.tagging {
            Tagging::External => json.is_empty(),
            Tagging::Internal(tag) | Tagging::Adjacent(tag, _) => json.member(tag).is_none(),
            Tagging::Untagged => false,
        }
}

/// The content of a value that is of this variant.
#[expect(
    clippy::option_option,
    reason = "another variant, or one without content"
)]
fn open<'a>(of: &Enum, variant: &Variant, json: &Json<'a>) -> Option<Option<Json<'a>>> {
    let unit = matches!(variant.content, Content::Unit);
    match of.tagging {
        Tagging::External => {
            if let Some(text) = json.as_str() {
                return (unit && text == variant.wire).then_some(None);
            }
            let members = json.clone().into_members().ok()?;
            let [(name, _)] = &members[..] else {
                return None;
            };
            (name == variant.wire).then(|| {
                let content = members.into_iter().next().map(|(_, content)| content);
                content.filter(|_| !unit)
            })
        }
        Tagging::Internal(tag) => {
            let members = json.clone().into_members().ok()?;
            let is_it = members.iter().any(|(name, value)| {
                name == tag && value.as_str().is_some_and(|text| text == variant.wire)
            });
            is_it.then(|| {
                (!unit).then(|| {
                    Json::Object(
                        members
                            .into_iter()
                            .filter(|(name, _)| name != tag)
                            .collect(),
                    )
                })
            })
        }
        Tagging::Adjacent(tag, content) => {
            let members = json.clone().into_members().ok()?;
            let is_it = members.iter().any(|(name, value)| {
                name == tag && value.as_str().is_some_and(|text| text == variant.wire)
            });
            is_it.then(|| {
                members
                    .into_iter()
                    .find(|(name, _)| name == content)
                    .map(|(_, content)| content)
            })
        }
        Tagging::Untagged => None,
    }
}

/// A value of this variant.
fn close<'a>(of: &'a Enum, variant: &'a Variant, content: Option<Json<'a>>) -> Json<'a> {
    match (of.tagging, content) {
        (Tagging::External, None) => Json::string(variant.wire),
        (Tagging::External, Some(content)) => {
            Json::Object(vec![(Cow::Borrowed(variant.wire), content)])
        }
        (Tagging::Internal(tag), content) => {
            let mut members = vec![(Cow::Borrowed(tag), Json::string(variant.wire))];
            if let Some(content) = content {
                members.extend(content.into_members().unwrap_or_default());
            }
            Json::Object(members)
        }
        (Tagging::Adjacent(tag, name), content) => {
            let mut members = vec![(Cow::Borrowed(tag), Json::string(variant.wire))];
            members.extend(content.map(|content| (Cow::Borrowed(name), content)));
            Json::Object(members)
        }
        (Tagging::Untagged, content) => content.unwrap_or(Json::NULL),
    }
}
