//! What satisfies two schemas at once, as one node: `allOf`, and what stands beside a reference or a combinator.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::{
    super::node::{Closed, Constraint, Kinds, Node},
    problem::Cause,
};

/// Something that stops two schemas from being one, and the members on the way to it.
pub(super) struct Fault {
    pub(super) path: Vec<String>,
    pub(super) cause: Cause,
}

impl From<Cause> for Fault {
    fn from(cause: Cause) -> Self {
        Self {
            path: Vec::new(),
            cause,
        }
    }
}

impl Fault {
    /// Whether nothing satisfies both; not if only some optional part could not be there.
    pub(super) fn is_impossible(&self) -> bool {
        self.cause == Cause::Nothing && self.path.is_empty()
    }

    fn below(mut self, step: &str) -> Self {
        self.path.insert(0, step.to_owned());
        self
    }
}

/// The documentation of `outer` wins.
pub(super) fn meet(outer: Node, inner: Node) -> Result<Node, Fault> {
    let mut node = outer;
    node.kinds = node.kinds.and(inner.kinds);
    node.nullable &= inner.nullable;
    node.reads_null &= inner.reads_null;
    node.preserve |= inner.preserve;
    for constraint in inner.constraints {
        if !node.constraints.contains(&constraint) {
            node.constraints.push(constraint);
        }
    }
    for rule in inner.rules {
        if !node.rules.contains(&rule) {
            node.rules.push(rule);
        }
    }
    keywords(&mut node, &inner.keywords)?;

    for name in &inner.required {
        node.require(name);
    }
    // A closed side has no members but its own.
    if inner.closed != Closed::No {
        node.properties
            .retain(|name, _| inner.properties.contains_key(name));
    }
    for (name, property) in inner.properties {
        let property = match node.properties.remove(&name) {
            Some(own) => meet(own, property).map_err(|fault| {
                if fault.is_impossible() && node.required.contains(&name) {
                    fault
                } else {
                    fault.below(&name).below("properties")
                }
            })?,
            None if node.closed != Closed::No => continue,
            None => property,
        };
        node.properties.insert(name, property);
    }
    node.closed = match (node.closed, inner.closed) {
        (Closed::No, Closed::No) => Closed::No,
        (Closed::No, closed) | (closed, Closed::No)
            if closed != Closed::OneMember || node.properties.len() == 1 =>
        {
            closed
        }
        _ => Closed::Yes,
    };
    node.additional = both(node.additional, inner.additional)
        .map_err(|fault| fault.below("additionalProperties"))?;
    node.items = both(node.items, inner.items).map_err(|fault| fault.below("items"))?;

    if node.additional.as_deref().is_some_and(limits) && !node.properties.is_empty() {
        return Err(Cause::MapBesideFields.into());
    }
    let unreachable = node
        .required
        .iter()
        .any(|name| node.closed != Closed::No && !node.properties.contains_key(name));
    if (node.kinds == Kinds::NONE && !node.nullable) || (unreachable && node.kinds == Kinds::OBJECT)
    {
        return Err(Cause::Nothing.into());
    }
    Ok(node)
}

/// Whether there is anything that is not valid.
pub(super) fn limits(node: &Node) -> bool {
    node.kinds != Kinds::ALL || !node.constraints.is_empty() || node.says_of_values()
}

fn both(left: Option<Box<Node>>, right: Option<Box<Node>>) -> Result<Option<Box<Node>>, Fault> {
    match (left, right) {
        (Some(left), Some(right)) => Ok(Some(Box::new(meet(*left, *right)?))),
        (left, right) => Ok(left.or(right)),
    }
}

fn keywords(node: &mut Node, inner: &Map<String, Value>) -> Result<(), Fault> {
    let take = |name: &str| inner.get(name);
    bound(
        node,
        inner,
        "minimum",
        "exclusiveMinimum",
        Ordering::Greater,
    );
    bound(node, inner, "maximum", "exclusiveMaximum", Ordering::Less);
    for (keyword, tighter) in [
        ("minLength", Ordering::Greater),
        ("minItems", Ordering::Greater),
        ("minProperties", Ordering::Greater),
        ("maxLength", Ordering::Less),
        ("maxItems", Ordering::Less),
        ("maxProperties", Ordering::Less),
    ] {
        if let Some(theirs) = take(keyword) {
            let own = node.keywords.get(keyword);
            if own.is_none_or(|own| order(theirs, own) == tighter) {
                node.set(keyword, theirs.clone());
            }
        }
    }
    if let Some(Value::Array(theirs)) = take("enum") {
        let values: Vec<Value> = match node.keywords.get("enum") {
            Some(Value::Array(own)) => own
                .iter()
                .filter(|value| theirs.contains(value))
                .cloned()
                .collect(),
            _ => theirs.clone(),
        };
        if values.is_empty() && !node.nullable {
            return Err(Cause::Nothing.into());
        }
        node.set("enum", values);
    }
    for (keyword, theirs) in inner {
        match keyword.as_str() {
            "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum" | "minLength"
            | "minItems" | "minProperties" | "maxLength" | "maxItems" | "maxProperties"
            | "enum" => {}
            "title" | "description" | "example" | "externalDocs" | "default" => {
                node.keywords
                    .entry(keyword.as_str())
                    .or_insert_with(|| theirs.clone());
            }
            _ => match node.keywords.get(keyword) {
                None => node.set(keyword, theirs.clone()),
                Some(own) if own == theirs => {}
                Some(own) if keyword == "format" && node.kinds.and(Kinds::NUMBER) == node.kinds => {
                    let narrow = [own, theirs]
                        .into_iter()
                        .find(|format| **format == "int32" || **format == "float")
                        .cloned();
                    node.set("format", narrow.unwrap_or_else(|| own.clone()));
                }
                Some(_) if ["format", "pattern", "multipleOf"].contains(&keyword.as_str()) => {
                    node.constraints
                        .push(Constraint::AllOf(vec![json!({keyword: theirs})]));
                }
                Some(_) => {
                    return Err(Cause::Disagree {
                        keyword: keyword.clone(),
                    }
                    .into());
                }
            },
        }
    }
    Ok(())
}

/// Keeps the tighter of two bounds; of equal ones the exclusive.
fn bound(
    node: &mut Node,
    inner: &Map<String, Value>,
    limit: &str,
    exclusive: &str,
    tighter: Ordering,
) {
    let Some(theirs) = inner.get(limit) else {
        return;
    };
    let excluded = inner.contains_key(exclusive);
    let order = node.keywords.get(limit).map(|own| order(theirs, own));
    if order.is_none_or(|order| order == tighter) {
        node.set(limit, theirs.clone());
        node.keywords.remove(exclusive);
    } else if order != Some(Ordering::Equal) {
        return;
    }
    if excluded {
        node.set(exclusive, true);
    }
}

fn order(left: &Value, right: &Value) -> Ordering {
    if let (Some(left), Some(right)) = (left.as_i64(), right.as_i64()) {
        return left.cmp(&right);
    }
    let float = |value: &Value| value.as_f64().unwrap_or(0.0);
    float(left).total_cmp(&float(right))
}
