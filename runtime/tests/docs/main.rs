//! The pages of the documentation name every key that the derives read, each with an example, and no other.

mod keys;
mod page;

use page::{Page, code, code_blocks};

const SCHEMA: &str = include_str!("../../docs/schema.md");
const CUSTOM_RESOURCE: &str = include_str!("../../docs/custom_resource.md");
const SPOKE: &str = include_str!("../../docs/spoke.md");
const LAW: &str = include_str!("../../docs/law.md");
const CRATE: &str = include_str!("../../docs/crate.md");
const README: &str = include_str!("../../../README.md");

#[test]
fn every_schema_key_has_its_row_and_no_other() {
    let page = Page::read(SCHEMA);
    page.lists("key", &keys::SCHEMA.names("FORMS"));
    page.lists(
        "key of `external_docs(…)`",
        &keys::SCHEMA_VALUES.names_in("external_docs"),
    );
    page.lists(
        "key of `column(…)`",
        &keys::SCHEMA_VALUES.names_in("column"),
    );
    page.lists("key of `rule(…)`", &keys::RULE.names("FORMS"));
    page.lists_nothing_else();
}

#[test]
fn every_crd_key_has_its_row_and_no_other() {
    let page = Page::read(CUSTOM_RESOURCE);
    let tables = [
        ("key", "CRD"),
        ("key of `printcolumn(…)`", "COLUMN"),
        ("key of `status(…)`", "STATUS"),
        ("key of `scale(…)`", "SCALE"),
        ("key of `also(…)`", "ALSO"),
        ("key of `spec(…)`", "SPEC"),
        ("key of `metadata(…)`", "REQUIRED"),
        ("key of `type_meta(…)`", "TYPE_META"),
        ("key of `conversion(…)`", "CONVERSION"),
        ("key of `webhook(…)`", "WEBHOOK"),
    ];
    for (table, name) in tables {
        page.lists(table, &keys::CRD.names(name));
    }
    page.lists_nothing_else();
}

#[test]
fn every_spoke_key_has_its_row_and_no_other() {
    let page = Page::read(SPOKE);
    page.lists("key on the type", &keys::SPOKE.names("CONTAINER"));
    // The ways of mapping are the same in `step(…)`, and the page says so.
    let mut field = keys::SPOKE.names("ON_FIELD");
    field.extend(keys::SPOKE.names("HOW"));
    field.sort_unstable();
    page.lists("key on a field", &field);
    page.lists("key on a variant", &keys::SPOKE.names("VARIANT"));
    page.lists("key of `fallible(…)`", &keys::SPOKE.names("FALLIBLE"));
    page.lists("key of `counted(…)`", &keys::SPOKE.names("COUNTED"));
    page.lists("key of `each(…)`", &keys::SPOKE.names("EACH"));
    page.lists("key of `step(…)`", &keys::SPOKE.names("IN_STEP"));
    page.lists_nothing_else();
}

#[test]
fn every_serde_key_has_its_row_and_no_other() {
    let page = Page::read(LAW);
    page.lists("serde key on a type", &keys::SERDE.names("CONTAINER"));
    page.lists("serde key on a variant", &keys::SERDE.names("VARIANT"));
    page.lists("serde key on a field", &keys::SERDE.names("FIELD"));
}

#[test]
fn every_key_has_an_example() {
    for (text, attribute) in [
        (SCHEMA, "schema"),
        (CUSTOM_RESOURCE, "crd"),
        (SPOKE, "spoke"),
    ] {
        let code = code(text);
        let written = page::keys_written(&code, attribute);
        for key in Page::read(text).keys() {
            assert!(
                written.contains(key),
                "no example has `#[{attribute}(… {key} …)]`"
            );
        }
    }
}

#[test]
fn the_readme_and_the_crate_page_have_one_example() {
    let example = |text| {
        let blocks = code_blocks(text);
        blocks
            .into_iter()
            .find(|block| block.contains("wheelwright::wheel!"))
    };
    assert!(example(README).is_some());
    assert_eq!(example(README), example(CRATE));
}
