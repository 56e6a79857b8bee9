//! What was kept in format 1, which noted what each step lost, and what the items of lists looked like at the other version.

use super::{Complement, Entry, Layout, apply, diff::diff, format::key, localize};
use crate::{
    convert::{
        json::{Json, Kind, Look, Members, align, get, look, same},
        memoryless::{Segment, as_list, as_map, step_into, value_at},
        plan::{Direction, FieldsPlan, ListItems, Node},
    },
    table::Side,
};

/// Where the order of all items of a list stood, among those that steps name.
const ORDER: &str = "[]";

/// Whether it is in the format, whoever wrote it.
pub(crate) fn is_first(kept: &Json) -> bool {
    let is_list = |json: &Json| json.kind() == Kind::Array;
    let Ok(kept) = kept.borrowed().into_items() else {
        return kept.kind() == Kind::Object && kept.each_member().all(|(_, kept)| is_first(&kept));
    };
    let word = kept.first().and_then(Json::as_str);
    match (word.as_deref(), &kept[..]) {
        (_, [] | [_]) => true,
        (Some("object"), [_, _, members]) => members.kind() == Kind::Object && is_first(members),
        (Some("keyed"), [_, items]) => {
            let is_item = |item: &Json| {
                let parts = item.borrowed().into_items().unwrap_or_default();
                matches!(&parts[..], [keys, kept] if is_list(keys) && is_first(kept))
            };
            is_list(items) && items.each_item().all(|item| is_item(&item))
        }
        (Some("aligned"), [_, looks, items]) => {
            let is_look = |look: &Json| {
                look.as_str()
                    .is_some_and(|look| Look::is_well_formed(&look))
            };
            is_list(looks)
                && looks.each_item().all(|look| is_look(&look))
                && items.kind() == Kind::Object
                && items
                    .each_member()
                    .all(|(index, kept)| index.parse::<usize>().is_ok() && is_first(&kept))
        }
        _ => false,
    }
}

/// What it was kept for: a live object, and what is made of it at the version that something was kept of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hopping<'h, 'a> {
    pub(crate) plan: &'h FieldsPlan,
    pub(crate) direction: Direction,
    pub(crate) layout: Option<&'h Layout>,
    pub(crate) live: &'h Json<'a>,
    pub(crate) made: &'h Json<'a>,
}

impl Hopping<'_, '_> {
    /// The difference that it is; nothing for what is none.
    pub(crate) fn read(self, kept: &Json) -> Option<Complement> {
        self.place(kept, self.layout, &mut Vec::new())
    }

    fn place(
        self,
        kept: &Json,
        layout: Option<&Layout>,
        at: &mut Vec<Segment>,
    ) -> Option<Complement> {
        let kept = match kept.borrowed().into_members() {
            Ok(members) => {
                if let Some(list) = list_at(self.plan, self.direction.to(), at) {
                    return self.named(list, &members, layout, at);
                }
                let members = members.iter().filter_map(|(name, kept)| {
                    let layout = layout.and_then(|layout| layout.member(name));
                    at.push(Segment::Member(name.to_string()));
                    let kept = self.place(kept, layout, at);
                    at.pop();
                    Some((name.to_string(), kept?))
                });
                return Some(Complement::Members(members.collect()));
            }
            Err(kept) => kept.into_items().ok()?,
        };
        let word = kept.first().and_then(Json::as_str);
        match (word.as_deref(), &kept[..]) {
            (_, []) => Some(Complement::Absent),
            (_, [value]) => Some(self.value(value, layout, at)),
            (Some("object"), [_, value, members]) => self.object(value, members, layout, at),
            (Some("keyed"), [_, items]) => self.keyed(items, layout, at),
            (Some("aligned"), [_, looks, items]) => self.aligned(looks, items, layout, at),
            _ => None,
        }
    }

    /// This stood there: of an object or a list, what is other than in the one that is made.
    fn value(self, value: &Json, layout: Option<&Layout>, at: &[Segment]) -> Complement {
        let made = value_at(self.made, at);
        let is_held = matches!(value.kind(), Kind::Array | Kind::Object);
        let made = made.filter(|made| is_held && made.kind() == value.kind());
        let lost = made.map(|made| diff(layout, Some(&made), Some(value), &[]));
        match lost {
            Some(lost) => lost.unwrap_or(Complement::Members(Vec::new())),
            None => Complement::Value(value.borrowed().opened()),
        }
    }

    /// This stood there, and within it what was kept besides.
    fn object(
        self,
        value: &Json,
        members: &Json,
        layout: Option<&Layout>,
        at: &mut Vec<Segment>,
    ) -> Option<Complement> {
        let Complement::Members(mut kept) = self.place(members, layout, at)? else {
            return None;
        };
        if value.kind() != Kind::Object || kept.is_empty() && value.is_empty() {
            return Some(Complement::Value(value.borrowed().opened()));
        }
        for (name, value) in value.each_member() {
            if kept.iter().any(|(known, _)| *known == name) {
                continue;
            }
            let layout = layout.and_then(|layout| layout.member(&name));
            at.push(Segment::Member(name.to_string()));
            kept.push((name.into_owned(), self.value(&value, layout, at)));
            at.pop();
        }
        Some(Complement::Members(kept))
    }

