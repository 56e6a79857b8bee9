use serde_json::Value;

use super::{Field, Key, Members, Run};

/// Where something stands in the user's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// `module_path!()` of the definition; empty for types that are not the user's.
    pub module: &'static str,
    /// `file!()` of the definition; empty for types that are not the user's.
    pub file: &'static str,
    /// The 1-based line.
    pub line: u32,
}

impl Place {
    /// The place of a type that stands in no user's source, such as `String`.
    pub const NONE: Self = Self {
        module: "",
        file: "",
        line: 0,
    };

    /// A place in the user's source.
    #[must_use]
    pub const fn at(module: &'static str, file: &'static str, line: u32) -> Self {
        Self { module, file, line }
    }
}

/// One Rust type, as serde writes it.
#[derive(Debug)]
pub struct Type {
    /// The name as the user writes it, without generic arguments: `PizzaTopping`.
    #[doc(hidden)]
    pub name: &'static str,
    /// Where the type is defined.
    #[doc(hidden)]
    pub place: Place,
    /// The doc comment, Markdown kept; empty when there is none.
    #[doc(hidden)]
    pub doc: &'static str,
    /// The form on the wire.
    #[doc(hidden)]
    pub shape: Shape,
    /// `#[schema(…)]` on the type itself.
    #[doc(hidden)]
    pub keys: &'static [Key],
}

impl Type {
    /// A type that is not the user's, without keys.
    #[doc(hidden)]
    #[must_use]
    pub const fn of(name: &'static str, shape: Shape) -> Self {
        Self {
            name,
            place: Place::NONE,
            doc: "",
            shape,
            keys: &[],
        }
    }

    /// A type with a finished structural schema, the JSON form of `JSONSchemaProps`.
    #[must_use]
    pub const fn given(name: &'static str, schema: fn() -> Result<Value, String>) -> Self {
        Self::of(name, Shape::Given(Run(schema)))
    }
}

/// The form of a value on the wire.
#[derive(Debug)]
pub enum Shape {
    /// A boolean, number or string.
    Scalar(Scalar),
    /// A value or `null`; a field of this shape may also be absent (see [`Field`]).
    Option(&'static Type),
    /// Exactly the inner value: newtype structs, `transparent`, `Box`, `Rc`, `Arc`, `Cow`.
    Same(&'static Type),
    /// A JSON array.
    List(List),
    /// A JSON object whose keys are data.
    Map(Map),
    /// A JSON object whose keys are fields.
    Struct(Struct),
    /// One of several variants.
    Enum(Enum),
    /// `()` and unit structs: always `null`.
    Null,
    /// Any JSON value: `serde_json::Value`.
    Any,
    /// A finished structural schema (JSON form of `JSONSchemaProps`), from a hand-written `impl Schema` or `with = …`.
    Given(Run),
    /// A type that only has a `schemars::JsonSchema`: its schema is normalised to structural form when it is read.
    Foreign(Foreign),
}

impl Shape {
    /// What serde passes on to the inner type in all respects, also where a field is absent: `transparent`, `from` and
    /// `into`.
    #[must_use]
    pub const fn transparent(inner: &'static Type) -> Self {
        match inner.shape {
            Self::Option(value) if inner.keys.is_empty() => Self::Option(value),
            _ => Self::Same(inner),
        }
    }
}

/// How to get the JSON schema of a foreign type.
#[derive(Clone, Copy, Debug)]
pub struct Foreign {
    /// The full Rust path, for error messages.
    pub rust: fn() -> &'static str,
    /// The schema, draft 2020-12 or `OpenAPI` 3.0, with `$defs` for what it refers to.
    pub schema: Run,
}

/// A boolean, number or string.
#[derive(Clone, Copy, Debug)]
pub enum Scalar {
    /// `true` or `false`.
    Bool,
    /// An integer.
    Integer(Integer),
    /// A finite floating-point number: `"float"` or `"double"`.
    Float(&'static str),
    /// A string.
    Text(Text),
    /// `x-kubernetes-int-or-string`.
    IntOrString,
}

/// The range of an integer type. Bounds are those of the Rust type; what the API server cannot say is cut later.
#[derive(Clone, Copy, Debug)]
pub struct Integer {
    /// Smallest value.
    pub min: i128,
    /// Largest value; `u128::MAX` is cut to `i128::MAX`.
    pub max: i128,
}

/// What every string of a type keeps to, by the type's own (de)serialization.
#[derive(Clone, Copy, Debug, Default)]
pub struct Text {
    /// `OpenAPI` format, such as `date-time`.
    pub format: Option<&'static str>,
    /// A pattern (RE2) that every written value matches and every matching value parses.
    pub pattern: Option<&'static str>,
    /// Fewest code points.
    pub min_length: Option<u64>,
    /// Most code points.
    pub max_length: Option<u64>,
    /// The only values there are.
    pub values: &'static [&'static str],
}

impl Text {
    /// Any string.
    pub const ANY: Self = Self {
        format: None,
        pattern: None,
        min_length: None,
        max_length: None,
        values: &[],
    };
}

/// A JSON array.
#[derive(Clone, Copy, Debug)]
pub struct List {
    /// The item type.
    pub items: &'static Type,
    /// The Rust type refuses or drops duplicates: a set.
    pub set: bool,
    /// The exact length of a fixed-size array.
    pub len: Option<usize>,
}

/// A JSON object whose keys are data.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    /// The key type; must be one that serde writes as a string.
    pub key: &'static Type,
    /// The value type.
    pub value: &'static Type,
}

/// A JSON object whose keys are fields.
#[derive(Clone, Copy, Debug)]
pub struct Struct {
    /// The fields in source order, without those that serde skips in both directions.
    pub fields: Members,
    /// The Rust names of those that serde skips in both directions.
    pub skipped: &'static [&'static str],
    /// `#[serde(deny_unknown_fields)]`.
    pub deny_unknown: bool,
    /// `#[serde(default)]` on the container: writes the whole default value.
    pub default: Option<Run>,
    /// `#[serde(tag = "…")]` on a struct: the tag's wire name and constant value.
    pub tag: Option<(&'static str, &'static str)>,
}

