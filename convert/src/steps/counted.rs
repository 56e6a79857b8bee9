//! Repeats ↔ items with quantities.

use std::{
    collections::HashMap,
    fmt::Write as _,
    hash::{BuildHasher as _, RandomState},
};

use serde_json::{Value, json};

use super::{
    Compiled, ConversionError, Direction, Inward, Json, Kind, LIST, Mode, Nest, Node, One, OneWay,
    Origin, Pass, Place, Result, Side, StepKind, StepPlan, Stop, Values, known, listed,
    member_schema, nested,
    schema::{integer, is_keyed_by, is_required, others, property},
    seen, unlike,
};
use crate::{
    json::{self, Found},
    review::MAX_OBJECT,
};

/// No more repeats than this are made, whatever the quantities say: about what fits into one object of etcd.
const MAX_REPEATS: i64 = 100_000;

/// So many items are searched one by one.
const FEW: usize = 128;

/// Repeats on one side, quantities on the other.
#[derive(Debug)]
pub(crate) struct Counted {
    /// The side with quantities.
    counts: Side,
    /// The member that holds what repeats.
    item: String,
    /// The member that holds the quantity.
    count: String,
    /// The largest quantity that the schema allows.
    maximum: Option<i64>,
    /// The quantity that the API server sets where there is none.
    default: Option<i64>,
    /// The one that serde reads there.
    read: Option<i64>,
    any_order: bool,
    node: Node,
}

impl Counted {
    pub(super) fn compile(
        counts: Side,
        [item, count]: [&str; 2],
        any_order: bool,
        nest: &Nest,
        of: &Origin,
    ) -> Compiled<Self> {
        let read = of.absent(counts, count, true);
        let (item, count) = (
            of.member(counts, item, true)?,
            of.member(counts, count, true)?,
        );
        let schemas = of.schemas().each(|schema| schema.get("items"));
        let of_count = schemas
            .of(counts)
            .and_then(|items| member_schema(items, &count));
        let number = |keyword: &str| of_count?.get(keyword)?.as_i64();
        Ok(Self {
            counts,
            default: number("default"),
            read: read.and_then(|read| read.json()?.as_i64()),
            maximum: number("maximum"),
            node: of.nest(
                nest,
                schemas.inside(counts, |items| member_schema(items, &item)),
            )?,
            item,
            count,
            any_order,
        })
    }

    /// Equal items, wherever they stand, become one item in the place of the first.
    fn counted<'a>(&'a self, list: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
        let mut counts: Vec<(Found, i64)> = Vec::with_capacity(32);
        // Where there are many, or a list of an object could take hours.
        let mut places = HashMap::<u64, usize>::new();
        let keys = RandomState::new();
        let mut last = 0;
        for item in list.each_item() {
            let item = Found::new(item);
            let is_item = |(counted, _): &(Found, i64)| *counted == item;
            let place = if counts.get(last).is_some_and(is_item) {
                // Repeats mostly follow each other.
                Some(last)
            } else if counts.len() < FEW {
                counts.iter().position(is_item)
            } else {
                if places.is_empty() {
                    let known = counts.iter().map(|(counted, _)| keys.hash_one(counted));
                    places.extend(known.zip(0..));
                }
                let next = counts.len();
                let place = *places.entry(keys.hash_one(&item)).or_insert(next);
                match counts.get(place) {
                    // Two of one hash.
                    Some(counted) if !is_item(counted) => counts.iter().position(is_item),
                    _ => Some(place),
                }
            };
            last = place.unwrap_or(counts.len());
            match counts.get_mut(last) {
                Some((_, count)) => *count += 1,
                None => counts.push((item, 1)),
            }
        }
        // Written at once: who asks for them has them written, or compares them with what is written.
        let [before, between] = [("{", &self.item), (",", &self.count)].map(|(begin, name)| {
            let mut text = String::with_capacity(name.len() + 4);
            text.push_str(begin);
            json::write_string(name, &mut text);
            text.push(':');
            text
        });
        let mut text = String::with_capacity(counts.len() * 48 + 2);
        for (item, count) in &counts {
            text.push(if text.is_empty() { '[' } else { ',' });
            text.push_str(&before);
            nested(&self.node, item.json(), mode)?.write(&mut text);
            text.push_str(&between);
            match u8::try_from(*count) {
                Ok(digit @ 0..=9) => text.push(char::from(b'0' + digit)),
                // Writing to a string cannot fail.
                _ => drop(write!(text, "{count}")),
            }
            text.push('}');
        }
        if text.is_empty() {
            text.push('[');
        }
        text.push(']');
        Ok(Json::made(text))
    }

    /// An item as often as its quantity says; not at all for 0 and less. Written at once, as items with quantities are.
    fn repeated<'a>(&'a self, list: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
        let mut text = String::with_capacity(list.length());
        text.push('[');
        let mut piece = String::new();
        let mut total = 0_i64;
        let mut bytes = 0_usize;
        for (index, item) in list.each_item().enumerate() {
            let members = item.borrowed().into_members_of([&self.item, &self.count]);
            let Ok([value, count]) = members else {
                return unlike();
            };
            let Some(value) = value else {
                // A part of an item, from server-side apply.
                continue;
            };
            let count = match count {
                Some(count) => match count.as_i64() {
                    Some(count) => count,
                    None => return unlike(),
                },
                None => self.default.or(self.read).unwrap_or(1),
            };
            if count.max(0).saturating_add(total) > MAX_REPEATS {
                let error = ConversionError::new(format!(
                    "{count} repeats are too many for a list: it takes at most {MAX_REPEATS} items"
                ));
                return Err(Stop::Refused(error.within(&self.count).at(index)));
            }
            let value = nested(&self.node, &value, mode)
                .map_err(|stop| stop.seen_from(|error| error.within(&self.item).at(index)))?;
            piece.clear();
            value.write(&mut piece);
            if count > 1 {
                let (times, length) = (usize::try_from(count).unwrap_or(usize::MAX), piece.len());
                bytes = bytes.saturating_add(length.saturating_mul(times));
                if bytes > MAX_OBJECT {
                    let error = ConversionError::new(format!(
                        "{count} repeats of {length} bytes are too many for a list: it takes at most {MAX_OBJECT} bytes of \
                         repeats"
                    ));
                    return Err(Stop::Refused(error.within(&self.count).at(index)));
                }
            }
            piece.push(',');
            for _ in 0..count {
                text.push_str(&piece);
            }
            total += count.max(0);
        }
        if text.ends_with(',') {
            text.pop();
        }
        text.push(']');
        Ok(Json::made(text))
    }
}

