//! What differs in meaning between two states of a CRD: path by path, each with the way it goes.
//!
//! Not whether a server takes the update, which [`check_update`](super::check_update) says, but what it does to those who
//! write, read and store objects. Both CRDs are compared as a server reads them: what it defaults is filled in, and what it
//! does not know is not there. Descriptions are counted.

mod keywords;
mod required;
mod schema;
mod spec;
mod validations;
mod version;

use std::fmt;

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use super::{Unreadable, read};
use crate::path::FieldPath;
use crate::print::go_json;
use crate::schema::Schema;

/// What differs between two states of a CRD.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// What differs in meaning: what is said of the CRD first, then of each version, in the order of the new CRD.
    pub differences: Vec<Difference>,
    /// How many descriptions, titles and examples differ.
    pub documentation: usize,
}

/// One thing that differs. `Display` says it in a line.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Difference {
    /// The version that it is about; none if it is about all.
    pub version: Option<String>,
    /// The field of objects that it is about, `spec.toppings[].name` or `spec.labels.*`; empty for the object as a whole and
    /// for what no object has.
    pub field: String,
    /// Where the new CRD says it: in the document, or where it would stand there.
    pub path: FieldPath,
    /// What differs.
    pub kind: Kind,
    /// Which way it goes.
    pub direction: Direction,
    /// What the old CRD says, if it says anything.
    pub old: Option<Value>,
    /// What the new CRD says, if it says anything.
    pub new: Option<Value>,
    /// The difference in words.
    pub words: String,
}

/// Which way a difference goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Direction {
    /// What was taken is refused.
    Tightened,
    /// What was refused or dropped is taken.
    Loosened,
    /// Some of what was taken is refused, and some of what was refused is taken, as far as can be told.
    Changed,
    /// What was kept is dropped, from stored objects as well.
    Pruned,
    /// Objects that are stored read differently.
    Reread,
    /// No object is any different.
    Other,
}

impl Direction {
    /// Its name: `tightened`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tightened => "tightened",
            Self::Loosened => "loosened",
            Self::Changed => "changed",
            Self::Pruned => "pruned",
            Self::Reread => "reread",
            Self::Other => "other",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// `spec.group`.
    Group,
    /// `spec.scope`.
    Scope,
    /// One of `spec.names`.
    Names,
    /// How versions are converted, and by whom.
    Conversion,
    /// A version is new or gone.
    Version,
    /// Whether a version is served.
    Served,
    /// Which version objects are stored in.
    Storage,
    /// Whether a version is deprecated, and what is said then.
    Deprecation,
    /// `status` or `scale`.
    Subresource,
    /// A column of `kubectl get`.
    Column,
    /// A field that clients can select by.
    SelectableField,
    /// A field is new or gone.
    Field,
    /// The type of a value.
    Type,
    /// Whether null is a value.
    Nullable,
    /// What is set where there is nothing.
    Default,
    /// Whether a field must be there.
    Required,
    /// The values that there are.
    Enum,
    /// `minimum`, `maximum` or `multipleOf`.
    Bound,
    /// `minLength` or `maxLength`.
    Length,
    /// `pattern`.
    Pattern,
    /// `format`.
    Format,
    /// How many items or members there may be.
    Count,
    /// `x-kubernetes-list-type` and its keys.
    ListType,
    /// `x-kubernetes-map-type`.
    MapType,
    /// What becomes of fields that are not declared.
    UnknownFields,
    /// Whether a value is a resource with metadata of its own.
    EmbeddedResource,
    /// `allOf`, `anyOf`, `oneOf` or `not`.
    Combinator,
    /// A rule in CEL.
    Rule,
}

impl Kind {
    /// Its name: `default`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Group => "group",
            Self::Scope => "scope",
            Self::Names => "names",
            Self::Conversion => "conversion",
            Self::Version => "version",
            Self::Served => "served",
            Self::Storage => "storage",
            Self::Deprecation => "deprecation",
            Self::Subresource => "subresource",
            Self::Column => "column",
            Self::SelectableField => "selectableField",
            Self::Field => "field",
            Self::Type => "type",
            Self::Nullable => "nullable",
            Self::Default => "default",
            Self::Required => "required",
            Self::Enum => "enum",
            Self::Bound => "bound",
            Self::Length => "length",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::Count => "count",
            Self::ListType => "listType",
            Self::MapType => "mapType",
            Self::UnknownFields => "unknownFields",
            Self::EmbeddedResource => "embeddedResource",
            Self::Combinator => "combinator",
            Self::Rule => "rule",
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.direction)?;
        match (&self.version, self.field.as_str()) {
            (None, _) => {}
            (Some(version), "") => write!(f, "{version}: ")?,
            (Some(version), field) => write!(f, "{version} {field}: ")?,
        }
        f.write_str(&self.words)
    }
}

