use super::{Run, Tree};

/// A number as the user wrote it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Number {
    /// An integer.
    Int(i128),
    /// A number with a fraction or exponent.
    Float(f64),
}

/// One `#[schema(…)]` key.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// `title`.
    Title(&'static str),
    /// `description`; replaces the doc comment. Empty: no description.
    Description(&'static str),
    /// `format`; the empty string removes the type's own.
    Format(&'static str),
    /// Integer without the bounds that the Rust type implies (`no_bounds`).
    NoBounds,
    /// `pattern`.
    Pattern(&'static str),
    /// `minLength`, in code points.
    MinLength(u64),
    /// `maxLength`, in code points.
    MaxLength(u64),
    /// `minimum`.
    Minimum(Number),
    /// `maximum`.
    Maximum(Number),
    /// `minimum` with `exclusiveMinimum: true`.
    ExclusiveMinimum(Number),
    /// `maximum` with `exclusiveMaximum: true`.
    ExclusiveMaximum(Number),
    /// `multipleOf`.
    MultipleOf(Number),
    /// `minItems`.
    MinItems(u64),
    /// `maxItems`.
    MaxItems(u64),
    /// `minProperties`.
    MinProperties(u64),
    /// `maxProperties`.
    MaxProperties(u64),
    /// `enum`.
    Enum(&'static [Tree]),
    /// `nullable`, on or off.
    Nullable(bool),
    /// In or out of the parent's `required`, whatever serde says.
    Required(bool),
    /// `default`.
    Default(Tree),
    /// `default`, the value that serde's default gives (bare `default`).
    SerdeDefault,
    /// `default`, the value that serde's default gives, unless that is `null` or is not written (`serde_defaults` of the type).
    TakenDefault,
    /// What `serde_defaults` takes is not taken here (`no_default`).
    NoDefault,
    /// Serde's defaults become the schema's in all types within (`serde_defaults(nested)`).
    SerdeDefaultsWithin,
    /// Kubernetes' types within are as their Rust types: no list-map keys, sets and bounds of their Go types (`loose`).
    Loose,
    /// `default: {}`, legal where every member has a default or is optional.
    DefaultFromMembers,
    /// `example`.
    Example(Tree),
    /// `externalDocs`.
    ExternalDocs(ExternalDocs),
    /// `x-kubernetes-list-type`.
    ListType(ListType),
    /// `x-kubernetes-list-map-keys`, wire names; with `x-kubernetes-list-type: map`.
    ListMapKeys(&'static [&'static str]),
    /// `x-kubernetes-map-type`, on maps and structs.
    MapType(MapType),
    /// `x-kubernetes-int-or-string` in place of the type's own schema: bare, or with what the tree adds
    /// (`anyOf`, or `allOf` with more).
    IntOrString(IntOrStringForm),
    /// `x-kubernetes-preserve-unknown-fields: true`.
    PreserveUnknownFields,
    /// `x-kubernetes-embedded-resource: true`.
    EmbeddedResource,
    /// The field can be set once: `self == oldSelf`, and a rule of the parent that it cannot be unset.
    Immutable,
    /// Exactly one of these members is set; named by their Rust fields, others by their wire names.
    ExactlyOneOf(&'static [&'static str]),
    /// At most one of these members is set; named by their Rust fields, others by their wire names.
    AtMostOneOf(&'static [&'static str]),
    /// At least one of these members is set; named by their Rust fields, others by their wire names.
    AtLeastOneOf(&'static [&'static str]),
    /// One entry of `x-kubernetes-validations`.
    Rule(Rule),
    /// `oneOf`, a list of schemas.
    OneOf(Tree),
    /// `anyOf`, a list of schemas.
    AnyOf(Tree),
    /// `allOf`, a list of schemas.
    AllOf(Tree),
    /// `not`, a schema.
    Not(Tree),
    /// Keys for what a list holds.
    Items(&'static [Key]),
    /// Keys for what a map holds.
    Values(&'static [Key]),
    /// This structural schema in place of the type's own (`with = function`).
    With(Run),
    /// Anything, kept as it is: `x-kubernetes-preserve-unknown-fields: true` and nothing else (`opaque`).
    Opaque,
    /// A printer column that shows this field; its path is where the field stands.
    Column(FieldColumn),
    /// Alternative names that serde accepts and the schema declares as properties too (`accept_aliases`).
    Aliases(&'static [&'static str]),
}

impl Key {
    /// The key as it is written.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Title(_) => "title",
            Self::Description(_) => "description",
            Self::Format(_) => "format",
            Self::NoBounds => "no_bounds",
            Self::Pattern(_) => "pattern",
            Self::MinLength(_) => "min_length",
            Self::MaxLength(_) => "max_length",
            Self::Minimum(_) => "minimum",
            Self::Maximum(_) => "maximum",
            Self::ExclusiveMinimum(_) => "exclusive_minimum",
            Self::ExclusiveMaximum(_) => "exclusive_maximum",
            Self::MultipleOf(_) => "multiple_of",
            Self::MinItems(_) => "min_items",
            Self::MaxItems(_) => "max_items",
            Self::MinProperties(_) => "min_properties",
            Self::MaxProperties(_) => "max_properties",
            Self::Enum(_) => "enum_values",
            Self::Nullable(_) => "nullable",
            Self::Required(true) => "required",
            Self::Required(false) => "optional",
            Self::Default(_) | Self::SerdeDefault => "default",
            Self::TakenDefault | Self::SerdeDefaultsWithin => "serde_defaults",
            Self::NoDefault => "no_default",
            Self::Loose => "loose",
            Self::DefaultFromMembers => "nested_default",
            Self::Example(_) => "example",
            Self::ExternalDocs(_) => "external_docs",
            Self::ListType(_) => "list_type",
            Self::ListMapKeys(_) => "list_map_keys",
            Self::MapType(_) => "map_type",
            Self::IntOrString(_) => "int_or_string",
            Self::PreserveUnknownFields => "preserve_unknown_fields",
            Self::EmbeddedResource => "embedded_resource",
            Self::Immutable => "immutable",
            Self::ExactlyOneOf(_) => "exactly_one_of",
            Self::AtMostOneOf(_) => "at_most_one_of",
            Self::AtLeastOneOf(_) => "at_least_one_of",
            Self::Rule(_) => "rule",
            Self::OneOf(_) => "one_of",
            Self::AnyOf(_) => "any_of",
            Self::AllOf(_) => "all_of",
            Self::Not(_) => "not",
            Self::Items(_) => "items",
            Self::Values(_) => "values",
            Self::With(_) => "with",
            Self::Opaque => "opaque",
            Self::Column(_) => "column",
            Self::Aliases(_) => "accept_aliases",
        }
    }
}

