//! One version of a CRD compiled for use on objects.

use serde_json::Value;

use super::{Rules, deprecation};
use crate::admit::{self, Admission, Outcome};
use crate::cel::{self, RuleAt};
use crate::complete::complete;
use crate::crd::model as crd;
use crate::default::{drop_nulls, set_defaults};
use crate::error::FieldError;
use crate::node::Node;
use crate::prune::prune_resource;
use crate::scale::ScalePaths;
use crate::shape::Shape;
use crate::typed::is_typed;
use crate::value::Schema;

/// What a version is compiled to.
#[derive(Debug)]
pub(crate) struct Compiled {
    name: String,
    api_version: String,
    schema: Schema,
    has_status: bool,
    scale: Option<ScalePaths>,
    served: bool,
    storage: bool,
    deprecation: Option<String>,
}

impl Compiled {
    pub(super) fn new(
        version: &crd::Version,
        spec: &crd::Spec,
        schema: Schema,
        has_status: bool,
        scale: Option<ScalePaths>,
    ) -> Self {
        Self {
            api_version: format!("{}/{}", spec.group, version.name),
            deprecation: deprecation::warning(version, spec),
            name: version.name.clone(),
            schema,
            has_status,
            scale,
            served: version.served,
            storage: version.storage,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn api_version(&self) -> &str {
        &self.api_version
    }

    pub(crate) const fn node(&self) -> &Node {
        self.schema.node()
    }

    pub(crate) const fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) const fn has_status(&self) -> bool {
        self.has_status
    }

    pub(crate) const fn scale(&self) -> Option<&ScalePaths> {
        self.scale.as_ref()
    }
}

/// The rules of one version.
#[derive(Clone, Copy, Debug)]
pub struct Version<'r> {
    rules: &'r Rules,
    compiled: &'r Compiled,
}

impl<'r> Version<'r> {
    pub(super) const fn new(rules: &'r Rules, compiled: &'r Compiled) -> Self {
        Self { rules, compiled }
    }

    /// The name of the version.
    #[must_use]
    pub fn name(&self) -> &'r str {
        self.compiled.name()
    }

    /// Whether clients may ask for it; a server answers 404 for one that is not served.
    #[must_use]
    pub const fn is_served(&self) -> bool {
        self.compiled.served
    }

    /// What a server warns of in every answer at this version, if it is deprecated.
    #[must_use]
    pub fn deprecation_warning(&self) -> Option<&'r str> {
        self.compiled.deprecation.as_deref()
    }

    /// Whether objects are stored in it.
    #[must_use]
    pub const fn is_storage(&self) -> bool {
        self.compiled.storage
    }

    /// Whether it has the scale subresource.
    #[must_use]
    pub const fn has_scale(&self) -> bool {
        self.compiled.scale().is_some()
    }

    /// Judges a request to write an object, as the endpoint of this version does.
    #[must_use]
    pub fn admit(&self, request: Admission<'_>) -> Outcome {
        admit::admit(self.rules, self.compiled, request)
    }

    /// The scale of an object, a `Scale` of `autoscaling/v1`: none if the version has no such subresource, or if the object
    /// does not say how many replicas it wants. The error is the server's text.
    pub fn scale(&self, object: &Value) -> Result<Option<Value>, String> {
        self.compiled
            .scale()
            .map_or(Ok(None), |paths| admit::read_scale(paths, object))
    }

    /// Removes what the schema does not declare, apart from `apiVersion`, `kind` and `metadata`, and returns the paths of
    /// it.
    ///
    /// Pruning is all: nulls stay, and the metadata of embedded resources is not looked into.
    pub fn prune(&self, object: &mut Value) -> Vec<String> {
        let mut removed = Vec::new();
        prune_resource(object, self.compiled.node(), &mut removed);
        removed
    }

    /// Drops nulls that the schema does not allow and sets defaults.
    pub fn default(&self, object: &mut Value) {
        drop_nulls(object, self.compiled.node());
        set_defaults(object, self.compiled.node());
    }

    /// Does what [`default`](Self::default) does, and makes up a neutral value for every member that is required and still
    /// missing: the first value of an enum, the number nearest to 0, an empty text, list or object.
    ///
    /// Not what a server does: so can a typed program read an object that is not valid yet.
    pub fn complete(&self, object: &mut Value) {
        complete(object, self.compiled.node());
    }

    /// Whether every value of an object has the JSON type that the schema gives it, whatever else may be wrong or missing.
    /// A null for a member counts as absence.
    #[must_use]
    pub fn is_typed(&self, object: &Value) -> bool {
        is_typed(object, self.compiled.node())
    }

    /// What the schema says of the form of objects.
    #[must_use]
    pub const fn shape(&self) -> Shape<'r> {
        Shape::of(self.compiled.node())
    }

    /// Each rule in CEL, with its place, its cost and a way to run it: those of a value before those of what is in it.
    #[must_use]
    pub fn rules(&self) -> Vec<RuleAt<'r>> {
        let compiled = self.compiled;
        cel::list(
            compiled.schema.rules(),
            compiled.node(),
            self.rules.server(),
        )
    }

    /// Every error of an object by its schema, none if it is valid: values, embedded resources, sets and maps, what the
    /// scale subresource needs, and the rules in CEL, those about changes aside. Metadata is left to [`Version::admit`].
    #[must_use]
    pub fn validate(&self, object: &Value) -> Vec<FieldError> {
        admit::validate(self.compiled, object)
    }
}
