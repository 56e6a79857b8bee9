//! What to write instead of what the API server refuses.

use wheelwright_rules::{FieldError, Segment};

/// Words of the server's, and what helps in terms of attributes. The first that fits.
const ADVICE: &[(&str, &str)] = &[
    (
        "exactly one version marked as storage",
        "write `storage` in the `#[crd(…)]` of one version, and of no other",
    ),
    (
        "unique version names",
        "name each version once, those of `also(…)` included",
    ),
    (
        "protected groups must have approval annotation",
        "take a group of your own; if the API is really one of Kubernetes, write `#[crd(annotation(\"api-approved.kubernetes.io\" = \"https://…\"))]`",
    ),
    (
        "fields are allowed at the root of the schema if the status subresource is enabled",
        "say it of the spec with `#[schema(…)]` on the struct, or of the object as a rule, `#[crd(root(rule(\"…\")))]`",
    ),
    (
        "must not have unknown fields",
        "give the default only members that the schema declares",
    ),
    (
        "must only contain printable",
        "write the deprecation warning as one line of plain text",
    ),
    (
        "must be <= 256 characters",
        "write a shorter deprecation warning",
    ),
    (
        "must be a valid regular expression",
        "write a pattern of Go's RE2: no look-around, no back-references",
    ),
    (
        "must have a default or be a required property",
        "give the key a default with `#[schema(default = …)]`, or do not make it optional",
    ),
    (
        "cannot be nullable",
        "write `#[serde(default, skip_serializing_if = \"Option::is_none\")]`, so that nothing writes `null`",
    ),
    (
        "must be a scalar type if parent array",
        "use strings, integers or booleans as list-map keys",
    ),
    (
        "must be atomic as item of a list",
        "write `#[schema(items(struct_type = \"atomic\"))]`, or give the list keys with `list_map_keys(…)`",
    ),
    (
        "must not be empty for specified",
        "give it a type, or write `#[schema(opaque)]` to keep any JSON",
    ),
    (
        "because it is defined in",
        "declare the property outside of the combinator as well",
    ),
    ("to be structural", "say it outside of the combinator"),
    (
        "must point to a field of type string, boolean or integer",
        "select a field of one of these types",
    ),
    (
        "is an invalid path",
        "write names joined by dots, as they are on the wire: `.spec.colour`",
    ),
    (
        "metadata is implicitly specified",
        "restrict nothing of `metadata` but names: `#[crd(name(…), generate_name(…))]`",
    ),
    (
        "exactly one of url or service",
        "write `conversion(webhook(service = \"namespace/name\"))`, or `url = \"https://…\"`",
    ),
    (
        "kind and listKind may not be the same",
        "write another `list_kind`, or leave it out",
    ),
    (
        "exceeded budget",
        "bound what the rule goes through with `max_items`, `max_properties` and `max_length`",
    ),
];

pub(super) fn of(error: &FieldError) -> Option<&'static str> {
    let said = ADVICE
        .iter()
        .find(|(words, _)| error.detail.contains(words));
    let of_default =
        matches!(error.path.segments().last(), Some(Segment::Field(name)) if name == "default");
    said.map(|(_, advice)| *advice)
        .or(of_default.then_some("give a default that the schema allows, or allow it"))
}
