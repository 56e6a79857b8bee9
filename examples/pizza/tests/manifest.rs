//! The committed CRDs and documents are what the types give, and break nobody who uses what was released before; samples are what
//! they show.

use std::{fs, path::Path};

use pizza::{Pizzas, Toppings};
use wheelwright::docs::Form;

#[test]
fn committed_manifests() {
    wheelwright::assert_manifest!(Pizzas, "crd.yaml");
    wheelwright::assert_manifest!(Toppings, "topping.crd.yaml");
}

#[test]
fn past_releases() {
    wheelwright::assert_release!(Pizzas, "releases");
}

#[test]
fn samples() {
    wheelwright::assert_samples!(Pizzas, "samples");
}

/// `cargo run -p pizza -- docs --to examples/pizza/docs` writes them anew.
#[test]
fn committed_documents() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for documents in [Pizzas::docs(), Toppings::docs()] {
        for file in documents.expect("the types are sound").files(&Form::ALL) {
            let committed = fs::read_to_string(folder.join(&file.path)).unwrap_or_default();
            assert!(
                committed == file.text,
                "{} is not what the types give",
                file.path
            );
        }
    }
}

/// What becomes of a field at the other version stands beside it, in the words of the plan.
#[test]
fn documents_say_what_becomes_of_fields() {
    let documents = Pizzas::docs().expect("the types are sound");
    let html = documents.html();
    let plan = Pizzas::plan().expect("the mappings are sound");
    let is_said = |text: &str| html.contains(&text.replace('"', "&quot;"));
    let spokes = plan.spokes.iter();
    for (spoke, row) in spokes.flat_map(|spoke| spoke.rows.iter().map(move |row| (spoke, row))) {
        let step = format!("({})", row.words());
        for text in row.notes().iter().chain([&step]) {
            assert!(is_said(text), "{text}");
        }
        for version in [&spoke.version, &spoke.hub] {
            assert!(html.contains(&format!("<dt>at {version}</dt>")));
        }
    }
}
