//! What earlier releases of the library kept of objects.

use serde_json::Value;
use wheelwright::ConversionError;

use crate::compare::differences;

/// Converts objects that an earlier release converted, and keeps in an annotation what the other version could not hold of
/// them, back to the version that they came from. Each line has the `object` as it was, at the version `from`, and what was
/// made of it `there`: stored like that, it has to come back for as long as anyone may have it. What is made of it otherwise now
/// is kept in turn.
///
/// # Panics
///
/// With all lines that do not come back as they were.
pub fn comes_back(lines: &str, convert: fn(&Value, &str) -> Result<Value, ConversionError>) {
    let mut wrong = Vec::new();
    for (number, line) in (1..).zip(lines.lines()) {
        let line: Value = serde_json::from_str(line).expect("each line is a JSON object");
        let version = line["from"].as_str().expect("it came from a version");
        let api_version = line["there"]["apiVersion"].as_str().unwrap_or_default();
        let (_, there) = api_version.split_once('/').unwrap_or_default();
        let is_otherwise =
            convert(&line["object"], there).is_ok_and(|now| bare(&now) != bare(&line["there"]));
        match convert(&line["there"], version) {
            Ok(back) => {
                let differences = if is_otherwise {
                    differences(&bare(&line["object"]), &bare(&back))
                } else {
                    differences(&line["object"], &back)
                };
                let differences = differences.into_iter();
                wrong.extend(differences.map(|(path, was, is)| {
                    format!("line {number}: {path} was {was}, and comes back as {is}")
                }));
            }
            Err(error) => wrong.push(format!("line {number}: {error}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_ne!(lines.lines().count(), 0, "there are no objects");
}

/// The object without the annotation in which something is kept.
fn bare(object: &Value) -> Value {
    let mut object = object.clone();
    if let Some(Value::Object(annotations)) = object.pointer_mut("/metadata/annotations") {
        annotations.retain(|name, _| !name.ends_with("/kept-by-conversion"));
        if annotations.is_empty()
            && let Some(metadata) = object["metadata"].as_object_mut()
        {
            metadata.remove("annotations");
        }
    }
    object
}
