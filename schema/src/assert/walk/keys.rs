//! What `#[schema(…)]` keys change of a value's form.

use crate::{assert::message::same, table::Key};

pub(super) const fn is_replaced(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::With(_) | Key::Opaque) {
            return true;
        }
        i += 1;
    }
    false
}

pub(super) const fn has_int_or_string(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::IntOrString(_)) {
            return true;
        }
        i += 1;
    }
    false
}

/// An embedded resource has `apiVersion`, `kind` and `metadata`, declared or not.
pub(super) const fn keeps_unknown(keys: &[Key]) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if matches!(keys[i], Key::PreserveUnknownFields | Key::EmbeddedResource) {
            return true;
        }
        i += 1;
    }
    false
}

pub(super) const fn has_alias(keys: &[Key], name: &str) -> bool {
    let mut i = 0;
    while i < keys.len() {
        if let Key::Aliases(aliases) = keys[i] {
            let mut j = 0;
            while j < aliases.len() {
                if same(aliases[j], name) {
                    return true;
                }
                j += 1;
            }
        }
        i += 1;
    }
    false
}

pub(super) const fn items(keys: &'static [Key]) -> &'static [Key] {
    let mut i = 0;
    while i < keys.len() {
        if let Key::Items(inner) = keys[i] {
            return inner;
        }
        i += 1;
    }
    &[]
}

pub(super) const fn values(keys: &'static [Key]) -> &'static [Key] {
    let mut i = 0;
    while i < keys.len() {
        if let Key::Values(inner) = keys[i] {
            return inner;
        }
        i += 1;
    }
    &[]
}
