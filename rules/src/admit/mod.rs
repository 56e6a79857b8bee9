//! What the server does with a request to write an object: read, prune, default, validate, store.

mod create;
mod judge;
mod metadata;
mod read;
mod request;
mod scale;
mod status;
mod update;

use serde_json::Value;

use crate::error::FieldError;
use crate::rules::Compiled;
use crate::value::Schema;

use judge::Judgement;
pub(crate) use read::{read, read_without_defaults};
pub(crate) use request::admit;
pub(crate) use scale::read as read_scale;

/// What the server does about fields that it does not know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// Drops them silently.
    Ignore,
    /// Drops them and warns: what the API does unless asked otherwise.
    #[default]
    Warn,
    /// Refuses the request: what `kubectl` asks for.
    Strict,
}

/// The part of an object that a request is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Subresource {
    /// The object itself.
    #[default]
    None,
    /// Its status: everything else stays as it was.
    Status,
    /// Its scale: the object of the request is a `Scale` of `autoscaling/v1`, and only the number of replicas is written.
    Scale,
}

/// A request to write an object.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::Admission;
///
/// let create = Admission::create(json!({"apiVersion": "example.com/v1", "kind": "Widget"}));
/// let update = Admission { namespace: Some("shop"), ..Admission::update(json!({}), json!({})) };
/// # let _ = (create, update);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Admission<'a> {
    /// The object as the client sends it.
    pub object: Value,
    /// The object as it is stored, for an update.
    pub old: Option<Value>,
    /// The namespace of the request; none is the object's own, or `default`.
    pub namespace: Option<&'a str>,
    /// What happens to unknown fields.
    pub field_validation: FieldValidation,
    /// What the request is about; only an update can be about a subresource.
    pub subresource: Subresource,
    /// Fields that were given twice, which only whoever read the text knows: `spec.name`.
    pub duplicate_fields: Vec<String>,
}

impl Admission<'_> {
    /// A request to create an object.
    #[must_use]
    pub fn create(object: Value) -> Self {
        Self {
            object,
            ..Self::default()
        }
    }

    /// A request to replace an object.
    #[must_use]
    pub fn update(object: Value, old: Value) -> Self {
        Self {
            object,
            old: Some(old),
            ..Self::default()
        }
    }
}

/// A request to create the object.
impl From<Value> for Admission<'_> {
    fn from(object: Value) -> Self {
        Self::create(object)
    }
}

/// Why the server refuses a request.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Refusal {
    /// The object cannot be read, or has unknown fields in a strict request: HTTP 400, with the server's text.
    BadRequest(String),
    /// There is no such subresource: HTTP 404.
    NoSubresource,
    /// The object breaks rules: HTTP 422.
    Invalid(Vec<FieldError>),
}

/// What can be said about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// The server takes it.
    Accepted,
    /// The server refuses it.
    Refused,
}

/// What becomes of a request.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Outcome {
    /// The object as it would be stored, without what only a running server gives it (UID, creation time, managed
    /// fields). Present also when it is refused, unless it could not be read.
    pub object: Option<Value>,
    /// The paths of fields that were dropped because the schema does not know them.
    pub unknown_fields: Vec<String>,
    /// What the server warns of.
    pub warnings: Vec<String>,
    /// Why the request is refused, if it is.
    pub refusal: Option<Refusal>,
    /// Rules in CEL that the object breaks in parts that it does not change. The server takes it and warns of each.
    pub forgiven: Vec<FieldError>,
}

impl Outcome {
    /// Whether the server takes the request.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.refusal.is_some() {
            Verdict::Refused
        } else {
            Verdict::Accepted
        }
    }

    /// The errors of an object that breaks rules.
    #[must_use]
    pub fn errors(&self) -> &[FieldError] {
        match &self.refusal {
            Some(Refusal::Invalid(errors)) => errors,
            _ => &[],
        }
    }

    fn bad_request(text: impl Into<String>) -> Self {
        Self {
            refusal: Some(Refusal::BadRequest(text.into())),
            ..Self::default()
        }
    }
}

/// Every error of an object but those in its metadata, as if it were new.
pub(crate) fn validate(version: &Compiled, object: &Value) -> Vec<FieldError> {
    let mut judgement = Judgement::default();
    judgement.check_schema(version, object, None);
    judgement.check_rest(version.schema(), object, None);
    judgement.into_errors()
}

/// Every error of a value by its schema.
pub(crate) fn validate_value(schema: &Schema, value: &Value) -> Vec<FieldError> {
    let mut judgement = Judgement::default();
    judgement.check_values(schema.node(), value, None);
    judgement.check_rest(schema, value, None);
    judgement.into_errors()
}
