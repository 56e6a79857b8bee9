//! Changes of an object that the old release takes and the new one refuses.

use serde_json::Value;
use wheelwright_schema::generate::{Generator, random::Random};

use crate::place::{Part, Path, declared, get, get_mut, put};
use crate::related::Sought;
use crate::thin::{Fill, thin};
use crate::trial::{Effect, Run, Trial};

/// A change of an object that the old release takes and the new one refuses.
#[derive(Debug)]
pub(crate) struct Edit {
    /// What is changed.
    pub(crate) at: Path,
    /// To what.
    pub(crate) to: Option<Value>,
    pub(crate) effect: Effect,
    /// Whether it is a change of what the difference is about.
    pub(crate) is_own: bool,
}

pub(crate) fn is_status(place: &Path) -> bool {
    matches!(place.first(), Some(Part::Name(name)) if name == "status")
}

/// Edits are tried at so many places beside the one in question, per value around it.
const EDITS: usize = 6;

/// A change to another field that the old release takes and the new one refuses, because what is around the place is judged
/// again.
pub(crate) fn edit(trial: Trial<'_>, run: &Run, place: &Path, sought: &Sought) -> Option<Edit> {
    let is_status = is_status(place);
    let schema = trial.schema()?;
    let read = run.read_new.as_ref()?;
    // What is around it first: within it, a change may be one of what the difference is about.
    let depths = (0..place.len()).rev().chain([place.len()]);
    let mut own = None;
    for depth in depths {
        let around = place.get(..depth)?;
        let (Some(value), Some(node)) = (get(read, around), declared(schema, around)) else {
            continue;
        };
        let next = place.get(depth);
        for edit in edits_of(value, node, around, next) {
            let is_own = depth == place.len()
                && match edit.at.last() {
                    Some(Part::Name(name)) => sought.is_about(name),
                    _ => true,
                };
            if is_own && own.is_some() {
                continue;
            }
            let Some((_, effect)) = trial.edit(run, &|object| edit.apply(object), is_status) else {
                continue;
            };
            if sought.is(&effect, place) {
                let found = Edit {
                    at: edit.at.clone(),
                    to: Some(edit.value.clone()),
                    effect: sought.narrowed(&effect, place),
                    is_own,
                };
                if !is_own {
                    return Some(found);
                }
                own = Some(found);
            }
        }
    }
    own
}

/// A change of one value.
struct Change {
    at: Path,
    /// What is put there; of a list, it is added.
    value: Value,
    is_added: bool,
}

impl Change {
    fn apply(&self, object: &mut Value) {
        if self.is_added {
            if let Some(Value::Array(items)) = get_mut(object, &self.at) {
                items.push(self.value.clone());
            }
        } else {
            put(object, &self.at, Some(self.value.clone()));
        }
    }
}

fn edits_of(value: &Value, node: &Value, around: &[Part], next: Option<&Part>) -> Vec<Change> {
    let mut random = Random::new(17);
    let mut made = |schema: &Value, seed: u64| {
        let thin = thin(schema, &[], Fill::Least, &mut random);
        Generator::new(seed).size(1).value(&thin)
    };
    let beside = |part: Part| {
        let mut at = around.to_vec();
        at.push(part);
        at
    };
    let mut changes = Vec::new();
    match value {
        Value::Object(members) => {
            let properties = node
                .get("properties")
                .and_then(serde_json::Value::as_object);
            let mut others: Vec<(&String, &Value)> = properties
                .into_iter()
                .flatten()
                .filter(|(name, _)| next != Some(&Part::Name((*name).clone())))
                .filter(|(name, _)| {
                    !around.is_empty()
                        || !["apiVersion", "kind", "metadata", "status"].contains(&name.as_str())
                })
                .collect();
            let is_scalar = |schema: &Value| {
                let kind = schema.get("type").and_then(Value::as_str);
                !matches!(kind, Some("object" | "array"))
            };
            others.sort_by_key(|(name, schema)| (!is_scalar(schema), members.contains_key(*name)));
            for (name, schema) in others.into_iter().take(EDITS) {
                for seed in 0..3 {
                    let value = made(schema, seed);
                    if members.get(name) != Some(&value) {
                        changes.push(Change {
                            at: beside(Part::Name(name.clone())),
                            value,
                            is_added: false,
                        });
                    }
                }
            }
            if let Some(values) = node
                .get("additionalProperties")
                .filter(|values| values.is_object())
            {
                let name = if members.contains_key("other") {
                    "another"
                } else {
                    "other"
                };
                changes.push(Change {
                    at: beside(Part::Name(name.to_owned())),
                    value: made(values, 1),
                    is_added: false,
                });
            }
        }
        Value::Array(_) => {
            if let Some(items) = node.get("items") {
                for seed in 1..4 {
                    changes.push(Change {
                        at: around.to_vec(),
                        value: made(items, seed),
                        is_added: true,
                    });
                }
            }
        }
        _ => {}
    }
    changes
}
