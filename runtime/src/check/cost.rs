//! What makes a rule too dear, in terms of attributes.

use std::fmt::Write as _;

use wheelwright_rules::crd::{Remedy, Unbounded};

use super::origin::of_path;
use crate::manifest::{Built, Manifest};

/// What to write so that the server takes the rule.
pub(super) fn remedy(remedy: &Remedy, manifest: &Manifest, built: &Built) -> String {
    let mut text = String::new();
    let helps = remedy.unbounded.iter().any(|found| found.largest.is_some());
    let shown = remedy
        .unbounded
        .iter()
        .filter(|found| found.largest.is_some() || !helps && !found.is_bounded);
    for (position, found) in shown.enumerate() {
        if position > 0 {
            text.push_str("; or ");
        }
        // Writing to a string does not fail.
        let _ = write!(text, "bound {}", named(found, manifest, built));
        if let Some(largest) = found.largest {
            let _ = write!(
                text,
                " with `#[schema({} = {largest})]`, or less",
                attribute(found)
            );
        } else {
            let _ = write!(text, " with `#[schema({} = …)]`", attribute(found));
        }
    }
    match remedy.together {
        Some(value) => {
            let _ = write!(text, "; {value} or less for each would do");
        }
        None if remedy.unbounded.is_empty() => text.push_str("write a simpler rule"),
        None if !helps => text.push_str("; no bound alone would do: write a simpler rule, too"),
        None => {}
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
