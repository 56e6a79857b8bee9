//! What is said of a place in format 1, as a difference.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
};

use super::{
    super::{Complement, Entry, Layout, apply, diff::diff, format::key, localize},
    Hopping, ORDER,
    live::made_of,
    places::{in_plans, list_at, parent_at, source},
};
use crate::{
    json::{Json, Kind, Look, Members, Moves, align, get, look, same},
    memoryless::{Segment, as_list, as_map, value_at},
    plan::Place,
};

/// What is read, of a value that is made.
#[derive(Clone, Copy)]
pub(super) struct Reading<'h, 'a> {
    pub(super) hopping: Hopping<'h, 'a>,
    /// Where the value stands.
    pub(super) around: &'h [Segment],
    pub(super) made: &'h Json<'a>,
}

impl Reading<'_, '_> {
    pub(super) fn place(
        self,
        kept: &Json,
        layout: Option<&Layout>,
        at: &mut Vec<Segment>,
    ) -> Option<Complement> {
        let kept = match kept.borrowed().into_members() {
            Ok(members) => return self.members(&members, None, layout, at),
            Err(kept) => kept.into_items().ok()?,
        };
        let word = kept.first().and_then(Json::as_str);
        match (word.as_deref(), &kept[..]) {
            (_, []) => Some(Complement::Absent),
            (_, [value]) => Some(self.value(value, layout, at)),
            (Some("object"), [_, value, members]) if value.kind() == Kind::Object => {
                let members = members.borrowed().into_members().ok()?;
                self.members(&members, Some(value), layout, at)
            }
            (Some("object"), [_, value, _]) => Some(self.value(value, layout, at)),
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

    /// This was kept of what is in an object, or of the items of a list that steps name. `whole`: it stood there by itself, with
    /// this.
    fn members(
        self,
        kept: &Members,
        whole: Option<&Json>,
        layout: Option<&Layout>,
        at: &[Segment],
    ) -> Option<Complement> {
        let Hopping {
            plan, direction, ..
        } = self.hopping;
        let path = [self.around, at].concat();
        let list = list_at(plan, direction.to(), &path);
        let made = value_at(self.made, at);
        let seen = made.clone().and_then(|made| match list {
            Some(list) => Some(Json::Object(as_map(list, made).ok()?)),
            None => Some(made).filter(|made| made.kind() == Kind::Object),
        });
        let stands =
            whole.is_some() || kept.iter().any(|(name, kept)| name == ORDER || stood(kept));
        if seen.is_none() && !stands {
            return Some(Complement::Absent);
        }
        let place = parent_at(plan, direction.to(), &path);
        let default = place.and_then(Place::default);
        // Where something stood, it was not there by default.
        let is_default = |seen: &Json| default.as_ref().is_some_and(|default| same(default, seen));
        let own = seen.filter(|seen| !stands || !is_default(seen));
        let is_own = own.is_some();
        let base = own.unwrap_or(Json::Object(Vec::new()));
        let within = Reading {
            around: &path,
            made: &base,
            ..self
        };
        let layout_within = layout.filter(|_| list.is_none());
        let members = within.each(kept, whole, layout_within, &mut Vec::new());
        let there = if !stands
            && !is_contradicted(&members, default.as_ref())
            && self.goes(&path, place, &members, &base)
        {
            match default {
                Some(default) => default,
                None => return Some(Complement::Absent),
            }
        } else if is_own && list.is_none() {
            return Some(Complement::Members(members));
        } else {
            laid_over(members, base)?
        };
        let there = match list {
            Some(list) => as_list(list, there.into_members().ok()?, &order(kept)),
            None => there,
        };
        let lost = diff(layout, made.as_ref(), Some(&there), &[]);
        Some(lost.unwrap_or(Complement::Members(Vec::new())))
    }

    /// What was kept of each member.
    fn each(
        self,
        kept: &Members,
        whole: Option<&Json>,
        layout: Option<&Layout>,
        at: &mut Vec<Segment>,
    ) -> Vec<(String, Complement)> {
        let mut members = Vec::new();
        for (name, kept) in kept.iter().filter(|(name, _)| name != ORDER) {
            at.push(Segment::Member(name.to_string()));
            let layout = layout.and_then(|layout| layout.member(name));
            let kept = self.place(kept, layout, at);
            at.pop();
            members.extend(kept.map(|kept| (name.to_string(), kept)));
        }
        let known: HashSet<&str> = kept.iter().map(|(name, _)| &**name).collect();
        for (name, value) in whole.iter().flat_map(|whole| whole.each_member()) {
            if known.contains(&*name) {
                continue;
            }
            let layout = layout.and_then(|layout| layout.member(&name));
            at.push(Segment::Member(name.to_string()));
            members.push((name.into_owned(), self.value(&value, layout, at)));
            at.pop();
        }
        members
    }

    /// Whether an object that steps reach into goes with what stood in it nowhere: with what it must have, or with all. Where one
    /// had stood by itself, that was said.
    fn goes(
        self,
        at: &[Segment],
        place: Option<&Place>,
        kept: &[(String, Complement)],
        made: &Json,
    ) -> bool {
        let Hopping {
            plan,
            direction,
            live,
            ..
        } = self.hopping;
        let lacks = in_plans(plan, direction.to(), at, &|plan, at| {
            let mut objects = plan.sides.of(direction.to()).made.iter();
            let made = objects.find(|made| Segment::members(&made.path) == at)?;
            let mut required = made.required.iter();
            Some(required.any(|path| is_gone(kept, path)))
        });
        if place.is_none_or(|place| place.is_required) {
            return false;
        }
        let live = made_of(plan, direction, live, at);
        let is_left = |(name, value): (Cow<str>, Cow<Json>)| {
            let lost = kept.iter().find(|(of, _)| *of == name);
            let name = Segment::Member(name.into_owned());
            live.iter().any(|path| path.first() == Some(&name))
                && !lost.is_some_and(|(_, lost)| covers(lost, &value))
        };
        let is_mapped = live.iter().any(Vec::is_empty);
        lacks == Some(true) || !is_mapped && !made.each_member().any(is_left)
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
        let Hopping {
            plan,
            direction,
            live,
            ..
        } = self.hopping;
        let live = source(plan, direction, live, &[self.around, at].concat())?;
        let live: Vec<Look> = live.each_item().map(|item| look(&item)).collect();
        let mut now = vec![None; looks.len()];
        for (place, before) in align(&live, &looks, Moves::Certain).into_iter().enumerate() {
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

/// How the items of a list were ordered.
fn order(kept: &Members) -> Vec<String> {
    let order = get(kept, ORDER).and_then(|order| order.each_item().next());
    let names = order.iter().flat_map(|order| order.each_item());
    names
        .filter_map(|name| Some(name.as_str()?.into_owned()))
        .collect()
}

/// Whether it is kept that something stood nowhere which would stand by default: then what it would be in stood there.
fn is_contradicted(kept: &[(String, Complement)], default: Option<&Json>) -> bool {
    let by_default = |name: &str| default.and_then(|default| default.member(name));
    kept.iter()
        .any(|(name, lost)| by_default(name).is_some_and(|value| covers(lost, &value)))
}

/// Whether it is kept that nothing of a value stood there.
fn covers(lost: &Complement, value: &Json) -> bool {
    match lost {
        Complement::Absent => true,
        Complement::Members(within) => {
            let is_gone = |(name, value): (Cow<str>, Cow<Json>)| {
                let lost = within.iter().find(|(of, _)| *of == name);
                lost.is_some_and(|(_, lost)| covers(lost, &value))
            };
            value.kind() == Kind::Object && value.each_member().all(is_gone)
        }
        _ => false,
    }
}

/// Whether it is kept that nothing stood at a path in an object.
fn is_gone(kept: &[(String, Complement)], path: &[String]) -> bool {
    let Some((name, rest)) = path.split_first() else {
        return false;
    };
    let lost = kept.iter().find(|(of, _)| of == name);
    lost.is_some_and(|(_, lost)| match lost {
        Complement::Absent => true,
        Complement::Members(within) => is_gone(within, rest),
        _ => false,
    })
}

/// Whether it is kept that something stood at a place, or in it.
fn stood(kept: &Json) -> bool {
    match kept.kind() {
        Kind::Object => kept
            .each_member()
            .any(|(name, kept)| name == ORDER || stood(&kept)),
        _ => !kept.is_empty(),
    }
}

/// An object with what was kept of it; what it lacks stands behind the others, as it was kept.
fn laid_over(kept: Vec<(String, Complement)>, value: Json<'_>) -> Option<Json<'_>> {
    let names = kept.iter().map(|(name, _)| name.clone());
    let names: HashMap<String, usize> = names.zip(0..).collect();
    let known = value.each_member().map(|(name, _)| name.into_owned());
    let known: HashSet<String> = known.collect();
    let kept = Complement::Members(kept);
    let entries = localize(&kept, None, Some(&value));
    let entries: Vec<&Entry> = entries.iter().collect();
    let mut members = apply(value, &entries)?.into_members().ok()?;
    members.sort_by_key(|(name, _)| {
        let came_back = !known.contains(&**name);
        came_back.then(|| names.get(&**name).copied())
    });
    Some(Json::Object(members))
}
