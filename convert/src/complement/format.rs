//! The JSON form of what travels: format 2.

use super::{Complement, first::is_first};
use crate::json::{Json, Look, Members};

impl Complement {
    /// The JSON form, as documented for the annotation.
    pub(crate) fn json(&self) -> Json<'_> {
        let word = Json::string;
        let member =
            |(name, kept): &'_ (String, Self)| (name.clone().into(), kept.json().into_owned());
        match self {
            Self::Refused(kept) => Json::Array(vec![word("refused"), kept.json()]),
            Self::First(kept) => Json::Array(vec![word("first"), kept.borrowed()]),
            Self::Absent => Json::Array(Vec::new()),
            Self::Value(value) => Json::Array(vec![value.borrowed()]),
            Self::Members(members) => Json::Object(members.iter().map(member).collect()),
            Self::Keyed {
                items,
                inserted,
                order,
            } => {
                let key = |key: &str| Json::made(key.to_owned());
                let items = items.iter();
                let items = items.map(|(of, kept)| Json::Array(vec![key(of), kept.json()]));
                let mut parts = vec![word("keyed"), Json::Array(items.collect())];
                if !inserted.is_empty() || order.is_some() {
                    let inserted = inserted.iter().map(|(behind, item)| {
                        let behind = behind.as_deref().map_or(Json::NULL, key);
                        Json::Array(vec![behind, item.borrowed()])
                    });
                    parts.push(Json::Array(inserted.collect()));
                }
                if let Some(order) = order {
                    parts.push(Json::Array(order.iter().map(|of| key(of)).collect()));
                }
                Json::Array(parts)
            }
            Self::Aligned {
                looks,
                items,
                deleted,
                inserted,
                order,
            } => {
                let items = items.iter();
                let items = items.map(|(index, kept)| (index.to_string().into(), kept.json()));
                let mut parts = vec![
                    word("aligned"),
                    Json::Array(looks.iter().map(|look| Json::string(&look.0)).collect()),
                    Json::Object(items.collect()),
                ];
                let has_inserted = !inserted.is_empty() || order.is_some();
                if !deleted.is_empty() || has_inserted {
                    parts.push(Json::Array(deleted.iter().map(Json::display).collect()));
                }
                if has_inserted {
                    let inserted = inserted.iter().map(|(behind, item)| {
                        let behind = behind.map_or(Json::NULL, Json::display);
                        Json::Array(vec![behind, item.borrowed()])
                    });
                    parts.push(Json::Array(inserted.collect()));
                }
                if let Some(order) = order {
                    parts.push(Json::Array(order.iter().map(Json::display).collect()));
                }
                Json::Array(parts)
            }
        }
    }

    /// Reads the JSON form; nothing for what is none, whoever wrote it.
    pub(crate) fn of_json(json: &Json) -> Option<Self> {
        match json.borrowed().into_members() {
            Ok(members) => of_members(members),
            Err(json) => of_list(json.into_items().ok()?),
        }
    }
}

fn of_members(members: Members) -> Option<Complement> {
    let members = members.into_iter();
    let members =
        members.map(|(name, json)| Some((name.into_owned(), Complement::of_json(&json)?)));
    Some(Complement::Members(members.collect::<Option<_>>()?))
}

fn of_list(list: Vec<Json>) -> Option<Complement> {
    let count = list.len();
    let mut parts = list.into_iter();
    let mut next = || parts.next().unwrap_or(Json::Array(Vec::new()));
    let first = next();
    match (count, first.as_str().as_deref()) {
        (0, _) => Some(Complement::Absent),
        (1, _) => Some(Complement::Value(first.opened())),
        (2, Some("refused")) => {
            let kept = Complement::of_json(&next())?;
            Some(Complement::Refused(Box::new(kept)))
        }
        (2, Some("first")) => {
            let kept = next();
            is_first(&kept).then(|| Complement::First(kept.into_owned()))
        }
        (2..=4, Some("keyed")) => {
            let (items, inserted, order) = (next(), next(), (count == 4).then(next));
            let items = items.into_items().ok()?.into_iter();
            let items = items.map(|item| {
                let mut pair = item.into_items().ok()?.into_iter();
                Some((key(&pair.next()?)?, Complement::of_json(&pair.next()?)?))
            });
            Some(Complement::Keyed {
                items: items.collect::<Option<_>>()?,
                inserted: pairs(inserted, key)?,
                order: match order {
                    Some(order) => {
                        let order = order.into_items().ok()?;
                        Some(order.iter().map(key).collect::<Option<_>>()?)
                    }
                    None => None,
                },
            })
        }
        (3..=6, Some("aligned")) => {
            let (looks, items, deleted, inserted) = (next(), next(), next(), next());
            let order = (count == 6).then(next);
            let looks = looks.into_items().ok()?.into_iter().map(|look| {
                let look = look.as_str()?;
                Look::is_well_formed(&look).then(|| Look(look.into_owned()))
            });
            let items = items.into_members().ok()?.into_iter();
            let items =
                items.map(|(index, kept)| Some((index.parse().ok()?, Complement::of_json(&kept)?)));
            let deleted = deleted.into_items().ok()?.into_iter();
            Some(Complement::Aligned {
                looks: looks.collect::<Option<_>>()?,
                items: items.collect::<Option<_>>()?,
                deleted: deleted.map(|json| index(&json)).collect::<Option<_>>()?,
                inserted: pairs(inserted, index)?,
                order: match order {
                    Some(order) => {
                        let order = order.into_items().ok()?;
                        Some(order.iter().map(index).collect::<Option<_>>()?)
                    }
                    None => None,
                },
            })
        }
        _ => None,
    }
}

/// Items, each with what it stands behind.
fn pairs<T>(
    json: Json,
    of: impl Fn(&Json) -> Option<T>,
) -> Option<Vec<(Option<T>, Json<'static>)>> {
    let items = json.into_items().ok()?.into_iter();
    let pairs = items.map(|item| {
        let mut pair = item.into_items().ok()?.into_iter();
        let (behind, item) = (pair.next()?, pair.next()?);
        let behind = if behind.is_null() {
            None
        } else {
            Some(of(&behind)?)
        };
        Some((behind, item.opened()))
    });
    pairs.collect()
}

/// The text of an item's keys.
pub(super) fn key(json: &Json) -> Option<String> {
    let keys = json.borrowed().into_items().ok()?;
    let keys = keys.into_iter().map(|key| key.to_value().to_string());
    Some(Json::Array(keys.map(Json::made).collect()).text())
}

fn index(json: &Json) -> Option<usize> {
    usize::try_from(json.as_i64()?).ok()
}
