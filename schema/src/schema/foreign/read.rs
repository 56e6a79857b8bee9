//! JSON Schema (draft 2020-12, with what older drafts and `OpenAPI` 3.0 write differently) to the working form.

use serde_json::{Map, Value};

use super::{
    super::{
        k8s,
        node::{Closed, Constraint, Kinds, Node},
        source::Source,
    },
    alternatives::Alternatives,
    finish::finish,
    meet::{Fault, limits, meet},
    problem::{Cause, Problem},
    refs::resolve,
    vocabulary,
};

/// Schemas nest no deeper than this.
const MAX_DEPTH: usize = 100;
/// Schemas have no more parts than this, with all references written out.
const MAX_SIZE: usize = 100_000;
/// More problems than this are not worth reading.
const MAX_PROBLEMS: usize = 20;

/// What a schema stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The whole, a field, an item or a map's value.
    Value,
    /// A combinator. Other keywords say what the type is.
    Combinator,
}

/// What becomes of members that nothing else describes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rest {
    Unsaid,
    Kept,
    Denied,
}

pub(super) struct Reader<'a> {
    root: &'a Value,
    source: Source,
    /// What is said of Kubernetes' types.
    said: k8s::Known,
    path: Vec<String>,
    /// The references that are being followed.
    following: Vec<String>,
    /// How many more parts the schema may have.
    left: usize,
    pub(super) problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(root: &'a Value, source: Source, said: k8s::Known) -> Self {
        Self {
            root,
            source,
            said,
            path: vec!["$".to_owned()],
            following: vec!["#".to_owned()],
            left: MAX_SIZE,
            problems: Vec::new(),
        }
    }

    /// Whatever is of these kinds, and `null`.
    pub(super) fn empty(&self, kinds: Kinds) -> Node {
        Node {
            nullable: true,
            reads_null: true,
            ..Node::new(self.source, kinds)
        }
    }

    /// Reports a problem here; always `None`.
    pub(super) fn problem<T>(&mut self, cause: Cause) -> Option<T> {
        let problem = Problem {
            path: self.path.join("."),
            cause,
        };
        if self.problems.len() < MAX_PROBLEMS && !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
        None
    }

    pub(super) fn fault<T>(&mut self, fault: Fault) -> Option<T> {
        let depth = self.path.len();
        self.path.extend(fault.path);
        self.problem::<T>(fault.cause);
        self.path.truncate(depth);
        None
    }

    /// Runs `read` one step further in.
    pub(super) fn at<T>(
        &mut self,
        step: impl Into<String>,
        read: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.path.push(step.into());
        let read = read(self);
        self.path.pop();
        read
    }

    /// Counts parts; `None` when there are too many.
    pub(super) fn charge(&mut self, parts: usize) -> Option<()> {
        match self.left.checked_sub(parts) {
            Some(left) => {
                self.left = left;
                Some(())
            }
            None => self.problem(Cause::Size(MAX_SIZE)),
        }
    }

    /// Reads one schema; `None` when problems were reported.
    pub(super) fn schema(&mut self, schema: &Value, place: Place) -> Option<Node> {
        self.charge(1)?;
        if self.path.len() > MAX_DEPTH {
            return self.problem(Cause::Depth(MAX_DEPTH));
        }
        match schema {
            Value::Bool(true) => Some(self.empty(Kinds::ALL)),
            Value::Bool(false) => self.problem(Cause::Nothing),
            Value::Object(keywords) => self.keywords(keywords, place),
            _ => self.problem(Cause::NotASchema),
        }
    }

    fn keywords(&mut self, keywords: &Map<String, Value>, place: Place) -> Option<Node> {
        for fault in vocabulary::faults(keywords, self.path.len() == 1) {
            self.problem::<()>(fault);
        }
        let mut node = self.own(keywords, place);
        if let Some(reference) = keywords.get("$ref") {
            let target = self.reference(reference);
            node = self.meet(node, target);
        }
        for (number, part) in self
            .list(keywords, "allOf")
            .into_iter()
            .flatten()
            .enumerate()
        {
            let part = self.at(format!("allOf[{number}]"), |reader| {
                reader.schema(part, Place::Combinator)
            });
            node = self.meet(node, part);
        }
        let rest = self.rest(keywords)?;
        let closed = rest == Rest::Denied;
        for (keyword, exactly_one) in [("anyOf", false), ("oneOf", true)] {
            if let Some(schemas) = self.list(keywords, keyword) {
                node = self.alternatives(
                    &Alternatives {
                        keyword,
                        exactly_one,
                        schemas,
                        closed,
                    },
                    node,
                );
            }
        }
        if let Some(schema) = keywords.get("not") {
            node = self.at("not", |reader| reader.not(schema, node));
        }
        let mut node = node?;
        match rest {
            Rest::Denied => node.closed = Closed::Yes,
            // Where other members are described, nothing is left.
            Rest::Kept if node.closed == Closed::No && node.additional.is_none() => {
                node.preserve = true;
            }
            Rest::Kept | Rest::Unsaid => {}
        }
        Some(node)
    }

    /// `unevaluatedProperties`: `schemars` writes it for a flattened map where alternatives are flattened as well.
    fn rest(&mut self, keywords: &Map<String, Value>) -> Option<Rest> {
        match keywords.get("unevaluatedProperties") {
            None => Some(Rest::Unsaid),
            Some(Value::Bool(true)) => Some(Rest::Kept),
            Some(Value::Bool(false)) => Some(Rest::Denied),
            Some(values) => {
                let values = self.at("unevaluatedProperties", |reader| {
                    reader.schema(values, Place::Value)
                })?;
                if limits(&values) {
                    return self.problem(Cause::Keyword("unevaluatedProperties".to_owned()));
                }
                Some(Rest::Kept)
            }
        }
    }

    pub(super) fn meet(&mut self, outer: Option<Node>, inner: Option<Node>) -> Option<Node> {
        match meet(outer?, inner?) {
            Ok(node) => Some(node),
            Err(fault) => self.fault(fault),
        }
    }

    fn reference(&mut self, reference: &Value) -> Option<Node> {
        let Value::String(reference) = reference else {
            return self.problem(Cause::Malformed {
                keyword: "$ref".to_owned(),
                expected: "a string",
            });
        };
        let Some((target, name)) = resolve(self.root, reference) else {
            return self.problem(Cause::Unresolved(reference.clone()));
        };
        if self.following.contains(reference) {
            return self.problem(Cause::Recursive(reference.clone()));
        }
        self.following.push(reference.clone());
        let node = match k8s::definition(&name, target, self.said) {
            Some(definition) => self.schema(&definition, Place::Value),
            None => self.schema(target, Place::Value),
        };
        self.following.pop();
        node
    }

    /// `not`, in the form that a schema inside a combinator has: what `schema` asks for beyond the types of `node`.
    fn not(&mut self, schema: &Value, node: Option<Node>) -> Option<Node> {
        let denied = self.schema(schema, Place::Combinator);
        let (mut node, denied) = (node?, denied?);
        let skeleton = skeleton(&node);
        if let Some(name) = undeclared(&skeleton, &denied) {
            return self.problem(Cause::Undeclared(name));
        }
        let mut denied = match meet(skeleton.clone(), denied) {
            Ok(denied) => denied,
            // Nothing of these types is denied.
            Err(fault) if fault.is_impossible() => return Some(node),
            Err(fault) => return self.fault(fault),
        };
        if denied.kinds == Kinds::NONE {
            return Some(node);
        }
        finish(&mut denied);
        let branch = self.demands(skeleton, denied)?;
        if branch.as_object().is_some_and(Map::is_empty) {
            return self.problem(Cause::Nothing);
        }
        node.constraints.push(Constraint::Not(branch));
        Some(node)
    }

    /// A keyword that holds schemas.
    fn list<'v>(
        &mut self,
        keywords: &'v Map<String, Value>,
        keyword: &str,
    ) -> Option<&'v Vec<Value>> {
        match keywords.get(keyword) {
            None => None,
            Some(Value::Array(schemas)) if !schemas.is_empty() => Some(schemas),
            Some(_) => self.problem(Cause::Malformed {
                keyword: keyword.to_owned(),
                expected: "a list of schemas",
            }),
        }
    }
}

/// The types and members, without what constrains values.
fn skeleton(node: &Node) -> Node {
    Node {
        nullable: false,
        reads_null: false,
        preserve: node.preserve,
        closed: node.closed,
        properties: node
            .properties
            .iter()
            .map(|(name, property)| (name.clone(), skeleton(property)))
            .collect(),
        additional: node
            .additional
            .as_ref()
            .map(|values| Box::new(skeleton(values))),
        items: node.items.as_ref().map(|items| Box::new(skeleton(items))),
        ..Node::new(node.source, node.kinds)
    }
}

/// A member that `node` names and `declared` does not.
fn undeclared(declared: &Node, node: &Node) -> Option<String> {
    let inside = |left: &Option<Box<Node>>, right: &Option<Box<Node>>| {
        undeclared(left.as_deref()?, right.as_deref()?)
    };
    node.properties
        .iter()
        .find_map(|(name, property)| match declared.properties.get(name) {
            Some(declared) => undeclared(declared, property),
            None => Some(name.clone()),
        })
        .or_else(|| inside(&declared.items, &node.items))
        .or_else(|| inside(&declared.additional, &node.additional))
}
