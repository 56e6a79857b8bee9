//! Steps whose values must be bounded, told apart or listed.

use super::{equal, field, has, is_open, opened, reach, structure};
use crate::SpokeOf;
use crate::schema::Schema;
use crate::table::{How, Key, List, Mapping, Number, Shape, Side, Spot, Struct, Tree, Type};
use wheelwright_schema::assert::{Message, same};

/// `counted`: the counting items have these fields; how often something is repeated has a limit, or the mapping says
/// that it may refuse.
#[track_caller]
pub const fn counted<S: SpokeOf<H>, H>(index: usize, may_refuse: bool) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let step = &fields.steps[index];
    let How::Counted {
        counts,
        item,
        count,
        ..
    } = step.how
    else {
        return;
    };
    let (table, spots) = match counts {
        Side::Hub => (fields.hub, step.hub),
        Side::Spoke => (fields.spoke, step.spoke),
    };
    let [Spot::Field(path)] = spots else {
        return;
    };
    let Some(of) = that_count(table, path, item, count) else {
        return;
    };
    if !may_refuse && !has_maximum(of, count) {
        let mut message = Message::new("counted: ");
        message
            .quote(count)
            .text(" has no `maximum`, so one item may stand for more repeats than any object can hold; write `#[schema(maximum = 100)]` on it, or `fallible(")
            .text(match counts {
                Side::Hub => "down",
                Side::Spoke => "up",
            })
            .text(")` on the type")
            .fail();
    }
}

/// What [`Made`](crate::generated::Made) takes for a type of which rustc says nothing where this fails: what repeats maps by itself to the hub's field.
#[track_caller]
#[must_use]
pub const fn counting<H: Schema>(path: &[&str], item: &str, count: &str) -> usize {
    that_count(H::TYPE, path, item, count);
    0
}

/// The struct of a list's items that count.
#[track_caller]
const fn that_count(
    table: &'static Type,
    path: &[&str],
    item: &str,
    count: &str,
) -> Option<&'static Struct> {
    let Some(list) = reach(table, path) else {
        return None;
    };
    let items = match opened(list).shape {
        Shape::List(list) => list.items,
        _ => list,
    };
    let Some(of) = structure(items) else {
        if !is_open(opened(items)) {
            Message::new("counted: ")
                .quote(path[path.len() - 1])
                .text(" is no list of items that count; write `reversed` where this side has the quantities")
                .fail();
        }
        return None;
    };
    items_have("counted", items, of, [item, count]);
    Some(of)
}

/// The items of a list have the fields that a step names; it names none with an empty text.
#[track_caller]
const fn items_have(step: &str, items: &'static Type, of: &'static Struct, names: [&str; 2]) {
    let mut i = 0;
    while i < names.len() {
        if !names[i].is_empty() && field(of, names[i]).is_none() {
            let mut message = Message::new(step);
            message
                .text(": there is no field ")
                .quote(names[i])
                .text("; ");
            has(&mut message, opened(items).name, of);
            message.fail();
        }
        i += 1;
    }
}

/// `coerced`, `factor`, `duration`, `quantity`: each side has one value.
#[track_caller]
pub const fn one_value<S: SpokeOf<H>, H>(index: usize) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let step = &fields.steps[index];
    let key = match step.how {
        How::Coerced => "coerced",
        How::Factor { .. } => "factor = …",
        How::Duration { .. } => "duration = …",
        How::Quantity { .. } => "quantity = …",
        _ => return,
    };
    let sides = [(fields.spoke, step.spoke), (fields.hub, step.hub)];
    let mut i = 0;
    while i < sides.len() {
        let (table, spots) = sides[i];
        if let [Spot::Field(path)] = spots
            && let Some(ty) = reach(table, path)
            && matches!(opened(ty).shape, Shape::List(_) | Shape::Map(_))
        {
            Message::new("")
                .quote(path[path.len() - 1])
                .text(match opened(ty).shape {
                    Shape::List(_) => {
                        " is a list, and this maps one value; for each item of it write `each("
                    }
                    _ => " is a map, and this maps one value; for each value in it write `each(",
                })
                .text(key)
                .text(")`")
                .fail();
        }
        i += 1;
    }
}

/// `keyed`: the items of the list have these fields, and no two of them one key, or the mapping says that it may refuse.
#[track_caller]
pub const fn keyed<S: SpokeOf<H>, H>(index: usize, may_refuse: bool) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let step = &fields.steps[index];
    let How::Keyed {
        map, key, value, ..
    } = step.how
    else {
        return;
    };
    let (table, spots, direction) = match map {
        Side::Hub => (fields.spoke, step.spoke, "up"),
        Side::Spoke => (fields.hub, step.hub, "down"),
    };
    let [Spot::Field(path)] = spots else {
        return;
    };
    if let Some(list) = reach(table, path)
        && let Shape::List(List { items, .. }) = opened(list).shape
        && let Some(of) = structure(items)
    {
        items_have("keyed", items, of, [key, value]);
    }
    let ([name], Some(of)) = (*path, structure(table)) else {
        return;
    };
    let mut i = 0;
    while i < of.fields.len() {
        let field = &of.fields.at(i);
        if same(field.ident, name) && !may_refuse && !is_keyed(field.keys) {
            Message::new("keyed: two items of `")
                .text(name)
                .text("` may have the same `")
                .text(key)
                .text("`, and a map holds one; write `#[schema(list_map_keys(\"…\"))]` on the list, or `fallible(")
                .text(direction)
                .text(")` on the type")
                .fail();
        }
        i += 1;
    }
}

