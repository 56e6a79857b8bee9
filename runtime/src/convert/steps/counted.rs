use std::{
    collections::HashMap,
    fmt::Write as _,
    hash::{BuildHasher as _, RandomState},
};

use super::{Result, Stop, nested, unlike};
use crate::convert::{
    ConversionError,
    json::{self, Found, Json, Kind},
    memoryless::Mode,
    plan::CountedPlan,
    review::MAX_OBJECT,
};

/// No more repeats than this are made, whatever the quantities say: about what fits into one object of etcd.
pub(crate) const MAX_REPEATS: i64 = 100_000;

/// So many items are searched one by one.
const FEW: usize = 128;

/// Repeats ↔ items with quantities.
pub(super) fn run<'a>(
    plan: &'a CountedPlan,
    count: bool,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Json<'a>> {
    if input.kind() != Kind::Array {
        return unlike();
    }
    if count {
        counted(plan, input, mode)
    } else {
        repeated(plan, input, mode)
    }
}

/// Equal items, wherever they stand, become one item in the place of the first.
fn counted<'a>(plan: &'a CountedPlan, list: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
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
    let [before, between] = [("{", &plan.item), (",", &plan.count)].map(|(begin, name)| {
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
        nested(&plan.node, item.json(), mode)?.write(&mut text);
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

/// An item as often as its quantity says; not at all for 0 and less.
fn repeated<'a>(plan: &'a CountedPlan, list: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let mut out = Vec::with_capacity(32);
    let mut bytes = 0_usize;
    for (index, item) in list.items_of().enumerate() {
        let Ok([value, count]) = item.into_members_of([&plan.item, &plan.count]) else {
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
            None => plan.default.unwrap_or(1),
        };
        let total = i64::try_from(out.len()).unwrap_or(i64::MAX);
        if count.max(0).saturating_add(total) > MAX_REPEATS {
            let error = ConversionError::new(format!(
                "{count} repeats are too many for a list: it takes at most {MAX_REPEATS} items"
            ));
            return Err(Stop::Refused(error.within(&plan.count).at(index)));
        }
        let value = nested(&plan.node, &value, mode)
            .map_err(|stop| stop.seen_from(|error| error.within(&plan.item).at(index)))?;
        if count > 1 {
            let times = usize::try_from(count).unwrap_or(usize::MAX);
            let length = value.length();
            bytes = bytes.saturating_add(length.saturating_mul(times));
            if bytes > MAX_OBJECT {
                let error = ConversionError::new(format!(
                    "{count} repeats of {length} bytes are too many for a list: it takes at most {MAX_OBJECT} bytes of \
                     repeats"
                ));
                return Err(Stop::Refused(error.within(&plan.count).at(index)));
            }
        }
        for _ in 0..count {
            out.push(value.clone());
        }
    }
    Ok(Json::Array(out))
}
