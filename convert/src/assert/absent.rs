//! What may be absent on one side and must be there on the other.

use super::{equal, field, item_of, member, opened, reach, sole_members::sole_members, structure};
use crate::SpokeOf;
use crate::table::{Field, Fields, How, Key, Mapping, Shape, Side, Spot, Step, Type};
use wheelwright_schema::assert::{Message, same};

/// Of what may be absent something is made that may be, or the mapping says that it may refuse.
#[track_caller]
pub const fn absent<S: SpokeOf<H>, H>(index: usize, up: bool, down: bool) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    absent_in(fields, &fields.steps[index], up, down);
}

/// What may be absent on one side of a step may be on the other, or something stands in.
#[track_caller]
pub(crate) const fn absent_in(fields: &Fields, step: &Step, up: bool, down: bool) {
    sole_members(fields, step, Side::Spoke);
    sole_members(fields, step, Side::Hub);
    if !up && lacks(fields, step, Side::Spoke) {
        refuse(fields, step, Side::Spoke, "or", "up");
    }
    if !down && lacks(fields, step, Side::Hub) {
        refuse(fields, step, Side::Hub, "or_back", "down");
    }
}

#[track_caller]
const fn refuse(fields: &Fields, step: &Step, from: Side, key: &str, direction: &str) {
    let mut message = Message::new("");
    if let Some(Spot::Field(path)) = spots(step, from).first() {
        let name = match step.how {
            How::Keyed { value, .. } => value,
            How::WrapObject { member, .. } if matches!(see(table(fields, from), path), Some(seen) if !seen.may_be_absent) => {
                member
            }
            _ => path[path.len() - 1],
        };
        message.quote(name);
    }
    message
        .text(match step.how {
            How::WrapList { .. } => " may be empty",
            How::Gathered { map, .. } if side_is(map, from) => " may lack an entry",
            How::Each(_) => " may have items of which nothing becomes",
            _ => " may be absent",
        })
        .text(match from {
            _ if matches!(step.how, How::Each(_)) => "; write `",
            Side::Spoke => " here, and the hub must have what it becomes; write `",
            Side::Hub => " in the hub, and what becomes of it must be there; write `",
        })
        .text(key)
        .text(" = …`, which stands in while its absence is kept, or `fallible(")
        .text(direction)
        .text(")` on the type")
        .fail();
}

/// Whether all may be absent on this side, and something must be there on the other.
const fn lacks(fields: &Fields, step: &Step, from: Side) -> bool {
    let to = from.other();
    if let How::Each(how) = step.how {
        return items_lack(fields, step, how, from);
    }
    if let How::Keyed { map, value, .. } = step.how
        && side_is(map, to)
        && item_lacks(fields, step, map, value)
    {
        return true;
    }
    if makes_some(fields, step, from) || !any_must(fields, spots(step, to), to) {
        return false;
    }
    let holder = table(fields, from);
    let spots = spots(step, from);
    let mut i = 0;
    while i < spots.len() {
        let Spot::Field(path) = spots[i] else {
            return false;
        };
        let Some(seen) = see(holder, path) else {
            return false;
        };
        if !seen.may_be_absent && !holds_nothing(&step.how, from, seen.field) {
            return false;
        }
        i += 1;
    }
    !spots.is_empty()
}

/// Whether an item has nothing of which an item of the other side is made.
const fn items_lack(fields: &Fields, step: &Step, how: &How, from: Side) -> bool {
    let [Spot::Field(path)] = spots(step, from) else {
        return false;
    };
    let Some(seen) = see(table(fields, from), path) else {
        return false;
    };
    let item = match opened(seen.field.ty).shape {
        Shape::List(list) => list.items,
        Shape::Map(map) => map.value,
        _ => return false,
    };
    match how {
        How::WrapObject { object, member, .. } if side_is(*object, from) => {
            matches!(see(item, &[member]), Some(seen) if seen.may_be_absent)
        }
        How::WrapList { list, .. } if side_is(*list, from) => !has_items(item.keys),
        _ => false,
    }
}

