//! What rows put into words.

/// A value that does not fill the line.
pub(crate) fn short(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_owned();
    }
    let start: String = text.chars().take(39).collect();
    format!("{start}…")
}

/// All of these, nothing where there are none.
pub(crate) fn listed(texts: &[&str]) -> Option<String> {
    let (last, before) = texts.split_last()?;
    Some(if before.is_empty() {
        (*last).to_owned()
    } else {
        format!("{} and {last}", before.join(", "))
    })
}
