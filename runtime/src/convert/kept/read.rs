use super::Kept;
use crate::convert::json::{Json, Look};

impl Kept {
    /// Reads the JSON form; nothing for what is none, whoever wrote it.
    pub(crate) fn of_json(json: &Json) -> Option<Self> {
        match json.borrowed().into_members() {
            Ok(members) => members
                .into_iter()
                .map(|(name, json)| Some((name.into_owned(), Self::of_json(&json)?)))
                .collect::<Option<_>>()
                .map(Self::Members),
            Err(json) => of_list(json.into_items().ok()?),
        }
    }
}

fn of_list(list: Vec<Json>) -> Option<Kept> {
    let mut list = list.into_iter();
    let (first, second, third) = (list.next(), list.next(), list.next());
    if list.next().is_some() {
        return None;
    }
    match (first, second, third) {
        (None, ..) => Some(Kept::Absent),
        (Some(value), None, _) => Some(Kept::Value(value.into_owned())),
        (Some(word), Some(items), None) if word.as_str()? == "keyed" => {
            let items = items.into_items().ok()?;
            let items = items.into_iter().map(keyed).collect::<Option<_>>()?;
            Some(Kept::Keyed(items))
        }
        (Some(word), Some(value), Some(members)) if word.as_str()? == "object" => {
            let Kept::Members(mut members) = Kept::of_json(&members)? else {
                return None;
            };
            members.push((String::new(), Kept::Itself(value.into_owned())));
            Some(Kept::Members(members))
        }
        (Some(word), Some(looks), Some(items)) if word.as_str()? == "aligned" => {
            let looks = looks.into_items().ok()?;
            let looks = looks
                .iter()
                .map(|look| {
                    let look = look.as_str()?;
                    Look::is_well_formed(&look).then(|| Look(look.into_owned()))
                })
                .collect::<Option<_>>()?;
            let items = items.into_members().ok()?;
            let items = items
                .iter()
                .map(|(index, kept)| Some((index.parse().ok()?, Kept::of_json(kept)?)))
                .collect::<Option<_>>()?;
            Some(Kept::Aligned { looks, items })
        }
        _ => None,
    }
}

fn keyed(item: Json) -> Option<(Vec<Json<'static>>, Kept)> {
    let mut parts = item.into_items().ok()?.into_iter();
    let (keys, kept) = (parts.next()?, parts.next()?);
    let keys = keys.into_items().ok()?;
    let keys = keys.into_iter().map(Json::into_owned).collect();
    Some((keys, Kept::of_json(&kept)?))
}
