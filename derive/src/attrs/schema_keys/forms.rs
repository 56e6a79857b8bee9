//! Which `#[schema(…)]` keys there are, and where they may stand.

use crate::attrs::Form;

/// Where a key list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On a struct.
    Struct,
    /// On an enum.
    Enum,
    /// On a named field.
    Field,
    /// On the one field of a newtype struct or variant.
    Inner,
    /// On a variant.
    Variant,
    /// In `items(…)` or `values(…)`.
    Held,
    /// In `root(…)` of `#[crd(…)]`.
    Root,
    /// In `name(…)` or `generate_name(…)` of `#[crd(…)]`.
    Name,
}

/// The keys, in the order of the documentation.
pub(crate) const FORMS: &[Form] = &[
    form("title", "title = \"Pizza\""),
    form("description", "description = \"What to bake.\""),
    form("deprecated", "deprecated = \"use crust\""),
    form("format", "format = \"uri\""),
    form("no_bounds", "no_bounds"),
    form("pattern", "pattern = \"^[a-z]+$\""),
    form("min_length", "min_length = 1"),
    form("max_length", "max_length = 63"),
    form("minimum", "minimum = 1"),
    form("maximum", "maximum = 100"),
    form("exclusive_minimum", "exclusive_minimum = 0"),
    form("exclusive_maximum", "exclusive_maximum = 100"),
    form("multiple_of", "multiple_of = 5"),
    form("min_items", "min_items = 1"),
    form("max_items", "max_items = 32"),
    form("min_properties", "min_properties = 1"),
    form("max_properties", "max_properties = 16"),
    form("enum_values", "enum_values(\"small\", \"large\")"),
    form("nullable", "nullable"),
    form("required", "required"),
    form("optional", "optional"),
    form("default", "default = 1"),
    form("nested_default", "nested_default"),
    form("serde_defaults", "serde_defaults(nested)"),
    form("no_default", "no_default"),
    form("example", "example = \"mozzarella\""),
    form(
        "external_docs",
        "external_docs(url = \"https://example.com\", description = \"More.\")",
    ),
    form("list_type", "list_type = \"set\""),
    form("list_map_keys", "list_map_keys(\"name\")"),
    form("map_type", "map_type = \"atomic\""),
    form("struct_type", "struct_type = \"atomic\""),
    form("int_or_string", "int_or_string = \"any_of\""),
    form("preserve_unknown_fields", "preserve_unknown_fields"),
    form("embedded_resource", "embedded_resource"),
    form("immutable", "immutable"),
    form("exactly_one_of", "exactly_one_of(\"command\", \"shell\")"),
    form("at_most_one_of", "at_most_one_of(\"command\", \"shell\")"),
    form("at_least_one_of", "at_least_one_of(\"command\", \"shell\")"),
    form(
        "rule",
        "rule = \"self.min <= self.max\", message = \"min is over max\"",
    ),
    form(
        "message",
        "rule = \"self.min <= self.max\", message = \"min is over max\"",
    ),
    form(
        "message_expression",
        "rule = \"self.min <= 5\", message_expression = \"'%d is over 5'.format([self.min])\"",
    ),
    form(
        "reason",
        "rule = \"self.min <= self.max\", reason = \"FieldValueInvalid\"",
    ),
    form(
        "field_path",
        "rule = \"self.min <= self.max\", field_path = \".min\"",
    ),
    form(
        "optional_old_self",
        "rule = \"!oldSelf.hasValue() || self == oldSelf.value()\", optional_old_self",
    ),
    form(
        "one_of",
        "one_of({ required: [\"command\"] }, { required: [\"shell\"] })",
    ),
    form("any_of", "any_of({ minimum: 10 }, { multipleOf: 2 })"),
    form("all_of", "all_of({ minimum: 10 }, { multipleOf: 2 })"),
    form("not", "not = { pattern: \"^kube-\" }"),
    form("items", "items(max_length = 63)"),
    form("values", "values(max_length = 63)"),
    form("with", "with = path::to::schema"),
    form("as", "as = String"),
    form("opaque", "opaque"),
    form("loose", "loose"),
    form("column", "column(name = \"Phase\")"),
    form("accept_aliases", "accept_aliases"),
    form("bound", "bound = \"T: wheelwright::Schema\""),
    form("ignore", "ignore(schemars)"),
    form("crate", "crate = wheelwright"),
];

