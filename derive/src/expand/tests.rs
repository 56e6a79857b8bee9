//! The whole expansion of the pizza, as it is committed: what a reviewer reads, and what must not grow unseen.

mod fragments;

use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens as _;
use syn::{File, Item};

use crate::expand::private_module;

/// Set to write the snapshot anew.
const UPDATE: &str = "WHEELWRIGHT_UPDATE";

#[test]
fn the_pizza_expands_to_what_is_committed() {
    // Two screens: four types, of which one is a custom resource.
    is_committed(
        "../examples/pizza/src/v1beta1.rs",
        &["CustomResource", "Schema"],
        "tests/expand/pizza.rs",
        170,
    );
}

#[test]
fn the_older_pizza_maps_by_what_is_committed() {
    is_committed(
        "../examples/pizza/src/v1alpha1.rs",
        &["Spoke"],
        "tests/expand/pizza_spoke.rs",
        90,
    );
}

/// What `derives` make of the file.
fn is_committed(file: &str, derives: &[&str], committed: &str, most: usize) {
    let input = std::fs::read_to_string(in_package(file)).unwrap();
    let code = expansion(&input, derives);
    let committed = in_package(committed);
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
    let lines = code.lines().count();
    assert!(lines <= most, "{lines} lines");
}

/// A further version of a spec with twenty fields is a table and little code.
#[test]
fn a_mapping_of_twenty_fields_is_short() {
    let mut fields = String::new();
    for index in 0..17 {
        let ty = ["String", "Option<u32>", "Vec<String>", "bool"][index % 4];
        fields += &format!("pub some_field_{index}: {ty},\n");
    }
    fields += "#[spoke(rename = \"replica_count\")] pub replicas: u32,\n";
    fields += "pub resources: Option<Resources>,\n";
    fields += "#[spoke(removed)] pub legacy: Option<String>,\n";
    let input = format!(
        "#[derive(Spoke)] #[spoke(hub = super::v1::ServerSpec, added(priority))]
         pub struct ServerSpec {{ {fields} }}"
    );
    let code = expansion(&input, &["Spoke"]);
    // A macro call stands on one line, however long.
    let lines: usize = code.lines().map(|line| line.len().div_ceil(100)).sum();
    assert!(lines < 60, "{lines} lines:\n{code}");
}

#[test]
fn the_hidden_module_is_that_of_a_release() {
    let name = private_module(Span::call_site()).to_string();
    let release = name.strip_prefix("__private_").unwrap().replace('_', ".");
    assert_eq!(release, env!("CARGO_PKG_VERSION").replace(['-', '+'], "."));
}

/// In which no release is named, so that what is committed is of all.
fn expansion(input: &str, derives: &[&str]) -> String {
    let file: File = syn::parse_str(input).unwrap();
    let expanded = file
        .items
        .into_iter()
        .map(|item| expanded(item, derives))
        .collect::<TokenStream>();
    let release = private_module(Span::call_site()).to_string();
    let expanded = expanded.to_string().replace(&release, "__private");
    prettyplease::unparse(&syn::parse_str(&expanded).unwrap())
}

type Derive = fn(TokenStream) -> TokenStream;

/// What those of our derives that are written on an item make of it.
fn expanded(item: Item, wanted: &[&str]) -> TokenStream {
    let Item::Struct(mut item) = item else {
        return TokenStream::new();
    };
    let derives = item
        .attrs
        .extract_if(.., |attribute| attribute.path().is_ident("derive"))
        .map(|attribute| attribute.to_token_stream().to_string())
        .collect::<String>();
    let ours: [(&str, Derive); 3] = [
        ("CustomResource", crate::resource::derive),
        ("Schema", crate::schema::derive),
        ("Spoke", crate::spoke::derive),
    ];
    ours.iter()
        .filter(|(name, _)| derives.contains(name) && wanted.contains(name))
        .map(|(_, derive)| derive(item.to_token_stream()))
        .collect()
}

fn in_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}
