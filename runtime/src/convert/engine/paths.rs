//! Reading and writing below an object.

use crate::convert::json::{Json, Kind, Members, get};

/// The value at a path.
pub(super) fn read<'a>(members: &Members<'a>, path: &[String]) -> Option<Json<'a>> {
    let (first, rest) = path.split_first()?;
    let mut value = get(members, first)?.clone();
    for name in rest {
        let members = value.into_members().ok()?;
        value = get(&members, name)?.clone();
    }
    Some(value)
}

/// The same; at no path it is the object of the members.
pub(super) fn at<'a>(members: &Members<'a>, path: &[String]) -> Option<Json<'a>> {
    if path.is_empty() {
        return Some(Json::Object(members.clone()));
    }
    read(members, path)
}

/// Whether there is an object for the value at a path to be a member of.
pub(super) fn has_parent(members: &Members, path: &[String]) -> bool {
    path.split_last()
        .is_none_or(|(_, parent)| is_object(members, parent))
}

/// Whether an object stands at a path; at none it is the one of the members.
pub(super) fn is_object(members: &Members, path: &[String]) -> bool {
    path.is_empty() || read(members, path).is_some_and(|value| value.kind() == Kind::Object)
}

/// The object at a path in one that is not opened.
pub(super) fn read_within(object: &Json, path: &[String]) -> Option<Json<'static>> {
    value_within(object, path).filter(|value| value.kind() == Kind::Object)
}

/// The value at a path in an object that is not opened.
pub(super) fn value_within(object: &Json, path: &[String]) -> Option<Json<'static>> {
    match path {
        [] => Some(object.clone().into_owned()),
        [first, rest @ ..] => value_within(&object.member(first)?, rest),
    }
}

/// Writes a value at a path, through objects that are made where they are missing. Says whether it could.
pub(crate) fn write<'a>(members: &mut Members<'a>, path: &[String], value: Json<'a>) -> bool {
    let Some((first, rest)) = path.split_first() else {
        return false;
    };
    let position = members.iter().rposition(|(name, _)| name == first);
    if rest.is_empty() {
        match position.and_then(|position| members.get_mut(position)) {
            Some((_, place)) => *place = value,
            None => members.push((first.clone().into(), value)),
        }
        return true;
    }
    let position = position.unwrap_or_else(|| {
        members.push((first.clone().into(), Json::Object(Vec::new())));
        members.len() - 1
    });
    let Some((_, place)) = members.get_mut(position) else {
        return false;
    };
    if place.kind() == Kind::Null {
        *place = Json::Object(Vec::new());
    }
    place
        .members_mut()
        .is_some_and(|members| write(members, rest, value))
}

/// Takes the value at a path out, and objects that it leaves empty.
pub(crate) fn remove(members: &mut Members, path: &[String]) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let Some(position) = members.iter().rposition(|(name, _)| name == first) else {
        return;
    };
    if rest.is_empty() {
        members.remove(position);
        return;
    }
    let Some((_, place)) = members.get_mut(position) else {
        return;
    };
    let is_empty = place.members_mut().is_some_and(|inner| {
        let before = inner.len();
        remove(inner, rest);
        inner.is_empty() && before > 0 && rest.len() == 1
    });
    if is_empty {
        members.remove(position);
    }
}

/// Takes the value at a path out, and no object around it.
pub(super) fn take_out(members: &mut Members, path: &[String]) {
    match path {
        [] => {}
        [name] => members.retain(|(member, _)| member != name),
        [first, rest @ ..] => {
            let mut members = members.iter_mut();
            let around = members.find(|(member, _)| member == first);
            if let Some(members) = around.and_then(|(_, around)| around.members_mut()) {
                take_out(members, rest);
            }
        }
    }
}
