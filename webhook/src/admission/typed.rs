//! Handlers that see objects as a type.

use std::{borrow::Cow, marker::PhantomData, sync::Arc};

use serde_json::{Map, Value};
use wheelwright_rules::Version;

use super::{
    Denial, Handled, IntoMutation, IntoValidation, Mutator, Operation, Request, Validator,
    patch::{Lists, Merge},
    review::Review,
    run::{Call, Consent, Run, Running},
    versions::{Between, Versions},
};
use crate::Failure;

/// A mutating handler.
pub(super) struct Mutating<T, F> {
    handler: F,
    of: PhantomData<fn() -> T>,
}

impl<T, F> Mutating<T, F> {
    pub(super) const fn new(handler: F) -> Self {
        Self {
            handler,
            of: PhantomData,
        }
    }
}

impl<T: Handled, F: Mutator<T>> Run for Mutating<T, F> {
    fn run<'a>(&'a self, call: Call<'a>) -> Running<'a> {
        Box::pin(async move {
            let Some(raw) = call.object else {
                return Ok(Consent::default());
            };
            let Some((object, seen)) = Seen::of::<T>(raw, call.versions)? else {
                return Ok(Consent::default());
            };
            let mut defaulted = seen.converted.clone().into_owned();
            seen.between.handled.default(&mut defaulted);
            let request = request(&call, None, Some(Arc::new(defaulted)));
            let mutated = self.handler.call(object, request).await.into_mutation()?;
            Ok(Consent {
                object: seen.changed_to(&mutated.object, &call.versions.annotation())?,
                notes: mutated.notes,
            })
        })
    }
}

/// An object as a mutating handler sees it.
struct Seen<'a> {
    /// As it came.
    raw: &'a Value,
    between: Between,
    /// In the handler's version.
    converted: Cow<'a, Value>,
    /// As the type writes it.
    before: Value,
}

impl<'a> Seen<'a> {
    /// None where the object breaks its schema so that it cannot be read: the API server refuses it in its own words.
    fn of<T: Handled>(raw: &'a Value, versions: &Versions) -> Result<Option<(T, Self)>, Denial> {
        let between = versions.between(raw).map_err(Denial::unknown)?;
        let left_alone = || {
            tracing::debug!(
                kind = versions.root().kind,
                "an object that is not valid was not mutated"
            );
            Ok(None)
        };
        if !between.is_typed(raw) {
            return left_alone();
        }
        let unreadable = |failure: Failure, what: String| {
            if between.will_be_refused(raw) {
                return left_alone();
            }
            Err(Denial::failed(failure, what))
        };
        let converted = match between.to_handler(raw) {
            Ok(converted) => converted,
            Err(error) => return unreadable(Failure::Conversion, error.to_string()),
        };
        let object = match read::<T>(&converted, between.handled) {
            Ok(object) => object,
            Err(error) => {
                return unreadable(
                    Failure::Handler,
                    format!(
                        "the object keeps to the schema of {}, but the handler's type does not read it: {error}",
                        between.handled.name()
                    ),
                );
            }
        };
        let seen = Self {
            raw,
            between,
            converted,
            before: write(&object)?,
        };
        Ok(Some((object, seen)))
    }

    /// The object as it came with what the handler changed; none if that is nothing.
    fn changed_to<T: Handled>(self, object: &T, annotation: &str) -> Result<Option<Value>, Denial> {
        let mut after = write(object)?;
        set_annotation(
            &mut after,
            annotation,
            annotation_of(&self.before, annotation),
        );
        if self.before == after {
            return Ok(None);
        }
        let between = self.between;
        let changed = self.merged::<T>(&after)?;
        if !between.is_converted() {
            return Ok(Some(changed));
        }
        let back = |object: &Value| {
            between.back(object).map_err(|error| {
                let version = between.received.name();
                let what = format!(
                    "what the handler made of the object cannot be converted to {version}: {error}"
                );
                Denial::failed(Failure::Conversion, what)
            })
        };
        let merge = Merge {
            lists: Lists::ByItem,
        };
        let copies = [&back(&self.converted)?, &back(&changed)?];
        let shape = between.received.shape();
        Ok(Some(merge.apply(self.raw.clone(), copies, shape)))
    }

    /// The converted object with the changes, such that the type reads of it what the handler returned.
    fn merged<T: Handled>(&self, after: &Value) -> Result<Value, Denial> {
        let handled = self.between.handled;
        let read_back = |object: &Value| {
            let mut value = write(&read::<T>(object, handled).ok()?).ok()?;
            sort(&mut value);
            Some(value)
        };
        let merged = |lists: Lists| {
            let copies = [&self.before, after];
            Merge { lists }.apply(self.converted.clone().into_owned(), copies, handled.shape())
        };
        let by_item = merged(Lists::ByItem);
        let Some(wanted) = read_back(after) else {
            return Ok(by_item);
        };
        if read_back(&by_item).as_ref() == Some(&wanted) {
            return Ok(by_item);
        }
        let whole = merged(Lists::Whole);
        if read_back(&whole).as_ref() == Some(&wanted) {
            return Ok(whole);
        }
        // A type that reads the same object otherwise each time (a default of the time, say) cannot be held to it.
        let mut before = self.before.clone();
        sort(&mut before);
        if read_back(&self.converted).as_ref() != Some(&before) {
            return Ok(by_item);
        }
        Err(Denial::failed(
            Failure::Handler,
            "what the handler made of the object cannot be written as a change of it; its type does not read what it writes",
        ))
    }
}

