//! Places within objects, and where two objects differ.

use serde_json::Value;

use crate::json::{Json, same};

/// The name of a member or what tells an item from others, or the index of an item.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Segment {
    Member(String),
    Item(usize),
}

pub(super) type Path = Vec<Segment>;

/// A place where two values differ, and what stands there, if anything.
pub(super) struct Change {
    pub(super) at: Path,
    pub(super) before: Option<Value>,
    pub(super) after: Option<Value>,
}

impl Change {
    /// A value, or absence, as it is shown.
    pub(super) fn shown(value: Option<Value>) -> Value {
        value.unwrap_or_else(|| "(absent)".into())
    }
}

/// All places where two values differ.
pub(super) fn changes(before: &Value, after: &Value) -> Vec<Change> {
    let mut out = Vec::new();
    between(Some(before), Some(after), &mut Vec::new(), &mut out);
    out
}

fn between(before: Option<&Value>, after: Option<&Value>, at: &mut Path, out: &mut Vec<Change>) {
    match (before, after) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let others = b.keys().filter(|name| !a.contains_key(*name));
            for name in a.keys().chain(others) {
                at.push(Segment::Member(name.clone()));
                between(a.get(name), b.get(name), at, out);
                at.pop();
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                at.push(Segment::Item(index));
                between(Some(a), Some(b), at, out);
                at.pop();
            }
        }
        // Of what is no more, each part may have been of another step.
        (Some(Value::Object(a)), None) if !a.is_empty() => {
            for (name, a) in a {
                at.push(Segment::Member(name.clone()));
                between(Some(a), None, at, out);
                at.pop();
            }
        }
        (Some(a), Some(b)) if same(&Json::of_value(a), &Json::of_value(b)) => {}
        (before, after) => out.push(Change {
            at: at.clone(),
            before: before.cloned(),
            after: after.cloned(),
        }),
    }
}

/// The numbers, texts, truths and nulls of a root object, where they stand, and what their schema is; none of metadata, of lists
/// whose items nothing tells apart, and of what tells them apart.
pub(super) fn leaves<'s>(object: &Value, schema: &'s Value) -> Vec<(Path, &'s Value)> {
    let mut out = Vec::new();
    collect(
        object,
        schema,
        &["apiVersion", "kind", "metadata"],
        &mut Vec::new(),
        &mut out,
    );
    out
}

fn collect<'s>(
    value: &Value,
    schema: &'s Value,
    without: &[&str],
    at: &mut Path,
    out: &mut Vec<(Path, &'s Value)>,
) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                if let Some(schema) = member(schema, name)
                    && !without.contains(&&**name)
                {
                    at.push(Segment::Member(name.clone()));
                    collect(value, schema, &[], at, out);
                    at.pop();
                }
            }
        }
        Value::Array(items) => {
            let (Some(keys), Some(inner)) = (keys(schema), schema.get("items")) else {
                return;
            };
            for (index, value) in items.iter().enumerate() {
                at.push(Segment::Item(index));
                collect(value, inner, &keys, at, out);
                at.pop();
            }
        }
        _ => out.push((at.clone(), schema)),
    }
}

fn member<'s>(schema: &'s Value, name: &str) -> Option<&'s Value> {
    let own = schema.get("properties").and_then(|all| all.get(name));
    own.or_else(|| schema.get("additionalProperties"))
}

/// The list-map keys of a list that has them.
fn keys(schema: &Value) -> Option<Vec<&str>> {
    let keys = schema.get("x-kubernetes-list-map-keys")?.as_array()?;
    Some(keys.iter().filter_map(Value::as_str).collect())
}

/// A value with lists that have keys as objects of their items, by these keys.
pub(super) fn keyed(value: &Value, schema: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| {
                let schema = member(schema, name).unwrap_or(&Value::Null);
                (name.clone(), keyed(value, schema))
            })
            .collect(),
        Value::Array(items) => {
            let inner = schema.get("items").unwrap_or(&Value::Null);
            match keys(schema) {
                Some(keys) => {
                    let name = |item: &Value| {
                        let keys = keys.iter().map(|key| item[key].to_string());
                        keys.collect::<Vec<_>>().join(",")
                    };
                    let items = items.iter().map(|item| (name(item), keyed(item, inner)));
                    Value::Object(items.collect())
                }
                None => items.iter().map(|item| keyed(item, inner)).collect(),
            }
        }
        value => value.clone(),
    }
}

/// A value whose lists that have keys are objects of their items, with these as lists again, in the order of their keys.
pub(super) fn unkeyed(value: Value, schema: &Value) -> Value {
    let inner = schema.get("items").unwrap_or(&Value::Null);
    match value {
        Value::Object(items) if keys(schema).is_some() => {
            let items = items.into_iter().map(|(_, item)| unkeyed(item, inner));
            Value::Array(items.collect())
        }
        Value::Object(members) => members
            .into_iter()
            .map(|(name, value)| {
                let schema = member(schema, &name).unwrap_or(&Value::Null);
                (name, unkeyed(value, schema))
            })
            .collect(),
        Value::Array(items) => items.into_iter().map(|item| unkeyed(item, inner)).collect(),
        value => value,
    }
}

/// The outermost place at or around another where nothing stands; if something stands there, that place itself.
pub(super) fn missing<'p>(value: &Value, path: &'p [Segment]) -> &'p [Segment] {
    let mut found = Some(value);
    for (depth, segment) in path.iter().enumerate() {
        found = found.and_then(|value| match segment {
            Segment::Member(name) => value.get(name),
            Segment::Item(index) => value.get(index),
        });
        if found.is_none() {
            return &path[..=depth];
        }
    }
    path
}

