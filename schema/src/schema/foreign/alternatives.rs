//! `anyOf` and `oneOf`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::{
    super::lower::legend,
    super::node::{Branch, Closed, ConflictKind, Constraint, DOCUMENTATION, Kinds, Node, join},
    finish::finish,
    meet::meet,
    problem::Cause,
    read::{Place, Reader},
};

pub(super) struct Alternatives<'v> {
    pub(super) keyword: &'static str,
    pub(super) exactly_one: bool,
    pub(super) schemas: &'v [Value],
    /// No alternative has members of another: `unevaluatedProperties: false` beside them.
    pub(super) closed: bool,
}

impl Reader<'_> {
    /// The alternatives as one node, each of them together with `base`.
    pub(super) fn alternatives(
        &mut self,
        alternatives: &Alternatives<'_>,
        base: Option<Node>,
    ) -> Option<Node> {
        let keyword = alternatives.keyword;
        let mut read = Vec::new();
        let mut failed = base.is_none();
        for (number, schema) in alternatives.schemas.iter().enumerate() {
            match self.at(format!("{keyword}[{number}]"), |reader| {
                reader.schema(schema, Place::Combinator)
            }) {
                Some(node) => read.push(node),
                None => failed = true,
            }
        }
        let mut base = base.filter(|_| !failed)?;
        self.charge(size(&base).saturating_mul(read.len()))?;
        let nullable = base.nullable && read.iter().any(|node| node.nullable);
        let about = about(&mut base);

        let mut nodes: Vec<Node> = Vec::new();
        for node in read {
            let mut node = match meet(base.clone(), node) {
                Ok(node) if node.kinds == Kinds::NONE => continue,
                Ok(node) => node,
                Err(fault) if fault.is_impossible() => continue,
                Err(fault) => return self.fault(fault),
            };
            (node.nullable, node.reads_null) = (false, false);
            if alternatives.closed {
                node.closed = Closed::Yes;
            }
            finish(&mut node);
            if alternatives.exactly_one || !nodes.iter().any(|other| other.same_values(&node)) {
                nodes.push(node);
            }
        }
        let mut node = match nodes.len() {
            0 if nullable => self.empty(Kinds::NONE),
            0 => return self.problem(Cause::Nothing),
            1 => nodes.remove(0),
            _ if !alternatives.exactly_one && nodes.iter().any(Node::is_any) => {
                self.empty(Kinds::ALL)
            }
            _ => self.at(keyword, |reader| {
                reader.join(alternatives.exactly_one, nodes)
            })?,
        };
        node.nullable = nullable;
        node.reads_null = nullable;
        node.keywords.extend(about);
        Some(node)
    }

    fn join(&mut self, exactly_one: bool, mut nodes: Vec<Node>) -> Option<Node> {
        forget_defaults_of_some(&mut nodes);
        let mut joined = join(nodes.clone())?;
        // What serde fills in need not be said; only one thing could be said for all alternatives.
        if joined
            .conflicts
            .iter()
            .any(|conflict| matches!(conflict.kind, ConflictKind::Default | ConflictKind::Filled))
        {
            nodes.iter_mut().for_each(forget_defaults);
            joined = join(nodes.clone())?;
        }
        for conflict in &joined.conflicts {
            self.problem::<()>(Cause::Alternatives {
                member: conflict.path.clone(),
                kind: conflict.kind,
            });
        }
        if !joined.conflicts.is_empty() {
            return None;
        }
        let mut node = joined.spine;
        for keyword in DOCUMENTATION {
            node.keywords.remove(keyword);
        }
        node.legend = legend(&nodes);
        let tagged = exactly_one && externally_tagged(&nodes);
        let adjacent = exactly_one && two_members(&nodes);
        // Reading ignores what it does not know, but not content of a variant that has none; and where each alternative
        // is one member of its own, an object with two members satisfies two alternatives.
        let tolerant = |node: &Node| {
            tagged || (node.closed == Closed::No && !adjacent && !is_choice_of_members(node))
        };
        let branches = joined.branches.into_iter().zip(&nodes);
        let branches: Vec<Branch> = branches
            .map(|(branch, node)| {
                if tolerant(node) {
                    branch.tolerant()
                } else {
                    branch
                }
            })
            .collect();
        let redundant = if exactly_one {
            all_differ(&nodes) && branches.iter().all(|branch| branch.by_kind)
                || node
                    .keywords
                    .get("enum")
                    .is_some_and(|values| divide(values, &nodes))
        } else {
            let listed = node.keywords.contains_key("enum") && nodes.iter().all(is_enumeration);
            listed
                || branches.iter().any(Branch::is_empty)
                || branches.iter().all(|branch| branch.by_kind)
        };
        if !redundant {
            let branches = branches.into_iter().map(Branch::into_value).collect();
            let constraint = if exactly_one {
                Constraint::OneOf
            } else {
                Constraint::AnyOf
            };
            node.constraints.push(constraint(branches));
        }
        Some(node)
    }

    /// What `inner` asks for beyond `outer`, in the form that a schema inside a combinator has.
    pub(super) fn demands(&mut self, outer: Node, inner: Node) -> Option<Value> {
        let joined = join(vec![outer, inner])?;
        if let Some(conflict) = joined.conflicts.into_iter().next() {
            return self.problem(Cause::Alternatives {
                member: conflict.path,
                kind: conflict.kind,
            });
        }
        joined.branches.into_iter().nth(1).map(Branch::into_value)
    }
}

