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
pub(super) fn list<'a>(plan: &'a ListPlan, json: Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let items = match json.into_items() {
        Ok(items) => items,
        Err(json) => return Ok(json),
    };
    let [from, to] = [mode.direction.from(), mode.direction.to()].map(|side| plan.keys.of(side));
    let ends = Ends::item(from, to);
    let items = items.into_iter().enumerate().map(|(index, item)| {
        let at = || Segment::Item(index);
        entry(&plan.item, ends, item, mode, at, |error| error.at(index))
    });
    Ok(Json::Array(items.collect::<Result<_>>()?))
}

/// Translates a map.
pub(super) fn map<'a>(node: &'a Node, json: Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let members = match json.into_members() {
        Ok(members) => members,
        Err(json) => return Ok(json),
    };
    let members = members.into_iter().map(|(name, value)| {
        let at = || Segment::Member(name.clone().into_owned());
        let within = |error: crate::ConversionError| error.within(&name);
        let value = entry(node, Ends::ENTRY, value, mode, at, within)?;
        Ok((name, value))
    });
    Ok(Json::Object(members.collect::<Result<_>>()?))
}

/// An item or entry, which stands even where nothing becomes of it.
fn entry<'a>(
    node: &'a Node,
    ends: Ends,
    value: Json<'a>,
    mode: Mode,
    at: impl Fn() -> Segment,
    outer: impl Fn(crate::ConversionError) -> crate::ConversionError,
) -> Result<Json<'a>> {
    let refused = mode.holes.map(|_| value.clone());
    let made = mode.seen_from(
        outer,
        || [vec![at()], vec![at()]],
        || plain(node, ends, Some(value), mode),
    );
    let left = || refused.and_then(|value| ends.stand_in(&value));
    let made = mode.or_hole(made, || [vec![vec![at()]], vec![vec![at()]]], left)?;
    if made.is_none() {
        mode.leave();
    }
    Ok(made.unwrap_or(Json::NULL))
}
