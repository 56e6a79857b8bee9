//! Objects by chance, and what a server leaves as it is.

use serde_json::{Map, Value, json};
use wheelwright_rules::{ErrorKind, Outcome, Rules};
use wheelwright_schema::generate::Generator;

/// The structural schema of a version.
pub(crate) fn schema_of(crd: &Value, version: &str) -> Value {
    let versions = crd["spec"]["versions"].as_array();
    let mut versions = versions.into_iter().flatten();
    let found = versions.find(|known| known["name"] == version);
    found.map_or(Value::Null, |found| {
        found["schema"]["openAPIV3Schema"].clone()
    })
}

/// Objects of a schema by chance, as they are and with something changed in them.
pub(crate) fn variants(
    schema: &Value,
    rules: &Rules,
    version: &str,
    generator: &mut Generator,
) -> Vec<Value> {
    let whole = generator.value(schema);
    let sparse = generator.clone().sparse().value(schema);
    let mut objects = Vec::new();
    for (number, mut object) in [whole, sparse].into_iter().enumerate() {
        let Some(members) = object.as_object_mut() else {
            continue;
        };
        let mut metadata = Map::from_iter([("name".to_owned(), json!("example"))]);
        if rules.is_namespaced() {
            metadata.insert("namespace".to_owned(), json!("default"));
        }
        if number == 1 {
            metadata.insert("labels".to_owned(), json!({"a.b/c": "d", "e": ""}));
            metadata.insert("annotations".to_owned(), json!({"a": "b\n"}));
        }
        members.insert(
            "apiVersion".to_owned(),
            format!("{}/{version}", rules.group()).into(),
        );
        members.insert("kind".to_owned(), rules.kind().into());
        members.insert("metadata".to_owned(), metadata.into());
        let mut changed = object.clone();
        if change(&mut changed, generator) && changed.is_object() {
            objects.push(changed);
        }
        objects.push(object);
    }
    objects
}

/// Changes one value within an object: another type, a neighbour of it, a field that nobody knows.
fn change(object: &mut Value, generator: &mut Generator) -> bool {
    let mut pick = |count: usize| -> usize {
        let most = count.saturating_sub(1);
        let value = generator.value(&json!({"type": "integer", "minimum": 0, "maximum": most}));
        usize::try_from(value.as_u64().unwrap_or(0)).unwrap_or(0)
    };
    let mut place = object;
    for depth in 0..12 {
        let is_end = depth > 1 && pick(3) == 0;
        let count = match &*place {
            Value::Object(members) => members.len(),
            Value::Array(items) => items.len(),
            _ => 0,
        };
        if is_end || count == 0 {
            break;
        }
        let at = pick(count);
        place = match place {
            Value::Object(members) => {
                let name = members.keys().nth(at).cloned().unwrap_or_default();
                if depth == 0 && ["apiVersion", "kind"].contains(&name.as_str()) {
                    return false;
                }
                match members.get_mut(&name) {
                    Some(member) => member,
                    None => return false,
                }
            }
            Value::Array(items) => match items.get_mut(at) {
                Some(item) => item,
                None => return false,
            },
            _ => return false,
        };
    }
    *place = match (&*place, pick(4)) {
        (Value::Number(number), 0) => number
            .as_i64()
            .map_or(json!(0.5), |number| json!(number.saturating_add(1))),
        (Value::Number(number), 1) => number
            .as_f64()
            .map_or(json!(1), |number| json!(number * 1000.5)),
        (Value::String(text), 0) => json!(format!("{text}é ")),
        (Value::String(_), 1) => json!(""),
        (Value::Object(members), 0 | 1) => {
            let mut members = members.clone();
            members.insert("nobodyKnows".to_owned(), json!({"a": [1]}));
            members.into()
        }
        (Value::Object(members), 2) => {
            let mut members = members.clone();
            let first = members.keys().next().cloned();
            first.map(|name| members.remove(&name));
            members.into()
        }
        (Value::Array(items), 0 | 1) => items.iter().chain(items).cloned().collect(),
        (_, 0) => Value::Null,
        (_, 1) => json!("x"),
        (_, 2) => json!(7),
        _ => json!({}),
    };
    true
}

/// Whether all of a value is in what is stored.
pub(crate) fn has_all(stored: &Value, sent: &Value) -> bool {
    match (stored, sent) {
        (Value::Object(stored), Value::Object(sent)) => sent
            .iter()
            .all(|(name, sent)| stored.get(name).is_some_and(|stored| has_all(stored, sent))),
        (Value::Array(stored), Value::Array(sent)) => {
            stored.len() == sent.len()
                && stored
                    .iter()
                    .zip(sent)
                    .all(|(stored, sent)| has_all(stored, sent))
        }
        (Value::Number(stored), Value::Number(sent)) => {
            stored == sent || stored.as_f64() == sent.as_f64()
        }
        (stored, sent) => stored == sent,
    }
}

/// Whether a server takes an object and drops or changes nothing of it.
pub(crate) fn is_intact(object: &Value, outcome: &Outcome) -> bool {
    outcome.refusal.is_none()
        && outcome
            .object
            .as_ref()
            .is_some_and(|stored| has_all(stored, object))
}

/// Whether a server refuses an object, or drops something that nobody knows. What is there twice is left to words.
pub(crate) fn is_wrong(outcome: &Outcome) -> bool {
    match &outcome.refusal {
        Some(_) => {
            let errors = outcome.errors();
            errors.is_empty()
                || errors
                    .iter()
                    .any(|error| error.kind != ErrorKind::Duplicate)
        }
        None => !outcome.unknown_fields.is_empty(),
    }
}

/// A CRD without rules in CEL, which are left to words, and without subresources, so that a status is taken with the rest.
pub(crate) fn without_rules(crd: &Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.remove("x-kubernetes-validations");
                members.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let mut crd = crd.clone();
    let versions = crd
        .pointer_mut("/spec/versions")
        .and_then(Value::as_array_mut);
    for version in versions.into_iter().flatten() {
        if let Some(members) = version.as_object_mut() {
            members.remove("subresources");
        }
        if let Some(schema) = version.pointer_mut("/schema/openAPIV3Schema") {
            strip(schema);
        }
    }
    crd
}

/// Whether a list or a text stands where another type with a format is asked for: there a server does not look at the type.
pub(crate) fn is_untyped(schema: &Value, value: &Value) -> bool {
    let type_name = schema["type"].as_str().unwrap_or_default();
    let own = match value {
        Value::Array(_) => "array",
        Value::String(_) => "string",
        _ => "",
    };
    let has_format = schema["format"]
        .as_str()
        .is_some_and(|format| !format.is_empty());
    if has_format && !own.is_empty() && own != type_name && !type_name.is_empty() {
        return true;
    }
    match value {
        Value::Array(items) => items.iter().any(|item| is_untyped(&schema["items"], item)),
        Value::Object(members) => members.iter().any(|(name, member)| {
            let own = schema["properties"].get(name);
            is_untyped(own.unwrap_or(&schema["additionalProperties"]), member)
        }),
        _ => false,
    }
}
