//! What the command line gives: the expression, the place that it is about, and values.

use std::io::{self, Read};

use serde_json::Value;
use wheelwright_cel::KubeVersion;
use wheelwright_cel::rule::OldSelf;
use wheelwright_cel::syntax::LONGEST_EXPRESSION;
use wheelwright_rules::cel::{Place, PlaceValue, SchemaPath};

use crate::arguments::CelArguments;
use crate::input::{self, is_crd};

/// A question, read.
pub(super) struct Given {
    pub(super) text: String,
    /// Where the schema is, if there is one.
    pub(super) place: Option<Place>,
    pub(super) subject: Subject,
    pub(super) old_self: OldSelf,
    pub(super) server: KubeVersion,
}

/// The value of `self`, and that of `oldSelf`.
pub(super) enum Subject {
    Nothing,
    /// As they are at the place.
    Value(Value, Option<Value>),
    /// Objects that have them at the place.
    Object(Value, Option<Value>),
}

impl Subject {
    pub(super) const fn is_given(&self) -> bool {
        !matches!(self, Self::Nothing)
    }

    pub(super) const fn has_old(&self) -> bool {
        matches!(self, Self::Value(_, Some(_)) | Self::Object(_, Some(_)))
    }
}

impl Given {
    pub(super) fn read(arguments: &CelArguments) -> Result<Self, String> {
        let CelArguments {
            expression,
            crd,
            schema,
            value,
            old,
            ..
        } = arguments;
        let files = [crd, schema, value, old];
        let files = files.into_iter().flatten().chain([expression]);
        if files.filter(|name| *name == "-").count() > 1 {
            return Err("standard input can be only one of all: write `-` once".to_owned());
        }
        let text = if expression == "-" {
            from_stdin()?
        } else {
            expression.clone()
        };
        let value = value.as_deref().map(document).transpose()?;
        let old = old.as_deref().map(document).transpose()?;
        let server = arguments.server.kube;
        let (place, subject) = match (crd, schema) {
            (Some(file), _) => in_crd(&only_crd(file)?, arguments, value, old)?,
            (None, Some(file)) => {
                let place = Place::of(&document(file)?, false, server);
                let place = place.map_err(|error| format!("{file} is no schema: {error}"))?;
                (Some(place), subject(value, old))
            }
            (None, None) => (None, subject(value, old)),
        };
        Ok(Self {
            text,
            place,
            subject,
            old_self: if arguments.optional_old_self {
                OldSelf::Optional
            } else {
                OldSelf::Required
            },
            server,
        })
    }
}

fn subject(value: Option<Value>, old: Option<Value>) -> Subject {
    value.map_or(Subject::Nothing, |value| Subject::Value(value, old))
}

fn in_crd(
    crd: &Value,
    arguments: &CelArguments,
    value: Option<Value>,
    old: Option<Value>,
) -> Result<(Option<Place>, Subject), String> {
    let path: SchemaPath = arguments
        .path
        .parse()
        .map_err(|error| format!("--path {error}"))?;
    let version_of = |value: &Option<Value>| {
        let version = value
            .as_ref()
            .and_then(|value| Place::version_of(crd, value));
        version.map(str::to_owned)
    };
    let (of_value, of_old) = (version_of(&value), version_of(&old));
    if old.is_some() && of_value != of_old {
        return Err(
            "--self and --old are not of one form: give two objects of one version, or the two values at --path"
                .to_owned(),
        );
    }
    if let (Some(wanted), Some(own)) = (&arguments.version, &of_value)
        && wanted != own
    {
        return Err(format!(
            "the object of --self is of version {own}, not of --version {wanted}"
        ));
    }
    let version = arguments.version.as_deref().or(of_value.as_deref());
    let place = Place::in_crd(crd, version, &path, arguments.server.kube);
    let place = place.map_err(|error| error.to_string())?;
    let subject = match value {
        Some(object) if of_value.is_some() => Subject::Object(object, old),
        value => subject(value, old),
    };
    Ok((Some(place), subject))
}

fn from_stdin() -> Result<String, String> {
    // A character has at most four bytes.
    let limit = u64::try_from(LONGEST_EXPRESSION)
        .unwrap_or(u64::MAX)
        .saturating_mul(4);
    let mut text = String::new();
    io::stdin()
        .lock()
        .take(limit + 2)
        .read_to_string(&mut text)
        .map_err(|error| format!("the expression cannot be read: {error}"))?;
    text.truncate(text.trim_end_matches(['\n', '\r']).len());
    Ok(text)
}

/// The one document of a file.
fn document(file: &str) -> Result<Value, String> {
    let mut objects = objects(file)?;
    match (objects.pop(), objects.is_empty()) {
        (Some(object), true) => Ok(object.value),
        (None, _) => Err(format!("{file} has no document")),
        _ => Err(format!(
            "{file} has {} documents: give one",
            objects.len() + 1
        )),
    }
}

fn only_crd(file: &str) -> Result<Value, String> {
    let mut crds = objects(file)?;
    crds.retain(is_crd);
    match (crds.pop(), crds.is_empty()) {
        (Some(crd), true) => Ok(crd.value),
        (None, _) => Err(format!("{file} has no CustomResourceDefinition")),
        _ => Err(format!("{file} has {} CRDs: give one", crds.len() + 1)),
    }
}

fn objects(file: &str) -> Result<Vec<input::Object>, String> {
    let input = input::read(&[file.to_owned()]);
    match input.unreadable.first() {
        None => Ok(input.objects),
        Some(unreadable) => {
            let name = match &unreadable.at {
                Some((source, position)) => format!("{}:{position}", source.name),
                None => unreadable.name.clone(),
            };
            Err(format!("{name} cannot be read: {}", unreadable.reason))
        }
    }
}

/// A value without a schema.
pub(super) fn plain(value: Value, old: Option<Value>) -> PlaceValue {
    PlaceValue::by_itself(value, old)
}

/// For what has no `self`.
pub(super) fn nothing() -> PlaceValue {
    plain(Value::Null, None)
}
