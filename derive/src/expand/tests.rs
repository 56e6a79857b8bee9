//! The whole expansion of the pizza, as it is committed: what a reviewer reads, and what must not grow unseen.

use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::{File, Item};

/// Set to write the snapshot anew.
const UPDATE: &str = "WHEELWRIGHT_UPDATE";

#[test]
fn the_pizza_expands_to_what_is_committed() {
    let input = std::fs::read_to_string(in_package("../examples/pizza/src/v1beta1.rs")).unwrap();
    let file: File = syn::parse_str(&input).unwrap();
    let expanded = file
        .items
        .into_iter()
        .map(expanded)
        .collect::<TokenStream>();
    let code = prettyplease::unparse(&syn::parse2(expanded).unwrap());
    let committed = in_package("tests/expand/pizza.rs");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&committed, &code).unwrap();
    }
    let before = std::fs::read_to_string(&committed).unwrap();
    let mut lines = (1..).zip(before.lines().zip(code.lines()));
    let first = lines.find(|(_, (before, now))| before != now);
    assert!(
        before == code,
        "the expansion differs from {}, first at {first:#?}; look at what changed, then run \
         `{UPDATE}=1 cargo test -p wheelwright-derive`",
        committed.display()
    );
    // Two screens: four types, of which one is a custom resource.
    assert!(
        code.lines().count() <= 170,
        "{} lines",
        code.lines().count()
    );
}

/// What our derives make of an item.
fn expanded(item: Item) -> TokenStream {
    let Item::Struct(mut item) = item else {
        return TokenStream::new();
    };
    let derives = item
        .attrs
        .extract_if(.., |attribute| attribute.path().is_ident("derive"))
        .map(|attribute| attribute.to_token_stream().to_string())
        .collect::<String>();
    let mut code = TokenStream::new();
    if derives.contains("CustomResource") {
        code.extend(crate::resource::derive(item.to_token_stream()));
    }
    if derives.contains("Schema") {
        code.extend(crate::schema::derive(item.to_token_stream()));
    }
    code
}

fn in_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