const fn is_keyed(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if let Key::ListMapKeys([_]) = keys[i] {
            return true;
        }
        i += 1;
    }
    false
}

/// `values`: where the two sides are of different types, every value has its row, or the mapping says that it may
/// refuse.
#[track_caller]
pub const fn values<S: SpokeOf<H>, H>(index: usize, up: bool, down: bool) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let step = &fields.steps[index];
    let (How::Values(pairs), [Spot::Field(from)], [Spot::Field(to)]) =
        (step.how, step.spoke, step.hub)
    else {
        return;
    };
    let (Some(from), Some(to)) = (reach(fields.spoke, from), reach(fields.hub, to)) else {
        return;
    };
    let (from, to) = (opened(from), opened(to));
    if !up && !is_alike(from, to) && !covers(from, pairs, Side::Spoke) {
        uncovered("or", "up", "this version");
    }
    if !down && !is_alike(to, from) && !covers(to, pairs, Side::Hub) {
        uncovered("or_back", "down", "the hub");
    }
}

#[track_caller]
const fn uncovered(key: &str, direction: &str, side: &str) {
    Message::new("values: a value of ")
        .text(side)
        .text(" that is not in the table would be of the wrong type on the other side; write a row for each, `")
        .text(key)
        .text(" = …` for all others, or `fallible(")
        .text(direction)
        .text(")` on the type")
        .fail();
}

/// Whether what is not in the table may stay as it is.
const fn is_alike(from: &Type, to: &Type) -> bool {
    use crate::table::Scalar;
    match (&from.shape, &to.shape) {
        (Shape::Scalar(Scalar::Integer(from)), Shape::Scalar(Scalar::Integer(to))) => {
            to.min <= from.min && from.max <= to.max
        }
        (Shape::Scalar(Scalar::Float(_)), Shape::Scalar(Scalar::Integer(_))) => false,
        (Shape::Scalar(left), Shape::Scalar(right)) => matches!(
            (left, right),
            (Scalar::Bool, Scalar::Bool)
                | (
                    Scalar::Integer(_) | Scalar::Float(_),
                    Scalar::Integer(_) | Scalar::Float(_)
                )
                | (
                    Scalar::Text(_) | Scalar::IntOrString,
                    Scalar::Text(_) | Scalar::IntOrString
                )
        ),
        (Shape::Scalar(Scalar::Bool), Shape::Enum(_))
        | (Shape::Enum(_), Shape::Scalar(Scalar::Bool)) => false,
        (Shape::Scalar(Scalar::Integer(_) | Scalar::Float(_)), Shape::Enum(_))
        | (Shape::Enum(_), Shape::Scalar(Scalar::Integer(_) | Scalar::Float(_))) => false,
        _ => true,
    }
}

/// Whether each value of the type has a row.
const fn covers(ty: &Type, pairs: &[(Option<Tree>, Option<Tree>)], side: Side) -> bool {
    use crate::table::{Content, Scalar};
    match &ty.shape {
        Shape::Scalar(Scalar::Bool) => {
            has_row(pairs, side, &Tree::Bool(true)) && has_row(pairs, side, &Tree::Bool(false))
        }
        Shape::Enum(of) => {
            let mut i = 0;
            while i < of.variants.len() {
                let variant = &of.variants[i];
                if !matches!(variant.content, Content::Unit)
                    || !has_row(pairs, side, &Tree::Str(variant.wire))
                {
                    return false;
                }
                i += 1;
            }
            true
        }
        _ => listed(ty.keys, pairs, side),
    }
}

/// Whether the schema lists the values, each of which has a row.
const fn listed(keys: &[Key], pairs: &[(Option<Tree>, Option<Tree>)], side: Side) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if let Key::Enum(values) = keys[i] {
            let mut k = 0;
            while k < values.len() {
                if !has_row(pairs, side, &values[k]) {
                    return false;
                }
                k += 1;
            }
            return true;
        }
        i += 1;
    }
    false
}

const fn has_row(pairs: &[(Option<Tree>, Option<Tree>)], side: Side, value: &Tree) -> bool {
    let mut i = 0;
    while i < pairs.len() {
        let own = match side {
            Side::Spoke => &pairs[i].0,
            Side::Hub => &pairs[i].1,
        };
        if equal(own.as_ref(), Some(value)) {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether a number has an upper bound that the schema states and that a list may reach.
const fn has_maximum(of: &Struct, name: &str) -> bool {
    /// A list of as many short strings is about what an object may weigh.
    const MOST: i128 = 100_000;
    let mut i = 0;
    while i < of.fields.len() {
        let field = &of.fields.at(i);
        if same(field.ident, name) {
            return bounded(field.keys, MOST)
                || bounded(opened(field.ty).keys, MOST)
                || matches!(
                    opened(field.ty).shape,
                    Shape::Scalar(crate::table::Scalar::Integer(range)) if range.max <= MOST
                )
                || is_open(opened(field.ty));
        }
        i += 1;
    }
    true
}

const fn bounded(keys: &[Key], most: i128) -> bool {
    let mut i = 0;
    while i < keys.len() {
        match keys[i] {
            Key::Maximum(Number::Int(maximum)) | Key::ExclusiveMaximum(Number::Int(maximum))
                if maximum <= most =>
            {
                return true;
            }
            Key::Enum(_) => return true,
            _ => {}
        }
        i += 1;
    }
    false
}
