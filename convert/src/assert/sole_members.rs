//! What a step makes objects of has no other members that must be there.

use super::{
    absent::{at_only, must, side_is, spots, table},
    field, opened, structure,
};
use crate::table::{Field, Fields, Flag, How, Shape, Side, Step};
use wheelwright_schema::assert::{Message, same};

/// Where a step makes objects on this side, serde reads them though they have only what it puts there.
#[track_caller]
pub(super) const fn sole_members(fields: &Fields, step: &Step, side: Side) {
    let (made, in_list) = match step.how {
        How::WrapObject { object, member, .. } if side_is(object, side) => {
            ([member, member], false)
        }
        How::Each(&How::WrapObject { object, member, .. }) if side_is(object, side) => {
            ([member, member], true)
        }
        How::Counted {
            counts,
            item,
            count,
            ..
        } if side_is(counts, side) => ([item, count], true),
        How::Keyed {
            map, key, value, ..
        } if side_is(map.other(), side) && !value.is_empty() => ([key, value], true),
        _ => return,
    };
    let Some(at) = at_only(table(fields, side), spots(step, side)) else {
        return;
    };
    let object = match &opened(at).shape {
        Shape::List(list) if in_list => list.items,
        Shape::Map(map) if in_list => map.value,
        _ => at,
    };
    let Some(of) = structure(object) else {
        return;
    };
    // A name that is none is an error of its own.
    if of.default.is_some() || field(of, made[0]).is_none() || field(of, made[1]).is_none() {
        return;
    }
    let mut i = 0;
    while i < of.fields.len() {
        let other = of.fields.at(i);
        if !same(other.ident, made[0])
            && !same(other.ident, made[1])
            && other.default.is_none()
            && must(other.ty)
            && !is_flattened_map(&other)
        {
            Message::new("")
                .quote(other.ident)
                .text(" of ")
                .quote(opened(object).name)
                .text(" must be there, and nothing goes into it; give it `#[serde(default)]`, or write functions: `with = function, back = function`")
                .fail();
        }
        i += 1;
    }
}

/// Whether serde reads an empty map of members that are not there.
const fn is_flattened_map(field: &Field) -> bool {
    field.flags.has(Flag::Flatten) && matches!(opened(field.ty).shape, Shape::Map(_))
}
