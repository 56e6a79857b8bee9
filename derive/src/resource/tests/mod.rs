//! One macro call on a struct, and the errors it reports.

use proc_macro2::TokenStream;
use quote::quote;

use super::derive;
use crate::diag::errors_in;

mod wrong;

fn derived(crd: &TokenStream) -> TokenStream {
    derive(quote! {
        /// A pizza.
        #[crd(#crd)]
        pub struct PizzaSpec { pub size: i32 }
    })
}

/// The errors of keys that stand beside good ones; the scope among these, unless the keys say one.
fn errors(keys: &TokenStream) -> Vec<String> {
    let says_scope = keys
        .clone()
        .into_iter()
        .any(|token| ["namespaced", "cluster"].contains(&token.to_string().as_str()));
    let scope = (!says_scope).then(|| quote!(namespaced,));
    errors_in(derived(
        &quote!(group = "example.com", version = "v1", kind = "Pizza", #scope #keys),
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
            namespaced,
            annotation(
                "api-approved.kubernetes.io" =
                    "https://github.com/kubernetes/enhancements/pull/1111"
            )
        ),
        quote!(
            group = "kubernetes.io",
            version = "v1",
            kind = "Pizza",
            namespaced,
            annotation("api-approved.kubernetes.io" = "unapproved, for tests")
        ),
        quote!(group = "example.com", version = "v1", kind = "lamp-shade", namespaced, struct = LampShade),
    ] {
        assert_eq!(errors_in(derived(&crd)), [""; 0], "{crd}");
    }
}

#[test]
fn keys_that_contradict_each_other_are_refused() {
    for (keys, words) in [
        (quote!(namespaced, cluster), "keep one"),
        (quote!(no_spec, spec(optional)), "remove one of them"),
        (quote!(storage, storage), "given twice"),
        (quote!(shortname = "a", shortname = "a"), "is there already"),
        (quote!(label("a" = "b", "a" = "c")), "is there already"),
        (quote!(conversion(none, none)), "one CRD has one conversion"),
        (
            quote!(conversion(unchecked, webhook(url = "https://x"))),
            "one CRD has one conversion",
        ),
        (quote!(conversion(unchecked)), "`none` or `webhook(…)`"),
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
        kind = "lamp-shade",
        namespaced
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
        errors_in(derived(&quote!(shortname = "x", cluster))),
        ["`#[crd(…)]` lacks `group = \"example.com\"`, `kind = \"Pizza\"`, `version = \"v1\"`"]
    );
    let scope = errors_in(derived(&quote!(
        group = "example.com",
        version = "v1",
        kind = "Pizza"
    )));
    assert!(
        scope.len() == 1 && scope[0].contains("`namespaced`") && scope[0].contains("`cluster`"),
        "{scope:#?}"
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
    let crd = quote!(#[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]);
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
        namespaced,
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

/// kube-derive's attribute beside ours: what it says otherwise is an error, what ours says too is not.
#[test]
fn attributes_of_kube_derive_say_what_to_write_here() {
    let errors = errors_in(derive(quote! {
        #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced, struct = PizzaObject)]
        #[kube(group = "example.com", version = "v2", kind = "Pizza", namespaced, root = "PizzaObject", doc = "x")]
        #[kube(status = "PizzaStatus", shortname = "pz", cel, crates(kube = "k"))]
        pub struct PizzaSpec { pub size: i32 }
    }));
    let wanted = [
        "`version` in `#[kube(…)]` does not reach this CRD; write it in `#[crd(…)]`; where",
        "`doc` in `#[kube(…)]` does not reach this CRD; write `root(description = \"x\")` in `#[crd(…)]`",
        "write `status = PizzaStatus` in `#[crd(…)]`",
        "write it in `#[crd(…)]`",
        "Pizzas::validate(&pizza)",
        "leave it out",
    ];
    assert_eq!(errors.len(), wanted.len(), "{errors:#?}");
    for (error, wanted) in errors.iter().zip(wanted) {
        assert!(error.contains(wanted), "{error}\n{wanted}");
    }
    let ignored = errors_in(derive(quote! {
        #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
        #[kube(group = "other.com")]
        #[schema(ignore(kube))]
        pub struct PizzaSpec { pub size: i32 }
    }));
    assert_eq!(ignored, [""; 0]);
}

#[test]
fn a_client_says_nothing_of_the_crd() {
    for keys in [
        quote!(client),
        quote!(client, plural = "pizzen", status = Status, no_spec),
        quote!(client, spec(optional), struct = Mine, derive(PartialEq), attr(must_use)),
    ] {
        assert_eq!(errors(&keys), [""; 0], "{keys}");
    }
    for (keys, name) in [
        (quote!(client, storage), "`storage`"),
        (quote!(client, served = false), "`served`"),
        (
            quote!(client, scale(spec = ".spec.a", status = ".status.b")),
            "`scale`",
        ),
        (quote!(client, selectable = ".spec.a"), "`selectable`"),
        (quote!(client, conversion(none)), "`conversion`"),
        (quote!(client, name(max_length = 3)), "`name`"),
        (quote!(client, metadata(required)), "`metadata`"),
        (quote!(client, type_meta), "`type_meta`"),
        (quote!(client, label("a" = "b")), "`label`"),
        (quote!(client, spec(default = {})), "`spec(optional)`"),
    ] {
        assert!(error(&keys).contains(name), "{keys}");
    }
    // A group that only its owner may write a CRD in.
    let protected = errors_in(derive(quote! {
        #[crd(group = "snapshot.storage.k8s.io", version = "v1", kind = "Snapshot", namespaced, client)]
        pub struct SnapshotSpec { pub size: i32 }
    }));
    assert_eq!(protected, [""; 0]);
}
