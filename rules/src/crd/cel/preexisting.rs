//! The expressions that the server has stored already, which may use more than new ones. Source:
//! `findPreexistingExpressions` of apiextensions' validation.

use std::collections::HashSet;

use wheelwright_cel::{Environment, KubeVersion};

use crate::crd::model::Spec;
use crate::schema::Schema;

/// The expressions of the old CRD; none on create.
#[derive(Clone, Debug, Default)]
pub(in crate::crd) struct Preexisting<'o> {
    rules: HashSet<&'o str>,
    messages: HashSet<&'o str>,
}

impl<'o> Preexisting<'o> {
    pub(in crate::crd) fn of(spec: &'o Spec) -> Self {
        let mut found = Self::default();
        for schema in spec.schemas() {
            schema.visit(&mut |node: &'o Schema| {
                for rule in &node.validations {
                    found.rules.insert(&rule.rule);
                    if !rule.message_expression.is_empty() {
                        found.messages.insert(&rule.message_expression);
                    }
                }
            });
        }
        found
    }

    /// What a rule may use.
    pub(super) fn rule(&self, expression: &str, server: KubeVersion) -> Environment {
        environment(&self.rules, expression, server)
    }

    /// What a message expression may use.
    pub(super) fn message(&self, expression: &str, server: KubeVersion) -> Environment {
        environment(&self.messages, expression, server)
    }
}

fn environment(stored: &HashSet<&str>, expression: &str, server: KubeVersion) -> Environment {
    if stored.contains(expression) {
        Environment::stored(server)
    } else {
        Environment::new(server)
    }
}
