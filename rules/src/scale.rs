//! The values that the scale subresource reads and writes.

use serde_json::{Map, Value};

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

/// What an object says of its scale.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) spec_replicas: Option<i64>,
    pub(crate) status_replicas: i64,
    pub(crate) selector: String,
}

impl ScalePaths {
    /// The scale of an object; the error is the server's text.
    pub(crate) fn read(&self, object: &Value) -> Result<Scale, String> {
        let selector = self
            .label_selector
            .as_deref()
            .filter(|path| !path.is_empty());
        Ok(Scale {
            spec_replicas: replicas(object, &self.spec_replicas)?,
            status_replicas: replicas(object, &self.status_replicas)?.unwrap_or_default(),
            selector: selector
                .map_or(Ok(None), |path| text(object, path))?
                .unwrap_or_default()
                .to_owned(),
        })
    }

    /// Writes the number of replicas that a client wants.
    pub(crate) fn set_replicas(
        &self,
        object: &mut Map<String, Value>,
        replicas: i32,
    ) -> Result<(), String> {
        let path = self
            .spec_replicas
            .strip_prefix('.')
            .unwrap_or(&self.spec_replicas);
        let (parents, last) = path.rsplit_once('.').unwrap_or(("", path));
        let mut members = object;
        let mut walked = String::new();
        for field in parents.split('.').filter(|field| !field.is_empty()) {
            walked.extend([".", field]);
            let member = members
                .entry(field)
                .or_insert_with(|| Value::Object(Map::new()));
            members = member.as_object_mut().ok_or_else(|| {
                format!("value cannot be set because {walked} is not a map[string]interface{{}}")
            })?;
        }
        members.insert(last.to_owned(), replicas.into());
        Ok(())
    }

    pub(crate) fn validate_spec(&self, object: &Value, errors: &mut Vec<FieldError>) {
        validate_replicas(object, &self.spec_replicas, errors);
    }

    pub(crate) fn validate_status(&self, object: &Value, errors: &mut Vec<FieldError>) {
        validate_replicas(object, &self.status_replicas, errors);
        if let Some(path) = &self.label_selector
            && let Err(detail) = text(object, path)
        {
            errors.push(FieldError::invalid(
                FieldPath::root().child(path.as_str()),
                "",
                detail,
            ));
        }
    }
}

fn replicas(object: &Value, path: &str) -> Result<Option<i64>, String> {
    let typed = |value: &Value| {
        value
            .as_i64()
            .ok_or_else(|| wrong_type(path, value, "int64"))
    };
    lookup(object, path)?.map(typed).transpose()
}

fn text<'v>(object: &'v Value, path: &str) -> Result<Option<&'v str>, String> {
    let typed = |value: &'v Value| {
        value
            .as_str()
            .ok_or_else(|| wrong_type(path, value, "string"))
    };
    lookup(object, path)?.map(typed).transpose()
}

fn validate_replicas(object: &Value, path: &str, errors: &mut Vec<FieldError>) {
    let (value, detail) = match replicas(object, path) {
        Err(detail) => (0, detail),
        Ok(Some(replicas @ ..0)) => (replicas, "should be a non-negative integer".to_owned()),
        Ok(Some(replicas)) if i32::try_from(replicas).is_err() => (
            replicas,
            format!("should be less than or equal to {}", i32::MAX),
        ),
        Ok(_) => return,
    };
    errors.push(FieldError::invalid(
        FieldPath::root().child(path),
        value,
        detail,
    ));
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
