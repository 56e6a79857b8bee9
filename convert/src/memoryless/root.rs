//! Whole objects, from one version to the next.

use std::cell::{Cell, RefCell};

use super::{Hole, Mode, complete::is_name_in, fields::fields};
use crate::{
    json::{Json, same},
    plan::{FieldsPlan, Place},
};

/// Members that are the same at all versions but for annotations and labels.
pub(crate) const COMMON: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The objects of both versions but for what they have in common, each as the one place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Objects<'p> {
    pub(crate) from: Option<&'p Place>,
    pub(crate) to: Option<&'p Place>,
}

impl Objects<'_> {
    /// What an object has become. Of a whole one, what stands there by default is there: one with a name, that is as the API
    /// server hands it out.
    pub(crate) fn defaulted<'a>(self, json: &Json, there: Json<'a>) -> Json<'a> {
        let is_as_stored = |from: &Place| from.is_as_stored(&without_common(json));
        let Some(to) = self.to.filter(|_| is_named(json)) else {
            return there;
        };
        let before = without_common(&there);
        let after = to.defaulted(before.borrowed());
        if same(&before, &after) || !self.from.is_some_and(is_as_stored) {
            return there;
        }
        let after = after.into_owned();
        completed(there, after)
    }
}

/// What a whole object becomes.
pub(crate) struct Translated<'a> {
    pub(crate) object: Json<'a>,
    /// The holes in it.
    pub(crate) holes: Vec<Hole>,
    /// The way back makes what was translated again, if it is the same to it whether the object is whole.
    pub(crate) comes_back: bool,
}

/// Translates a whole object by a mapping. `objects`: where steps reach into objects that others map.
pub(crate) fn translate<'a>(
    plan: &'a FieldsPlan,
    objects: Option<Objects>,
    json: &Json<'a>,
    mode: Mode,
) -> Translated<'a> {
    let holes = RefCell::default();
    let left = Cell::new(!plan.moves(mode.direction) || objects.is_some());
    let noting = Mode {
        holes: Some(&holes),
        left: Some(&left),
        ..mode
    };
    let there = fields(plan, json, noting);
    let there = there.unwrap_or_else(|error| {
        holes.borrow_mut().push(Hole {
            error,
            sources: vec![Vec::new()],
            places: vec![Vec::new()],
        });
        Json::Object(Vec::new())
    });
    let there = match objects {
        Some(objects) => objects.defaulted(json, there),
        None => there,
    };
    let holes = holes.into_inner();
    Translated {
        object: there,
        comes_back: holes.is_empty() && !left.get(),
        holes,
    }
}

/// Whether an object has a name, or is to get one, as whole ones do.
pub(crate) fn is_named(object: &Json) -> bool {
    let metadata = object.member("metadata");
    metadata.is_some_and(|metadata| is_name_in(&metadata))
}

/// What an object has that is not the same at all versions.
pub(crate) fn without_common<'j>(object: &'j Json) -> Json<'j> {
    let mut members = object.borrowed().into_members().unwrap_or_default();
    members.retain(|(name, _)| !COMMON.contains(&&**name));
    Json::Object(members)
}

/// A value with what another has besides, and in place of null. What it has stays as it is written.
pub(crate) fn completed<'a>(value: Json<'a>, other: Json<'a>) -> Json<'a> {
    if value.is_null() {
        return other;
    }
    if same(&value, &other) {
        return value;
    }
    match (value.into_members(), other.into_members()) {
        (Ok(mut members), Ok(others)) => {
            for (name, other) in others {
                match members.iter_mut().find(|(member, _)| *member == name) {
                    Some((_, value)) => {
                        let own = std::mem::replace(value, Json::NULL);
                        *value = completed(own, other);
                    }
                    None => members.push((name, other)),
                }
            }
            Json::Object(members)
        }
        (Err(value), Err(other)) => match (value.into_items(), other.into_items()) {
            (Ok(items), Ok(others)) if items.len() == others.len() => {
                let pairs = items.into_iter().zip(others);
                Json::Array(pairs.map(|(item, other)| completed(item, other)).collect())
            }
            (Ok(items), _) => Json::Array(items),
            (Err(value), _) => value,
        },
        (Ok(members), Err(_)) => Json::Object(members),
        (Err(value), Ok(_)) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::{Json, completed};

    #[test]
    fn what_has_defaults_filled_in_keeps_its_numbers_and_its_order() {
        let own = r#"{"z":1.00,"n":null,"list":[{"b":12345678901234567890.10}],"a":{"y":1e2}}"#;
        let other = r#"{"a":{"x":1,"y":100.0},"list":[{"a":2,"b":1}],"n":3,"z":1.0}"#;
        let whole =
            r#"{"z":1.00,"n":3,"list":[{"b":12345678901234567890.10,"a":2}],"a":{"y":1e2,"x":1}}"#;
        assert_eq!(completed(Json::raw(own), Json::raw(other)).text(), whole);
    }
}
