//! Items that places name by their keys: `[name=type]`, with the Rust names of fields.

/// Whether a name of a path names an item.
#[must_use]
pub const fn is_item(name: &str) -> bool {
    matches!(name.as_bytes(), [b'[', .., b']'])
}

/// The keys that a name of an item says, and their values.
pub fn keys(name: &str) -> impl Iterator<Item = (&str, &str)> {
    let inner = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    inner
        .unwrap_or_default()
        .split(',')
        .filter_map(|key| key.split_once('='))
}
