//! A text of several parts with what stands between them, such as `host:port`.

/// The parts in a text. `between` is what stands in front of each and behind the last, one more than there are parts.
///
/// ```
/// use wheelwright_grammar::parts::join;
///
/// assert_eq!(join(&["", ":", ""], ["localhost", "80"]), "localhost:80");
/// ```
pub fn join(between: &[&str], parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::with_capacity(64);
    let mut parts = parts.into_iter();
    for literal in between {
        text.push_str(literal);
        if let Some(part) = parts.next() {
            text.push_str(part.as_ref());
        }
    }
    text
}

/// A text taken apart: each part begins where what stands in front of it is found last, so that of `::1:80` the port is `80`.
/// Nothing where the text is not of these parts.
///
/// ```
/// use wheelwright_grammar::parts::split;
///
/// assert_eq!(split(&["", ":", ""], "::1:80"), Some(vec!["::1", "80"]));
/// assert_eq!(split(&["v", ".", ""], "1.2"), None);
/// ```
#[must_use]
pub fn split<'t>(between: &[&str], text: &'t str) -> Option<Vec<&'t str>> {
    let [first, inner @ .., last] = between else {
        return None;
    };
    let mut text = text.strip_prefix(first)?.strip_suffix(last)?;
    // From the end: what is left over is the first part's.
    let mut parts = Vec::with_capacity(inner.len() + 1);
    for literal in inner.iter().rev().filter(|literal| !literal.is_empty()) {
        let at = text.rfind(literal)?;
        parts.push(&text[at + literal.len()..]);
        text = &text[..at];
    }
    parts.push(text);
    parts.reverse();
    (parts.len() == inner.len() + 1).then_some(parts)
}
