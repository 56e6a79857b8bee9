//! Putting the annotation back in which conversion keeps what a version cannot hold.

use serde_json::{Map, Value};
use wheelwright_convert::brought;

use super::{
    Denial, Handled, Mutate, Operation, Rule, Stage,
    handler::Entry,
    run::{Call, Consent, Run, Running},
};

/// A ready-made mutating handler: an update that lacks the whole annotation `<group>/kept-by-conversion` gets it back from
/// the object as it was.
///
/// Clients that replace an object with a template of their own drop the annotations that they do not know; with this one
/// goes what the version that they write cannot hold. That a client removes it on purpose cannot be told apart, so it has
/// no effect. An annotation that is there, whatever it says, is left alone. It runs before all other handlers of the kind, for
/// those may add to the annotation.
///
/// A value that its own schema refuses, as one from before a rule was tightened, is kept with a mark, and comes back with it. So that
/// nobody gets past a schema that way, a create or an update that brings such a mark which the object did not have is refused
/// with 422.
///
/// Register it for all versions, as `deploy::Installation` does. Of an object that the API
/// server has converted before it asks, what the client's version cannot hold is lost already.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza to bake.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec { pub size: u32 }
/// # wheelwright::wheel!(pub Pizzas = Pizza);
/// use wheelwright::webhook::admission::{Hooks, KeepAnnotation};
///
/// let hooks = Hooks::builder().wheel::<Pizzas>().mutate::<Pizza>(KeepAnnotation).build()?;
/// # assert_eq!(hooks.registrations()[0].rule.operations.len(), 2);
/// # Ok::<(), wheelwright::webhook::admission::HooksError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeepAnnotation;

impl<T: Handled> Mutate<T> for KeepAnnotation {
    fn entry(self) -> Entry {
        Entry {
            rule: Rule {
                operations: vec![Operation::Create, Operation::Update],
                ..Rule::default()
            },
            first: true,
            ..Entry::new::<T>(Stage::Mutating, Keeping)
        }
    }
}

struct Keeping;

impl Run for Keeping {
    fn run<'a>(&'a self, call: Call<'a>) -> Running<'a> {
        Box::pin(async move {
            let annotation = call.versions.annotation();
            let old = call.review.old.as_ref();
            if let Some(new) = call.object {
                refuse_marks(new, old, &annotation)?;
            }
            let object = call.object.zip(old);
            Ok(Consent {
                object: object.and_then(|(new, old)| with_annotation(new, old, &annotation)),
                ..Consent::default()
            })
        })
    }
}

/// Refuses an object of which the annotation brings back what a schema refuses, if it did not before.
fn refuse_marks(new: &Value, old: Option<&Value>, name: &str) -> Result<(), Denial> {
    let text = |object: &Value| {
        let annotation = object.get("metadata")?.get("annotations")?.get(name)?;
        annotation.as_str().map(str::to_owned)
    };
    let Some(kept) = text(new) else {
        return Ok(());
    };
    let versions = brought(&kept, old.and_then(text).as_deref());
    if versions.is_empty() {
        return Ok(());
    }
    let path = format!("metadata.annotations[{name}]");
    let message = format!(
        "{path}: Forbidden: what it keeps of {} is marked as refused by the schema, and the object did not have it: it is for \
         conversion alone to write; leave the annotation as it was, or out",
        versions.join(" and ")
    );
    Err(Denial::invalid(message).cause(
        &path,
        "FieldValueForbidden",
        "it is for conversion alone to write",
    ))
}

/// The new object with the annotation of the old, if it has none of its own.
fn with_annotation(new: &Value, old: &Value, name: &str) -> Option<Value> {
    let version = |object: &Value| object.get("apiVersion").cloned();
    let annotation = |object: &Value| {
        object
            .get("metadata")?
            .get("annotations")?
            .get(name)
            .cloned()
    };
    // What is kept is told apart by version, so both have to be at the same.
    if version(new) != version(old) || annotation(new).is_some() {
        return None;
    }
    let kept = annotation(old).filter(Value::is_string)?;
    let mut object = new.clone();
    let annotations = member(member(&mut object, "metadata")?, "annotations")?;
    annotations.as_object_mut()?.insert(name.to_owned(), kept);
    Some(object)
}

/// A member that is an object, or is made one if it is not there; none if it is something else.
fn member<'v>(object: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    let member = object.as_object_mut()?.entry(name).or_insert(Value::Null);
    if member.is_null() {
        *member = Map::new().into();
    }
    member.is_object().then_some(member)
}
