//! CRDs of `apiextensions.k8s.io/v1beta1`.

use serde_json::json;
use wheelwright_rules::crd::{self, Unreadable};

#[test]
fn v1beta1_is_refused_with_the_fields_to_write_instead() {
    let report = crd::check(&json!({
        "apiVersion": "apiextensions.k8s.io/v1beta1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "crontabs.stable.example.com"},
        "spec": {
            "group": "stable.example.com",
            "version": "v1",
            "names": {"kind": "CronTab", "plural": "crontabs"},
            "validation": {"openAPIV3Schema": {"type": "object"}},
            "additionalPrinterColumns": [{"name": "Spec", "type": "string", "JSONPath": ".spec"}],
            "conversion": {"strategy": "Webhook", "webhookClientConfig": {"url": "https://a.b"}},
        },
    }));
    assert!(!report.is_accepted());
    let Some(Unreadable::Version(outdated)) = &report.unreadable else {
        panic!("{:?}", report.unreadable);
    };
    assert_eq!(
        outdated.to_string(),
        "the API version in the data (apiextensions.k8s.io/v1beta1) does not match the expected API version \
         (apiextensions.k8s.io/v1)"
    );
    let moved: Vec<String> = outdated.moved.iter().map(ToString::to_string).collect();
    assert_eq!(
        moved,
        [
            "instead of `spec.version` write `spec.versions` with one entry of that `name`, `served: true` and `storage: true`",
            "instead of `spec.validation` write `spec.versions[*].schema`",
            "instead of `spec.additionalPrinterColumns` write `spec.versions[*].additionalPrinterColumns`, with `jsonPath` for `JSONPath`",
            "instead of `spec.conversion.webhookClientConfig` write `spec.conversion.webhook.clientConfig`",
            "instead of `preserveUnknownFields, which is true by default` write a schema that declares every field: what it does not declare is pruned in v1",
            "instead of `scope, which is Cluster by default` write `spec.scope: Cluster` or `Namespaced`",
        ]
    );
}

#[test]
fn other_documents_are_refused() {
    for (document, text) in [
        (
            json!({"apiVersion": "v1", "kind": "Pod"}),
            "no kind \"Pod\" is registered for version \"v1\"",
        ),
        (
            json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview"}),
            "no kind \"ConversionReview\" is registered for version \"apiextensions.k8s.io/v1\"",
        ),
        (
            json!([]),
            "couldn't get version/kind; json parse error: json: cannot unmarshal array into Go value of type struct { \
             APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }",
        ),
        (
            json!({"apiVersion": 1, "kind": []}),
            "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field \
             .apiVersion of type string",
        ),
    ] {
        let report = crd::check(&document);
        assert_eq!(
            report
                .unreadable
                .map(|reason| reason.to_string())
                .as_deref(),
            Some(text)
        );
    }
}