/// Whether items may lack what is to be an entry, which must be there.
const fn item_lacks(fields: &Fields, step: &Step, map: Side, value: &str) -> bool {
    let list = map.other();
    let (Some(items), Some(map)) = (
        at_only(table(fields, list), spots(step, list)),
        at_only(table(fields, map), spots(step, map)),
    ) else {
        return false;
    };
    let (Shape::List(items), Shape::Map(map)) = (&opened(items).shape, &opened(map).shape) else {
        return false;
    };
    let Some(of) = structure(items.items) else {
        return false;
    };
    let Some(value) = field(of, value) else {
        return false;
    };
    matches!(shown(value).shape, Shape::Option(_)) && must(map.value)
}

/// Whether something is made of nothing: an empty list, or what a table has in the row of absence.
const fn makes_some(fields: &Fields, step: &Step, from: Side) -> bool {
    let to = from.other();
    match &step.how {
        How::WrapList { list, .. } => side_is(*list, to) && takes_empty(fields, step, to),
        How::Gathered { map, .. } => side_is(*map, to) && takes_empty(fields, step, to),
        How::Counted { .. } | How::Delimited { .. } | How::Keyed { .. } | How::Keys { .. } => {
            takes_empty(fields, step, to)
        }
        How::WrapObject { object, member, .. } => {
            side_is(*object, to) && !member_must(fields, step, to, member)
        }
        How::Values(pairs) => {
            let mut i = 0;
            while i < pairs.len() {
                let (own, other) = match from {
                    Side::Spoke => (&pairs[i].0, &pairs[i].1),
                    Side::Hub => (&pairs[i].1, &pairs[i].0),
                };
                if equal(own.as_ref(), None) {
                    return other.is_some();
                }
                i += 1;
            }
            false
        }
        How::Coerced
        | How::Factor { .. }
        | How::Duration { .. }
        | How::Quantity { .. }
        | How::Format { .. } => false,
        _ => true,
    }
}

/// Whether the object that the step makes must have the member that it puts there.
const fn member_must(fields: &Fields, step: &Step, side: Side, name: &str) -> bool {
    let Some(object) = at_only(table(fields, side), spots(step, side)) else {
        return false;
    };
    match see(object, &[name]) {
        Some(Seen { field, .. }) => field.default.is_none() && must(field.ty),
        None => false,
    }
}

/// Whether the schema of what the step makes lets it be empty.
const fn takes_empty(fields: &Fields, step: &Step, side: Side) -> bool {
    let [Spot::Field(path)] = spots(step, side) else {
        return true;
    };
    match see(table(fields, side), path) {
        Some(Seen { field, .. }) => !asks(field.keys) && !asks(shown(field.ty).keys),
        None => true,
    }
}

