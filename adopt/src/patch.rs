//! A patch, as `git diff` writes it.

use similar::TextDiff;

/// What differs, with three lines around it; empty if nothing does.
pub(crate) fn unified(path: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    TextDiff::from_lines(before, after)
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string()
}