/// Writes what stands at a place in another value there; nothing where there is no such place.
pub(super) fn put(value: &mut Value, path: &[Segment], from: &Value) -> Option<()> {
    let mut from = from;
    for segment in path {
        from = match segment {
            Segment::Member(name) => from.get(name)?,
            Segment::Item(index) => from.get(index)?,
        };
    }
    let (last, around) = path.split_last()?;
    match (at(value, around)?, last) {
        (Value::Object(members), Segment::Member(name)) => {
            members.insert(name.clone(), from.clone());
        }
        (Value::Array(items), Segment::Item(index)) => *items.get_mut(*index)? = from.clone(),
        _ => return None,
    }
    Some(())
}

/// What is no more with this place: it, or the structs around it that must have it and are gone as well.
pub(super) fn fallen<'p>(path: &'p [Segment], schema: &Value, after: &Value) -> &'p [Segment] {
    let (mut schema, mut after) = (Some(schema), Some(after));
    let mut fallen = path.len();
    for (depth, segment) in path.iter().enumerate() {
        let Segment::Member(name) = segment else {
            return path;
        };
        let required = schema.and_then(|schema| schema.get("required"));
        let required = required.and_then(Value::as_array);
        if !required.is_some_and(|all| all.iter().any(|it| it == name)) {
            fallen = path.len();
        } else if after.is_none() && fallen == path.len() {
            fallen = depth;
        }
        // Items that keys tell apart are members by them.
        let items = schema.and_then(|schema| schema.get("items"));
        schema = schema.and_then(|schema| member(schema, name)).or(items);
        after = after.and_then(|after| after.get(name));
    }
    path.get(..fallen).unwrap_or(path)
}

/// Whether a place is of what a union holds, and the other place is what says of which variant that is: another variant takes all
/// with it that was of the one before (KEP-1027: the server clears what the new discriminator does not choose).
pub(super) fn is_of_union(path: &[Segment], tag: &[Segment], schema: &Value) -> bool {
    let Some((Segment::Member(tag), around)) = tag.split_last() else {
        return false;
    };
    let Some(Segment::Member(name)) = path.strip_prefix(around).and_then(<[_]>::first) else {
        return false;
    };
    let union = around.iter().try_fold(schema, |schema, segment| {
        let items = schema.get("items");
        let within = match segment {
            Segment::Member(name) => member(schema, name),
            Segment::Item(_) => None,
        };
        within.or(items)
    });
    let variants = union.and_then(|union| union.get("oneOf")?.as_array());
    let variants = variants.map(Vec::as_slice).unwrap_or_default();
    let is_tag = |variant: &Value| variant["properties"][tag].get("enum").is_some();
    let is_content = |variant: &Value| variant["properties"].get(name).is_some();
    !variants.is_empty() && variants.iter().all(is_tag) && variants.iter().any(is_content)
}

/// The value at a place, if there is one.
pub(super) fn at<'v>(value: &'v mut Value, path: &[Segment]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Member(name) => value.get_mut(name),
        Segment::Item(index) => value.get_mut(index),
    })
}

/// A place as people write it.
pub(super) fn shown(path: &[Segment]) -> String {
    let segments = path.iter().map(|segment| match segment {
        Segment::Member(name) => format!(".{name}"),
        Segment::Item(index) => format!("[{index}]"),
    });
    segments.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn structs_that_must_have_a_member_go_with_it_as_far_as_they_are_gone() {
        let schema = json!({"properties": {"spec": {"properties": {"fire": {
            "properties": {"heat": {}, "fuel": {}}, "required": ["heat"],
        }}}}});
        let path = |leaf: &str| ["spec", "fire", leaf].map(|name| Segment::Member(name.to_owned()));
        let (heat, fuel) = (path("heat"), path("fuel"));
        let [gone, there] = [json!({"spec": {}}), json!({"spec": {"fire": {}}})];
        assert_eq!(shown(fallen(&heat, &schema, &gone)), ".spec.fire");
        assert_eq!(shown(fallen(&heat, &schema, &there)), ".spec.fire.heat");
        assert_eq!(shown(fallen(&fuel, &schema, &gone)), ".spec.fire.fuel");
    }

    #[test]
    fn what_a_union_holds_goes_with_its_tag_and_what_stands_beside_does_not() {
        let schema = json!({"properties": {"fires": {"items": {
            "properties": {"kind": {}, "of": {}, "note": {}},
            "oneOf": [
                {"properties": {"kind": {"enum": ["Gas"]}, "of": {"required": ["litres"]}}},
                {"properties": {"kind": {"enum": ["Wood"]}}},
            ],
        }}}});
        let path = |names: &[&str]| -> Path {
            let names = names.iter().map(|name| (*name).to_owned());
            names.map(Segment::Member).collect()
        };
        let is_of = |place: &[&str], tag: &[&str]| is_of_union(&path(place), &path(tag), &schema);
        let tag = ["fires", "a", "kind"];
        assert!(is_of(&["fires", "a", "of", "litres"], &tag));
        assert!(!is_of(&["fires", "b", "of", "litres"], &tag));
        assert!(!is_of(&["fires", "a", "note"], &tag));
        assert!(!is_of(
            &["fires", "a", "of", "litres"],
            &["fires", "a", "note"]
        ));
    }
}