/// A validating handler.
pub(super) struct Validating<T, F> {
    handler: F,
    of: PhantomData<fn() -> T>,
}

impl<T, F> Validating<T, F> {
    pub(super) const fn new(handler: F) -> Self {
        Self {
            handler,
            of: PhantomData,
        }
    }
}

impl<T: Handled, F: Validator<T>> Run for Validating<T, F> {
    fn run<'a>(&'a self, call: Call<'a>) -> Running<'a> {
        Box::pin(async move {
            let is_whole = call.review.is_of_whole_object();
            let (mut object, mut raw) = (None, None);
            if let Some(new) = call.object {
                if is_whole {
                    let between = call.versions.between(new).map_err(Denial::unknown)?;
                    let defaulted = defaulted(new, between)
                        .map_err(|error| Denial::failed(Failure::Conversion, error))?;
                    object = Some(T::deserialize(&defaulted).map_err(|error| {
                        Denial::invalid(format!(
                            "the object cannot be read, so nobody can judge it: {error}"
                        ))
                    })?);
                    raw = Some(Arc::new(defaulted));
                } else {
                    raw = Some(Arc::new(new.clone()));
                }
            }
            let request = request(&call, object, raw);
            let allowed = self.handler.call(request).await.into_validation()?;
            Ok(Consent {
                object: None,
                notes: allowed.notes,
            })
        })
    }
}

impl Review {
    /// Whether its objects are those of the kind; a scale is one of its own, and so are the options of a connection.
    fn is_of_whole_object(&self) -> bool {
        self.operation != Operation::Connect && matches!(self.subresource.as_str(), "" | "status")
    }
}

/// In the handler's version with its defaults.
fn defaulted(object: &Value, between: Between) -> Result<Value, String> {
    let converted = between
        .to_handler(object)
        .map_err(|error| error.to_string())?;
    let mut converted = converted.into_owned();
    between.handled.default(&mut converted);
    Ok(converted)
}

/// Reads an object that need not be valid yet.
fn read<T: Handled>(object: &Value, version: Version) -> Result<T, serde_json::Error> {
    let mut object = object.clone();
    version.complete(&mut object);
    T::deserialize(object)
}

fn write<T: Handled>(object: &T) -> Result<Value, Denial> {
    serde_json::to_value(object).map_err(|error| {
        Denial::failed(
            Failure::Handler,
            format!("what the handler returned cannot be written: {error}"),
        )
    })
}

/// Arrays in an order of their own, for sets are written in any.
fn sort(value: &mut Value) {
    match value {
        Value::Array(items) => {
            items.iter_mut().for_each(sort);
            items.sort_by_cached_key(Value::to_string);
        }
        Value::Object(members) => members.values_mut().for_each(sort),
        _ => {}
    }
}

fn annotation_of(object: &Value, name: &str) -> Option<Value> {
    object
        .get("metadata")?
        .get("annotations")?
        .get(name)
        .cloned()
}

/// What conversion keeps is not a handler's to change.
fn set_annotation(object: &mut Value, name: &str, value: Option<Value>) {
    if annotation_of(object, name) == value {
        return;
    }
    let Some(Value::Object(metadata)) = object.get_mut("metadata") else {
        return;
    };
    let annotations = metadata
        .entry("annotations")
        .or_insert_with(|| Map::new().into());
    if !annotations.is_object() {
        *annotations = Map::new().into();
    }
    if let Value::Object(annotations) = annotations {
        match value {
            Some(value) => drop(annotations.insert(name.to_owned(), value)),
            None => drop(annotations.remove(name)),
        }
        if annotations.is_empty() {
            metadata.remove("annotations");
        }
    }
}

fn request<T: Handled>(call: &Call<'_>, object: Option<T>, raw: Option<Arc<Value>>) -> Request<T> {
    let review = call.review;
    let (mut old, mut raw_old) = (None, None);
    if let Some(value) = &review.old {
        let converted = review.is_of_whole_object().then(|| {
            call.versions
                .between(value)
                .and_then(|between| defaulted(value, between))
        });
        match converted {
            Some(Ok(value)) => {
                old = T::deserialize(&value).ok();
                raw_old = Some(Arc::new(value));
            }
            _ => raw_old = Some(Arc::new(value.clone())),
        }
    }
    Request {
        uid: review.uid.clone(),
        operation: review.operation,
        dry_run: review.dry_run,
        user: review.user.clone(),
        name: review.name.clone(),
        namespace: review.namespace.clone(),
        subresource: review.subresource.clone(),
        object,
        old,
        options: review.options.clone(),
        kind: review.kind.clone(),
        resource: review.resource.clone(),
        request_kind: review.request_kind.clone(),
        request_resource: review.request_resource.clone(),
        deadline: call.deadline,
        raw_object: raw,
        raw_old,
    }
}
