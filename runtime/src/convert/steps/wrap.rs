use std::borrow::Cow;

use super::{Result, nested, unlike};
use crate::convert::{
    json::{Json, get},
    memoryless::Mode,
    plan::{Node, SerdeDefault},
};

/// One value ↔ a list of it. An empty list is no value; of several the first counts.
pub(super) fn list<'a>(
    wrap: bool,
    node: &'a Node,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Option<Json<'a>>> {
    if wrap {
        return Ok(Some(Json::Array(vec![nested(node, input, mode)?])));
    }
    let Ok(items) = input.clone().into_items() else {
        return unlike();
    };
    items
        .first()
        .map(|item| nested(node, item, mode).map_err(|stop| stop.seen_from(|error| error.at(0))))
        .transpose()
}

/// A value ↔ an object with the value in one member, of which `absent` is what serde reads where it is absent.
pub(super) fn object<'a>(
    wrap: bool,
    member: &'a str,
    absent: Option<&SerdeDefault>,
    node: &'a Node,
    input: &Json<'a>,
    mode: Mode,
) -> Result<Option<Json<'a>>> {
    if wrap {
        let value = nested(node, input, mode)?;
        return Ok(Some(Json::Object(vec![(Cow::Borrowed(member), value)])));
    }
    let Ok(members) = input.clone().into_members() else {
        return unlike();
    };
    let value = get(&members, member).cloned();
    // Of a part of an object it is not known whether it is absent.
    let value = value.or_else(|| absent.filter(|_| mode.complete)?.json());
    value
        .map(|value| {
            nested(node, &value, mode).map_err(|stop| stop.seen_from(|error| error.within(member)))
        })
        .transpose()
}
