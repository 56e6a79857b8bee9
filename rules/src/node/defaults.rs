//! Pruning the defaults of a schema, which the server does before it serves a version.

use serde_json::{Map, Value};

use super::{Additional, Node, Of};
use crate::embedded::{self, Malformed};
use crate::prune;

/// One step from a node to a node below it.
#[derive(Clone, Debug)]
enum Step {
    Property(String),
    /// The values of a map; the server puts the default at this key to prune it.
    Values,
    Items,
}

const ANY_KEY: &str = "*";

/// Prunes every default below `root` as part of an object that has nothing but the default in it, so that what is
/// embedded keeps its type and metadata.
pub(super) fn prune(root: &mut Node, of: Of) {
    let mut places = Vec::new();
    collect(root, &mut Vec::new(), &mut places);
    if of == Of::Resources {
        // The default of the root itself is never set.
        places.retain(|steps| !steps.is_empty());
    }
    let is_resource = of == Of::Resources || root.embedded;
    for steps in places {
        let Some(default) =
            follow(root, &steps).and_then(|node| node.rare.as_mut()?.default.take())
        else {
            continue;
        };
        let mut object = surround(&steps, default);
        // From storage nothing is refused.
        let _ = embedded::coerce(
            &mut object,
            root,
            is_resource,
            Malformed::Drop,
            &mut Vec::new(),
        );
        prune::prune(&mut object, root, is_resource, &mut Vec::new());
        if let Some(rare) = follow(root, &steps).and_then(|node| node.rare.as_mut()) {
            rare.default = extract(object, &steps);
        }
    }
}

fn collect(node: &Node, steps: &mut Vec<Step>, places: &mut Vec<Vec<Step>>) {
    if !node.below.defaults {
        return;
    }
    if node.default_value().is_some() {
        places.push(steps.clone());
    }
    let mut below = |step: Step, node: &Node| {
        steps.push(step);
        collect(node, steps, places);
        steps.pop();
    };
    if let Some(values) = node.additional.schema() {
        below(Step::Values, values);
    }
    if let Some(items) = node.items.as_deref() {
        below(Step::Items, items);
    }
    for (name, property) in node.properties.iter() {
        below(Step::Property(name.to_owned()), property);
    }
}

fn follow<'n>(root: &'n mut Node, steps: &[Step]) -> Option<&'n mut Node> {
    steps
        .iter()
        .try_fold(root, |node, step| match (step, &mut node.additional) {
            (Step::Property(name), _) => node.properties.get_mut(name),
            (Step::Values, Additional::Schema(values)) => Some(&mut **values),
            (Step::Values, _) => None,
            (Step::Items, _) => node.items.as_deref_mut(),
        })
}

fn surround(steps: &[Step], default: Value) -> Value {
    let member = |name: &str, value| Value::Object(Map::from_iter([(name.to_owned(), value)]));
    steps.iter().rev().fold(default, |value, step| match step {
        Step::Property(name) => member(name, value),
        Step::Values => member(ANY_KEY, value),
        Step::Items => Value::Array(vec![value]),
    })
}

fn extract(object: Value, steps: &[Step]) -> Option<Value> {
    steps
        .iter()
        .try_fold(object, |value, step| match (step, value) {
            (Step::Property(name), Value::Object(mut members)) => members.remove(name),
            (Step::Values, Value::Object(mut members)) => members.remove(ANY_KEY),
            (Step::Items, Value::Array(items)) => items.into_iter().next(),
            _ => None,
        })
}
