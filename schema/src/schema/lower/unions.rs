//! `exactly_one_of`, `at_most_one_of`, `at_least_one_of`.

use serde_json::{Value, json};

use super::{At, Lower};
use crate::{
    schema::{
        cel,
        node::{Constraint, Node},
        problem::Cause,
    },
    table::{Key, Shape, Type},
};

impl Lower {
    /// How many of these members may be set. As a CEL rule, which says so in one sentence; by combinators where CEL
    /// does not see one of the members.
    pub(super) fn union(&mut self, node: &mut Node, key: &Key, members: &[&'static str], at: At) {
        let members: Vec<&str> = members
            .iter()
            .map(|member| wire(at.source.ty, member))
            .collect();
        if let Some(unknown) = members
            .iter()
            .find(|name| !node.properties.contains_key(**name))
        {
            self.report(at, Cause::NoMember((*unknown).to_owned()));
            return;
        }
        let set = members
            .iter()
            .map(|name| cel::is_set("self", name, node.properties.get(*name)?));
        let Some(set) = set.collect::<Option<Vec<String>>>() else {
            node.constraints.push(structural(key, &members));
            return;
        };
        let names = members.join(", ");
        node.rules.push(match key {
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
        });
    }
}

/// The name on the wire of a member that is named by its Rust field.
fn wire(ty: &'static Type, name: &'static str) -> &'static str {
    let fields = match &ty.shape {
        Shape::Struct(structure) => structure.fields,
        _ => return name,
    };
    fields
        .iter()
        .find(|field| field.ident == name)
        .map_or(name, |field| field.wire)
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
