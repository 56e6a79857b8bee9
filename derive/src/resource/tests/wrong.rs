//! Values that the API server refuses, each one error in its words.

use proc_macro2::TokenStream;
use quote::quote;

use super::{derived, error, errors, errors_in};

fn one_error_each(cases: &[(TokenStream, &str)]) {
    for (keys, server) in cases {
        let error = error(keys);
        assert!(
            error.contains("the API server") && error.contains(server),
            "{keys}: {error}"
        );
    }
}

#[test]
fn names_and_texts() {
    one_error_each(&[
        (
            quote!(plural = "Pizzas"),
            "a DNS-1035 label must consist of",
        ),
        (quote!(plural = ""), "Required value"),
        (quote!(singular = "1st"), "a DNS-1035 label must consist of"),
        (
            quote!(list_kind = "Pizza"),
            "kind and listKind may not be the same",
        ),
        (
            quote!(list_kind = "Pizza List"),
            "may have mixed case, but should otherwise match",
        ),
        (
            quote!(shortname = "p.z"),
            "a DNS-1035 label must consist of",
        ),
        (quote!(category = ""), "a DNS-1035 label must consist of"),
        (
            quote!(annotation("a b" = "")),
            "name part must consist of alphanumeric characters",
        ),
        (
            quote!(label("a" = "b c")),
            "a valid label must be an empty string or consist of",
        ),
        (
            quote!(deprecated = "a\nb"),
            "non-printable character found at index 1",
        ),
        (quote!(deprecated = ""), "must not be an empty string"),
        (
            quote!(also(version = "v1")),
            "must contain unique version names",
        ),
        (
            quote!(also(version = "2")),
            "a DNS-1035 label must consist of",
        ),
        (
            quote!(storage, also(version = "v2", storage)),
            "exactly one version marked as storage version",
        ),
    ]);
}

#[test]
fn paths() {
    one_error_each(&[
        (
            quote!(printcolumn(name = "", type = "string", path = ".x")),
            "Required value",
        ),
        (
            quote!(printcolumn(name = "A", type = "text", path = ".x")),
            "must be one of boolean,date,integer,number,string",
        ),
        (
            quote!(printcolumn(name = "A", type = "string", path = "x")),
            "must be a simple json path starting with .",
        ),
        (
            quote!(printcolumn(name = "A", type = "string", path = ".x", format = "uuid")),
            "must be one of byte,date,",
        ),
        (
            quote!(scale(spec = ".size", status = ".status.x")),
            "should be a json path under .spec",
        ),
        (
            quote!(scale(spec = ".spec.x", status = ".spec.x")),
            "should be a json path under .status",
        ),
        (
            quote!(scale(
                spec = ".spec.x",
                status = ".status.x",
                selector = ".metadata.x"
            )),
            "should be a json path under either .spec or .status",
        ),
        (
            quote!(selectable = "spec.size"),
            "is an invalid path: expected [ or . but got: spec",
        ),
        (
            quote!(selectable = ".spec.list[0]"),
            "is an invalid path: array notation is not allowed",
        ),
        (
            quote!(selectable = ".metadata.name"),
            "must not point to fields in metadata",
        ),
        (
            quote!(selectable = ".spec.a", selectable = ".spec.a"),
            "Duplicate value",
        ),
    ]);
}

#[test]
fn conversions() {
    one_error_each(&[
        (
            quote!(conversion(webhook(url = "http://example.com"))),
            "'https' is the only allowed URL scheme",
        ),
        (
            quote!(conversion(webhook(url = "https://example.com?x=1"))),
            "query parameters are not permitted in the URL",
        ),
        (
            quote!(conversion(webhook(port = 1))),
            "exactly one of url or service is required",
        ),
        (
            quote!(conversion(webhook(service = "a/b", url = "https://x"))),
            "exactly one of url or service is required",
        ),
        (
            quote!(conversion(webhook(service = "a/b", port = 65536))),
            "port is not valid",
        ),
        (
            quote!(conversion(webhook(service = "a/b", path = "convert"))),
            "must start with a '/'",
        ),
        (
            quote!(conversion(webhook(service = "a/b", review_versions("v2")))),
            "must include at least one of v1, v1beta1",
        ),
        (
            quote!(conversion(webhook(
                service = "a/b",
                review_versions("v1", "v1")
            ))),
            "duplicate version",
        ),
    ]);
}

#[test]
fn names_of_the_resource_are_judged_together() {
    let long = "P".repeat(60);
    for (crd, server) in [
        (
            quote!(
                group = "Example.com",
                version = "v1",
                kind = "Pizza",
                namespaced
            ),
            "a lowercase RFC 1123 subdomain must consist of",
        ),
        (
            quote!(
                group = "example",
                version = "v1",
                kind = "Pizza",
                namespaced
            ),
            "should be a domain with at least one dot",
        ),
        (
            quote!(group = "", version = "v1", kind = "Pizza", namespaced),
            "Required value",
        ),
        (
            quote!(
                group = "x.k8s.io",
                version = "v1",
                kind = "Pizza",
                namespaced
            ),
            "protected groups must have approval annotation",
        ),
        (
            quote!(
                group = "k8s.io",
                version = "v1",
                kind = "Pizza",
                cluster,
                annotation("api-approved.kubernetes.io" = "yes")
            ),
            "either a URL or a reason starting with \"unapproved\"",
        ),
        (
            quote!(
                group = "example.com",
                version = "V1",
                kind = "Pizza",
                namespaced
            ),
            "a DNS-1035 label must consist of",
        ),
        (
            quote!(
                group = "example.com",
                version = "v1",
                kind = "Pizza!",
                namespaced
            ),
            "may have mixed case",
        ),
        // The plural made of it fits, the list kind does not.
        (
            quote!(group = "example.com", version = "v1", kind = #long, namespaced),
            "must be no more than 63 characters",
        ),
    ] {
        let errors = errors_in(derived(&crd));
        assert_eq!(errors.len(), 1, "{crd}: {errors:#?}");
        assert!(errors[0].contains(server), "{crd}: {errors:#?}");
    }
}

#[test]
fn rules() {
    one_error_each(&[
        (
            quote!(root(rule("self.metadata.labels.a == 'b'"))),
            "undefined field 'labels'",
        ),
        (
            quote!(root(rule("self.status.phase == 'Ready'"))),
            "undefined field 'status'",
        ),
        (
            quote!(root(rule("self.spce.size > 1"))),
            "did you mean `spec`?",
        ),
        (
            quote!(no_spec, root(rule("self.metadata.nmae == self.size"))),
            "did you mean `name`?",
        ),
        (
            quote!(name(rule("self > 1"))),
            "'_>_' applied to '(string, int)'",
        ),
        (quote!(generate_name(rule("size(self"))), "Syntax error"),
    ]);
    for keys in [
        quote!(root(rule(
            "self.metadata.name == self.spec.name[0] && self.kind == 'Pizza'"
        ))),
        quote!(
            status = S,
            root(rule("!has(self.status) || self.status.a > self.spec.b"))
        ),
        quote!(
            no_spec,
            root(rule(
                "self.size > 1 && self.spec.a == self.metadata.generateName"
            ))
        ),
        quote!(name(rule("self.size() < 10 && self != oldSelf"))),
    ] {
        assert_eq!(errors(&keys), [""; 0], "{keys}");
    }
}
