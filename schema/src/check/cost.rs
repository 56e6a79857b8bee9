//! What makes a rule too dear, in terms of attributes.

use std::fmt::Write as _;

use wheelwright_rules::crd::{Remedy, UNKNOWN_LENGTH, Unbounded};

use super::origin::of_path;
use crate::manifest::{Built, Manifest};

/// What to write so that the server takes the rule.
pub(super) fn remedy(remedy: &Remedy, manifest: &Manifest, built: &Built) -> String {
    let mut text = String::new();
    for (bounded, largest) in remedy.ways() {
        text.push_str(if text.is_empty() {
            "bound "
        } else {
            "; or bound "
        });
        for (position, found) in bounded.iter().enumerate() {
            text.push_str(match position {
                0 => "",
                _ if position + 1 == bounded.len() => " and ",
                _ => ", ",
            });
            // Writing to a string does not fail.
            let _ = write!(
                text,
                "{} with `#[schema({} = {largest})]`",
                named(found, manifest, built),
                attribute(found)
            );
        }
        text.push_str(", or less");
    }
    if text.is_empty() {
        text.push_str("no bound would do: write a simpler rule");
        if remedy.unknown_length {
            text.push_str("; ");
            text.push_str(UNKNOWN_LENGTH);
        }
    }
    text
}

fn named(found: &Unbounded, manifest: &Manifest, built: &Built) -> String {
    let place = found.place();
    match of_path(&found.path.to_string(), manifest, built) {
        Some(origin) => format!("`{place}` ({origin})"),
        None => format!("`{place}`"),
    }
}

fn attribute(found: &Unbounded) -> &'static str {
    match found.keyword {
        "maxItems" => "max_items",
        "maxProperties" => "max_properties",
        _ => "max_length",
    }
}
