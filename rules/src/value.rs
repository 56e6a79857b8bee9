//! A schema by itself, for values wherever they stand.

use std::fmt;

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use crate::admit;
use crate::cel::LazyValidator;
use crate::complete;
use crate::decode::{DecodeError, Decoder};
use crate::error::FieldError;
use crate::node::{self, CompileError, Node, Of, Purpose};
use crate::schema;

/// A structural schema, for the values of one place of an object: what an API server drops there, sets, and refuses.
///
/// The paths of errors begin at the value, and are empty for the value itself. Whether the server takes the schema is
/// [`crd::check`](crate::crd::check)'s to say.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::Schema;
///
/// let schema = Schema::compile(&json!({
///     "type": "object",
///     "default": {},
///     "required": ["name"],
///     "properties": {
///         "name": {"type": "string"},
///         "size": {"type": "integer", "default": 1, "maximum": 9},
///     },
/// }))?;
///
/// let mut value = json!({"name": "a", "colour": "red"});
/// assert_eq!(schema.prune(&mut value), ["colour"]);
/// assert_eq!(schema.default(Some(value)), Some(json!({"name": "a", "size": 1})));
/// assert_eq!(schema.default(None), Some(json!({"size": 1})));
///
/// let errors = schema.validate(&json!({"name": "a", "size": 10}));
/// assert_eq!(
///     errors[0].to_string(),
///     "size: Invalid value: 10: size in body should be less than or equal to 9"
/// );
/// # Ok::<(), wheelwright_rules::SchemaError>(())
/// ```
#[derive(Debug)]
pub struct Schema {
    node: Node,
    rules: LazyValidator,
    server: KubeVersion,
}

/// Why a schema cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SchemaError {
    /// It cannot be read.
    Unreadable(DecodeError),
    /// A pattern is none, or is beyond the limits of this library.
    Pattern {
        /// The pattern.
        pattern: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(error) => error.fmt(f),
            Self::Pattern { pattern, reason } => {
                write!(f, "the pattern {pattern:?} cannot be compiled: {reason}")
            }
        }
    }
}

impl std::error::Error for SchemaError {}

impl Schema {
    /// Compiles a schema, to judge values as the newest server does.
    pub fn compile(schema: &Value) -> Result<Self, SchemaError> {
        Self::compile_on(schema, KubeVersion::default())
    }

    /// Compiles a schema, to judge values as a server of a version does.
    pub fn compile_on(schema: &Value, server: KubeVersion) -> Result<Self, SchemaError> {
        let mut decoder = Decoder::default();
        decoder.server = server;
        let read = schema::decode(&mut decoder, schema).map_err(SchemaError::Unreadable)?;
        decoder.finish().map_err(SchemaError::Unreadable)?;
        Self::of(&read, Of::Values, server).map_err(|error| SchemaError::Pattern {
            pattern: error.pattern,
            reason: error.reason,
        })
    }

    /// Compiles a schema that was read.
    pub(crate) fn of(
        schema: &schema::Schema,
        of: Of,
        server: KubeVersion,
    ) -> Result<Self, CompileError> {
        let node = node::compile_of(schema, Purpose::Objects(server), of)?;
        let is_resource = of == Of::Resources || schema.embedded_resource;
        Ok(Self {
            rules: LazyValidator::new(schema, is_resource, &node, server),
            node,
            server,
        })
    }

    pub(crate) const fn node(&self) -> &Node {
        &self.node
    }

    /// The rules in CEL.
    pub(crate) const fn rules(&self) -> &LazyValidator {
        &self.rules
    }

    /// The server that values are judged as.
    pub(crate) const fn server(&self) -> KubeVersion {
        self.server
    }

    /// Removes what the schema does not declare, and returns the paths of it.
    ///
    /// Pruning is all: nulls stay, and the metadata of embedded resources is not looked into.
    pub fn prune(&self, value: &mut Value) -> Vec<String> {
        self.place().prune(value)
    }

    /// What stands where this was given, or nothing: nulls that the schema does not allow are dropped, and defaults set.
    #[must_use]
    pub fn default(&self, given: Option<Value>) -> Option<Value> {
        self.place().default(given)
    }

    /// A value that says as little as a valid one can: the default, the first of an enum, the number nearest to 0, a short text,
    /// what a list or object must have. Nothing where that is not valid, for a pattern or a rule.
    ///
    /// ```
    /// # use serde_json::json;
    /// # use wheelwright_rules::Schema;
    /// let neutral = |schema| Schema::compile(&schema).unwrap().neutral();
    /// assert_eq!(neutral(json!({"type": "integer", "minimum": 3})), Some(json!(3)));
    /// assert_eq!(neutral(json!({"type": "string", "pattern": "^[0-9]+$"})), None);
    /// ```
    #[must_use]
    pub fn neutral(&self) -> Option<Value> {
        let value = complete::neutral(&self.node)?;
        self.validate(&value).is_empty().then_some(value)
    }

    /// Every error of a value, none if it is valid: as of an object by
    /// [`Version::validate`](crate::Version::validate).
    #[must_use]
    pub fn validate(&self, value: &Value) -> Vec<FieldError> {
        admit::validate_value(self, value)
    }
}