impl StepKind for Counted {
    fn node(&self) -> Option<&Node> {
        Some(&self.node)
    }

    fn value<'a>(&'a self, input: &Json<'a>, pass: Pass<'a, '_>) -> Result<One<'a>> {
        if input.kind() != Kind::Array {
            return unlike();
        }
        Ok(Some(if self.counts == pass.way.to() {
            self.counted(input, pass.mode)?
        } else {
            self.repeated(input, pass.mode)?
        }))
    }

    fn empty(&self, _: Side) -> Option<Json<'static>> {
        Some(LIST)
    }

    fn makes_objects(&self, to: Side) -> bool {
        self.counts == to
    }

    /// Quantities may be larger than any list.
    fn may_fail(&self, way: OneWay) -> bool {
        self.counts == way.from() && self.maximum.is_none()
    }

    fn inward(&self, side: Side) -> Vec<Inward<'_>> {
        let item = (self.counts == side).then_some(Inward::Member(&self.item));
        [Inward::Items(&[])].into_iter().chain(item).collect()
    }

    fn unordered(&self) -> Option<Side> {
        self.any_order.then_some(self.counts.other())
    }

    fn words(&self, _: &StepPlan) -> (&'static str, String) {
        let order = if self.any_order { ", any order" } else { "" };
        let detail = format!("\"{}\" × \"{}\"{order}", self.item, self.count);
        ("counted", detail)
    }

    fn lost(&self, way: OneWay) -> Option<String> {
        if self.counts != way.from() {
            let order = "the order of repeats that do not stand together";
            return (!self.any_order).then(|| order.to_owned());
        }
        let list = way.source().and_then(Place::schema);
        let items = list.as_ref().and_then(|list| list.get("items"));
        let minimum = property(items, &self.count).and_then(|schema| schema.get("minimum"));
        let mut lost: Vec<&str> = Vec::new();
        if minimum
            .and_then(Value::as_f64)
            .is_none_or(|minimum| minimum < 1.0)
        {
            lost.push("quantities below 1");
        }
        if self.default.is_none() && !is_required(items, &self.count) {
            lost.push("the absence of a quantity");
        }
        if !is_keyed_by(list.as_ref(), &self.item) {
            lost.push("two items of one name");
        }
        if !others(items, &[&self.item, &self.count]).is_empty() {
            lost.push("other fields of the items");
        }
        listed(&lost)
    }

    fn refused(&self, way: OneWay) -> Option<String> {
        if self.counts != way.from() {
            return None;
        }
        let list = way.source().and_then(Place::schema);
        let items = list.as_ref().and_then(|list| list.get("items"));
        let most = property(items, &self.count).and_then(|schema| schema.get("maximum")?.as_i64());
        let total = most.and_then(|most| most.checked_mul(integer(way.source(), "maxItems")?));
        total
            .is_none_or(|total| total > MAX_REPEATS)
            .then(|| format!("more than {MAX_REPEATS} repeats"))
    }

    fn known(&self, direction: Direction, schema: &Value) -> Option<Value> {
        if self.counts != direction.to() {
            let item = member_schema(schema.get("items")?, &self.item)?;
            let item = known::of_node(&self.node, direction, item);
            return Some(json!({"type": "array", "items": item}));
        }
        let items = schema.get("items").unwrap_or(&Value::Null);
        let item = known::of_node(&self.node, direction, items);
        let mut out = known::around(schema, "array");
        for keyword in ["minItems", "maxItems"] {
            known::keep(keyword, schema, &mut out);
        }
        if out.contains_key("minItems") {
            out.insert("minItems".to_owned(), 1.into());
        }
        let count = match out.get("maxItems") {
            Some(most) => json!({"type": "integer", "minimum": 1, "maximum": most}),
            None => json!({"type": "integer", "minimum": 1}),
        };
        let items = json!({
            "type": "object", "required": [self.item, self.count],
            "properties": {self.item.as_str(): item, self.count.as_str(): count},
        });
        out.insert("items".to_owned(), items);
        if matches!(self.node, Node::Copy) {
            out.insert("x-kubernetes-list-type".to_owned(), "map".into());
        }
        Some(out.into())
    }

    fn seen<'j>(&'j self, values: Values<'j>, side: Side, _: &'j StepPlan) -> Json<'j> {
        let of_node = |item| seen::of_node(&self.node, side, item);
        let of_item = |item: Json<'j>| {
            if self.counts != side {
                return of_node(item);
            }
            let member = |name: &str| seen::within_path(item.clone(), &[name.to_owned()]);
            let members = [
                ("item", member(&self.item).map(of_node)),
                ("count", member(&self.count)),
            ];
            let there = members.into_iter();
            Json::Object(
                there
                    .filter_map(|(name, value)| Some((name.into(), value?)))
                    .collect(),
            )
        };
        seen::one(seen::first(values), |value| seen::each_item(value, of_item))
    }
}
