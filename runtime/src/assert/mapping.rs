//! What a mapping says is what the two versions' tables have.

use super::message::{Message, same};
use crate::convert::SpokeOf;
use crate::schema::Schema;
use crate::table::{
    Fields, How, Key, Mapping, Nest, Number, Shape, Side, Spot, Step, Struct, Through, Type,
};

/// Every field of the hub has a step, and every step of the hub's fields is about one.
#[track_caller]
pub const fn mapped<S: SpokeOf<H>, H>() {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let Some(hub) = structure(fields.hub) else {
        return;
    };
    let mut i = 0;
    while i < fields.steps.len() {
        let step = &fields.steps[i];
        if let ([Spot::Field([from])], [Spot::Field([to])]) = (step.spoke, step.hub)
            && same(from, to)
            && field(hub, to).is_none()
        {
            let mut message = Message::new("nothing in the hub is called ");
            message.quote(to).text(" as the field here is; ");
            has(&mut message, fields.hub.name, hub);
            message
                .text("; write where it goes: `rename = \"field\"`, `to = \"field.inner\"`, or `removed` where the hub has nothing like it")
                .fail();
        }
        i += 1;
    }
    let mut i = 0;
    while i < hub.fields.len() {
        let name = hub.fields[i].ident;
        if !is_mapped(fields.steps, name) {
            Message::new("nothing maps to ")
                .quote(name)
                .text(" of the hub ")
                .quote(fields.hub.name)
                .text("; write `rename = \"")
                .text(name)
                .text("\"` or `to = \"")
                .text(name)
                .text("\"` on the field that becomes it, or what it is for older objects: `added(")
                .text(name)
                .text(" = value)` on the type")
                .fail();
        }
        i += 1;
    }
}

/// A place that a key names is there.
#[track_caller]
pub const fn place<T: Schema>(path: &[&str]) {
    let ty = T::TYPE;
    let mut at = ty;
    let mut i = 0;
    while i < path.len() {
        let name = path[i];
        at = match opened(at).shape {
            Shape::Struct(ref of) => match field(of, name) {
                Some(found) => found,
                None => {
                    let mut message = Message::new("there is no field ");
                    message.quote(name).text("; ");
                    has(&mut message, opened(at).name, of);
                    message.fail();
                }
            },
            Shape::Map(map) => map.value,
            Shape::Scalar(_) | Shape::List(_) | Shape::Null => {
                let mut message = Message::new("");
                message.quote(if i == 0 { ty.name } else { path[i - 1] });
                message
                    .text(match opened(at).shape {
                        Shape::List(_) => " is a list, whose items have no names; map it with a type of its own, or with functions: `with = function, back = function`",
                        _ => " holds no fields, so there is nothing further within",
                    })
                    .fail();
            }
            _ => return,
        };
        i += 1;
    }
}

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
    let Some(list) = reach(table, path) else {
        return;
    };
    let Shape::List(list) = opened(list).shape else {
        if !is_open(opened(list)) {
            Message::new("counted: ")
                .quote(path[path.len() - 1])
                .text(" is no list of items that count; write `reversed` where this side has the quantities")
                .fail();
        }
        return;
    };
    let Some(of) = structure(list.items) else {
        return;
    };
    let names = [item, count];
    let mut i = 0;
    while i < names.len() {
        if field(of, names[i]).is_none() {
            let mut message = Message::new("counted: there is no field ");
            message.quote(names[i]).text("; ");
            has(&mut message, opened(list.items).name, of);
            message.fail();
        }
        i += 1;
    }
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

/// Keys of a list-map's items pass through steps that are one to one, so that items stay told apart.
#[track_caller]
pub const fn keyed_items<S: SpokeOf<H>, H>(index: usize) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let step = &fields.steps[index];
    let How::Nest(Nest {
        through: [Through::List],
        mapping: Mapping::Fields(items),
    }) = step.how
    else {
        return;
    };
    if let [Spot::Field([name])] = step.spoke {
        keys_pass(fields.spoke, name, items, Side::Spoke);
    }
    if let [Spot::Field([name])] = step.hub {
        keys_pass(fields.hub, name, items, Side::Hub);
    }
}

#[track_caller]
const fn keys_pass(ty: &'static Type, name: &str, items: &Fields, side: Side) {
    let Some(parent) = structure(ty) else {
        return;
    };
    let mut i = 0;
    while i < parent.fields.len() {
        if same(parent.fields[i].ident, name) {
            let keys = parent.fields[i].keys;
            let mut k = 0;
            while k < keys.len() {
                if let Key::ListMapKeys(names) = keys[k] {
                    let mut n = 0;
                    while n < names.len() {
                        key_passes(names[n], items, side);
                        n += 1;
                    }
                }
                k += 1;
            }
        }
        i += 1;
    }
}

