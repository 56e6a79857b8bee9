//! Serde's defaults, run, against those of the schema: a field that the API server fills in has the same value as one
//! that serde fills in, and one that only serde fills in is told.

use serde_json::Value;
use wheelwright_json::{Json, same};
use wheelwright_rules::Schema;

use super::{Finding, Problem, about_value};
use crate::{
    manifest::{
        Object,
        walk::{self, Visit},
    },
    schema::{Taken, taken_default},
    table::{Defaults, Flag, Key, Root},
};

/// Returns the paths of the fields that serde fills in and the API server does not.
pub(super) fn check(root: &Root, object: &Object, findings: &mut Vec<Finding>) -> Vec<String> {
    let mut lost = Vec::new();
    walk::for_each_field(root, |visit| {
        if visit.field.flags.has(Flag::Flatten) {
            return;
        }
        let Some(node) = walk::node(&object.described.schema, visit.path) else {
            return;
        };
        if node.get("default").is_none()
            && let Taken::Value(value) =
                taken_default(&visit.field, visit.container.and_then(|of| of.default))
        {
            if !is_settled(root, visit) {
                lost.push(walk::shown(visit.path));
            }
            if !visit.field.flags.has(Flag::NeverWritten)
                && let Some(problem) = refused(node, &value)
            {
                findings.push(Finding::new(problem).at(visit.source));
            }
            return;
        }
        // In a variant, the node is that of all variants which have the field.
        if visit.container.is_none() && !visit.field.keys.iter().any(is_default) {
            return;
        }
        let Some(default) = node.get("default") else {
            return;
        };
        match serde_default(visit) {
            // An absent `Option` is how Rust says that nothing was chosen.
            None | Some(Ok(Value::Null)) => {}
            Some(Ok(serde)) => {
                let (schema, serde) = (filled(node, default), filled(node, &serde));
                if !same(&Json::of_value(&schema), &Json::of_value(&serde)) {
                    findings.push(
                        Finding::new(Problem::DefaultsDiffer { schema, serde }).at(visit.source),
                    );
                }
            }
            Some(Err(error)) => {
                findings.push(Finding::new(Problem::Function(error)).at(visit.source));
            }
        }
    });
    lost
}

const fn is_default(key: &Key) -> bool {
    matches!(
        key,
        Key::Default(_) | Key::SerdeDefault | Key::DefaultFromMembers | Key::TakenDefault
    )
}

/// Whether it is said that the API server does not fill the field in, or is as far as a schema can: not for one variant alone.
fn is_settled(root: &Root, visit: &Visit<'_>) -> bool {
    let has = |test: fn(&Key) -> bool| visit.field.keys.iter().any(test);
    let is_taken = root.defaults == Defaults::Serde || has(|key| matches!(key, Key::TakenDefault));
    has(|key| matches!(key, Key::NoDefault | Key::Required(true)))
        || is_taken && (visit.container.is_none() || has(|key| matches!(key, Key::Aliases(_))))
}

/// Serde's default where the schema does not take it: what Rust writes when it has read the field's absence.
fn refused(node: &Value, value: &Value) -> Option<Problem> {
    let schema = Schema::compile(node).ok()?;
    let value = schema.default(Some(value.clone()))?;
    let error = schema.validate(&value).into_iter().next()?;
    let error = about_value(&error);
    Some(Problem::DefaultRefused { value, error })
}

/// What serde takes for the field where it is absent, if it says so.
fn serde_default(visit: &Visit<'_>) -> Option<Result<Value, String>> {
    if let Some(run) = visit.field.default {
        return Some(run.caught());
    }
    match visit.container?.default?.caught() {
        Ok(whole) => whole.get(visit.field.wire).cloned().map(Ok),
        Err(error) => Some(Err(error)),
    }
}

/// A value with what the API server fills in below it.
fn filled(node: &Value, value: &Value) -> Value {
    let schema = Schema::compile(node).ok();
    let filled = schema.and_then(|schema| schema.default(Some(value.clone())));
    filled.unwrap_or_else(|| value.clone())
}
