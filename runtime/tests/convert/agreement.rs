//! Values of Rust become what their objects do, of objects that nobody wrote.

use serde_json::{Value, json};
use wheelwright::generate::Generator;
use wheelwright_rules::Rules;

use crate::mappings::{Mapping, Values, all};

/// How many objects of each version are tried.
const OBJECTS: u64 = 60;

/// Those that become something else, and why.
const OTHERWISE: &[(&str, &str)] = &[
    ("refused_in_structs", "no schema is asked of a value"),
    ("refused_by_default", "no schema is asked of a value"),
    ("size_by_default", "no schema is asked of a value"),
    ("label_in_default", "a value has no labels"),
    ("fuel_of_fire", STRUCT_LACKS),
    ("weight_of_ash", STRUCT_LACKS),
    (
        "annotation_alone",
        "serde reads an optional flattened struct of any object",
    ),
];

const STRUCT_LACKS: &str = "an object has no struct without what it must have, and `TryFrom` fails";

/// A place at which two values say two things.
fn contradiction(value: &Value, object: &Value, at: &str) -> Option<String> {
    match (value, object) {
        (Value::Object(value), Value::Object(object)) => value.iter().find_map(|(name, value)| {
            contradiction(
                value,
                object.get(name).unwrap_or(&Value::Null),
                &format!("{at}/{name}"),
            )
        }),
        (Value::Array(value), Value::Array(object)) if value.len() == object.len() => {
            let mut both = value.iter().zip(object).enumerate();
            both.find_map(|(index, (value, object))| {
                contradiction(value, object, &format!("{at}/{index}"))
            })
        }
        (Value::Null, Value::Object(members)) => members.iter().find_map(|(name, member)| {
            contradiction(&Value::Null, member, &format!("{at}/{name}"))
        }),
        // Whether an optional struct stands where nothing in it does is told of objects alone.
        (Value::Object(_), Value::Null) => None,
        (value, object) => (value != object)
            .then(|| format!("{at}: the value has {value}, and the object {object}")),
    }
}

/// The first object of a version that becomes something else than its value.
fn broken(mapping: &Mapping, values: &Values, tried: &mut usize) -> Option<String> {
    let crd = (mapping.crd)();
    let rules = Rules::from_stored_crd(&crd).expect("an API server has taken it");
    let converter = (mapping.converter)().expect("it has a plan");
    let mut versions = crd["spec"]["versions"].as_array()?.iter();
    let version = versions.find(|version| version["name"] == values.from)?;
    let schema = &version["schema"]["openAPIV3Schema"];
    // A kind without `spec` has labels beside its fields, which a value lacks.
    let schema = schema["properties"].get("spec")?;
    let back = mapping.values.iter().find(|back| back.to == values.from)?;
    for seed in 0..OBJECTS {
        let mut spec = Generator::new(seed).value(schema);
        // A value does not tell null from absence.
        without_nulls(&mut spec);
        // As an API server hands it out.
        let handed_out = |spec: &Value, version: &str| {
            let object = json!({
                "apiVersion": format!("example.com/{version}"), "kind": crd["spec"]["names"]["kind"],
                "metadata": {"name": "x"}, "spec": spec,
            });
            rules.read_with(object, version, |object, _| Ok(object))
        };
        let Ok(object) = handed_out(&spec, values.from) else {
            continue;
        };
        // What the schema takes and serde does not is no value.
        if (back.read)(&object["spec"]).is_err() {
            continue;
        }
        *tried += 1;
        let of = |why: String| Some(format!("{why}\n  of {object}"));
        let shown = |spec: Value| {
            let mut said = spec.clone();
            without_nulls(&mut said);
            let handed_out = handed_out(&said, values.to);
            let read = handed_out.map(|object| (values.read)(&object["spec"]));
            // A variant may be shown by null.
            read.ok()
                .and_then(Result::ok)
                .map_or_else(|| (values.read)(&spec), Ok)
        };
        let value = (values.convert)(&object["spec"]);
        let found = converter.convert_text(&object.to_string(), values.to);
        let (value, found) = match (value, found) {
            (Ok(value), Ok(found)) => (value, found),
            (Err(_), Err(_)) => continue,
            (Err(error), Ok(_)) => return of(format!("the value fails: {error}")),
            (Ok(_), Err(error)) => return of(format!("the object fails: {error}")),
        };
        let found: Value = serde_json::from_str(&found).expect("it is JSON");
        let (value, found) = match (shown(value), shown(found["spec"].clone())) {
            (Ok(value), Ok(found)) => (value, found),
            (Err(error), _) => return of(format!("the value is none: {error}")),
            (_, Err(error)) => return of(format!("the object becomes no value: {error}")),
        };
        if let Some(at) = contradiction(&value, &found, "") {
            return of(at);
        }
    }
    None
}

fn without_nulls(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(without_nulls);
        }
        Value::Array(items) => items.iter_mut().for_each(without_nulls),
        _ => {}
    }
}

#[test]
fn values_become_what_objects_do() {
    let (mut tried, mut failed) = (0, Vec::new());
    for (name, mapping) in all() {
        let mut found = mapping.values.iter().filter_map(|values| {
            let why = broken(mapping, values, &mut tried)?;
            Some(format!("{name}, {} to {}: {why}", values.from, values.to))
        });
        let found = found.next();
        let said = OTHERWISE.iter().find(|(of, _)| *of == name);
        match (found, said) {
            (Some(found), None) => failed.push(found),
            (None, Some((_, why))) => failed.push(format!("{name} agrees, though {why:?}")),
            _ => {}
        }
    }
    println!("{tried} objects");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(tried > 3000, "only {tried} objects are values");
}
