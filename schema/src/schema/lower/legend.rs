//! What the variants of an enum mean, in its description.

use crate::table::{Key, Variant};

/// What the variants mean, as a Markdown list; nothing where none is documented.
pub(super) fn legend(variants: &[&Variant]) -> String {
    let mut lines = Vec::new();
    for variant in variants {
        let described = variant.keys.iter().find_map(|key| match key {
            Key::Description(text) => Some(*text),
            _ => None,
        });
        let doc = described.unwrap_or(variant.doc);
        if !doc.is_empty() {
            lines.push(entry(variant.wire, doc));
        }
    }
    lines.join("\n")
}

/// One line of a legend, and what follows it.
pub(in crate::schema) fn entry(value: &str, doc: &str) -> String {
    format!("- `{value}`: {}", doc.replace('\n', "\n  "))
}
