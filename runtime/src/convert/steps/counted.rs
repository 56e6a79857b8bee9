use std::{borrow::Cow, collections::HashMap};

use super::{Result, Stop, nested, unlike};
use crate::convert::{
    ConversionError,
    engine::Mode,
    json::{Json, get, same},
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
        repeated(plan, &items, mode)
    }
}

/// An item, and how often it is there.
struct Count<'i, 'a> {
    item: &'i Json<'a>,
    /// What tells it from other strings.
    text: Option<&'i str>,
    count: i64,
}

/// Equal items, wherever they stand, become one item in the place of the first.
fn counted<'a>(plan: &'a CountedPlan, items: &[Json<'a>], mode: Mode) -> Result<Json<'a>> {
    let mut counts: Vec<Count> = Vec::new();
    // Long lists are mostly of short strings, which are found by their text.
    let mut places = HashMap::<&str, usize>::new();
    for item in items {
        let text = item.plain_text();
        let place = match text {
            Some(text) if items.len() > FEW => {
                let next = counts.len();
                Some(*places.entry(text).or_insert(next))
            }
            _ => counts
                .iter()
                .position(|counted| match (counted.text, text) {
                    (Some(counted), Some(text)) => counted == text,
                    _ => same(counted.item, item),
                }),
        };
        match place.and_then(|place| counts.get_mut(place)) {
            Some(counted) => counted.count += 1,
            None => counts.push(Count {
                item,
                text,
                count: 1,
            }),
        }
    }
    let items = counts
        .into_iter()
        .map(|Count { item, count, .. }| {
            let item = nested(&plan.node, item, mode)?;
            Ok(Json::Object(vec![
                (Cow::Borrowed(plan.item.as_str()), item),
                (Cow::Borrowed(plan.count.as_str()), Json::display(count)),
            ]))
        })
        .collect::<Result<_>>()?;
    Ok(Json::Array(items))
}

/// An item as often as its quantity says; not at all for 0 and less.
fn repeated<'a>(plan: &'a CountedPlan, items: &[Json<'a>], mode: Mode) -> Result<Json<'a>> {
    let mut out = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Ok(members) = item.clone().into_members() else {
            return unlike();
        };
        let Some(value) = get(&members, &plan.item) else {
            // A part of an item, from server-side apply.
            continue;
        };
        let count = match get(&members, &plan.count) {
            Some(count) => match count.as_i64() {
                Some(count) => count,
                None => return unlike(),
            },
            None if mode.complete || plan.default.is_some() => plan.default.unwrap_or(1),
            None => 1,
        };
        let total = i64::try_from(out.len()).unwrap_or(i64::MAX);
        if count.max(0).saturating_add(total) > MAX_REPEATS {
            let error = ConversionError::new(format!(
                "{count} repeats are too many for a list: it takes at most {MAX_REPEATS} items"
            ));
            return Err(Stop::Refused(error.within(&plan.count).at(index)));
        }
        let value = nested(&plan.node, value, mode)
            .map_err(|stop| stop.seen_from(|error| error.within(&plan.item).at(index)))?;
        for _ in 0..count {
            out.push(value.clone());
        }
    }
    Ok(Json::Array(out))
}