/// Whether a node lists its values and says nothing more.
fn is_enumeration(node: &Node) -> bool {
    let says = |keyword: &str| keyword == "enum" || DOCUMENTATION.contains(&keyword);
    node.keywords.keys().all(|keyword| says(keyword)) && node.constraints.is_empty()
}

/// Whether no value is of the kinds of two nodes.
fn all_differ(nodes: &[Node]) -> bool {
    let mut seen = Kinds::NONE;
    nodes.iter().all(|node| {
        let differs = !seen.has(node.kinds);
        seen = seen.or(node.kinds);
        differs
    })
}

/// Whether each of the values is in one node only, and the nodes say nothing more.
fn divide(values: &Value, nodes: &[Node]) -> bool {
    let count = |values: &Value| values.as_array().map_or(0, Vec::len);
    let listed = nodes.iter().filter_map(|node| node.keywords.get("enum"));
    nodes.iter().all(is_enumeration) && listed.map(count).sum::<usize>() == count(values)
}

/// What the values mean that are alternatives of their own, as `oneOf` of documented constants.
fn legend(nodes: &[Node]) -> String {
    let mut lines = Vec::new();
    for node in nodes.iter().filter(|node| is_enumeration(node)) {
        let Some(doc) = node.keywords.get("description").and_then(Value::as_str) else {
            continue;
        };
        for value in node
            .keywords
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            lines.push(legend::entry(&value, doc));
        }
    }
    lines.join("\n")
}

/// Whether those alternatives that are objects have one member each, no two the same.
fn externally_tagged(nodes: &[Node]) -> bool {
    let mut objects = nodes.iter().filter(|node| node.kinds.has(Kinds::OBJECT));
    let mut members: Vec<&String> = Vec::new();
    objects.all(|object| {
        let distinct = object
            .properties
            .keys()
            .all(|member| !members.contains(&member));
        members.extend(object.properties.keys());
        object.closed == Closed::OneMember && distinct
    })
}

/// Whether an alternative is itself one member of several: an externally tagged enum beside a tag, which reads no member
/// besides. `schemars` does not say that it is closed.
fn is_choice_of_members(node: &Node) -> bool {
    let requires = |schema: &Value| schema.get("required").is_some();
    node.constraints.iter().any(|constraint| match constraint {
        Constraint::OneOf(schemas) => schemas.iter().all(requires),
        Constraint::AnyOf(_) | Constraint::AllOf(_) | Constraint::Not(_) => false,
    })
}

/// Whether there are no more than a tag and its content.
fn two_members(nodes: &[Node]) -> bool {
    let names: BTreeSet<&String> = nodes
        .iter()
        .flat_map(|node| node.properties.keys())
        .collect();
    names.len() == 2
}

/// Takes out what documents the whole and not its alternatives.
fn about(node: &mut Node) -> Map<String, Value> {
    let mut about = Map::new();
    for keyword in DOCUMENTATION.iter().chain(&["default"]) {
        if let Some(value) = node.keywords.remove(*keyword) {
            about.insert((*keyword).to_owned(), value);
        }
    }
    about
}

/// The API server would fill in for all alternatives what is a member of some, and serde may not read it there.
fn forget_defaults_of_some(nodes: &mut [Node]) {
    let objects = || nodes.iter().filter(|node| node.kinds.has(Kinds::OBJECT));
    let of_some: BTreeSet<String> = objects()
        .flat_map(|node| node.properties.keys())
        .filter(|name| !objects().all(|node| node.properties.contains_key(*name)))
        .cloned()
        .collect();
    for node in nodes {
        for name in &of_some {
            if let Some(property) = node.properties.get_mut(name) {
                property.keywords.remove("default");
            }
        }
    }
}

fn forget_defaults(node: &mut Node) {
    node.keywords.remove("default");
    node.properties.values_mut().for_each(forget_defaults);
    node.items.as_deref_mut().map(forget_defaults);
    node.additional.as_deref_mut().map(forget_defaults);
}

fn size(node: &Node) -> usize {
    let inner = |inner: &Option<Box<Node>>| inner.as_deref().map_or(0, size);
    node.properties.values().map(size).sum::<usize>()
        + inner(&node.items)
        + inner(&node.additional)
        + 1
}
