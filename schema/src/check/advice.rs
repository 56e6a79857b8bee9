//! What to write instead of what the API server refuses.

use wheelwright_rules::{Fault, FieldError, Segment};

pub(super) fn of(error: &FieldError) -> Option<&'static str> {
    let of_default =
        matches!(error.path.segments().last(), Some(Segment::Field(name)) if name == "default");
    error
        .fault
        .and_then(about)
        .or(of_default.then_some("give a default that the schema allows, or allow it"))
}

/// What helps, in terms of attributes.
const fn about(fault: Fault) -> Option<&'static str> {
    Some(match fault {
        Fault::StorageVersions => {
            "write `storage` in the `#[crd(…)]` of one version, and of no other"
        }
        Fault::SameVersion => "name each version once, those of `also(…)` included",
        Fault::ProtectedGroup => {
            "take a group of your own; if the API is really one of Kubernetes, write `#[crd(annotation(\"api-approved.kubernetes.io\" = \"https://…\"))]`"
        }
        Fault::RootKeywords => {
            "say it of the spec with `#[schema(…)]` on the struct, or of the object as a rule, `#[crd(root(rule(\"…\")))]`"
        }
        Fault::UnknownMembers => "give the default only members that the schema declares",
        Fault::NotPrintable => "write the deprecation warning as one line of plain text",
        Fault::LongWarning => "write a shorter deprecation warning",
        Fault::Pattern => "write a pattern of Go's RE2: no look-around, no back-references",
        Fault::OptionalKey => {
            "give the key a default with `#[schema(default = …)]`, or do not make it optional"
        }
        Fault::NullableItem => {
            "write `#[serde(default, skip_serializing_if = \"Option::is_none\")]`, so that nothing writes `null`"
        }
        Fault::ScalarKey => "use strings, integers or booleans as list-map keys",
        Fault::AtomicItem => {
            "write `#[schema(items(struct_type = \"atomic\"))]`, or give the list keys with `list_map_keys(…)`"
        }
        Fault::NoType => "give it a type, or write `#[schema(opaque)]` to keep any JSON",
        Fault::NotDefined => "declare the property outside of the combinator as well",
        Fault::NotStructural => "say it outside of the combinator",
        Fault::SelectableType => "select a field of one of these types",
        Fault::SelectablePath => {
            "write names joined by dots, as they are on the wire: `.spec.colour`"
        }
        Fault::Metadata => {
            "restrict nothing of `metadata` but names: `#[crd(name(…), generate_name(…))]`"
        }
        Fault::UrlOrService => {
            "write `conversion(webhook(service = \"namespace/name\"))`, or `url = \"https://…\"`"
        }
        Fault::ListKind => "write another `list_kind`, or leave it out",
        _ => return None,
    })
}
