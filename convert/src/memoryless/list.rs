//! Lists item by item, and maps value by value.

use super::{
    Mode, Result,
    child::{Ends, plain},
    hole::Segment,
};
use crate::{
    json::Json,
    plan::{ListPlan, Node},
};

/// Translates a list.
pub(super) fn list<'a>(plan: &'a ListPlan, json: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let Some(items) = json.to_items() else {
        return Ok(json.clone());
    };
    let [from, to] = [mode.direction.from(), mode.direction.to()].map(|side| plan.keys.of(side));
    let ends = Ends::item(from, to);
    let items = items.iter().enumerate().map(|(index, item)| {
        let at = || Segment::Item(index);
        entry(&plan.item, ends, item, mode, at, |error| error.at(index))
    });
    Ok(Json::Array(items.collect::<Result<_>>()?))
}

/// Translates a map.
pub(super) fn map<'a>(node: &'a Node, json: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let Some(members) = json.to_members() else {
        return Ok(json.clone());
    };
    let members = members.iter().map(|(name, value)| {
        let at = || Segment::Member(name.to_string());
        let within = |error: crate::ConversionError| error.within(name);
        let value = entry(node, Ends::ENTRY, value, mode, at, within)?;
        Ok((name.clone(), value))
    });
    Ok(Json::Object(members.collect::<Result<_>>()?))
}

/// An item or entry, which stands even where nothing becomes of it.
fn entry<'a>(
    node: &'a Node,
    ends: Ends,
    value: &Json<'a>,
    mode: Mode,
    at: impl Fn() -> Segment,
    outer: impl Fn(crate::ConversionError) -> crate::ConversionError,
) -> Result<Json<'a>> {
    let made = mode.seen_from(
        outer,
        || [vec![at()], vec![at()]],
        || plain(node, ends, Some(value), mode),
    );
    let left = || ends.stand_in(value);
    let made = mode.or_hole(made, || [vec![vec![at()]], vec![vec![at()]]], left)?;
    if made.is_none() {
        mode.leave();
    }
    Ok(made.unwrap_or(Json::NULL))
}
