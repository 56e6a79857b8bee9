//! The checks that create, update and status update share.

use std::collections::HashSet;

use serde_json::Value;

use super::{Outcome, Refusal};
use crate::cel::{self, BUDGET};
use crate::error::{BadValue, ErrorKind, FieldError};
use crate::fault::Fault;
use crate::node::Node;
use crate::number::as_written;
use crate::object_meta::{self, NameRule, ObjectMeta};
use crate::path::{At, FieldPath};
use crate::rules::{Compiled, Rules};
use crate::validate::{Correlated, validate};
use crate::value::Schema;
use crate::{embedded, list_type};

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Judgement {
    /// Errors that the server finds for all resources alike; they have no say in whether rules in CEL are evaluated.
    common: Vec<FieldError>,
    errors: Vec<FieldError>,
    /// What would be errors if it were new.
    forgiven: Vec<FieldError>,
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
            rules.server(),
            &path,
        ));
    }

    /// The managers of fields as the client sends them.
    pub(super) fn check_managers(&mut self, rules: &Rules, meta: &ObjectMeta) {
        let path = FieldPath::root().child("metadata");
        let errors = object_meta::validate_managers(meta, rules.server(), &path);
        self.common.extend(errors);
    }

    /// Whether nothing was found so far.
    pub(super) const fn is_clean(&self) -> bool {
        self.common.is_empty() && self.errors.is_empty()
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
            rules.server(),
            &path,
        ));
        self.errors.extend(object_meta::validate_update(
            meta,
            old,
            rules.server(),
            &path,
        ));
    }

    /// The schema and the values for the scale subresource.
    pub(super) fn check_schema(&mut self, version: &Compiled, object: &Value, old: Option<&Value>) {
        self.check_values(version.node(), object, old);
        if let Some(scale) = version.scale() {
            scale.validate_spec(object, &mut self.errors);
            scale.validate_status(object, &mut self.errors);
        }
    }

    /// The schema.
    pub(super) fn check_values(&mut self, node: &Node, new: &Value, old: Option<&Value>) {
        let old = old.map(|old| Correlated { node, new, old });
        self.errors
            .extend(validate(node, new, old, &FieldPath::root()));
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

    /// What comes after the types and bounds of values.
    pub(super) fn check_rest(&mut self, schema: &Schema, object: &Value, old: Option<&Value>) {
        self.check_embedded(schema, object);
        self.check_lists_and_rules(schema, object, old);
    }

    /// Judges an update of the status, which does not look at resources in the object.
    pub(super) fn check_lists_and_rules(
        &mut self,
        schema: &Schema,
        object: &Value,
        old: Option<&Value>,
    ) {
        self.check_lists(schema, object, old);
        self.check_rules(schema, object, old);
    }

    /// Resources in the object.
    fn check_embedded(&mut self, schema: &Schema, object: &Value) {
        let (node, server) = (schema.node(), schema.server());
        self.errors
            .extend(embedded::validate(object, node, false, server, At::ROOT));
    }

    /// Lists that are sets or maps, unless the old object broke their rules somewhere, too.
    fn check_lists(&mut self, schema: &Schema, object: &Value, old: Option<&Value>) {
        let errors_of = |value: &Value| list_type::validate(value, schema.node());
        let errors = errors_of(object);
        if !errors.is_empty() && old.is_none_or(|old| errors_of(old).is_empty()) {
            self.errors.extend(errors);
        }
    }

    /// Rules in CEL, unless the object has errors that keep the server from evaluating them.
    fn check_rules(&mut self, schema: &Schema, object: &Value, old: Option<&Value>) {
        if !schema.node().below.rules {
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
            self.errors.push(
                FieldError::invalid(FieldPath::root(), BadValue::Json(Value::Null), detail)
                    .of(Fault::RulesNotRun),
            );
            return;
        }
        if let Some(validator) = schema.rules().get() {
            let place = (schema.node(), object);
            let server = schema.server();
            let found = cel::evaluate(validator, place, old, true, BUDGET, server, At::ROOT);
            self.errors.extend(found.errors);
            self.forgiven.extend(found.forgiven);
        }
    }

    pub(super) fn into_errors(self) -> Vec<FieldError> {
        self.errors
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
            forgiven: self.forgiven,
            ..Outcome::default()
        }
    }
}
