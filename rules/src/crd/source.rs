//! From the server's internal form of a CRD, which errors speak of, back to the document.

use crate::error::{ErrorKind, FieldError};
use crate::path::{FieldPath, Segment};

/// Where in a document of `apiextensions.k8s.io/v1` the value stands that an error of a [`Report`](super::Report) is about.
///
/// The server moves what all versions agree on to the top and has other names for a few fields; what all versions have
/// is looked for in the first.
///
/// ```
/// use wheelwright_rules::{FieldError, FieldPath, crd};
///
/// let path = FieldPath::root().child("spec").child("validation").child("openAPIV3Schema").child("type");
/// let error = FieldError::required(path, "must not be empty at the root");
/// assert_eq!(crd::source_path(&error).to_string(), "spec.versions[0].schema.openAPIV3Schema.type");
/// ```
#[must_use]
pub fn source_path(error: &FieldError) -> FieldPath {
    let segments = error.path.segments();
    let names: Vec<&str> = segments.iter().map(name).collect();
    let first_version = ["versions", "[0]"];
    let (replaced, source): (usize, Vec<&str>) = match names.as_slice() {
        ["spec", "version", ..] => (2, vec!["spec", "versions", "[0]", "name"]),
        ["spec", "validation", ..] => (2, [&["spec"], &first_version[..], &["schema"]].concat()),
        [
            "spec",
            field @ ("subresources" | "additionalPrinterColumns" | "selectableFields"),
            ..,
        ] => (2, [&["spec"], &first_version[..], &[*field]].concat()),
        [
            "spec",
            "conversion",
            "webhookClientConfig",
            "service",
            field @ ("name" | "namespace"),
        ] => {
            // The server mixes these two up when one is missing.
            let field = match (error.kind, *field) {
                (ErrorKind::Required, "name") => "namespace",
                (ErrorKind::Required, _) => "name",
                (_, field) => field,
            };
            (
                5,
                vec![
                    "spec",
                    "conversion",
                    "webhook",
                    "clientConfig",
                    "service",
                    field,
                ],
            )
        }
        ["spec", "conversion", "webhookClientConfig", ..] => {
            (3, vec!["spec", "conversion", "webhook", "clientConfig"])
        }
        ["spec", "conversion", "conversionReviewVersions", ..] => (
            3,
            vec!["spec", "conversion", "webhook", "conversionReviewVersions"],
        ),
        _ => (0, Vec::new()),
    };
    let moved = source.into_iter().map(|name| match name {
        "[0]" => Segment::Index(0),
        name => Segment::Field(name.to_owned()),
    });
    let kept = segments.iter().skip(replaced).cloned();
    let mut source: Vec<Segment> = moved.chain(kept).collect();
    if names.contains(&"additionalPrinterColumns")
        && let Some(Segment::Field(last)) = source.last_mut()
        && last == "JSONPath"
    {
        "jsonPath".clone_into(last);
    }
    source.into()
}

fn name(segment: &Segment) -> &str {
    match segment {
        Segment::Field(name) => name,
        Segment::Key(_) | Segment::Index(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: &[&str]) -> FieldPath {
        let mut path = FieldPath::root();
        for step in steps {
            path = match step.parse() {
                Ok(index) => path.index(index),
                Err(_) => path.child(*step),
            };
        }
        path
    }

    #[test]
    fn paths_lead_back_to_the_document() {
        for (internal, source) in [
            ("metadata name", "metadata.name"),
            ("spec version", "spec.versions[0].name"),
            (
                "spec versions 1 schema openAPIV3Schema type",
                "spec.versions[1].schema.openAPIV3Schema.type",
            ),
            (
                "spec validation openAPIV3Schema items",
                "spec.versions[0].schema.openAPIV3Schema.items",
            ),
            (
                "spec subresources scale specReplicasPath",
                "spec.versions[0].subresources.scale.specReplicasPath",
            ),
            (
                "spec additionalPrinterColumns 2 JSONPath",
                "spec.versions[0].additionalPrinterColumns[2].jsonPath",
            ),
            (
                "spec versions 1 additionalPrinterColumns 0 JSONPath",
                "spec.versions[1].additionalPrinterColumns[0].jsonPath",
            ),
            (
                "spec selectableFields 0 jsonPath",
                "spec.versions[0].selectableFields[0].jsonPath",
            ),
            (
                "spec conversion webhookClientConfig url",
                "spec.conversion.webhook.clientConfig.url",
            ),
            (
                "spec conversion conversionReviewVersions 1",
                "spec.conversion.webhook.conversionReviewVersions[1]",
            ),
        ] {
            let internal: Vec<&str> = internal.split(' ').collect();
            let error = FieldError::invalid(path(&internal), "", "");
            assert_eq!(source_path(&error).to_string(), source);
        }
    }

    #[test]
    fn a_missing_name_of_a_service_is_reported_as_its_namespace() {
        let service = ["spec", "conversion", "webhookClientConfig", "service"];
        let missing = FieldError::required(path(&service).child("namespace"), "");
        assert_eq!(
            source_path(&missing).to_string(),
            "spec.conversion.webhook.clientConfig.service.name"
        );
    }
}