    /// Items of a list that steps name, as members of a map, and the order of all.
    fn named(
        self,
        list: &ListItems,
        kept: &Members,
        layout: Option<&Layout>,
        at: &[Segment],
    ) -> Option<Complement> {
        let made = value_at(self.made, at)?;
        let map = Json::Object(as_map(list, made.clone()).ok()?);
        let within = Hopping {
            plan: self.plan,
            direction: self.direction,
            layout: None,
            live: self.live,
            made: &map,
        };
        let order = get(kept, ORDER).map(|order| {
            let order = order.each_item().next();
            let names = order.iter().flat_map(|order| order.each_item());
            names
                .filter_map(|name| Some(name.as_str()?.into_owned()))
                .collect::<Vec<_>>()
        });
        let items = kept.iter().filter(|(name, _)| name != ORDER);
        let items = items.filter_map(|(name, kept)| {
            let mut at = vec![Segment::Member(name.to_string())];
            Some((name.to_string(), within.place(kept, None, &mut at)?))
        });
        let items = Complement::Members(items.collect());
        let entries = localize(&items, None, Some(&map));
        let entries: Vec<&Entry> = entries.iter().collect();
        let there = apply(map.clone(), &entries)?.into_members().ok()?;
        let there = as_list(list, there, &order.unwrap_or_default());
        diff(layout, Some(&made), Some(&there), &[])
    }

    /// Items of a list, by their keys.
    fn keyed(
        self,
        items: &Json,
        layout: Option<&Layout>,
        at: &mut Vec<Segment>,
    ) -> Option<Complement> {
        let made = value_at(self.made, at);
        let items = items.borrowed().into_items().ok()?;
        let items = items.iter().map(|item| {
            let [keys, kept] = <[Json; 2]>::try_from(item.borrowed().into_items().ok()?).ok()?;
            let of_keys = keys.borrowed().into_items().ok()?;
            let has =
                |item: &Json, key: &Json| item.each_member().any(|(_, member)| same(&member, key));
            let index = made.as_ref().and_then(|made| {
                let mut items = made.each_item();
                items.position(|item| of_keys.iter().all(|key| has(&item, key)))
            });
            // What is kept of an item that is gone is not asked for.
            at.push(Segment::Item(index.unwrap_or(usize::MAX)));
            let kept = self.place(&kept, layout.and_then(Layout::item), at);
            at.pop();
            Some((key(&keys)?, kept?))
        });
        Some(Complement::Keyed {
            items: items.collect::<Option<_>>()?,
            inserted: Vec::new(),
            order: None,
        })
    }

    /// Items of a list, by what all looked like at the other version: where that are told apart, by what is made of them.
    fn aligned(
        self,
        looks: &Json,
        items: &Json,
        layout: Option<&Layout>,
        at: &mut Vec<Segment>,
    ) -> Option<Complement> {
        let looks = looks.borrowed().into_items().ok()?;
        let looks = looks.iter().map(|look| {
            let look = look.as_str()?;
            Look::is_well_formed(&look).then(|| Look(look.into_owned()))
        });
        let looks: Vec<Look> = looks.collect::<Option<_>>()?;
        let live = source(self.plan, self.direction, self.live, at)?;
        let live: Vec<Look> = live.each_item().map(|item| look(&item)).collect();
        let mut now = vec![None; looks.len()];
        for (place, before) in align(&live, &looks).into_iter().enumerate() {
            if let Some(of) = before.and_then(|before| now.get_mut(before)) {
                *of = Some(place);
            }
        }
        let made = value_at(self.made, at)?.into_items().ok()?;
        let items = items.borrowed().into_members().ok()?;
        let items = items.iter().filter_map(|(index, kept)| {
            let index: usize = index.parse().ok()?;
            at.push(Segment::Item((*now.get(index)?)?));
            let kept = self.place(kept, layout.and_then(Layout::item), at);
            at.pop();
            Some((index, kept?))
        });
        let items = items.collect();
        let looks = now.iter().map(|place| {
            let item = place.and_then(|place| made.get(place));
            // Nothing looks like an item that is gone.
            item.map_or_else(|| Look("-".to_owned()), look)
        });
        Some(Complement::Aligned {
            looks: looks.collect(),
            items,
            deleted: Vec::new(),
            inserted: Vec::new(),
            order: None,
        })
    }
}

/// The list at a place, if steps name its items.
fn list_at<'p>(plan: &'p FieldsPlan, side: Side, at: &[Segment]) -> Option<&'p ListItems> {
    let mut lists = plan.lists.of(side).iter();
    let own = lists.find(|list| Segment::members(&list.path) == at);
    own.or_else(|| {
        plan.steps.iter().find_map(|step| {
            let (Some(Node::Fields(inner)), [place]) =
                (step.how.nested(), step.places.of(side).as_slice())
            else {
                return None;
            };
            let within = at.strip_prefix(&Segment::members(&place.path)[..])?;
            list_at(inner, side, within)
        })
    })
}

/// What stands on the other side where a place is mapped by itself.
fn source(
    plan: &FieldsPlan,
    direction: Direction,
    object: &Json,
    at: &[Segment],
) -> Option<Json<'static>> {
    plan.steps.iter().find_map(|step| {
        let places = [direction.from(), direction.to()].map(|side| step.places.of(side).as_slice());
        let (Some(node), [[source], [target]]) = (step.how.nested(), places) else {
            return None;
        };
        let within = at.strip_prefix(&Segment::members(&target.path)[..])?;
        let value = value_at(object, &Segment::members(&source.path))?;
        source_within(node, direction, &value, within)
    })
}

fn source_within(
    node: &Node,
    direction: Direction,
    value: &Json,
    at: &[Segment],
) -> Option<Json<'static>> {
    let Some((first, rest)) = at.split_first() else {
        return Some(value.clone().into_owned());
    };
    match node {
        Node::Fields(plan) => source(plan, direction, value, at),
        Node::Copy => value_at(value, at),
        Node::List(plan) => source_within(&plan.item, direction, &step_into(value, first)?, rest),
        Node::Map(node) => source_within(node, direction, &step_into(value, first)?, rest),
        Node::Variants(_) | Node::Value(_) | Node::Calls(_) => None,
    }
}
