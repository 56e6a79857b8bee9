//! The schema of a place within a value, where what stands there is judged by itself.

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use crate::default::{drop_nulls, set_defaults};
use crate::error::FieldError;
use crate::node::{Additional, List, Node};
use crate::path::{At, FieldPath};
use crate::value::Schema;
use crate::{embedded, list_type, prune, validate};

/// The schema of a place within a value of a [`Schema`]: what an API server drops there, sets, and refuses.
///
/// ```
/// use serde_json::json;
/// use wheelwright_rules::Schema;
///
/// let schema = Schema::compile(&json!({
///     "type": "object",
///     "required": ["name"],
///     "properties": {"name": {"type": "string"}, "size": {"type": "integer", "maximum": 9}},
/// }))?;
///
/// let size = schema.place().member("size", true).expect("nothing around it asks for more");
/// assert_eq!(size.validate(&json!(10))[0].kind, wheelwright_rules::ErrorKind::Invalid);
/// // Whether the object is valid hangs on whether the name is there.
/// assert!(schema.place().member("name", false).is_none());
/// # Ok::<(), wheelwright_rules::SchemaError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Within<'s> {
    node: &'s Node,
    server: KubeVersion,
    /// Of the value as a whole.
    whole: Option<&'s Schema>,
}

impl Schema {
    /// The place of the value itself.
    #[must_use]
    pub const fn place(&self) -> Within<'_> {
        Within {
            node: self.node(),
            server: self.server(),
            whole: Some(self),
        }
    }
}

impl Within<'_> {
    /// The place of a member that is there, or is not. Nothing where the object has to be judged with it: by rules, alternatives or
    /// an enum, by how many members there are, because the member must be there or is set, or because nothing declares it.
    #[must_use]
    pub fn member(&self, name: &str, is_there: bool) -> Option<Self> {
        let object = self.node.checks().object.as_ref();
        let is_counted = object.is_some_and(|object| {
            let is_required = || object.required.iter().any(|required| **required == *name);
            object.size.min.is_some() || object.size.max.is_some() || !is_there && is_required()
        });
        let is_of_both =
            self.node.properties.len() > 0 && matches!(self.node.additional, Additional::Schema(_));
        let node = self.node.member(name)?;
        let is_set = !is_there && node.default_value().is_some();
        (!self.is_judged_whole() && !is_counted && !is_of_both && !is_set).then_some(Self {
            node,
            whole: None,
            ..*self
        })
    }

    /// The place of an item that is there. Nothing where the list has to be judged with it: by rules, alternatives or an enum, or
    /// because no two items may be the same.
    #[must_use]
    pub fn item(&self) -> Option<Self> {
        let node = self.node.items.as_deref()?;
        let array = self.node.checks().array.as_ref();
        let is_apart =
            matches!(self.node.list(), List::Atomic) && !array.is_some_and(|array| array.unique);
        (!self.is_judged_whole() && is_apart).then_some(Self {
            node,
            whole: None,
            ..*self
        })
    }

    /// Whether rules in CEL are evaluated of the value or of something in it: those are run of whole values alone.
    #[must_use]
    pub fn has_rules(&self) -> bool {
        self.node.below.rules
    }

    fn is_judged_whole(&self) -> bool {
        let checks = self.node.checks();
        self.node.embedded
            || checks.combinators.is_some()
            || checks.enumeration.is_some()
            || !self.node.rules().is_empty()
    }

    /// Removes what the schema does not declare, and returns the paths of it.
    ///
    /// Pruning is all: nulls stay, and the metadata of embedded resources is not looked into.
    pub fn prune(&self, value: &mut Value) -> Vec<String> {
        let mut removed = Vec::new();
        prune::prune(value, self.node, self.node.embedded, &mut removed);
        removed
    }

    /// What stands where this was given, or nothing: nulls that the schema does not allow are dropped, and defaults set.
    #[must_use]
    pub fn default(&self, given: Option<Value>) -> Option<Value> {
        let given = given.filter(|value| !value.is_null() || self.node.nullable);
        let mut value = given.or_else(|| self.node.default_value().cloned())?;
        drop_nulls(&mut value, self.node);
        set_defaults(&mut value, self.node);
        Some(value)
    }

    /// Every error of a value, none if it is valid; of a place within, without those of rules in CEL.
    #[must_use]
    pub fn validate(&self, value: &Value) -> Vec<FieldError> {
        if let Some(schema) = self.whole {
            return schema.validate(value);
        }
        let mut errors = validate::validate(self.node, value, None, &FieldPath::default());
        let of_resources = embedded::validate(value, self.node, false, self.server, At::ROOT);
        errors.extend(of_resources);
        errors.extend(list_type::validate(value, self.node));
        errors
    }
}
