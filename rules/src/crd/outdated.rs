//! CRDs of the API version that servers no longer take, and what to write instead.

use std::fmt;

use serde_json::Value;

use super::model::member;

/// A CRD of `apiextensions.k8s.io/v1beta1`. `Display` is the server's own text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outdated {
    /// The API version of the document.
    pub api_version: String,
    /// The fields that v1 has elsewhere.
    pub moved: Vec<Moved>,
}

/// A field that v1 has elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Moved {
    /// The field as written.
    pub from: &'static str,
    /// What to write in v1.
    pub to: &'static str,
}

impl fmt::Display for Moved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instead of `{}` write {}", self.from, self.to)
    }
}

impl fmt::Display for Outdated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the API version in the data ({}) does not match the expected API version (apiextensions.k8s.io/v1)",
            self.api_version
        )
    }
}

/// What servers took before 1.22, and still have a name for.
pub(super) const API_VERSION: &str = "apiextensions.k8s.io/v1beta1";

const ADVICE: &[(&str, &str)] = &[
    (
        "spec.version",
        "`spec.versions` with one entry of that `name`, `served: true` and `storage: true`",
    ),
    ("spec.validation", "`spec.versions[*].schema`"),
    ("spec.subresources", "`spec.versions[*].subresources`"),
    (
        "spec.additionalPrinterColumns",
        "`spec.versions[*].additionalPrinterColumns`, with `jsonPath` for `JSONPath`",
    ),
    (
        "spec.conversion.webhookClientConfig",
        "`spec.conversion.webhook.clientConfig`",
    ),
    (
        "spec.conversion.conversionReviewVersions",
        "`spec.conversion.webhook.conversionReviewVersions`, which must be given",
    ),
    (
        "spec.preserveUnknownFields",
        "`preserveUnknownFields: false` and `x-kubernetes-preserve-unknown-fields: true` in the schema where it is needed",
    ),
];

const SCHEMA: Moved = Moved {
    from: "spec.versions",
    to: "`spec.versions[*].schema.openAPIV3Schema`, a structural schema, which every version must have",
};

const UNPRUNED: Moved = Moved {
    from: "preserveUnknownFields, which is true by default",
    to: "a schema that declares every field: what it does not declare is pruned in v1",
};

const SCOPE: Moved = Moved {
    from: "scope, which is Cluster by default",
    to: "`spec.scope: Cluster` or `Namespaced`",
};

pub(super) fn outdated(document: &Value) -> Outdated {
    let at = |path: &str| {
        path.split('.')
            .try_fold(document, |value, name| member(value, name))
    };
    let mut moved: Vec<Moved> = ADVICE
        .iter()
        .filter(|(from, _)| at(from).is_some())
        .map(|&(from, to)| Moved { from, to })
        .collect();
    let has_schemas = at("spec.versions")
        .and_then(Value::as_array)
        .is_some_and(|versions| {
            !versions.is_empty()
                && versions
                    .iter()
                    .all(|version| member(version, "schema").is_some())
        });
    if at("spec.validation").is_none() && !has_schemas {
        moved.push(SCHEMA);
    }
    if at("spec.preserveUnknownFields").is_none() {
        moved.push(UNPRUNED);
    }
    if at("spec.scope").is_none() {
        moved.push(SCOPE);
    }
    Outdated {
        api_version: API_VERSION.to_owned(),
        moved,
    }
}
