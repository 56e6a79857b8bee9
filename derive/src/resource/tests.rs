//! One macro call on a struct, and the errors it reports.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use super::derive;

/// The texts of all `compile_error!`s, in order.
fn errors_in(code: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_error = false;
    for token in code {
        match token {
            TokenTree::Ident(ident) => is_error = ident == "compile_error",
            TokenTree::Group(group) if is_error => {
                let text: syn::LitStr = syn::parse2(group.stream()).expect("a message");
                found.push(text.value());
                is_error = false;
            }
            TokenTree::Group(_) => is_error = false,
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

fn derived(crd: &TokenStream) -> TokenStream {
    derive(quote! {
        /// A pizza.
        #[crd(#crd)]
        pub struct PizzaSpec { pub size: i32 }
    })
}

/// The errors of keys that stand beside good ones.
fn errors(keys: &TokenStream) -> Vec<String> {
    errors_in(derived(
        &quote!(group = "example.com", version = "v1", kind = "Pizza", #keys),
    ))
}

/// The only error of a key that stands beside good ones.
fn error(keys: &TokenStream) -> String {
    let errors = errors(keys);
    assert_eq!(errors.len(), 1, "{keys}: {errors:#?}");
    errors.into_iter().next().unwrap_or_default()
}

#[test]
fn everything_that_can_be_said_is_taken() {
    for keys in [
        quote!(),
        quote!(
            plural = "pizzen",
            singular = "pizza",
            list_kind = "PizzaMenu",
            cluster
        ),
        quote!(shortname = "pz", shortname = "pie", category = "all"),
        quote!(
            annotation("example.com/a" = "b", "c" = ""),
            annotation("d" = "e"),
            label("f" = "")
        ),
        quote!(storage = true, served = false, deprecated),
        quote!(
            deprecated = "use v2",
            also(version = "v2", storage),
            also(version = "v3", served = false, deprecated = "x")
        ),
        quote!(status = crate::PizzaStatus<'static>),
        quote!(
            scale(
                spec = ".spec.size",
                status = ".status.size",
                selector = ".status.selector"
            ),
            status = S
        ),
        quote!(printcolumn(name = "A", type = "date", path = ".metadata['a\\.b']", format = "int32", priority = -1, description = "")),
        quote!(printcolumn(name = "A", type = "string", path = ".status.conditions[?(@.type==\"Ready\")].status")),
        quote!(selectable = ".spec.size", selectable = ".status.x"),
        quote!(no_spec, metadata(required), type_meta),
        quote!(spec(default = { size: 1 }), type_meta(required)),
        quote!(
            spec(optional),
            name(pattern = "^a"),
            generate_name(max_length = 3)
        ),
        quote!(root(
            description = "x",
            rule("true"),
            preserve_unknown_fields
        )),
        quote!(conversion(none)),
        quote!(conversion(webhook(
            service = "a/b",
            path = "/x/y",
            port = 443,
            review_versions("v1beta1", "v1", "v9")
        ))),
        quote!(conversion(webhook(url = "https://example.com:8443/x"))),
        quote!(struct = Pie, derive(PartialEq, ::core::hash::Hash), attr(allow(dead_code), non_exhaustive), crate = ::ww),
    ] {
        assert_eq!(errors(&keys), [""; 0], "{keys}");
    }
    for crd in [
        quote!(hub = super::v1::Pizza, version = "v2"),
        quote!(hub = super::v1::Pizza, version = "v2", kind = "Pizza", cluster, shortname = "x", struct = Pie),
        quote!(
            group = "pizza.k8s.io",
            version = "v1",
            kind = "Pizza",
            annotation(
                "api-approved.kubernetes.io" =
                    "https://github.com/kubernetes/enhancements/pull/1111"
            )
        ),
        quote!(
            group = "kubernetes.io",
            version = "v1",
            kind = "Pizza",
            annotation("api-approved.kubernetes.io" = "unapproved, for tests")
        ),
        quote!(group = "example.com", version = "v1", kind = "lamp-shade", struct = LampShade),
    ] {
        assert_eq!(errors_in(derived(&crd)), [""; 0], "{crd}");
    }
}

#[test]
fn each_wrong_value_is_one_error_in_the_servers_words() {
    for (keys, server) in [
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
    ] {
        let error = error(&keys);
        assert!(
            error.contains("the API server") && error.contains(server),
            "{keys}: {error}"
        );
    }
}

#[test]
fn names_of_the_resource_are_judged_together() {
    let long = "P".repeat(60);
    for (crd, server) in [
        (
            quote!(group = "Example.com", version = "v1", kind = "Pizza"),
            "a lowercase RFC 1123 subdomain must consist of",
        ),
        (
            quote!(group = "example", version = "v1", kind = "Pizza"),
            "should be a domain with at least one dot",
        ),
        (
            quote!(group = "", version = "v1", kind = "Pizza"),
            "Required value",
        ),
        (
            quote!(group = "x.k8s.io", version = "v1", kind = "Pizza"),
            "protected groups must have approval annotation",
        ),
        (
            quote!(
                group = "k8s.io",
                version = "v1",
                kind = "Pizza",
                annotation("api-approved.kubernetes.io" = "yes")
            ),
            "either a URL or a reason starting with \"unapproved\"",
        ),
        (
            quote!(group = "example.com", version = "V1", kind = "Pizza"),
            "a DNS-1035 label must consist of",
        ),
        (
            quote!(group = "example.com", version = "v1", kind = "Pizza!"),
            "may have mixed case",
        ),
        // The plural made of it fits, the list kind does not.
        (
            quote!(group = "example.com", version = "v1", kind = #long),
            "must be no more than 63 characters",
        ),
    ] {
        let errors = errors_in(derived(&crd));
        assert_eq!(errors.len(), 1, "{crd}: {errors:#?}");
        assert!(errors[0].contains(server), "{crd}: {errors:#?}");
    }
}

#[test]
fn keys_that_contradict_each_other_are_refused() {
    for (keys, words) in [
        (quote!(namespaced, cluster), "keep one"),
        (quote!(no_spec, spec(optional)), "remove one of them"),
        (quote!(status_required), "has no status"),
        (
            quote!(status = S, status_required),
            "no object could ever be created",
        ),
        (quote!(storage, storage), "given twice"),
        (quote!(shortname = "a", shortname = "a"), "is there already"),
        (quote!(label("a" = "b", "a" = "c")), "is there already"),
        (quote!(conversion(none, none)), "one CRD has one conversion"),
        (
            quote!(conversion(webhook(url = "https://x", port = 1))),
            "belongs to `service`",
        ),
        (
            quote!(spec(optional, required)),
            "one of `required`, `optional`",
        ),
        (quote!(spec(default = null)), "write `spec(optional)`"),
        (quote!(derive(Clone)), "is `Clone` anyway"),
        (
            quote!(struct = PizzaSpec),
            "like the struct it is made from",
        ),
        (quote!(scale(spec = ".spec.x")), "`scale` lacks `status`"),
        (quote!(printcolumn(name = "A")), "lacks `type` and `path`"),
        (quote!(also(storage)), "`also` lacks `version`"),
        (quote!(shortnme = "x"), "did you mean `shortname`?"),
        (
            quote!(also(version = "v2", serve)),
            "did you mean `served`?",
        ),
        (
            quote!(printcolumn(name = "A", type = "string", path = ".spec[")),
            "shows neither this column nor those behind it",
        ),
    ] {
        let error = error(&keys);
        assert!(error.contains(words), "{keys}: {error}");
    }
    let kind = errors_in(derived(&quote!(
        group = "example.com",
        version = "v1",
        kind = "lamp-shade"
    )));
    assert!(
        kind.len() == 1 && kind[0].contains("write") | kind[0].contains("struct = Name"),
        "{kind:#?}"
    );
}

#[test]
fn eight_fields_are_selectable_and_no_more() {
    let paths = |count: usize| {
        let paths = (0..count).map(|i| format!(".spec.f{i}"));
        quote!(#(selectable = #paths),*)
    };
    assert_eq!(errors(&paths(8)), [""; 0]);
    assert!(error(&paths(9)).contains("must have at most 8 items"));
    assert_eq!(errors(&paths(11)).len(), 1);
}

#[test]
fn missing_keys_are_named_together() {
    assert_eq!(
        errors_in(derived(&quote!(shortname = "x"))),
        ["`#[crd(…)]` lacks `group = \"example.com\"`, `kind = \"Pizza\"`, `version = \"v1\"`"]
    );
    assert_eq!(
        errors_in(derived(&quote!(hub = v1::Pizza))),
        ["`#[crd(…)]` lacks `version = \"v1\"`"]
    );
    let none = errors_in(derive(quote!(
        struct TartSpec;
    )));
    assert!(
        none.len() == 1 && none[0].contains("kind = \"Tart\""),
        "{none:#?}"
    );
}

#[test]
fn one_schema_needs_one_concrete_type() {
    let crd = quote!(#[crd(group = "example.com", version = "v1", kind = "Pizza")]);
    for item in [
        quote!(
            struct Spec<T> {
                x: T,
            }
        ),
        quote!(
            struct Spec<'a> {
                x: &'a str,
            }
        ),
        quote!(
            struct Spec<const N: usize> {
                x: [u8; N],
            }
        ),
        quote!(union Spec { x: u8 }),
    ] {
        assert_eq!(errors_in(derive(quote!(#crd #item))).len(), 1, "{item}");
    }
    for item in [
        quote!(
            struct Spec {
                x: u8,
            }
        ),
        quote!(
            enum Spec {
                A,
                B(u8),
            }
        ),
        quote!(
            struct Spec(String);
        ),
    ] {
        assert_eq!(errors_in(derive(quote!(#crd #item))), [""; 0], "{item}");
    }
}

#[test]
fn all_errors_come_at_once_and_the_root_still_exists() {
    let code = derived(&quote!(
        group = "x",
        version = "1",
        kind = "Pizza",
        plural = "-",
        shortname = "?",
        wrong,
        status = Status,
        printcolumn(name = "A", type = "text", path = "x"),
    ));
    assert_eq!(
        errors_in(code.clone()).len(),
        7,
        "{:#?}",
        errors_in(code.clone())
    );
    let code = code.to_string();
    assert!(code.contains("pub struct Pizza {"), "{code}");
    assert!(
        code.contains("impl __w :: CustomResource for Pizza"),
        "{code}"
    );
}
