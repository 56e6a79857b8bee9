//! The schema of a version for the crate `jsonschema`: structural, without what only Kubernetes knows.

use jsonschema::Validator;
use serde_json::{Value, json};

pub(crate) fn validator(crd: &Value, version: &str) -> Option<Validator> {
    let versions = crd.get("spec")?.get("versions")?.as_array()?;
    let named = |found: &&Value| found.get("name").is_some_and(|name| name == version);
    let found = versions.iter().find(named)?;
    let mut schema = found.get("schema")?.get("openAPIV3Schema")?.clone();
    adapt(&mut schema);
    jsonschema::validator_for(&schema).ok()
}

fn adapt(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            let is_int_or_string = members.remove("x-kubernetes-int-or-string").is_some();
            for keyword in [
                "x-kubernetes-validations",
                "format",
                "default",
                "description",
            ] {
                if !members.get(keyword).is_some_and(Value::is_object) {
                    members.remove(keyword);
                }
            }
            if is_int_or_string {
                members.remove("anyOf");
                members.insert("type".to_owned(), json!(["integer", "string"]));
            }
            members.values_mut().for_each(adapt);
        }
        Value::Array(items) => items.iter_mut().for_each(adapt),
        _ => {}
    }
}