/// One line for each difference, and one for descriptions.
impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        match self.documentation {
            0 if self.differences.is_empty() => f.write_str("no difference"),
            0 => Ok(()),
            1 => f.write_str("1 description differs"),
            several => write!(f, "{several} descriptions differ"),
        }
    }
}

impl Comparison {
    /// Whether nothing differs in meaning.
    #[must_use]
    pub const fn is_same(&self) -> bool {
        self.differences.is_empty()
    }

    /// The differences that go one way.
    pub fn of(&self, direction: Direction) -> impl Iterator<Item = &Difference> {
        self.differences
            .iter()
            .filter(move |difference| difference.direction == direction)
    }
}

/// Compares two states of a CRD, both as JSON of `apiextensions.k8s.io/v1`. Versions are matched by name.
///
/// ```
/// use serde_json::{Value, json};
/// use wheelwright_rules::crd::compare::{Direction, Kind, compare};
///
/// fn crd(size: &Value) -> Value {
///     json!({
///         "apiVersion": "apiextensions.k8s.io/v1",
///         "kind": "CustomResourceDefinition",
///         "metadata": {"name": "pizzas.example.com"},
///         "spec": {
///             "group": "example.com",
///             "names": {"kind": "Pizza", "plural": "pizzas"},
///             "scope": "Namespaced",
///             "versions": [{
///                 "name": "v1", "served": true, "storage": true,
///                 "schema": {"openAPIV3Schema": {"type": "object", "properties": {
///                     "spec": {"type": "object", "properties": {"size": size}},
///                 }}},
///             }],
///         },
///     })
/// }
/// let old = crd(&json!({"type": "integer", "default": 30, "maximum": 60}));
/// let new = crd(&json!({"type": "integer", "maximum": 50}));
///
/// let comparison = compare(&old, &new)?;
/// let lost = &comparison.differences[0];
/// assert_eq!((lost.kind, lost.direction), (Kind::Default, Direction::Reread));
/// assert_eq!(lost.field, "spec.size");
/// assert_eq!(comparison.differences[1].to_string(), "tightened: v1 spec.size: maximum 60 → 50");
/// # Ok::<(), wheelwright_rules::crd::Unreadable>(())
/// ```
///
/// # Errors
///
/// If one of the two is no CRD that a server can read; it is said if it is the old one.
pub fn compare(old: &Value, new: &Value) -> Result<Comparison, Unreadable> {
    let (old, _) =
        read(old, KubeVersion::default()).map_err(|reason| Unreadable::Old(Box::new(reason)))?;
    let (new, _) = read(new, KubeVersion::default())?;
    let mut found = Found::default();
    spec::compare(&old.spec, &new.spec, &mut found);
    Ok(found.comparison)
}

/// Compares two schemas of resources; the new one stands at `path`.
pub(super) fn schemas(old: &Schema, new: &Schema, path: FieldPath) -> Comparison {
    let mut found = Found::default();
    schema::compare(old, new, &Spot::new(path), &mut found);
    found.comparison
}

/// What was found so far, and where one is.
#[derive(Default)]
struct Found {
    comparison: Comparison,
    version: Option<String>,
}

/// Where one is in a schema.
#[derive(Clone)]
struct Spot {
    /// The field of objects.
    field: String,
    /// The place in the new document.
    path: FieldPath,
}

impl Spot {
    fn new(path: FieldPath) -> Self {
        Self {
            field: String::new(),
            path,
        }
    }

    fn property(&self, name: &str) -> Self {
        let dot = if self.field.is_empty() { "" } else { "." };
        Self {
            field: format!("{}{dot}{name}", self.field),
            path: self.path.child("properties").key(name),
        }
    }

    fn items(&self) -> Self {
        Self {
            field: format!("{}[]", self.field),
            path: self.path.child("items"),
        }
    }

    fn values(&self) -> Self {
        Self {
            field: format!("{}.*", self.field),
            path: self.path.child("additionalProperties"),
        }
    }

    fn keyword(&self, name: &str) -> Self {
        Self {
            field: self.field.clone(),
            path: self.path.child(name),
        }
    }
}

/// What both say.
type Sides = (Option<Value>, Option<Value>);

impl Found {
    fn add(
        &mut self,
        spot: Spot,
        kind: Kind,
        direction: Direction,
        (old, new): Sides,
        words: impl Into<String>,
    ) {
        self.comparison.differences.push(Difference {
            version: self.version.clone(),
            field: spot.field,
            path: spot.path,
            kind,
            direction,
            old,
            new,
            words: words.into(),
        });
    }
}

/// A value in words, in not too many.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 60;
    let text = go_json(value);
    if text.chars().count() <= LONGEST {
        return text;
    }
    let cut: String = text.chars().take(LONGEST).collect();
    format!("{cut}…")
}

/// Both sides of something that there may not be: `60 → 50`, `60 → none`.
fn change((old, new): &Sides) -> String {
    let side = |value: &Option<Value>| value.as_ref().map_or_else(|| "none".to_owned(), shown);
    format!("{} → {}", side(old), side(new))
}