/// A printer column that sits on the field it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldColumn {
    /// The heading.
    pub name: &'static str,
    /// The column's type; empty: the one that fits the field.
    pub ty: &'static str,
    /// What the column shows; empty: the first sentence of the field's description.
    pub description: &'static str,
    /// The format; empty when not said.
    pub format: &'static str,
    /// 0 is shown always, more only with `-o wide`.
    pub priority: i32,
}

/// How int-or-string is written down. All three mean the same to the API server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntOrStringForm {
    /// Only the extension.
    Bare,
    /// `anyOf: [{type: integer}, {type: string}]` beside it.
    AnyOf,
    /// `allOf: [{anyOf: […]}]` beside it, to which `all_of` adds.
    AllOf,
}

/// `externalDocs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExternalDocs {
    /// Where the documentation is.
    pub url: &'static str,
    /// What it is; empty when not said.
    pub description: &'static str,
}

/// `x-kubernetes-list-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// Without duplicates.
    Set,
    /// Keyed by list-map keys.
    Map,
}

/// `x-kubernetes-map-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapType {
    /// Merged member by member.
    Granular,
    /// Replaced as a whole.
    Atomic,
}

/// One entry of `x-kubernetes-validations`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The CEL expression.
    pub rule: &'static str,
    /// `message`.
    pub message: Option<&'static str>,
    /// `messageExpression`.
    pub message_expression: Option<&'static str>,
    /// `reason`.
    pub reason: Option<Reason>,
    /// `fieldPath`.
    pub field_path: Option<&'static str>,
    /// `optionalOldSelf`.
    pub optional_old_self: Option<bool>,
}

impl Rule {
    /// A rule with nothing but its expression.
    #[must_use]
    pub const fn new(rule: &'static str) -> Self {
        Self {
            rule,
            message: None,
            message_expression: None,
            reason: None,
            field_path: None,
            optional_old_self: None,
        }
    }
}

/// The cause that a failed rule is reported with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// `FieldValueInvalid`, the default.
    Invalid,
    /// `FieldValueForbidden`.
    Forbidden,
    /// `FieldValueRequired`.
    Required,
    /// `FieldValueDuplicate`.
    Duplicate,
}
