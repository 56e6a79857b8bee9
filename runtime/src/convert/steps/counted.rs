use std::{collections::HashMap, fmt::Write as _};

use super::{Result, Stop, nested, unlike};
use crate::convert::{
    ConversionError,
    engine::Mode,
    json::{self, Json, same},
    plan::CountedPlan,
};

/// No more repeats than this are made, whatever the quantities say: about what fits into one object of etcd.
pub(crate) const MAX_REPEATS: i64 = 100_000;

/// Lists of so many items are searched one by one.
const FEW: usize = 128;

/// Repeats ↔ items with quantities.
pub(super) fn run<'a>(
    plan: &'a CountedPlan,
    count: bool,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Json<'a>> {
    let Ok(items) = input.clone().into_items() else {
        return unlike();
    };
    if count {
        counted(plan, &items, mode)
    } else {
        repeated(plan, items, mode)
    }
}

/// An item, and how often it is there.
struct Count<'i, 'a> {
    item: &'i Json<'a>,
    /// What tells it from other strings.
    text: Option<&'i str>,
    /// What tells it from most.
    print: u64,
    count: i64,
}

/// A number that strings of one kind seldom share: names have their beginnings in common, and their lengths.
fn print_of(text: &str) -> u64 {
    let bytes = text.as_bytes();
    let end = bytes.last_chunk::<8>().copied().unwrap_or_else(|| {
        let mut short = [0; 8];
        short[..bytes.len()].copy_from_slice(bytes);
        short
    });
    u64::from_le_bytes(end) ^ (bytes.len() as u64).rotate_right(8)
}

/// Equal items, wherever they stand, become one item in the place of the first.
fn counted<'a>(plan: &'a CountedPlan, items: &[Json<'a>], mode: Mode) -> Result<Json<'a>> {
    let mut counts: Vec<Count> = Vec::new();
    // Long lists are mostly of short strings, which are found by their text.
    let mut places = HashMap::<&str, usize>::new();
    let mut last = 0;
    for item in items {
        let text = item.plain_text();
        let print = text.map_or(0, print_of);
        let is_item = |counted: &Count| match (counted.text, text) {
            (Some(text), Some(other)) => counted.print == print && text == other,
            _ => same(counted.item, item),
        };
        let place = match text {
            // Repeats mostly follow each other.
            _ if counts.get(last).is_some_and(is_item) => Some(last),
            Some(text) if items.len() > FEW => {
                let next = counts.len();
                Some(*places.entry(text).or_insert(next))
            }
            _ => counts.iter().position(is_item),
        };
        last = place.unwrap_or(counts.len());
        match counts.get_mut(last) {
            Some(counted) => counted.count += 1,
            None => counts.push(Count {
                item,
                text,
                print,
                count: 1,
            }),
        }
    }
    // Written at once: who asks for them has them written, or compares them with what is written.
    let [before, between] = [("{", &plan.item), (",", &plan.count)].map(|(begin, name)| {
        let mut text = begin.to_owned();
        json::write_string(name, &mut text);
        text.push(':');
        text
    });
    let mut text = String::with_capacity(counts.len() * 48 + 2);
    for Count { item, count, .. } in counts {
        text.push(if text.is_empty() { '[' } else { ',' });
        text.push_str(&before);
        nested(&plan.node, item, mode)?.write(&mut text);
        text.push_str(&between);
        // Writing to a string cannot fail.
        let _ = write!(text, "{count}");
        text.push('}');
    }
    if text.is_empty() {
        text.push('[');
    }
    text.push(']');
    Ok(Json::made(text))
}

/// An item as often as its quantity says; not at all for 0 and less.
fn repeated<'a>(plan: &'a CountedPlan, items: Vec<Json<'a>>, mode: Mode) -> Result<Json<'a>> {
    let mut out = Vec::with_capacity(2 * items.len());
    for (index, item) in items.into_iter().enumerate() {
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
        for _ in 0..count {
            out.push(value.clone());
        }
    }
    Ok(Json::Array(out))
}
