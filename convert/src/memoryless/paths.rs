//! Reading and writing below an object.

use std::borrow::Cow;

use crate::json::{Json, Kind, Members, get};

/// The value at a path.
pub(crate) fn read<'a>(members: &Members<'a>, path: &[String]) -> Option<Json<'a>> {
    find(members, path).map(Cow::into_owned)
}

/// Whether there is a value at a path.
pub(crate) fn is_there(members: &Members, path: &[String]) -> bool {
    find(members, path).is_some()
}

/// The value at a path, where it stands if the objects around it are opened.
pub(crate) fn find<'m, 'a>(members: &'m Members<'a>, path: &[String]) -> Option<Cow<'m, Json<'a>>> {
    let (first, rest) = path.split_first()?;
    find_within(Cow::Borrowed(get(members, first)?), rest)
}

fn find_within<'m, 'a>(value: Cow<'m, Json<'a>>, path: &[String]) -> Option<Cow<'m, Json<'a>>> {
    let Some((first, rest)) = path.split_first() else {
        return Some(value);
    };
    if let Cow::Borrowed(Json::Object(members)) = value {
        return find(members, path);
    }
    let [member] = value.into_owned().into_members_of([first]).ok()?;
    find_within(Cow::Owned(member?), rest)
}

/// The value at a path; at none it is the object of the members.
pub(crate) fn at<'a>(members: &Members<'a>, path: &[String]) -> Option<Json<'a>> {
    if path.is_empty() {
        return Some(Json::Object(members.clone()));
    }
    read(members, path)
}

/// Whether there is an object for the value at a path to be a member of.
pub(crate) fn has_parent(members: &Members, path: &[String]) -> bool {
    path.split_last()
        .is_none_or(|(_, parent)| is_object(members, parent))
}

/// Whether an object stands at a path; at none it is the one of the members.
pub(crate) fn is_object(members: &Members, path: &[String]) -> bool {
    path.is_empty() || find(members, path).is_some_and(|value| value.kind() == Kind::Object)
}

/// Whether an object stands at a path in one that is not opened.
pub(crate) fn is_object_within(object: &Json, path: &[String]) -> bool {
    look_within(object, path, |value| value.kind() == Kind::Object).unwrap_or_default()
}

/// The first member of a path that is absent from an object that is there.
pub(crate) fn first_lacked(object: &Json, path: &[String]) -> Option<usize> {
    let (first, rest) = path.split_first()?;
    match object.member(first) {
        None => (object.kind() == Kind::Object).then_some(0),
        Some(member) => first_lacked(&member, rest).map(|within| within + 1),
    }
}

/// The value at a path in an object that is not opened.
pub(crate) fn value_within(object: &Json, path: &[String]) -> Option<Json<'static>> {
    look_within(object, path, |value| value.clone().into_owned())
}

fn look_within<T>(object: &Json, path: &[String], look: impl FnOnce(&Json) -> T) -> Option<T> {
    match path {
        [] => Some(look(object)),
        [first, rest @ ..] => look_within(&object.member(first)?, rest, look),
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

/// Takes the value at a path out, and the object that it was a member of if nothing is left in that.
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
pub(crate) fn take_out(members: &mut Members, path: &[String]) {
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
