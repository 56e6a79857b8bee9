//! What to write instead of what the server refuses, in terms of the manifest.

use wheelwright_rules::{ErrorKind, Fault, FieldError, Segment};

pub(super) fn of(error: &FieldError) -> Option<&'static str> {
    let last = match error.path.segments().last() {
        Some(Segment::Field(name)) => name.as_str(),
        _ => "",
    };
    error.fault.and_then(about).or(match (last, error.kind) {
        ("$ref", _) => Some("write the schema that it refers to in its place"),
        ("openAPIV3Schema", ErrorKind::Required) => Some(
            "every version needs a schema; `type: object` with `x-kubernetes-preserve-unknown-fields: true` allows all",
        ),
        ("default", _) => Some("give a default that the schema allows, or allow it"),
        _ => None,
    })
}

/// What helps, in terms of the manifest.
const fn about(fault: Fault) -> Option<&'static str> {
    Some(match fault {
        Fault::StorageVersions => {
            "write `storage: true` in one version, and `storage: false` in all others"
        }
        Fault::CrdName => "the name is `spec.names.plural`, a dot, and `spec.group`",
        Fault::ProtectedGroup => {
            "take a group of your own: those of Kubernetes need the annotation `api-approved.kubernetes.io`"
        }
        Fault::RootKeywords => {
            "say it of `properties.spec`, or as a rule in `x-kubernetes-validations`"
        }
        Fault::UnknownMembers => "give the default only members that the schema declares",
        Fault::Pattern => "write a pattern of Go's RE2: no look-around, no back-references",
        Fault::OptionalKey => "list the key in `required` of the items, or give it a `default`",
        Fault::NullableItem => "drop `nullable: true`; an optional field may be left out",
        Fault::AtomicItem => {
            "write `x-kubernetes-map-type: atomic` in the items, or make the list a map with keys"
        }
        Fault::NoType => {
            "give it a `type`, or `x-kubernetes-preserve-unknown-fields: true` to keep any JSON"
        }
        Fault::NotDefined => "declare the property outside of the combinator as well",
        Fault::NotStructural => "say it outside of `allOf`, `anyOf`, `oneOf` and `not`",
        Fault::PropertiesTwice => {
            "keep `properties`, or `additionalProperties` with a schema, but not both"
        }
        Fault::Metadata => "of `metadata`, only `name` and `generateName` can be restricted",
        Fault::UrlOrService => "keep one of `url` and `service`",
        Fault::SelectablePath => {
            "write names joined by dots, of fields that the schema declares: `.spec.colour`"
        }
        Fault::NullType => "write the type of the value, and `nullable: true`",
        Fault::UniqueItems => "write `x-kubernetes-list-type: set`",
        Fault::PreserveUnknownFields => {
            "write `x-kubernetes-preserve-unknown-fields: true` in the schema where it is needed"
        }
        _ => return None,
    })
}