impl Struct {
    /// A struct with these fields, of which serde knows nothing else.
    #[must_use]
    pub const fn new(fields: &'static [Field]) -> Self {
        Self::of(Members::Rows(fields))
    }

    /// A struct of fields in either form.
    #[must_use]
    pub const fn of(fields: Members) -> Self {
        Self {
            fields,
            skipped: &[],
            deny_unknown: false,
            default: None,
            tag: None,
        }
    }
}

/// One of several variants.
#[derive(Clone, Copy, Debug)]
pub struct Enum {
    /// How serde tells the variants apart.
    pub tagging: Tagging,
    /// The variants in source order, without those that serde skips.
    pub variants: &'static [Variant],
    /// `#[serde(deny_unknown_fields)]`.
    pub deny_unknown: bool,
}

/// The four enum representations of serde.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// `{"variant": content}`, or `"variant"` for unit variants.
    External,
    /// `#[serde(tag = "…")]`.
    Internal(&'static str),
    /// `#[serde(tag = "…", content = "…")]`.
    Adjacent(&'static str, &'static str),
    /// `#[serde(untagged)]`.
    Untagged,
}

/// One variant.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The Rust identifier, without `r#`.
    pub ident: &'static str,
    /// The name on the wire.
    pub wire: &'static str,
    /// 1-based source line, in the file of the enum.
    pub line: u32,
    /// The doc comment; empty when there is none.
    pub doc: &'static str,
    /// `#[schema(…)]` on the variant.
    pub keys: &'static [Key],
    /// What the variant holds.
    pub content: Content,
    /// `#[serde(other)]`: any other tag reads as this one.
    pub other: bool,
    /// `#[serde(untagged)]` on this one variant of a tagged enum.
    pub untagged: bool,
}

impl Variant {
    /// A variant with neither docs, keys nor serde attributes; the derive overrides what is there.
    #[must_use]
    pub const fn new(ident: &'static str, content: Content, line: u32) -> Self {
        Self {
            ident,
            wire: ident,
            line,
            doc: "",
            keys: &[],
            content,
            other: false,
            untagged: false,
        }
    }
}

/// What a variant holds.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// Nothing.
    Unit,
    /// One value.
    Newtype(&'static Type),
    /// Named fields.
    Struct(Members),
}

impl Type {
    /// Itself.
    #[doc(hidden)]
    #[must_use]
    pub const fn table(&'static self) -> &'static Self {
        self
    }

    /// Itself.
    #[doc(hidden)]
    #[must_use]
    pub const fn generic_table(&'static self) -> &'static Self {
        self
    }
}
