//! What the mapping makes of a schema: what holds of every value that it makes of a valid one.

use serde_json::{Map, Value, json};

use crate::{
    json::Json,
    plan::{Direction, FieldsPlan, Node, Place, member_schema},
    steps::is_required,
};

/// What is known of an object's counterpart. What is not said is not known.
pub(super) fn of_fields(plan: &FieldsPlan, direction: Direction, schema: &Value) -> Value {
    let mut out = around(schema, "object");
    let is_required = |name: &str| is_required(Some(schema), name);
    let mut required = Vec::new();
    for step in &plan.steps {
        let sources = step.places.of(direction.from());
        let targets = step.places.of(direction.to());
        if let Some(run) = step.or.of(direction.to()) {
            // What the schema refuses, a stand-in takes the place of; whether that is taken, nobody has looked. One that panics
            // fails where it is needed.
            let values = run.caught().unwrap_or_default();
            for (index, place) in targets.iter().enumerate() {
                let value = values.get(index).map(Json::of_value);
                let is_taken =
                    value.is_some_and(|value| place.takes(&value) || place.drops(&value));
                if let (true, Some(schema)) = (is_taken, place.schema()) {
                    put(&mut out, &place.path, schema);
                }
            }
            continue;
        }
        let ([from], [to]) = (&**sources, &**targets) else {
            continue;
        };
        let Some(source) = at(schema, &from.path) else {
            continue;
        };
        let Some(mut known) = step.how.known(direction, source) else {
            continue;
        };
        // What stands for nothing may be no value of the place.
        if from.may_be_implied(to).any(|value| !from.takes(&value)) {
            continue;
        }
        let stays = dropped(&mut known, to);
        put(&mut out, &to.path, known);
        let is_at_top = from.path.len() == 1 && to.path.len() == 1;
        if stays && step.how.always_makes(direction.to()) && is_at_top && is_required(from.name()) {
            required.push(Value::from(to.name()));
        }
    }
    if !required.is_empty() {
        out.insert("required".to_owned(), required.into());
    }
    Value::Object(out)
}

pub(crate) fn of_node(node: &Node, direction: Direction, schema: &Value) -> Value {
    match node {
        Node::Copy => schema.clone(),
        Node::Fields(plan) => of_fields(plan, direction, schema),
        Node::List(plan) => {
            let mut out = around(schema, "array");
            for keyword in ["minItems", "maxItems"] {
                keep(keyword, schema, &mut out);
            }
            // Keys pass through steps that are one to one.
            if schema.get("x-kubernetes-list-type") == Some(&json!("map")) {
                keep("x-kubernetes-list-type", schema, &mut out);
            }
            if let Some(items) = schema.get("items") {
                out.insert("items".to_owned(), of_node(&plan.item, direction, items));
            }
            out.into()
        }
        Node::Map(node) => {
            let mut out = around(schema, "object");
            for keyword in ["minProperties", "maxProperties"] {
                keep(keyword, schema, &mut out);
            }
            if let Some(values) = schema.get("additionalProperties").filter(|v| v.is_object()) {
                let values = of_node(node, direction, values);
                out.insert("additionalProperties".to_owned(), values);
            }
            out.into()
        }
        Node::Value(step) => {
            let known = step.how.known(direction, schema);
            known.unwrap_or_else(|| Value::Object(Map::new()))
        }
        Node::Variants(_) | Node::Calls(_) => Value::Object(Map::new()),
    }
}

/// The type, if it is sure; with null where the schema takes it, for that is delivered as it is.
pub(crate) fn around(schema: &Value, ty: &str) -> Map<String, Value> {
    let mut out = Map::new();
    if schema.get("type") == Some(&json!(ty)) {
        keep("type", schema, &mut out);
        keep("nullable", schema, &mut out);
    }
    out
}

pub(crate) fn keep(keyword: &str, schema: &Value, out: &mut Map<String, Value>) {
    if let Some(value) = schema.get(keyword) {
        out.insert(keyword.to_owned(), value.clone());
    }
}

/// Notes what becomes absent at a place. Whether a value that is there never does.
fn dropped(known: &mut Value, place: &Place) -> bool {
    let Value::Object(known) = known else {
        return true;
    };
    let mut stays = true;
    if !place.nullable && known.remove("nullable").is_some() {
        stays = false;
    }
    let least = match known.get("type").and_then(Value::as_str) {
        Some("string") => "minLength",
        Some("array") => "minItems",
        Some("object") => "minProperties",
        _ => return stays && !place.drops_empty,
    };
    if place.drops_empty && known.get(least).and_then(Value::as_u64).unwrap_or(0) == 0 {
        known.insert(least.to_owned(), 1.into());
        stays = false;
    }
    stays
}

fn at<'s>(schema: &'s Value, path: &[String]) -> Option<&'s Value> {
    path.iter()
        .try_fold(schema, |schema, name| member_schema(schema, name))
}

/// Says what is known at a path, through objects of which nothing else is.
fn put(out: &mut Map<String, Value>, path: &[String], known: Value) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let properties = out
        .entry("properties")
        .or_insert_with(|| Value::Object(Map::new()));
    let Value::Object(properties) = properties else {
        return;
    };
    if rest.is_empty() {
        properties.insert(first.clone(), known);
        return;
    }
    let inner = properties
        .entry(first.clone())
        .or_insert_with(|| Value::Object(Map::new()));
    if let Value::Object(inner) = inner {
        put(inner, rest, known);
    }
}
