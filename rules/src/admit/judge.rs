//! The checks that create, update and status update share.

use std::collections::HashSet;

use serde_json::Value;

use super::{Outcome, Refusal, UncheckedRule};
use crate::error::{BadValue, ErrorKind, FieldError};
use crate::node::Node;
use crate::number::as_written;
use crate::object_meta::{self, NameRule, ObjectMeta};
use crate::path::{At, FieldPath};
use crate::rules::{Compiled, Rules};
use crate::validate::{Correlated, validate};
use crate::{embedded, list_type};

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    /// Errors that the server finds for all resources alike; they have no say in whether rules in CEL are evaluated.
    common: Vec<FieldError>,
    errors: Vec<FieldError>,
    unchecked: Vec<UncheckedRule>,
}

impl Judgement {
    /// Whether the object is of the kind; if not, neither its metadata nor its schema is looked at.
    pub(super) fn check_kind(&mut self, rules: &Rules, kind: &str) -> bool {
        let is_ours = kind == rules.kind();
        if !is_ours {
            let path = FieldPath::root().child("kind");
            self.errors.push(FieldError::invalid(
                path,
                kind,
                format!("must be {}", rules.kind()),
            ));
        }
        is_ours
    }

    /// The metadata of a new object.
    pub(super) fn check_metadata(&mut self, rules: &Rules, meta: &ObjectMeta) {
        let path = FieldPath::root().child("metadata");
        self.errors.extend(object_meta::validate(
            meta,
            rules.is_namespaced(),
            NameRule::Subdomain,
            &path,
        ));
    }

    /// The metadata of an update. Names are not held to more than what any resource's are.
    pub(super) fn check_metadata_update(
        &mut self,
        rules: &Rules,
        meta: &ObjectMeta,
        old: &ObjectMeta,
    ) {
        let path = FieldPath::root().child("metadata");
        self.common.extend(object_meta::validate(
            meta,
            rules.is_namespaced(),
            NameRule::PathSegment,
            &path,
        ));
        self.errors
            .extend(object_meta::validate_update(meta, old, &path));
    }

    /// The schema and the values for the scale subresource.
    pub(super) fn check_schema(&mut self, version: &Compiled, object: &Value, old: Option<&Value>) {
        let node = version.node();
        let old = old.map(|old| Correlated {
            node,
            new: object,
            old,
        });
        self.errors
            .extend(validate(node, object, old, &FieldPath::root()));
        if let Some(scale) = version.scale() {
            scale.validate_spec(object, &mut self.errors);
            scale.validate_status(object, &mut self.errors);
        }
    }

    /// The schema of the status alone.
    pub(super) fn check_status(&mut self, version: &Compiled, object: &Value, old: &Value) {
        let schema = version.node().properties.get("status");
        if let (Some(node), Some(new)) = (schema, object.get("status")) {
            let old = old.get("status").map(|old| Correlated { node, new, old });
            self.errors
                .extend(validate(node, new, old, &FieldPath::root().child("status")));
        }
        if let Some(scale) = version.scale() {
            scale.validate_status(object, &mut self.errors);
        }
    }

    /// Resources in the object.
    pub(super) fn check_embedded(&mut self, version: &Compiled, object: &Value) {
        self.errors
            .extend(embedded::validate(object, version.node(), false, At::ROOT));
    }

    /// Lists that are sets or maps, unless the old object broke their rules somewhere, too.
    pub(super) fn check_lists(&mut self, version: &Compiled, object: &Value, old: Option<&Value>) {
        let errors_of = |value: &Value| list_type::validate(value, version.node());
        let errors = errors_of(object);
        if !errors.is_empty() && old.is_none_or(|old| errors_of(old).is_empty()) {
            self.errors.extend(errors);
        }
    }

    /// Rules in CEL are not evaluated, but an object with certain errors is told so as by the server.
    pub(super) fn check_rules(&mut self, version: &Compiled, object: &Value) {
        if !version.node().below.rules {
            return;
        }
        let blocks = |error: &FieldError| {
            matches!(
                error.kind,
                ErrorKind::NotSupported
                    | ErrorKind::Required
                    | ErrorKind::TooLong
                    | ErrorKind::TooMany
                    | ErrorKind::TypeInvalid
            )
        };
        if self.errors.iter().any(blocks) {
            let detail = "some validation rules were not checked because the object was invalid; correct the existing \
                          errors to complete validation";
            self.errors.push(FieldError::invalid(
                FieldPath::root(),
                BadValue::Json(Value::Null),
                detail,
            ));
        } else {
            collect_rules(
                object,
                version.node(),
                At::ROOT,
                &mut HashSet::new(),
                &mut self.unchecked,
            );
        }
    }

    /// Of a request that is refused before anything else is looked at.
    pub(super) fn only(error: FieldError) -> Self {
        Self {
            errors: vec![error],
            ..Self::default()
        }
    }

    pub(super) fn outcome(mut self, mut object: Value, warnings: Vec<String>) -> Outcome {
        as_written(&mut object);
        self.errors.append(&mut self.common);
        let mut seen = HashSet::new();
        self.errors.retain(|error| seen.insert(error.to_string()));
        let refusal = (!self.errors.is_empty()).then_some(Refusal::Invalid(self.errors));
        Outcome {
            object: Some(object),
            warnings,
            refusal,
            unchecked: self.unchecked,
            ..Outcome::default()
        }
    }
}

/// Lists the rules of every node that has a value, each once.
fn collect_rules(
    value: &Value,
    node: &Node,
    at: At<'_>,
    seen: &mut HashSet<*const Node>,
    unchecked: &mut Vec<UncheckedRule>,
) {
    if !node.below.rules || value.is_null() {
        return;
    }
    if !node.rules().is_empty() && seen.insert(std::ptr::from_ref(node)) {
        let path = at.to_path();
        unchecked.extend(node.rules().iter().map(|rule| UncheckedRule {
            path: path.clone(),
            rule: rule.clone(),
        }));
    }
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if let Some(schema) = node.properties.get(name) {
                    collect_rules(member, schema, at.child(name), seen, unchecked);
                } else if let Some(schema) = node.additional.schema() {
                    collect_rules(member, schema, at.key(name), seen, unchecked);
                }
            }
        }
        Value::Array(items) => {
            if let Some(schema) = node.items.as_deref() {
                for (position, item) in items.iter().enumerate() {
                    collect_rules(item, schema, at.index(position), seen, unchecked);
                }
            }
        }
        _ => {}
    }
}
