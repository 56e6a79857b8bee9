//! `hostname`, `k8s-short-name` and `k8s-long-name`.

use std::sync::LazyLock;

use regex::Regex;
use wheelwright_grammar::name::{dns1123_label, dns1123_subdomain};

/// A label as the server has it, or labels joined by dots that end with two letters at least. Letters and symbols are
/// those of Unicode. As in the server, a single label may end with a dash.
static HOSTNAME: LazyLock<Regex> = LazyLock::new(|| {
    let inner = r"a-zA-Z0-9\p{S}\p{L}";
    let label = format!(r"[{inner}](?:-?[{inner}]{{0,62}})?");
    let part = format!(r"[{inner}](?:[{inner}-]{{0,61}}[{inner}])?");
    Regex::new(&format!(
        r"^(?:{label}|(?:{part}\.)+[a-zA-Z\p{{L}}]{{2,63}})$"
    ))
    .expect("a constant pattern compiles")
});

pub(super) fn is_hostname(text: &str) -> bool {
    text.len() <= 255 && text.split('.').all(|label| label.len() <= 63) && HOSTNAME.is_match(text)
}

/// A DNS label of lower-case letters, digits and dashes.
pub(super) fn is_short(text: &str) -> bool {
    dns1123_label(text).is_empty()
}

/// Such labels joined by dots, without a limit to each.
pub(super) fn is_long(text: &str) -> bool {
    dns1123_subdomain(text).is_empty()
}
