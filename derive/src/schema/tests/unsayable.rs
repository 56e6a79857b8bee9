//! Types that are refused, and what serde does that no structural schema can say.

use proc_macro2::TokenStream;
use quote::quote;

use super::{errors, says};

#[test]
fn what_serde_does_that_no_schema_can_say() {
    for (item, why) in [
        (
            quote!(
                struct Pizza {
                    #[serde(rename(serialize = "b"))]
                    a: u8,
                }
            ),
            "serde writes `b` but reads `a`",
        ),
        (
            quote!(
                #[serde(rename_all(deserialize = "camelCase"))]
                struct Pizza {
                    a: u8,
                }
            ),
            "no one schema fits both",
        ),
        (
            quote!(
                struct Pizza {
                    #[serde(alias = "b")]
                    a: u8,
                }
            ),
            "prunes it",
        ),
        (
            quote!(
                struct Pizza {
                    #[schema(accept_aliases)]
                    a: u8,
                }
            ),
            "no `alias`",
        ),
        (
            quote!(
                enum Pizza {
                    #[serde(alias = "b")]
                    A,
                }
            ),
            "serde also reads `b`",
        ),
        (
            quote!(
                enum Pizza {
                    A,
                    #[serde(skip_deserializing)]
                    B,
                }
            ),
            "refuses to read it",
        ),
        (
            quote!(
                struct Pizza {
                    #[serde(with = "f")]
                    a: u8,
                }
            ),
            "its type does not tell the schema",
        ),
        (
            quote!(
                enum Pizza {
                    #[serde(serialize_with = "f")]
                    A(u8),
                }
            ),
            "do not tell the schema",
        ),
        (
            quote!(
                #[serde(from = "A")]
                struct Pizza {
                    a: u8,
                }
            ),
            "add `into = \"…\"`",
        ),
        (
            quote!(
                #[serde(into = "A")]
                struct Pizza {
                    a: u8,
                }
            ),
            "add `from = \"…\"`",
        ),
        (
            quote!(
                struct Pizza {
                    #[serde(skip)]
                    #[schema(minimum = 1)]
                    a: u8,
                }
            ),
            "`minimum` has no effect",
        ),
        (
            quote!(
                #[serde(deny_unknown_fields)]
                struct Pizza {
                    #[serde(flatten)]
                    a: A,
                }
            ),
            "does not read flattened",
        ),
        (
            quote!(
                #[serde(deny_unknown_fields)]
                struct Pizza {
                    #[serde(skip_deserializing)]
                    a: u8,
                }
            ),
            "refuses to read",
        ),
        (
            quote!(
                #[serde(tag = "kind", deny_unknown_fields)]
                struct Pizza {
                    a: u8,
                }
            ),
            "writes the tag `kind`",
        ),
        (
            quote!(
                struct Pizza {
                    #[serde(flatten)]
                    #[schema(min_properties = 1)]
                    a: A,
                }
            ),
            "no place of its own",
        ),
        (
            quote!(
                struct Pizza {
                    #[schema(required)]
                    #[serde(skip_serializing_if = "f")]
                    a: A,
                }
            ),
            "leaves the field out",
        ),
        (
            quote!(
                struct Pizza {
                    a: u8,
                    #[serde(rename = "a")]
                    b: u8,
                }
            ),
            "two fields are called `a`",
        ),
        (
            quote!(
                enum Pizza {
                    A,
                    #[serde(rename = "A")]
                    B,
                }
            ),
            "two variants are called `A`",
        ),
        (
            quote!(
                #[serde(variant_identifier)]
                enum Pizza {
                    A,
                }
            ),
            "no value in an object",
        ),
        (
            quote!(
                struct Pizza {
                    #[serde(renam = "b")]
                    a: u8,
                }
            ),
            "did you mean `rename`?",
        ),
    ] {
        says(why, &item);
    }
}

#[test]
fn types_without_a_structural_schema() {
    for (item, why) in [
        (
            quote!(
                struct Pizza(u8, u8);
            ),
            "a tuple struct is a JSON array",
        ),
        (
            quote!(
                struct Pizza();
            ),
            "a tuple struct is a JSON array",
        ),
        (
            quote!(
                enum Pizza {
                    A(u8, u8),
                }
            ),
            "a tuple variant is a JSON array",
        ),
        (
            quote!(
                struct Pizza {
                    a: (u8, u8),
                }
            ),
            "write `[u8; 2]`",
        ),
        (
            quote!(
                struct Pizza {
                    a: Vec<Option<(u8, String)>>,
                }
            ),
            "write a struct with named fields",
        ),
        (
            quote!(
                struct Pizza {
                    a: Vec<Pizza>,
                }
            ),
            "`Pizza` contains itself",
        ),
        (
            quote!(
                struct Pizza(Option<Box<Self>>);
            ),
            "`Pizza` contains itself",
        ),
        (
            quote!(
                enum Pizza {
                    A { a: Box<Pizza> },
                }
            ),
            "`Pizza` contains itself",
        ),
        (
            quote!(
                enum Pizza {}
            ),
            "no value",
        ),
        (quote!(union Pizza { a: u8 }), "a union has no form in JSON"),
    ] {
        says(why, &item);
    }
    for item in [
        quote!(
            struct Pizza {
                #[schema(opaque)]
                a: (u8, u8),
                #[schema(as = u8)]
                b: Vec<Pizza>,
            }
        ),
        quote!(
            #[schema(opaque)]
            struct Pizza(u8, u8);
        ),
        quote!(
            struct Pizza {
                a: other::Pizza,
                b: (),
            }
        ),
        quote!(
            enum Pizza {
                #[schema(opaque)]
                #[serde(with = "f")]
                A(u8, u8),
            }
        ),
    ] {
        assert_eq!(errors(item.clone()), [""; 0], "{item}");
    }
}

#[test]
fn fields_to_choose_between() {
    let with = |names: &TokenStream| {
        quote! {
            #[schema(exactly_one_of(#names))]
            struct Pizza {
                a: Option<u8>,
                #[schema(default = 1)]
                b: u8,
                #[serde(rename = "C")]
                c: Option<u8>,
                #[serde(flatten)]
                d: D,
            }
        }
    };
    says("there is no field `x`", &with(&quote!("a", "x")));
    says("write the field's Rust name, `c`", &with(&quote!("a", "C")));
    says("name at least two", &with(&quote!("a")));
    says(
        "`b` never is: it is required or has a default",
        &with(&quote!("a", "b")),
    );
    says("`d` is flattened", &with(&quote!("a", "d")));
    assert_eq!(errors(with(&quote!("a", "c"))), [""; 0]);
}
