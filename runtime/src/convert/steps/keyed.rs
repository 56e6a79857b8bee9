//! A list of items ↔ a map from one member of the items to the rest of them.

use std::borrow::Cow;

use super::{Result, nested, refused, unlike};
use crate::convert::{
    engine::Mode,
    json::{Json, get},
    plan::Node,
};

pub(super) fn run<'a>(
    key: &'a str,
    node: &'a Node,
    to_map: bool,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Json<'a>> {
    if to_map {
        return map(key, node, input, mode);
    }
    let Ok(entries) = input.clone().into_members() else {
        return unlike("a map");
    };
    let items = entries
        .into_iter()
        .map(|(name, value)| {
            let value = nested(node, &value, mode)?;
            let mut members = vec![(Cow::Borrowed(key), Json::string(&name))];
            match value.into_members() {
                Ok(rest) => members.extend(rest.into_iter().filter(|(name, _)| name != key)),
                Err(value) if value.is_null() => {}
                Err(_) => return unlike("a map of objects"),
            }
            Ok(Json::Object(members))
        })
        .collect::<Result<_>>()?;
    Ok(Json::Array(items))
}

fn map<'a>(key: &str, node: &'a Node, input: &Json<'a>, mode: Mode) -> Result<Json<'a>> {
    let Ok(items) = input.clone().into_items() else {
        return unlike("a list");
    };
    let mut entries: Vec<(Cow<str>, Json)> = Vec::with_capacity(items.len());
    for (index, item) in items.into_iter().enumerate() {
        let Ok(mut members) = item.into_members() else {
            return unlike("an item with a key");
        };
        let Some(name) = get(&members, key).and_then(|key| key.as_str().map(Cow::into_owned))
        else {
            return unlike("an item with a key");
        };
        if get(&entries, &name).is_some() {
            return refused(format!(
                "[{index}].{key}: {name:?} is there twice, which no map can hold"
            ));
        }
        members.retain(|(name, _)| name != key);
        let value = nested(node, &Json::Object(members), mode)?;
        entries.push((Cow::Owned(name), value));
    }
    Ok(Json::Object(entries))
}
