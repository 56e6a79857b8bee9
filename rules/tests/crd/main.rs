//! Verdicts on CRDs, held against those of a real API server 1.36 and against the Kubernetes documentation.

mod accepted;
mod cases;
mod compare;
mod doubts;
mod laws;
mod outdated;
mod reference;

use serde_json::{Value, json};
use wheelwright_rules::crd::{self, Report};

/// A CRD with one version and this schema.
fn with_schema(schema: &Value) -> Value {
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "crontabs.stable.example.com"},
        "spec": {
            "group": "stable.example.com",
            "names": {"kind": "CronTab", "plural": "crontabs"},
            "scope": "Namespaced",
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}},
            ],
        },
    })
}

/// The server's lines, sorted.
fn lines(report: &Report) -> Vec<String> {
    let mut lines: Vec<String> = report.errors.iter().map(ToString::to_string).collect();
    lines.sort();
    lines
}

/// The errors of a schema, without the path of the schema in front.
fn schema_errors(schema: &Value) -> Vec<String> {
    const PREFIX: &str = "spec.validation.openAPIV3Schema";
    let cut = |line: String| {
        line.replace(&format!("{PREFIX}."), "")
            .replace(&format!("{PREFIX}: "), ": ")
    };
    lines(&crd::check(&with_schema(schema)))
        .into_iter()
        .map(cut)
        .collect()
}

fn assert_accepted(crd: &Value) {
    let report = crd::check(crd);
    assert!(
        report.is_accepted(),
        "{crd}\n{:?}\n{:?}",
        lines(&report),
        report.unreadable
    );
}
