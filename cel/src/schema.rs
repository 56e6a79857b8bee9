//! Structural schemas, and the types that the server declares for them.

mod declare;
mod escape;
mod read;

pub use declare::{Declared, DeclaredField, Keyword, Shape};
pub(crate) use escape::is_reserved;
pub use escape::{escape, unescape};

use crate::environment::KubeVersion;

/// How large a request the server takes, in bytes: what bounds whatever a schema leaves unbounded.
pub const REQUEST_SIZE: i64 = 3 * 1024 * 1024;

/// A node of a structural schema, as far as expressions can see it.
///
/// Keywords that neither types nor costs hang on (patterns, minima, descriptions, `allOf` and the like) have no place
/// here. [`Schema::default`] is a node without a type, which expressions do not see.
///
/// ```
/// use wheelwright_cel::schema::{Schema, SchemaType};
///
/// let spec = Schema::object([
///     ("replicas", Schema::of(SchemaType::Integer)),
///     ("names", Schema { max_items: Some(10), ..Schema::list(Schema::of(SchemaType::String)) }),
/// ]);
/// let declared = spec.declare(Default::default()).expect("expressions can see it");
/// assert_eq!(declared.ty.to_string(), "selfType");
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
#[allow(clippy::struct_excessive_bools, reason = "as many as the keywords are")]
pub struct Schema {
    /// `type`
    pub ty: SchemaType,
    /// `format`; empty if there is none.
    pub format: String,
    /// `x-kubernetes-int-or-string`
    pub int_or_string: bool,
    /// `x-kubernetes-embedded-resource`, or the root of a custom resource: `apiVersion`, `kind` and the names in
    /// `metadata` can be seen, declared or not.
    pub embedded_resource: bool,
    /// `x-kubernetes-list-type`
    pub list_type: ListType,
    /// `x-kubernetes-list-map-keys`
    pub list_map_keys: Vec<String>,
    /// `nullable`
    pub nullable: bool,
    /// `items`
    pub items: Option<Box<Schema>>,
    /// `properties`, in any order.
    pub properties: Vec<(String, Schema)>,
    /// `additionalProperties`, where it is a schema; `true` and `false` give no type.
    pub additional_properties: Option<Box<Schema>>,
    /// `required`
    pub required: Vec<String>,
    /// Whether there is a `default` other than null.
    pub has_default: bool,
    /// `maxItems`
    pub max_items: Option<i64>,
    /// `maxLength`
    pub max_length: Option<i64>,
    /// `maxProperties`
    pub max_properties: Option<i64>,
    /// Of `enum`, the bytes of the longest string in it; of a list without strings, 0.
    pub longest_enum: Option<i64>,
    /// The caller cannot see what this is, as a macro cannot see the type of another struct: an expression may do
    /// anything with it.
    pub unknown: bool,
}

/// `type`
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SchemaType {
    /// None, or one that the server does not know.
    #[default]
    None,
    /// `array`
    Array,
    /// `boolean`
    Boolean,
    /// `integer`
    Integer,
    /// `number`
    Number,
    /// `object`
    Object,
    /// `string`
    String,
}

/// `x-kubernetes-list-type`: what `==` and `+` mean of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ListType {
    /// Compared in order; `+` appends.
    #[default]
    Atomic,
    /// Compared without order; `+` is the union.
    Set,
    /// Compared by key; `+` merges.
    Map,
}

impl Schema {
    /// A node of this type and nothing more.
    #[must_use]
    pub fn of(ty: SchemaType) -> Self {
        Self {
            ty,
            ..Self::default()
        }
    }

    /// An array of these items.
    #[must_use]
    pub fn list(items: Self) -> Self {
        Self {
            items: Some(Box::new(items)),
            ..Self::of(SchemaType::Array)
        }
    }

    /// A map from strings to these values.
    #[must_use]
    pub fn map(values: Self) -> Self {
        Self {
            additional_properties: Some(Box::new(values)),
            ..Self::of(SchemaType::Object)
        }
    }

    /// An object with these properties.
    #[must_use]
    pub fn object<'n>(properties: impl IntoIterator<Item = (&'n str, Self)>) -> Self {
        Self {
            properties: properties
                .into_iter()
                .map(|(name, schema)| (name.to_owned(), schema))
                .collect(),
            ..Self::of(SchemaType::Object)
        }
    }

    /// A node of which nothing is known.
    #[must_use]
    pub fn unknown() -> Self {
        Self {
            unknown: true,
            ..Self::default()
        }
    }

    /// The type that expressions on this node see as `self`, with the sizes that costs are estimated by.
    ///
    /// There is none where the server has none: no `type`, an array or map of such.
    #[must_use]
    pub fn declare(&self, server: KubeVersion) -> Option<Declared> {
        declare::declare(self, server)
    }
}