const fn form(name: &'static str, write: &'static str) -> Form {
    Form { name, write }
}

/// Whether a key may be given more than once.
pub(crate) fn is_repeatable(name: &str) -> bool {
    matches!(
        name,
        "rule" | "exactly_one_of" | "at_most_one_of" | "at_least_one_of" | "column"
    )
}

impl Place {
    /// Why a key cannot stand here.
    pub(crate) fn refusal(self, name: &str) -> Option<&'static str> {
        use Place::{Enum, Field, Held, Inner, Name, Root, Struct, Variant};
        match (name, self) {
            ("loose", _) if !matches!(self, Struct | Enum | Field) => {
                Some("it is about all that is within; write it on a type or a named field")
            }
            ("serde_defaults", _) if !matches!(self, Struct | Enum) => Some(
                "it is about the fields of a type; write it on the type, or `default` on the field",
            ),
            ("required" | "optional" | "nested_default" | "no_default" | "accept_aliases", _)
                if self != Field =>
            {
                Some("it is about a member of an object; write it on a named field")
            }
            ("deprecated", Root | Struct | Enum) => Some(
                "a field or variant is deprecated, write it there; of a whole version `#[crd(deprecated)]` says it",
            ),
            ("deprecated", _) if !matches!(self, Field | Variant) => {
                Some("it is about what users set; write it on a named field or a variant")
            }
            ("column", _) if self != Field => Some(
                "a column shows a named field; write it there, or `printcolumn(…)` in `#[crd(…)]`",
            ),
            ("crate", Field | Inner | Variant | Held | Root | Name) => {
                Some("one path serves the whole type; write it on the type")
            }
            ("bound", Field | Inner | Variant | Held | Root | Name) => {
                Some("the bounds are those of the type's one impl; write it on the type")
            }
            ("ignore", Held | Root | Name) => Some(
                "it is about attributes of other derives; write it on the type, or on the field or variant that has them",
            ),
            ("exactly_one_of" | "at_most_one_of" | "at_least_one_of", _) if self != Struct => {
                Some("it names fields of a struct; write it on the struct")
            }
            ("nullable", Struct | Enum | Inner) => {
                Some("a type is not null by itself; write `Option<…>` where it is used")
            }
            ("nullable", Root) => Some(
                "the root is never null (the API server: `nullable cannot be true at the root`)",
            ),
            ("as", Held | Root | Name) => Some(
                "only a type, a field or a variant takes another type's schema; write `with = function`",
            ),
            ("default" | "immutable" | "nullable", Variant | Root | Name) => {
                Some("nothing can be absent or change here; write it on a field")
            }
            (_, Root) if !ON_ROOT.contains(&name) => Some(
                "the root is always an object with `apiVersion`, `kind` and `metadata`; write it on the field it is about",
            ),
            (_, Name) if !ON_NAME.contains(&name) => Some(
                "a name is always a string; what fits are `pattern`, `min_length`, `max_length`, `format`, \
                 `enum_values` and `rule`",
            ),
            _ => None,
        }
    }
}

const ON_ROOT: &[&str] = &[
    "title",
    "description",
    "example",
    "external_docs",
    "min_properties",
    "max_properties",
    "preserve_unknown_fields",
    "rule",
    "one_of",
    "any_of",
    "all_of",
    "not",
];

const ON_NAME: &[&str] = &[
    "title",
    "description",
    "example",
    "external_docs",
    "format",
    "pattern",
    "min_length",
    "max_length",
    "enum_values",
    "rule",
    "one_of",
    "any_of",
    "all_of",
    "not",
];
