//! Sources before and after: the one becomes the other, and both emit the same CRDs, apart from what is explained.
//!
//! `WHEELWRIGHT_UPDATE=1` writes the sources after anew; whoever does it reads them.

#![allow(
    dead_code,
    unused_imports,
    missing_docs,
    unreachable_pub,
    clippy::pedantic,
    reason = "the rows are examples of what people have"
)]

use std::fs;
use std::path::Path;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition as Crd;
use wheelwright_adopt::{Fate, Kind, explain, rewrite};

// As they are written.
#[rustfmt::skip]
#[path = "rows/after/mod.rs"]
mod after;
#[rustfmt::skip]
#[path = "rows/before/mod.rs"]
mod before;

/// A source, the CRDs of both states, and the differences that are to be decided, with the reason why there are any.
struct Row {
    name: &'static str,
    before: fn() -> Vec<Crd>,
    after: fn() -> Vec<Crd>,
    decide: &'static [&'static str],
}

macro_rules! rows {
    ($($name:ident: $decide:expr,)*) => {
        &[$(Row {
            name: stringify!($name),
            before: before::$name::crds,
            after: after::$name::crds,
            decide: &$decide,
        },)*]
    };
}

const ROWS: &[Row] = rows! {
    client: [],
    defaults: [],
    kept: [],
    keywords: [],
    // Where schemars saw no `Option`, what a `None` is only its author knows.
    kubernetes: ["spec.mode: null is a value", "spec.wait: null is a value"],
    // Whether objects have members of both variants, nobody here knows.
    odd: ["spec.mount: anyOf differs"],
    plurals: [],
    resource: [],
    rules: [],
    shapes: [],
    // What a `None` is for a required field, only its author knows.
    values: ["spec.depth: null"],
};

#[test]
fn each_source_becomes_what_stands_beside_it() {
    for row in ROWS {
        let path = |state: &str| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rows");
            folder.join(state).join(format!("{}.rs", row.name))
        };
        let before = fs::read_to_string(path("before")).unwrap();
        let rewritten = rewrite(&[(row.name, &before)], false).unwrap();
        for note in &rewritten.notes {
            assert_ne!(note.kind, Kind::Hand, "{note}");
        }
        if std::env::var_os("WHEELWRIGHT_UPDATE").is_some() {
            fs::write(path("after"), &rewritten.texts[0]).unwrap();
        }
        let after = fs::read_to_string(path("after")).unwrap();
        assert_eq!(rewritten.texts[0], after, "{}", row.name);
    }
}

#[test]
fn nothing_is_left_of_what_is_rewritten() {
    for row in ROWS.iter().filter(|row| row.name != "kept") {
        let path =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/rows/after/{}.rs", row.name));
        let after = fs::read_to_string(path).unwrap();
        let again = rewrite(&[(row.name, &after)], true).unwrap();
        assert_eq!(again.texts[0], after, "{}", row.name);
        assert_eq!(again.types, 0, "{}", row.name);
    }
}

#[test]
fn the_crds_are_those_from_before_but_for_what_is_explained() {
    for row in ROWS {
        let (before, after) = ((row.before)(), (row.after)());
        assert_eq!(before.len(), after.len());
        let mut decide = Vec::new();
        for (before, after) in before.iter().zip(&after) {
            let json = |crd: &Crd| serde_json::to_value(crd).unwrap();
            let report = wheelwright_rules::crd::check(&json(after));
            assert!(
                report.errors.is_empty(),
                "{}: {:?}",
                row.name,
                report.errors
            );
            for explained in explain(&json(before), &json(after)).unwrap() {
                println!("{}: {explained}", row.name);
                if explained.fate == Fate::Decide {
                    decide.push(explained.to_string());
                }
            }
        }
        for (found, wanted) in decide.iter().zip(row.decide) {
            assert!(found.contains(wanted), "{}: {found}", row.name);
        }
        assert_eq!(decide.len(), row.decide.len(), "{}: {decide:#?}", row.name);
    }
}
