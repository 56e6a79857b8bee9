//! `exactly_one_of`, `at_most_one_of`, `at_least_one_of`.

use serde_json::{Value, json};

use super::{At, Lower};
use crate::{
    schema::{
        cel,
        node::{Constraint, Node},
        problem::Cause,
    },
    table::Key,
};

impl Lower {
    /// How many of these members may be set. As a CEL rule, which says so in one sentence; by combinators where CEL
    /// does not see one of the members.
    pub(super) fn union(&mut self, node: &mut Node, key: &Key, members: &[&'static str], at: At) {
        let unknown = members
            .iter()
            .find(|name| !node.properties.contains_key(**name));
        if let Some(name) = unknown {
            self.report(at, Cause::NoMember((*name).to_owned()));
            return;
        }
        let set: Option<Vec<String>> = node
            .properties
            .iter()
            .filter(|(name, _)| members.contains(&name.as_str()))
            .map(|(name, member)| cel::is_set("self", name, member))
            .collect();
        let names = members.join(", ");
        match set {
            Some(set) => node.rules.push(match key {
                Key::ExactlyOneOf(_) => cel::rule(
                    format!("{} == 1", count(&set)),
                    format!("exactly one of {names} must be set"),
                ),
                Key::AtMostOneOf(_) => cel::rule(
                    format!("{} <= 1", count(&set)),
                    format!("at most one of {names} may be set"),
                ),
                _ => cel::rule(
                    set.join(" || "),
                    format!("at least one of {names} must be set"),
                ),
            }),
            None => node.constraints.push(structural(key, members)),
        }
    }
}

fn count(set: &[String]) -> String {
    let ones: Vec<String> = set.iter().map(|set| format!("({set} ? 1 : 0)")).collect();
    ones.join(" + ")
}

fn structural(key: &Key, members: &[&str]) -> Constraint {
    let required: Vec<Value> = members
        .iter()
        .map(|member| json!({"required": [member]}))
        .collect();
    match key {
        Key::ExactlyOneOf(_) => Constraint::OneOf(required),
        Key::AtMostOneOf(_) => {
            let pairs = members.iter().enumerate().flat_map(|(position, first)| {
                members
                    .iter()
                    .skip(position + 1)
                    .map(move |second| json!({"required": [first, second]}))
            });
            Constraint::Not(json!({"anyOf": pairs.collect::<Vec<_>>()}))
        }
        _ => Constraint::AnyOf(required),
    }
}