#[track_caller]
const fn key_passes(wire: &str, items: &Fields, side: Side) {
    let ty = match side {
        Side::Spoke => items.spoke,
        Side::Hub => items.hub,
    };
    let Some(of) = structure(ty) else {
        return;
    };
    let Some(ident) = ident_of(of, wire) else {
        return;
    };
    let mut i = 0;
    while i < items.steps.len() {
        let step = &items.steps[i];
        let spots = match side {
            Side::Spoke => step.spoke,
            Side::Hub => step.hub,
        };
        if names(spots, ident) && !is_one_to_one(step) {
            Message::new("the items are told apart by ")
                .quote(wire)
                .text(" (`list_map_keys`), but its step in ")
                .quote(items.spoke.name)
                .text(" may map two keys to one; leave the key as it is or `rename` it, or write `bijective` beside its functions where they never do that")
                .fail();
        }
        i += 1;
    }
}

const fn is_one_to_one(step: &Step) -> bool {
    let single = step.spoke.len() == 1 && step.hub.len() == 1;
    let without_stand_ins = step.up_or.is_none() && step.down_or.is_none();
    single
        && without_stand_ins
        && match step.how {
            How::Nest(Nest { through: [], .. }) | How::WrapObject { .. } | How::Elsewhere => true,
            How::Calls(calls) => calls.bijective,
            How::Values(pairs) => are_distinct(pairs),
            _ => false,
        }
}

const fn are_distinct(pairs: &[(Option<crate::table::Tree>, Option<crate::table::Tree>)]) -> bool {
    let mut i = 0;
    while i < pairs.len() {
        let mut k = 0;
        while k < i {
            if equal(&pairs[i].0, &pairs[k].0) || equal(&pairs[i].1, &pairs[k].1) {
                return false;
            }
            k += 1;
        }
        i += 1;
    }
    true
}

const fn equal(left: &Option<crate::table::Tree>, right: &Option<crate::table::Tree>) -> bool {
    use crate::table::Tree;
    match (left, right) {
        (None, None) | (Some(Tree::Null), Some(Tree::Null)) => true,
        (Some(Tree::Str(left)), Some(Tree::Str(right))) => same(left, right),
        (Some(Tree::Int(left)), Some(Tree::Int(right))) => *left == *right,
        (Some(Tree::Bool(left)), Some(Tree::Bool(right))) => *left == *right,
        _ => false,
    }
}

const fn names(spots: &[Spot], ident: &str) -> bool {
    let mut i = 0;
    while i < spots.len() {
        if let Spot::Field([first, ..]) = spots[i]
            && same(first, ident)
        {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_mapped(steps: &[Step], name: &str) -> bool {
    let mut i = 0;
    while i < steps.len() {
        if names(steps[i].hub, name) {
            return true;
        }
        i += 1;
    }
    false
}

/// Without what is not seen on the wire.
const fn opened(ty: &'static Type) -> &'static Type {
    let mut at = ty;
    while let Shape::Option(inner) | Shape::Same(inner) = at.shape {
        at = inner;
    }
    at
}

/// Whether nothing is known of what the type holds.
const fn is_open(ty: &Type) -> bool {
    matches!(ty.shape, Shape::Any | Shape::Given(_) | Shape::Foreign(_))
}

const fn structure(ty: &'static Type) -> Option<&'static Struct> {
    match &opened(ty).shape {
        Shape::Struct(of) => Some(of),
        _ => None,
    }
}

/// The type of the field, by its Rust name.
const fn field(of: &Struct, name: &str) -> Option<&'static Type> {
    let mut i = 0;
    while i < of.fields.len() {
        if same(of.fields[i].ident, name) {
            return Some(of.fields[i].ty);
        }
        i += 1;
    }
    None
}

const fn ident_of(of: &Struct, wire: &str) -> Option<&'static str> {
    let mut i = 0;
    while i < of.fields.len() {
        if same(of.fields[i].wire, wire) {
            return Some(of.fields[i].ident);
        }
        i += 1;
    }
    None
}

/// The type of a place, where the tables tell.
const fn reach(ty: &'static Type, path: &[&str]) -> Option<&'static Type> {
    let mut at = ty;
    let mut i = 0;
    while i < path.len() {
        at = match opened(at).shape {
            Shape::Struct(ref of) => match field(of, path[i]) {
                Some(found) => found,
                None => return None,
            },
            Shape::Map(map) => map.value,
            _ => return None,
        };
        i += 1;
    }
    Some(at)
}

/// Whether a number has an upper bound that the schema states and that a list may reach.
const fn has_maximum(of: &Struct, name: &str) -> bool {
    /// A list of as many short strings is about what an object may weigh.
    const MOST: i128 = 100_000;
    let mut i = 0;
    while i < of.fields.len() {
        let field = &of.fields[i];
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

/// Appends what a struct has.
const fn has(message: &mut Message, name: &str, of: &Struct) {
    message.quote(name).text(" has ");
    if of.fields.is_empty() {
        message.text("no fields");
    }
    let mut i = 0;
    while i < of.fields.len() {
        message
            .text(if i == 0 { "" } else { ", " })
            .quote(of.fields[i].ident);
        i += 1;
    }
}
