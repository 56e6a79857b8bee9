//! Which `#[schema(…)]` keys there are, and where they may stand.

use crate::attrs::Form;

/// Where a key list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On a struct.
    Struct,
    /// On an enum.
    Enum,
    /// On a field, or on the one field of a newtype struct.
    Field,
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
        "rule(\"self.min <= self.max\", message = \"min is over max\")",
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
    form("column", "column(name = \"Phase\")"),
    form("accept_aliases", "accept_aliases"),
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
        use Place::{Enum, Field, Held, Name, Root, Struct, Variant};
        match (name, self) {
            ("required" | "optional", Struct | Enum | Variant | Held | Root | Name) => {
                Some("only a field is required or optional; write it on the field")
            }
            ("column", Struct | Enum | Variant | Held | Root | Name) => Some(
                "a column shows a field; write it on the field, or `printcolumn(…)` in `#[crd(…)]`",
            ),
            ("accept_aliases", Struct | Enum | Variant | Held | Root | Name) => {
                Some("serde's `alias` stands on a field, and so does this")
            }
            ("nested_default", Struct | Enum | Variant | Held | Root | Name) => {
                Some("it fills an absent field; write it on the field")
            }
            ("crate", Field | Variant | Held | Root | Name) => {
                Some("one path serves the whole type; write it on the type")
            }
            (
                "exactly_one_of" | "at_most_one_of" | "at_least_one_of",
                Enum | Field | Variant | Held | Root | Name,
            ) => Some("it names fields of a struct; write it on the struct"),
            ("nullable", Struct | Enum) => {
                Some("a type is not null by itself; write `Option<…>` where it is used")
            }
            ("as", Held | Root | Name) => Some(
                "only a field, a variant or a type takes another type's schema; write `with = function` here",
            ),
            ("nullable", Root) => Some(
                "the API server forbids a nullable root (`nullable cannot be true at the root`)",
            ),
            ("default" | "immutable", Variant | Root | Name) | ("nullable", Variant | Name) => {
                Some("the API server takes it on fields only; write it on the field")
            }
            (
                "items" | "values" | "with" | "opaque" | "embedded_resource" | "int_or_string"
                | "list_type" | "list_map_keys" | "map_type" | "min_items" | "max_items"
                | "no_bounds" | "pattern" | "min_length" | "max_length" | "minimum" | "maximum"
                | "exclusive_minimum" | "exclusive_maximum" | "multiple_of" | "format"
                | "enum_values",
                Root,
            ) => Some(
                "the root is always an object with `apiVersion`, `kind` and `metadata`; write it on the field it is about",
            ),
            (
                "items"
                | "values"
                | "with"
                | "opaque"
                | "embedded_resource"
                | "int_or_string"
                | "list_type"
                | "list_map_keys"
                | "map_type"
                | "struct_type"
                | "min_items"
                | "max_items"
                | "min_properties"
                | "max_properties"
                | "no_bounds"
                | "minimum"
                | "maximum"
                | "exclusive_minimum"
                | "exclusive_maximum"
                | "multiple_of"
                | "preserve_unknown_fields",
                Name,
            ) => Some(
                "a name is always a string; what fits are `pattern`, `min_length`, `max_length`, `format`, `enum_values` and `rule`",
            ),
            _ => None,
        }
    }
}
