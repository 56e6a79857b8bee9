//! What the mapping makes of a schema: what holds of every value that it makes of a valid one.

use serde_json::{Map, Value, json};

use crate::{
    convert::{
        json::Json,
        plan::{Direction, FieldsPlan, HowPlan, Node, Place, StepPlan, member_schema},
    },
    table::Side,
};

/// What is known of an object's counterpart. What is not said is not known.
pub(super) fn of_fields(plan: &FieldsPlan, direction: Direction, schema: &Value) -> Value {
    let mut out = around(schema, "object");
    let is_required = |name: &str| requires(schema, name);
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
        let Some(mut known) = of_step(step, direction, source) else {
            continue;
        };
        // What is made of nothing is a value of its own.
        let implied = from.implied(to);
        if implied.is_some_and(|value| !step.is_copied() || !to.takes(&value)) {
            continue;
        }
        let stays = dropped(&mut known, to);
        put(&mut out, &to.path, known);
        // An empty list is no value.
        let is_value = match &step.how {
            HowPlan::Nest(_) => true,
            HowPlan::WrapList { list, .. } => *list == direction.to(),
            _ => false,
        };
        let is_at_top = from.path.len() == 1 && to.path.len() == 1;
        if stays && is_value && is_at_top && is_required(from.name()) {
            required.push(Value::from(to.name()));
        }
    }
    if !required.is_empty() {
        out.insert("required".to_owned(), required.into());
    }
    Value::Object(out)
}

fn of_node(node: &Node, direction: Direction, schema: &Value) -> Value {
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
            of_step(step, direction, schema).unwrap_or_else(|| Value::Object(Map::new()))
        }
        Node::Variants(_) | Node::Calls(_) => Value::Object(Map::new()),
    }
}

/// What is known of the one value that a step makes of one.
fn of_step(step: &StepPlan, direction: Direction, schema: &Value) -> Option<Value> {
    let to = |side: Side| direction.to() == side;
    Some(match &step.how {
        HowPlan::Nest(node) => of_node(node, direction, schema),
        HowPlan::WrapList { list, node } if to(*list) => {
            let item = of_node(node, direction, schema);
            json!({"type": "array", "minItems": 1, "maxItems": 1, "items": item})
        }
        HowPlan::WrapList { node, .. } => of_node(node, direction, schema.get("items")?),
        HowPlan::WrapObject {
            object,
            member,
            node,
            ..
        } if to(*object) => {
            let value = of_node(node, direction, schema);
            json!({"type": "object", "required": [member], "properties": {member: value}})
        }
        HowPlan::WrapObject { member, node, .. } => {
            of_node(node, direction, member_schema(schema, member)?)
        }
        HowPlan::Counted(plan) if to(plan.counts) => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            let item = of_node(&plan.node, direction, items);
            let mut out = around(schema, "array");
            for keyword in ["minItems", "maxItems"] {
                keep(keyword, schema, &mut out);
            }
            if out.contains_key("minItems") {
                out.insert("minItems".to_owned(), 1.into());
            }
            let count = match out.get("maxItems") {
                Some(most) => json!({"type": "integer", "minimum": 1, "maximum": most}),
                None => json!({"type": "integer", "minimum": 1}),
            };
            let items = json!({
                "type": "object", "required": [plan.item, plan.count],
                "properties": {plan.item.as_str(): item, plan.count.as_str(): count},
            });
            out.insert("items".to_owned(), items);
            if matches!(plan.node, Node::Copy) {
                out.insert("x-kubernetes-list-type".to_owned(), "map".into());
            }
            out.into()
        }
        HowPlan::Counted(plan) => {
            let item = member_schema(schema.get("items")?, &plan.item)?;
            json!({"type": "array", "items": of_node(&plan.node, direction, item)})
        }
        HowPlan::Duration { text, .. } | HowPlan::Quantity { text, .. } => {
            json!({"type": if to(*text) { "string" } else { "integer" }})
        }
        HowPlan::Format { text, .. } | HowPlan::Delimited { text, .. } if to(*text) => {
            json!({"type": "string"})
        }
        _ => return None,
    })
}

/// The type, if it is sure; with null where the schema takes it, for that is delivered as it is.
fn around(schema: &Value, ty: &str) -> Map<String, Value> {
    let mut out = Map::new();
    if schema.get("type") == Some(&json!(ty)) {
        keep("type", schema, &mut out);
        keep("nullable", schema, &mut out);
    }
    out
}

fn keep(keyword: &str, schema: &Value, out: &mut Map<String, Value>) {
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

fn requires(schema: &Value, name: &str) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    required.is_some_and(|names| names.iter().any(|required| required == name))
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
