//! Attributes of validator, garde, schemars and kube's `KubeSchema` beside ours.

use proc_macro2::TokenStream;
use quote::quote;

use super::{errors, says};

fn with_attribute(attribute: &TokenStream, ty: &TokenStream) -> TokenStream {
    quote!(
        struct Pizza {
            #[#attribute]
            size: #ty,
        }
    )
}

#[test]
fn each_says_what_to_write_here() {
    let (text, list, map, number) = (
        quote!(String),
        quote!(Option<Vec<String>>),
        quote!(BTreeMap<String, String>),
        quote!(u8),
    );
    for (attribute, ty, wanted) in [
        (
            quote!(validate(length(min = 1, message = "short"))),
            &text,
            "write `min_length = 1` in",
        ),
        (
            quote!(validate(length(equal = 2))),
            &map,
            "write `min_properties = 2, max_properties = 2` in",
        ),
        (
            quote!(garde(length(chars, max = 3))),
            &text,
            "`min_length`/`max_length` on strings",
        ),
        (
            quote!(garde(length(max = MOST))),
            &list,
            "write `max_items = MOST` in",
        ),
        (
            quote!(validate(range(exclusive_min = 0))),
            &number,
            "write `exclusive_minimum = 0` in",
        ),
        (
            quote!(garde(prefix("a.b"))),
            &text,
            r#"write `pattern = "^a\\.b"` in"#,
        ),
        (
            quote!(garde(suffix("$"))),
            &text,
            r#"write `pattern = "\\$$"` in"#,
        ),
        (
            quote!(validate(does_not_contain(pattern = "x"))),
            &text,
            r#"write `not = { pattern: "x" }` in"#,
        ),
        (
            quote!(garde(pattern("^a$"))),
            &text,
            r#"write `pattern = "^a$"` in"#,
        ),
        (
            quote!(validate(regex(path = *RE))),
            &text,
            r#"write `pattern = "…"` in"#,
        ),
        (
            quote!(garde(inner(prefix("a"), length(max = 3)))),
            &list,
            r#"write `items(pattern = "^a", max_length = 3)` in"#,
        ),
        (quote!(garde(inner(ascii))), &map, "write `values(pattern"),
        (
            quote!(validate(email)),
            &text,
            r#"write `format = "email"` in"#,
        ),
        (
            quote!(validate(custom(function = "f"))),
            &text,
            "admission webhook",
        ),
        (
            quote!(validate(must_match(other = "b"))),
            &text,
            "self.a == self.b",
        ),
        (
            quote!(validate(nobody_knows)),
            &text,
            "write what it says in `#[schema(…)]`",
        ),
        (quote!(schemars(!default)), &text, "`#[serde(default)]`"),
        (
            quote!(schemars(extend("nope" = 1))),
            &text,
            "each keyword has a key here",
        ),
        (
            quote!(x_kube(
                validation = Rule::new("self > 0")
                    .message(Message::Expression("'x'".into()))
                    .reason(Reason::FieldValueInvalid)
                    .optional_old_self(true)
            )),
            &number,
            r#"write `rule("self > 0", message_expression = "'x'", reason = "FieldValueInvalid", optional_old_self = true)` in"#,
        ),
        (
            quote!(x_kube(validation = ("self > 0", "few"))),
            &number,
            r#"write `rule("self > 0", message = "few")` in"#,
        ),
        (quote!(x_kube(validation = rule())), &number, "write `rule("),
        (
            quote!(x_kube(
                merge_strategy = ListMerge::Map(vec!["a".into(), "b".into()])
            )),
            &list,
            r#"write `list_map_keys("a", "b")` in"#,
        ),
        (
            quote!(x_kube(merge_strategy = MapMerge::Granular)),
            &map,
            r#"write `map_type = "granular"` in"#,
        ),
    ] {
        says(wanted, &with_attribute(&attribute, ty));
    }
}

#[test]
fn what_changes_nothing_of_values_is_let_pass() {
    for attribute in [
        quote!(schemars(crate = "schemars")),
        quote!(garde(skip)),
        quote!(garde(dive, code("x"))),
        quote!(validate(nested)),
        quote!(x_kube(crates(kube_core = "kube::core"))),
        // Nobody's concern here.
        quote!(kube(group = "x")),
        quote!(clap(length(min = 1))),
    ] {
        let item = with_attribute(&attribute, &quote!(String));
        assert_eq!(errors(item), [""; 0], "{attribute}");
    }
}

#[test]
fn of_what_serde_skips_nothing_is_said() {
    let item = quote!(
        enum Pizza {
            #[serde(skip)]
            #[schemars(description = "x")]
            Secret {
                #[schemars(range(min = 1))]
                size: u8,
            },
            Round {
                #[serde(skip)]
                #[schemars(range(min = 1))]
                size: u8,
            },
        }
    );
    assert_eq!(errors(item), [""; 0]);
}

#[test]
fn ignored_is_what_is_named_where_it_is_named() {
    let item = quote!(
        #[schema(ignore(garde))]
        struct Pizza {
            #[garde(ascii)]
            #[validate(email)]
            a: String,
            #[schema(ignore(validate))]
            #[validate(email)]
            b: String,
        }
    );
    let errors = errors(item);
    assert_eq!(errors.len(), 1, "{errors:#?}");
    assert!(
        errors[0].contains("`email` in `#[validate(…)]`"),
        "{errors:#?}"
    );
}

/// What an error says to write makes it go away.
#[test]
fn what_is_to_be_written_is_taken_and_is_enough() {
    for (attribute, ty) in [
        (
            quote!(validate(length(min = 1, max = LIMIT))),
            quote!(String),
        ),
        (quote!(schemars(range(min = -1.5, max = 2))), quote!(f64)),
        (quote!(garde(inner(length(max = 3)))), quote!(Vec<String>)),
        (quote!(garde(prefix("(["))), quote!(String)),
        (quote!(garde(alphanumeric)), quote!(String)),
        (quote!(garde(ascii)), quote!(String)),
        (quote!(garde(ip)), quote!(String)),
        (quote!(validate(required)), quote!(Option<String>)),
        (quote!(schemars(with = "String")), quote!(Option<Other>)),
        (quote!(schemars(schema_with = "path::to")), quote!(Other)),
        (quote!(schemars(title = "T")), quote!(String)),
        (quote!(schemars(example = &"x")), quote!(String)),
        (
            quote!(x_kube(merge_strategy = ListMerge::Set)),
            quote!(Vec<String>),
        ),
        (
            quote!(x_kube(validation = "self != 'a, b'")),
            quote!(String),
        ),
        (
            quote!(schemars(extend("x-kubernetes-validations" = [{"rule": "self > 0", "message": "x"}], "multipleOf" = 2))),
            quote!(u8),
        ),
    ] {
        let found = errors(with_attribute(&attribute, &ty));
        let code = found[0]
            .split("; write `")
            .nth(1)
            .and_then(|rest| rest.split("` in `#[schema").next());
        let keys: TokenStream = code.unwrap_or_else(|| panic!("{found:?}")).parse().unwrap();
        let item = quote!(
            struct Pizza {
                #[#attribute]
                #[schema(#keys)]
                size: #ty,
            }
        );
        assert_eq!(errors(item), [""; 0], "{attribute}: {keys}");
    }
}