/// Whether what is empty is refused.
const fn asks(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if let Key::MinItems(1..) | Key::MinProperties(1..) | Key::MinLength(1..) = keys[i] {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether what is there may hold nothing of what the step takes out.
const fn holds_nothing(how: &How, from: Side, field: Field) -> bool {
    match how {
        How::WrapList { list, .. } if side_is(*list, from) => {
            !has_items(field.keys) && !has_items(shown(field.ty).keys)
        }
        How::WrapObject { object, member, .. } if side_is(*object, from) => {
            matches!(see(field.ty, &[member]), Some(seen) if seen.may_be_absent)
        }
        How::Gathered { map, .. } => side_is(*map, from),
        _ => false,
    }
}

const fn has_items(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::MinItems(1..)) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether a value must stand at any of the places.
const fn any_must(fields: &Fields, spots: &[Spot], side: Side) -> bool {
    let mut i = 0;
    while i < spots.len() {
        if let Spot::Field(path) = spots[i]
            && must_stand(fields, path, side)
        {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether a path leads to a field that serde does not read where it is absent, of a struct that is there: one that need not be
/// may be, if another step makes it.
const fn must_stand(fields: &Fields, path: &[&str], side: Side) -> bool {
    let (mut at, mut may_be_absent) = (table(fields, side), false);
    let mut i = 0;
    while i < path.len() {
        let Some(of) = structure(at) else {
            return false;
        };
        let Some(field) = member(of.fields, path[i]) else {
            return false;
        };
        if i + 1 == path.len() {
            return !may_be_absent
                && of.default.is_none()
                && field.default.is_none()
                && must(field.ty);
        }
        may_be_absent |= matches!(shown(field.ty).shape, Shape::Option(_));
        at = field.ty;
        i += 1;
        may_be_absent &= !is_made(fields, path, i, side);
    }
    false
}

/// Whether a step makes the struct at the first members of a path.
const fn is_made(fields: &Fields, path: &[&str], members: usize, side: Side) -> bool {
    let mut i = 0;
    while i < fields.steps.len() {
        if let [Spot::Field(own)] = spots(&fields.steps[i], side)
            && own.len() == members
            && starts_with(path, own)
        {
            return true;
        }
        i += 1;
    }
    false
}

const fn starts_with(path: &[&str], start: &[&str]) -> bool {
    let mut i = 0;
    while i < start.len() {
        if i == path.len() || !same(path[i], start[i]) {
            return false;
        }
        i += 1;
    }
    true
}

/// Whether serde reads no value of the type from nothing.
pub(super) const fn must(ty: &'static Type) -> bool {
    matches!(
        shown(ty).shape,
        Shape::Scalar(_) | Shape::Enum(_) | Shape::Struct(_) | Shape::List(_) | Shape::Map(_)
    )
}

/// The field that a path leads to.
struct Seen {
    field: Field,
    /// It, or what it is in, is an `Option`.
    may_be_absent: bool,
}

const fn see(table: &'static Type, path: &[&str]) -> Option<Seen> {
    let (mut at, mut may_be_absent, mut found) = (table, false, None);
    let mut i = 0;
    while i < path.len() {
        if let Some(item) = item_of(at, path[i]) {
            at = item;
            may_be_absent = true;
            i += 1;
            continue;
        }
        let Some(of) = structure(at) else {
            return None;
        };
        let mut k = 0;
        found = None;
        while k < of.fields.len() {
            let field = of.fields.at(k);
            if same(field.ident, path[i]) {
                found = Some(field);
            }
            k += 1;
        }
        let Some(field) = found else {
            return None;
        };
        may_be_absent |= matches!(shown(field.ty).shape, Shape::Option(_));
        at = field.ty;
        i += 1;
    }
    match found {
        Some(field) => Some(Seen {
            field,
            may_be_absent,
        }),
        None => None,
    }
}

/// The type of the one place, where the tables tell.
pub(super) const fn at_only(table: &'static Type, spots: &[Spot]) -> Option<&'static Type> {
    match spots {
        [Spot::Field(path)] => reach(table, path),
        _ => None,
    }
}

/// Without boxes.
pub(super) const fn shown(ty: &'static Type) -> &'static Type {
    let mut at = ty;
    while let Shape::Same(inner) = at.shape {
        at = inner;
    }
    at
}

pub(super) const fn table(fields: &Fields, side: Side) -> &'static Type {
    match side {
        Side::Spoke => fields.spoke,
        Side::Hub => fields.hub,
    }
}

pub(super) const fn spots(step: &Step, side: Side) -> &'static [Spot] {
    match side {
        Side::Spoke => step.spoke,
        Side::Hub => step.hub,
    }
}

pub(super) const fn side_is(left: Side, right: Side) -> bool {
    matches!(
        (left, right),
        (Side::Spoke, Side::Spoke) | (Side::Hub, Side::Hub)
    )
}
