//! A schema node by itself, to try rules on.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::Value;
use wheelwright_cel::cost::Cardinality;
use wheelwright_cel::rule::OldSelf;
use wheelwright_cel::schema::{Declared, Schema as Seen};
use wheelwright_cel::{KubeVersion, Layout};
use wheelwright_grammar::version::compare;

use super::declare::structural;
use super::evaluate::{BUDGET, evaluate};
use super::expression_at::{ExpressionAt, ExpressionError, Scope};
use super::follow::{PlaceError, follow};
use super::prepare::prepare;
use super::schema_path::SchemaPath;
use super::validator::Validator;
use super::values::{PlaceValue, ValueError, collect};
use crate::crd;
use crate::decode::{DecodeError, Decoder};
use crate::error::FieldError;
use crate::node::{self, Node, Purpose};
use crate::number::normalize;
use crate::path::{At, FieldPath};
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
    whole: Option<Whole>,
}

/// The version of a CRD that a place is in.
#[derive(Debug)]
struct Whole {
    version: String,
    schema: Schema,
    node: Node,
    path: SchemaPath,
    cardinality: Cardinality,
    schema_path: FieldPath,
    unrelated: Option<SchemaPath>,
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
        Ok(Self::new(schema, is_resource, server, None))
    }

    fn new(schema: Schema, is_resource: bool, server: KubeVersion, whole: Option<Whole>) -> Self {
        let seen = structural(&schema, is_resource);
        Self {
            declared: seen.declare(server),
            schema,
            seen,
            is_resource,
            server,
            compiled: OnceCell::new(),
            whole,
        }
    }

    /// Finds a place in a version of a CRD: without a name, in the served one of the highest priority.
    pub fn in_crd(
        crd: &Value,
        version: Option<&str>,
        path: &SchemaPath,
        server: KubeVersion,
    ) -> Result<Self, PlaceError> {
        let (crd, _) = crd::read(crd, server).map_err(PlaceError::Unreadable)?;
        let spec = crd.spec;
        let mut versions = spec.versions.iter();
        let named = if let Some(name) = version {
            versions.find(|version| version.name == name)
        } else {
            let served = versions.filter(|version| version.served);
            let best = served.max_by(|a, b| compare(&a.name, &b.name));
            best.or(spec.versions.first())
        };
        let named = named.ok_or_else(|| PlaceError::NoVersion {
            version: version.unwrap_or_default().to_owned(),
            known: spec
                .versions
                .iter()
                .map(|version| version.name.clone())
                .collect(),
        })?;
        let schema = spec.schema_of(named).ok_or_else(|| PlaceError::NoSchema {
            version: named.name.clone(),
        })?;
        let found = follow(schema, path)?;
        let place = found.schema.clone();
        let whole = Whole {
            node: compiled(schema, server)?,
            version: named.name.clone(),
            path: path.clone(),
            cardinality: found.cardinality,
            schema_path: found.schema_path,
            unrelated: found.unrelated,
            schema: schema.clone(),
        };
        Ok(Self::new(place, path.is_root(), server, Some(whole)))
    }

    /// The version of the CRD that the place is in, if it is in one.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.whole.as_ref().map(|whole| whole.version.as_str())
    }

    /// Where it is in the objects of the version; of a schema without a CRD, the root.
    #[must_use]
    pub fn path(&self) -> SchemaPath {
        let whole = self.whole.as_ref();
        whole.map(|whole| whole.path.clone()).unwrap_or_default()
    }

    /// The version that an object says it is of, if it is one of the kind of a CRD.
    #[must_use]
    pub fn version_of<'v>(crd: &Value, object: &'v Value) -> Option<&'v str> {
        let text = |value: &'v Value, name: &str| value.get(name).and_then(Value::as_str);
        let (group, version) = text(object, "apiVersion")?.split_once('/')?;
        let spec = crd.get("spec")?;
        let is_ours = *spec.get("group")? == *group
            && *spec.get("names")?.get("kind")? == *text(object, "kind")?;
        is_ours.then_some(version)
    }

    /// A value at the place as expressions see it, and the old one: pruned and with defaults, as a server has them.
    ///
    /// # Errors
    ///
    /// Those of a server about values of other types than those of the schema, or about the patterns of it.
    pub fn value(&self, value: Value, old: Option<Value>) -> Result<PlaceValue, ValueError> {
        let (node, _) = self.compiled().ok_or(ValueError::Schema)?;
        let path = self.path().to_field_path();
        let prepared = |mut value: Value| {
            prepare(&mut value, node, self.is_resource, &path).map_err(ValueError::Mistyped)?;
            Ok(value)
        };
        Ok(PlaceValue {
            value: prepared(value)?,
            old: old.map(prepared).transpose()?.filter(|old| !old.is_null()),
            path: FieldPath::root(),
        })
    }

    /// The values at the place in an object of the version, each with the one that it replaces in the old object. Of a
    /// schema without a CRD, the object itself.
    ///
    /// # Errors
    ///
    /// As [`Place::value`].
    pub fn values(&self, object: Value, old: Option<Value>) -> Result<Vec<PlaceValue>, ValueError> {
        let Some(whole) = &self.whole else {
            return Ok(vec![self.value(object, old)?]);
        };
        let prepared = |mut value: Value| {
            prepare(&mut value, &whole.node, true, &FieldPath::root())
                .map_err(ValueError::Mistyped)?;
            Ok(value)
        };
        let (object, old) = (prepared(object)?, old.map(prepared).transpose()?);
        let mut found = Vec::new();
        let steps = whole.path.steps();
        collect(
            (&whole.node, &object, old.as_ref()),
            steps,
            At::ROOT,
            &mut found,
        );
        Ok(found)
    }

    /// Compiles an expression on the values, of whatever type.
    ///
    /// # Errors
    ///
    /// What is wrong with it, in the server's words; or that expressions see nothing of the place.
    pub fn expression(
        &self,
        text: &str,
        old_self: OldSelf,
    ) -> Result<ExpressionAt<'_>, ExpressionError> {
        let declared = self
            .declared()
            .ok_or_else(|| ExpressionError::Place(PlaceError::Untyped { path: self.path() }))?;
        ExpressionAt::new(text, old_self, Scope::Place(self, declared), self.server)
            .map_err(ExpressionError::Compilation)
    }

    /// The server whose answers are given.
    #[must_use]
    pub const fn server(&self) -> KubeVersion {
        self.server
    }

    pub(super) fn schema(&self) -> &Schema {
        self.whole
            .as_ref()
            .map_or(&self.schema, |whole| &whole.schema)
    }

    pub(super) fn schema_path(&self) -> FieldPath {
        match &self.whole {
            Some(whole) => whole.schema_path.clone(),
            None => FieldPath::root().child("openAPIV3Schema"),
        }
    }

    /// How often the place can be in one object.
    #[must_use]
    pub fn cardinality(&self) -> Cardinality {
        let whole = self.whole.as_ref();
        whole.map_or(Cardinality::ROOT, |whole| whole.cardinality)
    }

    /// The highest list or map around the place whose parts cannot be told to belong to parts of an old object, so that
    /// no rule below it may use `oldSelf`.
    #[must_use]
    pub fn unrelated(&self) -> Option<&SchemaPath> {
        self.whole.as_ref()?.unrelated.as_ref()
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
        let Some((node, Some(rules))) = self.compiled() else {
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

    fn compiled(&self) -> Option<&(Node, Option<Validator>)> {
        let compiled = self.compiled.get_or_init(|| {
            let node = compiled(&self.schema, self.server).ok()?;
            let rules = Validator::of(&self.schema, self.is_resource, self.server);
            Some((node, rules))
        });
        compiled.as_ref()
    }
}

fn compiled(schema: &Schema, server: KubeVersion) -> Result<Node, PlaceError> {
    node::compile(schema, Purpose::Objects(server)).map_err(|error| PlaceError::Pattern {
        pattern: error.pattern,
        reason: error.reason,
    })
}
