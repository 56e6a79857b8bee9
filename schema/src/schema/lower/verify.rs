//! What only the finished schema of a type shows.

use serde_json::Value;

use super::{
    Lower,
    cost::{Occurs, Spent, bound},
};
use crate::schema::{
    cel,
    node::{Closed, Kinds, Node},
    problem::{Cause, Problem},
};

impl Lower {
    /// Checks a finished schema, and says what follows from where a node stands.
    pub(in crate::schema) fn verify(&mut self, node: &mut Node) {
        self.walk(
            node,
            Stands {
                correlated: true,
                rules: Rules::Run,
                occurs: Occurs::AtMost(1),
                depth: 0,
                kept: false,
            },
            &mut Spent::default(),
        );
    }

    fn refuse(&mut self, node: &Node, cause: Cause) {
        self.problems.push(Problem {
            source: node.source,
            cause,
        });
    }

    fn walk(&mut self, node: &mut Node, stands: Stands, spent: &mut Spent) {
        if stands.depth > super::MAX_DEPTH {
            return;
        }
        if let Err(cause) = spent.add(node, stands.occurs) {
            self.refuse(node, cause);
        }
        let keeps = node.preserve || stands.kept || node.is_of_several_kinds();
        if (node.preserve || stands.kept) && node.kinds.has(Kinds::OBJECT) {
            match node.closed {
                Closed::Yes => self.refuse(node, Cause::PreservedButDenied),
                Closed::OneMember => node.set("maxProperties", 1),
                Closed::No => {}
            }
        }
        if !node.rules.is_empty() {
            if !node.has_cel_type() {
                self.refuse(node, Cause::Unseen { what: "a rule" });
            } else if stands.rules == Rules::NeverRun {
                let keys = node.key_cost > 0;
                self.refuse(node, Cause::UnseenWithin { keys });
            }
        }
        let stands = Stands {
            rules: stands.rules.below(node),
            ..stands
        };
        let texts = |rule: &Value| {
            rule.get("rule")
                .and_then(Value::as_str)
                .is_some_and(cel::uses_old_self)
        };
        if !stands.correlated && node.rules.iter().any(texts) {
            self.refuse(node, Cause::Uncorrelatable);
        }
        let list_type = node
            .keywords
            .get("x-kubernetes-list-type")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned();
        let keyed = list_type == "map";
        if let Some(mut items) = node.items.take() {
            if keyed || list_type == "set" {
                if items.nullable {
                    self.refuse(node, Cause::NullItems);
                }
                if !keyed && let Err(cause) = whole(&mut items) {
                    self.refuse(node, cause);
                }
            }
            if items.is_of_several_kinds() && !items.nullable && !items.reads_null {
                self.refuse(&items, Cause::NullAmongKinds(items.kinds.to_string()));
            }
            let within = stands.occurs.within(bound(node, "maxItems"));
            self.walk(
                &mut items,
                Stands {
                    correlated: stands.correlated && keyed,
                    kept: keeps,
                    ..stands.below(within)
                },
                spent,
            );
            node.items = Some(items);
        }
        let within = stands.occurs.within(bound(node, "maxProperties"));
        if let Some(additional) = &mut node.additional {
            self.walk(additional, stands.below(within), spent);
        }
        for property in node.properties.values_mut() {
            self.walk(property, stands.below(stands.occurs), spent);
        }
    }
}

/// Where a node stands.
#[derive(Clone, Copy)]
struct Stands {
    /// Whether the API server can tell which old value this was.
    correlated: bool,
    rules: Rules,
    occurs: Occurs,
    depth: usize,
    /// Whether unknown fields are kept here because they are around it.
    kept: bool,
}

/// What becomes of the rules of a place, by what is around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rules {
    Run,
    /// The API server runs none beneath a value that has no type in CEL.
    NeverRun,
    /// A function gives the schema, and it stays as it is: of a CRD that is like that already.
    Given,
}

impl Rules {
    /// Of what is in such a node.
    fn below(self, node: &Node) -> Self {
        match self {
            Self::Run if node.given => Self::Given,
            Self::Run if !node.has_cel_type() => Self::NeverRun,
            same => same,
        }
    }
}

impl Stands {
    fn below(self, occurs: Occurs) -> Self {
        Self {
            occurs,
            depth: self.depth + 1,
            kept: false,
            ..self
        }
    }
}

/// Items of a set are compared, and so replaced, as a whole; a list is, unless it says otherwise.
fn whole(item: &mut Node) -> Result<(), Cause> {
    let (keyword, key) = match item.kinds {
        Kinds::OBJECT if item.additional.is_some() => ("x-kubernetes-map-type", "map_type"),
        Kinds::OBJECT => ("x-kubernetes-map-type", "struct_type"),
        Kinds::ARRAY => ("x-kubernetes-list-type", "list_type"),
        _ => return Ok(()),
    };
    let given = item.keywords.get(keyword).and_then(Value::as_str);
    match given {
        None if item.kinds == Kinds::ARRAY => {}
        None => item.set(keyword, "atomic"),
        Some("atomic") => {}
        Some(given) => {
            let given = given.to_owned();
            return Err(Cause::PartItems { key, given });
        }
    }
    Ok(())
}
