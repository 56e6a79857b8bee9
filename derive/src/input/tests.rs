use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{DeriveInput, Item};

#[track_caller]
fn as_syn(tokens: &TokenStream) {
    let read = super::read(tokens.clone());
    match syn::parse2::<DeriveInput>(tokens.clone()) {
        Ok(expected) => assert!(read.is_ok_and(|read| read == expected), "{tokens}"),
        Err(_) => assert!(read.is_err(), "{tokens}"),
    }
}

fn within(folder: &Path, found: &mut usize) {
    let entries = std::fs::read_dir(folder).expect("the folder reads");
    for path in entries.map(|entry| entry.expect("it is there").path()) {
        if path.is_dir() {
            within(&path, found);
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("the file reads");
        let file = syn::parse_file(&text).expect("it is Rust");
        each(&file.items, found);
    }
}

fn each(items: &[Item], found: &mut usize) {
    for item in items {
        match item {
            Item::Mod(module) => {
                each(
                    module.content.as_ref().map_or(&[], |(_, items)| items),
                    found,
                );
            }
            Item::Struct(_) | Item::Enum(_) | Item::Union(_) => {
                *found += 1;
                as_syn(&item.to_token_stream());
            }
            _ => {}
        }
    }
}

#[test]
fn what_people_write_is_read_as_syn_reads_it() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = 0;
    for folder in ["examples", "runtime/tests"] {
        within(&root.join(folder), &mut found);
    }
    assert!(found > 300, "{found}");
}

#[test]
fn what_is_not_plain_is_read_as_syn_reads_it() {
    for tokens in [
        quote!(
            pub struct A;
        ),
        quote!(
            struct A(pub String, #[x] u8);
        ),
        quote!(
            pub(crate) struct A {
                pub(super) a: u8,
                pub(in crate::b) c: u8,
            }
        ),
        quote!(
            #[doc = "a"]
            #[doc(hidden)]
            #[doc = "b"]
            #[serde(x)]
            struct A {
                #[doc = r"c"]
                #[d]
                #[doc = "e"]
                f: G,
            }
        ),
        quote!(
            #[doc = concat!("a", "b")]
            struct A {
                #[doc = include_str!("x")]
                a: u8,
            }
        ),
        quote!(
            struct A {
                a: ::std::string::String,
                b: crate::C<D, E<F>>,
                g: Vec<Vec<Option<Box<str>>>>,
            }
        ),
        quote!(
            struct A {
                a: <T as B>::C,
                d: Vec<T>::E,
                f: Fn(A) -> B,
                g: dyn A + B,
                h: fn(A),
            }
        ),
        quote!(
            struct A {
                a: &'static str,
                b: [u8; 4],
                c: [u8; N],
                d: (u8, u8),
                e: Cow<'static, str>,
            }
        ),
        quote!(
            struct A {
                a: B<4>,
                c: B<-1>,
                d: B<{ N }>,
                e: B<Item = C>,
                f: B<C>,
                g: a!(b),
            }
        ),
        quote!(
            struct A { r#type: u8, b: u8 = 4 }
        ),
        quote!(
            struct A<T, const N: usize>
            where
                T: B,
            {
                a: T,
            }
        ),
        quote!(struct A { pub pub a: u8 }),
        quote!(struct A { a: B C }),
        quote!(struct A { a: B<C }),
        quote!(struct A { a }),
        quote!(struct A { a: u8; }),
        quote!(struct A { a:: u8 }),
        quote!(
            struct A {
                a: B<C>,
            }
        ),
        quote!(struct A { pub crate::b: C }),
        quote!(
            enum A {
                B,
                C(u8),
                #[x]
                D {
                    e: u8,
                },
            }
        ),
        quote!(union A { b: u8 }),
        quote!(
            struct A {
                a: u8,
            }
            struct B;
        ),
    ] {
        as_syn(&tokens);
    }
}

#[test]
fn what_a_macro_hands_over_is_read_as_syn_reads_it() {
    let handed = |tokens| TokenTree::Group(Group::new(Delimiter::None, tokens));
    let (ty, vis, no, text) = (
        handed(quote!(Vec<u8>)),
        handed(quote!(pub)),
        handed(quote!()),
        handed(quote!("a")),
    );
    as_syn(
        &quote!(#vis struct A { #vis a: #ty, #no b: Option<#ty>, c: #ty, #[doc = #text] d: u8 }),
    );
}
