//! Several alternatives as one structural node.
//!
//! Inside a combinator there may be no `type`, `nullable`, `default` or `additionalProperties`, and no property that
//! the node itself lacks. So the node (the spine) allows whatever any alternative allows, and one branch per
//! alternative takes away what that alternative does not.

mod conflict;
mod members;
mod values;

use serde_json::Value;

use super::{Branch, DOCUMENTATION, Kinds, Node};
use crate::table::IntOrStringForm;

pub(in crate::schema) use conflict::Conflict;
pub use conflict::ConflictKind;

/// The outcome of [`join`].
pub(in crate::schema) struct Joined {
    /// What the alternatives have in common.
    pub(in crate::schema) spine: Node,
    /// What each asks for beyond it, in the order of the alternatives.
    pub(in crate::schema) branches: Vec<Branch>,
    pub(in crate::schema) conflicts: Vec<Conflict>,
}

/// Unites alternatives. There must be at least one.
pub(in crate::schema) fn join(alternatives: Vec<Node>) -> Option<Joined> {
    let mut join = Join {
        path: Vec::new(),
        conflicts: Vec::new(),
    };
    let numbered = alternatives
        .into_iter()
        .enumerate()
        .map(|(number, node)| Alternative {
            number,
            node,
            branch: Branch::default(),
        });
    let (spine, alternatives) = join.unite(numbered.collect())?;
    let branches = alternatives
        .into_iter()
        .map(|alternative| alternative.branch)
        .collect();
    Some(Joined {
        spine,
        branches,
        conflicts: join.conflicts,
    })
}

struct Alternative {
    number: usize,
    node: Node,
    branch: Branch,
}

struct Join {
    path: Vec<String>,
    conflicts: Vec<Conflict>,
}

impl Join {
    fn unite(&mut self, mut alternatives: Vec<Alternative>) -> Option<(Node, Vec<Alternative>)> {
        let first = alternatives.first()?;
        let source = first.node.source;
        if alternatives
            .iter()
            .all(|other| other.node.same_values(&first.node))
        {
            let mut spine = first.node.clone();
            document(&mut spine, &alternatives);
            return Some((spine, alternatives));
        }
        let kinds = alternatives.iter().fold(Kinds::NONE, |kinds, alternative| {
            kinds.or(alternative.node.kinds)
        });
        let mut spine = Node::new(source, kinds);
        spine.nullable = alternatives
            .iter()
            .any(|alternative| alternative.node.nullable);
        spine.reads_null = alternatives
            .iter()
            .all(|alternative| alternative.node.reads_null);
        spine.int_or_string = alternatives
            .iter()
            .find(|alternative| alternative.node.kinds == Kinds::INT_OR_STRING)
            .map_or(IntOrStringForm::Bare, |alternative| {
                alternative.node.int_or_string
            });
        if spine.nullable && !self.path.is_empty() {
            let refuses = |alternative: &Alternative| {
                !alternative.node.nullable && !alternative.node.reads_null
            };
            self.conflict_if(ConflictKind::Null, &alternatives, refuses);
        }
        document(&mut spine, &alternatives);
        self.values(&mut spine, &mut alternatives);
        self.members(&mut spine, &mut alternatives);
        self.items(&mut spine, &mut alternatives);
        self.combinators(&mut spine, &mut alternatives);
        for alternative in &mut alternatives {
            alternative.branch.by_kind = alternative.branch.is_empty();
            alternative
                .branch
                .exclude(kinds.without(alternative.node.kinds));
        }
        Some((spine, alternatives))
    }

    fn conflict(&mut self, kind: ConflictKind, between: (usize, usize)) {
        let conflict = Conflict {
            between,
            path: self.path.concat(),
            kind,
        };
        if !self.conflicts.contains(&conflict) {
            self.conflicts.push(conflict);
        }
    }

    /// Reports the first alternative of which `test` holds, and one of which it does not.
    fn conflict_if(
        &mut self,
        kind: ConflictKind,
        alternatives: &[Alternative],
        test: impl Fn(&Alternative) -> bool,
    ) {
        let holds = alternatives.iter().find(|alternative| test(alternative));
        let other = alternatives.iter().find(|alternative| !test(alternative));
        if let (Some(holds), Some(other)) = (holds, other) {
            self.conflict(
                kind,
                (
                    holds.number.min(other.number),
                    holds.number.max(other.number),
                ),
            );
        }
    }

    fn combinators(&mut self, spine: &mut Node, alternatives: &mut [Alternative]) {
        let Some(first) = alternatives.first() else {
            return;
        };
        let (constraints, rules) = (first.node.constraints.clone(), first.node.rules.clone());
        if alternatives
            .iter()
            .all(|alternative| alternative.node.constraints == constraints)
        {
            spine.constraints = constraints;
        } else {
            for alternative in alternatives.iter_mut() {
                alternative
                    .branch
                    .constraints
                    .append(&mut alternative.node.constraints);
            }
        }
        self.conflict_if(ConflictKind::Rules, alternatives, |alternative| {
            alternative.node.rules == rules
        });
        spine.rules = rules;
        spine.key_cost = alternatives
            .iter()
            .map(|alternative| alternative.node.key_cost)
            .max()
            .unwrap_or(0);
        spine.immutable = alternatives
            .iter()
            .any(|alternative| alternative.node.immutable);
    }
}

/// Documentation of all alternatives: their descriptions one after the other, of the rest the first.
fn document(spine: &mut Node, alternatives: &[Alternative]) {
    for keyword in DOCUMENTATION {
        if let Some(value) = alternatives
            .iter()
            .find_map(|alternative| alternative.node.keywords.get(keyword))
        {
            spine.set(keyword, value.clone());
        }
    }
    if let Some(alternative) = alternatives
        .iter()
        .find(|alternative| !alternative.node.legend.is_empty())
    {
        spine.legend.clone_from(&alternative.node.legend);
    }
    let mut descriptions: Vec<&str> = Vec::new();
    for alternative in alternatives {
        if let Some(Value::String(description)) = alternative.node.keywords.get("description")
            && !descriptions.contains(&description.as_str())
        {
            descriptions.push(description);
        }
    }
    if !descriptions.is_empty() {
        spine.set("description", descriptions.join("\n\n"));
    }
}
