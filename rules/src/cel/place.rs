//! A schema node by itself, to try rules on.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::Value;
use wheelwright_cel::KubeVersion;
use wheelwright_cel::Layout;
use wheelwright_cel::schema::{Declared, Schema as Seen};

use super::declare::structural;
use super::evaluate::{BUDGET, evaluate};
use super::validator::Validator;
use crate::decode::{DecodeError, Decoder};
use crate::error::FieldError;
use crate::node::{self, Node, Purpose};
use crate::number::normalize;
use crate::path::At;
use crate::schema::{self, Schema};

/// A node of a structural schema without a CRD around it: what its rules see, and what they say of a value.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::{KubeVersion, cel::Place};
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"min": {"type": "integer"}, "max": {"type": "integer"}},
///     "x-kubernetes-validations": [{"rule": "self.min <= self.max", "message": "min must not exceed max"}],
/// });
/// let place = Place::of(&schema, false, KubeVersion::default())?;
/// let verdict = place.validate("spec.replicas", &json!({"min": 3, "max": 1}), None);
/// assert_eq!(verdict.errors[0].to_string(), "spec.replicas: Invalid value: min must not exceed max");
/// # Ok::<(), wheelwright_rules::DecodeError>(())
/// ```
#[derive(Debug)]
pub struct Place {
    schema: Schema,
    seen: Seen,
    declared: Option<Declared>,
    is_resource: bool,
    server: KubeVersion,
    compiled: OnceCell<Option<(Node, Option<Validator>)>>,
}

/// What the rules of a place say of a value.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct PlaceVerdict {
    /// What is wrong with it.
    pub errors: Vec<FieldError>,
    /// What the evaluation took of the budget for one object.
    pub cost: u64,
}

impl Place {
    /// Reads a schema, as it stands in a CRD. `is_resource` is whether it is that of a whole resource, whose rules see
    /// its type and its name.
    pub fn of(schema: &Value, is_resource: bool, server: KubeVersion) -> Result<Self, DecodeError> {
        let mut decoder = Decoder::default();
        let schema = schema::decode(&mut decoder, schema)?;
        decoder.finish()?;
        let seen = structural(&schema, is_resource);
        Ok(Self {
            declared: seen.declare(server),
            schema,
            seen,
            is_resource,
            server,
            compiled: OnceCell::new(),
        })
    }

    /// What expressions see of the values; nothing if they have no type.
    #[must_use]
    pub const fn declared(&self) -> Option<&Declared> {
        self.declared.as_ref()
    }

    /// How expressions read the values.
    #[must_use]
    pub fn layout(&self) -> Arc<Layout> {
        Arc::new(Layout::of(&self.seen))
    }

    /// Runs the rules in the schema over a value at `path`, which replaces `old` if that is there. Nothing but rules is
    /// looked at.
    #[must_use]
    pub fn validate(&self, path: &str, value: &Value, old: Option<&Value>) -> PlaceVerdict {
        let compiled = self.compiled.get_or_init(|| {
            let node = node::compile(&self.schema, Purpose::Objects(self.server)).ok()?;
            let rules = Validator::of(&self.schema, self.is_resource, self.server);
            Some((node, rules))
        });
        let Some((node, Some(rules))) = compiled else {
            return PlaceVerdict::default();
        };
        let (mut value, mut old) = (value.clone(), old.cloned());
        normalize(&mut value);
        old.iter_mut().for_each(normalize);
        let at = At::ROOT;
        let at = at.field(path);
        let old = old.as_ref().filter(|old| !old.is_null());
        let found = evaluate(rules, (node, &value), old, false, BUDGET, self.server, at);
        PlaceVerdict {
            errors: found.errors,
            cost: BUDGET - found.budget.unwrap_or_default(),
        }
    }
}
