//! Single strings of `#[crd(…)]`, judged as the API server judges them.

use proc_macro2::Span;
use wheelwright_grammar::name::{self, NameError};

use crate::attrs::Key;
use crate::diag::Spanned;

/// A string that the grammar takes; `what` names it in messages: `a group`.
pub(super) fn checked(
    key: &Key<'_>,
    what: &str,
    check: impl FnOnce(&str) -> Vec<NameError>,
) -> Option<String> {
    let at = Spanned::new(key.string()?, key.value_span());
    is_good(&at, what, check, key).then_some(at.value)
}

/// The text of a key that the API server asks for before it looks at it.
pub(super) fn required(
    key: &Key<'_>,
    what: &str,
    check: impl FnOnce(&str) -> Vec<NameError>,
) -> Option<String> {
    let at = Spanned::new(non_empty(key)?, key.value_span());
    is_good(&at, what, check, key).then_some(at.value)
}

/// Whether the grammar takes a string; reports where it does not.
pub(crate) fn is_good(
    text: &Spanned<String>,
    what: &str,
    check: impl FnOnce(&str) -> Vec<NameError>,
    key: &Key<'_>,
) -> bool {
    let complaints = check(&text.value);
    if !complaints.is_empty() {
        key.errors
            .at(text.span, refusal(&text.value, what, &complaints));
    }
    complaints.is_empty()
}

/// Why a string is not what it should be, and what to write.
pub(crate) fn refusal(text: &str, what: &str, complaints: &[NameError]) -> String {
    let mut reasons: Vec<String> = complaints.iter().map(NameError::to_string).collect();
    if complaints.contains(&NameError::NotDns1035Label) {
        reasons.extend(name::nearest_label(text).map(|label| format!("perhaps `{label}`")));
    }
    let text = if text.is_empty() {
        "the empty string".to_owned()
    } else {
        format!("`{text}`")
    };
    format!(
        "{text} cannot be {what}; {} (the API server: `{}`)",
        reasons.join("; "),
        name::server(complaints)
    )
}

/// A string with something in it.
pub(super) fn non_empty(key: &Key<'_>) -> Option<String> {
    let text = key.string()?;
    if text.is_empty() {
        key.errors.at(
            key.value_span(),
            format_args!(
                "`{}` is empty; write `{}` (the API server: `Required value`)",
                key.form.name, key.form.write
            ),
        );
        return None;
    }
    Some(text)
}

/// Reports, at the key of a list, those of its keys that have no place.
pub(super) fn report_missing(key: &Key<'_>, slots: &[(&str, Option<Span>)]) {
    let missing: Vec<_> = slots
        .iter()
        .filter(|(_, span)| span.is_none())
        .map(|(name, _)| format!("`{name}`"))
        .collect();
    if !missing.is_empty() {
        key.errors.at(
            key.span,
            format_args!(
                "`{}` lacks {}; write `{}`",
                key.form.name,
                missing.join(" and "),
                key.form.write
            ),
        );
    }
}
