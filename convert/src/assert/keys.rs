//! Keys of list-maps pass through steps that are one to one.

use super::{equal, ident_of, is_open, names, opened, reach, structure};
use crate::SpokeOf;
use crate::table::{
    Field, Fields, How, Key, ListType, Mapping, Nest, Shape, Side, Spot, Step, Through, Tree, Type,
};
use wheelwright_schema::assert::{Message, same};

/// Keys of a list-map's items pass through steps that are one to one, so that items stay told apart.
#[track_caller]
pub const fn keyed_items<S: SpokeOf<H>, H>(index: usize) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let step = &fields.steps[index];
    let How::Nest(Nest {
        through: [Through::List],
        mapping: items,
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

/// `each(…)`: both sides have lists, or maps. Items that are told apart by what `wrap` puts into them come of a list without
/// duplicates.
#[track_caller]
pub const fn each<S: SpokeOf<H>, H>(index: usize) {
    let Mapping::Fields(fields) = (const { &S::MAPPING }) else {
        return;
    };
    let step = &fields.steps[index];
    if let ([Spot::Field(spoke)], [Spot::Field(hub)]) = (step.spoke, step.hub)
        && let (Some(from), Some(to)) = (reach(fields.spoke, spoke), reach(fields.hub, hub))
    {
        match (&opened(from).shape, &opened(to).shape) {
            (Shape::List(_), Shape::List(_)) | (Shape::Map(_), Shape::Map(_)) => {}
            _ if is_open(opened(from)) || is_open(opened(to)) => {}
            _ => Message::new("each: ")
                .quote(spoke[spoke.len() - 1])
                .text(" and ")
                .quote(hub[hub.len() - 1])
                .text(" of the hub are not both lists, nor both maps")
                .fail(),
        }
    }
    distinct_items(fields, step);
}

#[track_caller]
const fn distinct_items(fields: &Fields, step: &Step) {
    let How::Each(How::WrapObject { object, member, .. }) = step.how else {
        return;
    };
    let (keyed, spots, plain, others) = match object {
        Side::Hub => (fields.hub, step.hub, fields.spoke, step.spoke),
        Side::Spoke => (fields.spoke, step.spoke, fields.hub, step.hub),
    };
    let ([Spot::Field([name])], [Spot::Field([other])]) = (spots, others) else {
        return;
    };
    let (Some(list), Some(items)) = (field_of(keyed, name), field_of(plain, other)) else {
        return;
    };
    let Shape::List(held) = opened(list.ty).shape else {
        return;
    };
    let Some(item) = structure(held.items) else {
        return;
    };
    let mut i = 0;
    while i < list.keys.len() {
        if let Key::ListMapKeys([wire]) = list.keys[i]
            && let Some(ident) = ident_of(item, wire)
            && same(ident, member)
            && !is_set(&items)
        {
            Message::new("the items of ")
                .quote(name)
                .text(" are told apart by ")
                .quote(member)
                .text(" (`list_map_keys`), and ")
                .quote(other)
                .text(" may have one twice; write `#[schema(list_type = \"set\")]` on it")
                .fail();
        }
        i += 1;
    }
}

const fn field_of(ty: &'static Type, name: &str) -> Option<Field> {
    let Some(of) = structure(ty) else {
        return None;
    };
    let mut i = 0;
    while i < of.fields.len() {
        if same(of.fields.ident(i), name) {
            return Some(of.fields.at(i));
        }
        i += 1;
    }
    None
}

const fn is_set(field: &Field) -> bool {
    let mut i = 0;
    while i < field.keys.len() {
        if matches!(field.keys[i], Key::ListType(ListType::Set)) {
            return true;
        }
        i += 1;
    }
    !matches!(opened(field.ty).shape, Shape::List(list) if !list.set)
}

#[track_caller]
const fn keys_pass(ty: &'static Type, name: &str, items: &Mapping, side: Side) {
    let Some(parent) = structure(ty) else {
        return;
    };
    let mut i = 0;
    while i < parent.fields.len() {
        if same(parent.fields.ident(i), name) {
            let keys = parent.fields.at(i).keys;
            let mut k = 0;
            while k < keys.len() {
                if let Key::ListMapKeys(names) = keys[k] {
                    let mut n = 0;
                    while n < names.len() {
                        match items {
                            Mapping::Fields(items) => key_passes(names[n], items, side),
                            Mapping::Calls(calls) if !calls.bijective => {
                                whole_items(names[n], name);
                            }
                            _ => {}
                        }
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
const fn whole_items(wire: &str, name: &str) {
    Message::new("the items are told apart by ")
        .quote(wire)
        .text(" (`list_map_keys`), but the items of ")
        .quote(name)
        .text(" map by functions for the whole item, which may make one of two; map them field by field, or write `bijective` beside the functions where each key stays that of its own item")
        .fail();
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

const fn are_distinct(pairs: &[(Option<Tree>, Option<Tree>)]) -> bool {
    let mut i = 0;
    while i < pairs.len() {
        let mut k = 0;
        while k < i {
            if equal(pairs[i].0.as_ref(), pairs[k].0.as_ref())
                || equal(pairs[i].1.as_ref(), pairs[k].1.as_ref())
            {
                return false;
            }
            k += 1;
        }
        i += 1;
    }
    true
}
