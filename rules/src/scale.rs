//! The values that the scale subresource reads.

use serde_json::Value;

use crate::error::FieldError;
use crate::path::FieldPath;
use crate::print::go_value;

/// Where the numbers of the scale subresource are in an object.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ScalePaths {
    pub(crate) spec_replicas: String,
    pub(crate) status_replicas: String,
    pub(crate) label_selector: Option<String>,
}

impl ScalePaths {
    pub(crate) fn validate_spec(&self, object: &Value, errors: &mut Vec<FieldError>) {
        validate_replicas(object, &self.spec_replicas, errors);
    }

    pub(crate) fn validate_status(&self, object: &Value, errors: &mut Vec<FieldError>) {
        validate_replicas(object, &self.status_replicas, errors);
        if let Some(path) = &self.label_selector {
            match lookup(object, path) {
                Ok(None | Some(Value::String(_))) => {}
                Ok(Some(other)) => {
                    let detail = wrong_type(path, other, "string");
                    errors.push(FieldError::invalid(
                        FieldPath::root().child(path.as_str()),
                        "",
                        detail,
                    ));
                }
                Err(detail) => errors.push(FieldError::invalid(
                    FieldPath::root().child(path.as_str()),
                    "",
                    detail,
                )),
            }
        }
    }
}

fn validate_replicas(object: &Value, path: &str, errors: &mut Vec<FieldError>) {
    let mut invalid = |value: i64, detail: String| {
        errors.push(FieldError::invalid(
            FieldPath::root().child(path),
            value,
            detail,
        ));
    };
    match lookup(object, path) {
        Ok(None) => {}
        Ok(Some(value)) => match value.as_i64() {
            None => invalid(0, wrong_type(path, value, "int64")),
            Some(replicas @ ..0) => {
                invalid(replicas, "should be a non-negative integer".to_owned());
            }
            Some(replicas) if i32::try_from(replicas).is_err() => {
                invalid(
                    replicas,
                    format!("should be less than or equal to {}", i32::MAX),
                );
            }
            Some(_) => {}
        },
        Err(detail) => invalid(0, detail),
    }
}

/// The value at a path of fields joined by dots.
fn lookup<'v>(object: &'v Value, path: &str) -> Result<Option<&'v Value>, String> {
    let mut value = object;
    let mut walked = String::new();
    for field in path.strip_prefix('.').unwrap_or(path).split('.') {
        walked.extend([".", field]);
        match value {
            Value::Null => return Ok(None),
            Value::Object(members) => match members.get(field) {
                Some(member) => value = member,
                None => return Ok(None),
            },
            other => return Err(accessor_error(&walked, other, "map[string]interface{}")),
        }
    }
    Ok(Some(value))
}

fn wrong_type(path: &str, value: &Value, expected: &str) -> String {
    accessor_error(
        &format!(".{}", path.strip_prefix('.').unwrap_or(path)),
        value,
        expected,
    )
}

fn accessor_error(path: &str, value: &Value, expected: &str) -> String {
    let go_type = match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_i64() => "int64",
        Value::Number(_) => "float64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    };
    format!(
        "{path} accessor error: {} is of the type {go_type}, expected {expected}",
        go_value(value)
    )
}
