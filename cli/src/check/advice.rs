//! What to write instead of what the server refuses, in terms of the manifest.

use wheelwright_rules::{ErrorKind, FieldError, Segment};

/// Words of the server's, and what helps. The first that fits.
const ADVICE: &[(&str, &str)] = &[
    (
        "exactly one version marked as storage",
        "write `storage: true` in one version, and `storage: false` in all others",
    ),
    (
        "must remain in spec.versions",
        "keep the version, with `served: false` if nobody is to ask for it",
    ),
    (
        "must be spec.names.plural+",
        "the name is `spec.names.plural`, a dot, and `spec.group`",
    ),
    (
        "protected groups must have approval annotation",
        "take a group of your own: those of Kubernetes need the annotation `api-approved.kubernetes.io`",
    ),
    (
        "fields are allowed at the root of the schema if the status subresource is enabled",
        "say it of `properties.spec`, or as a rule in `x-kubernetes-validations`",
    ),
    (
        "must not have unknown fields",
        "give the default only members that the schema declares",
    ),
    (
        "must be a valid regular expression",
        "write a pattern of Go's RE2: no look-around, no back-references",
    ),
    (
        "must have a default or be a required property",
        "list the key in `required` of the items, or give it a `default`",
    ),
    (
        "cannot be nullable",
        "drop `nullable: true`; an optional field may be left out",
    ),
    (
        "must be atomic as item of a list",
        "write `x-kubernetes-map-type: atomic` in the items, or make the list a map with keys",
    ),
    (
        "must not be empty for specified",
        "give it a `type`, or `x-kubernetes-preserve-unknown-fields: true` to keep any JSON",
    ),
    (
        "because it is defined in",
        "declare the property outside of the combinator as well",
    ),
    (
        "to be structural",
        "say it outside of `allOf`, `anyOf`, `oneOf` and `not`",
    ),
    (
        "mutual exclusive",
        "keep `properties`, or `additionalProperties` with a schema, but not both",
    ),
    (
        "metadata is implicitly specified",
        "of `metadata`, only `name` and `generateName` can be restricted",
    ),
    (
        "exactly one of url or service",
        "keep one of `url` and `service`",
    ),
    (
        "is an invalid path",
        "write names joined by dots, of fields that the schema declares: `.spec.colour`",
    ),
    (
        "use nullable as an alternative",
        "write the type of the value, and `nullable: true`",
    ),
    (
        "uniqueItems cannot be set to true",
        "write `x-kubernetes-list-type: set`",
    ),
    (
        "cannot set to true, set x-kubernetes-preserve-unknown-fields",
        "write `x-kubernetes-preserve-unknown-fields: true` in the schema where it is needed",
    ),
];

pub(super) fn of(error: &FieldError) -> Option<&'static str> {
    let said = ADVICE
        .iter()
        .find(|(words, _)| error.detail.contains(words))
        .map(|(_, advice)| *advice);
    let last = match error.path.segments().last() {
        Some(Segment::Field(name)) => name.as_str(),
        _ => "",
    };
    said.or(match (last, error.kind) {
        ("$ref", _) => Some("write the schema that it refers to in its place"),
        ("openAPIV3Schema", ErrorKind::Required) => Some(
            "every version needs a schema; `type: object` with `x-kubernetes-preserve-unknown-fields: true` allows all",
        ),
        ("default", _) => Some("give a default that the schema allows, or allow it"),
        _ => None,
    })
}
