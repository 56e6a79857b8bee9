//! The `apiVersion` and `kind` of a request, which the server reads before anything else.

use serde_json::Value;

use crate::decode::json_type;

const FAILED: &str = "couldn't get version/kind; json parse error: json: cannot unmarshal ";
const STRUCTURE: &str = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }";

/// What a document says it is; what it does not say is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct TypeMeta {
    pub(crate) api_version: String,
    pub(crate) kind: String,
}

impl TypeMeta {
    /// The error is the server's text.
    pub(crate) fn read(document: &Value) -> Result<Self, String> {
        if !document.is_object() && !document.is_null() {
            let found = json_type(document);
            return Err(format!("{FAILED}{found} into Go value of type {STRUCTURE}"));
        }
        let field = |name| match document.get(name) {
            None | Some(Value::Null) => Ok(String::new()),
            Some(Value::String(text)) => Ok(text.clone()),
            Some(other) => {
                let found = json_type(other);
                Err(format!(
                    "{FAILED}{found} into Go struct field .{name} of type string"
                ))
            }
        };
        Ok(Self {
            api_version: field("apiVersion")?,
            kind: field("kind")?,
        })
    }
}

/// The group and the version of an `apiVersion`. The error is the server's text.
pub(crate) fn split_group(api_version: &str) -> Result<(&str, &str), String> {
    match api_version.matches('/').count() {
        _ if api_version == "/" => Ok(("", "")),
        0 => Ok(("", api_version)),
        1 => Ok(api_version.split_once('/').unwrap_or_default()),
        _ => Err(format!("unexpected GroupVersion string: {api_version}")),
    }
}
