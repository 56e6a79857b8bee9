//! Groups of the Kubernetes community need an approval. Source: `validateAPIApproval` of apiextensions' validation.

use wheelwright_grammar::{name, url};

use super::model::Crd;
use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::At;

const ANNOTATION: &str = "api-approved.kubernetes.io";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Missing,
    /// Openly not approved.
    Bypassed,
    Approved,
    Invalid,
}

fn state(crd: &Crd) -> State {
    let text = crd
        .meta
        .annotations
        .get(ANNOTATION)
        .map(String::as_str)
        .unwrap_or_default();
    if text.is_empty() {
        State::Missing
    } else if text.starts_with("unapproved") {
        State::Bypassed
    } else if url::parse_request_uri(text)
        .is_ok_and(|url| !url.host.is_empty() && !url.scheme.is_empty())
    {
        State::Approved
    } else {
        State::Invalid
    }
}

/// An update may leave the annotation as it is.
pub(super) fn check(crd: &Crd, old: Option<&Crd>, errors: &mut Vec<FieldError>) {
    if !name::is_protected_group(&crd.spec.group) {
        return;
    }
    let state = state(crd);
    if old.is_some_and(|old| self::state(old) == state) {
        return;
    }
    let at = At::ROOT;
    let at = at.field("metadata");
    let path = at.field("annotations").key(ANNOTATION).to_path();
    let asks = format!("protected groups must have approval annotation \"{ANNOTATION}\"");
    let see = "see https://github.com/kubernetes/enhancements/pull/1111";
    match state {
        State::Approved | State::Bypassed => {}
        State::Missing => errors
            .push(FieldError::required(path, format!("{asks}, {see}")).of(Fault::ProtectedGroup)),
        State::Invalid => {
            let shown = crd
                .meta
                .annotations
                .get(ANNOTATION)
                .map(String::as_str)
                .unwrap_or_default();
            let detail =
                format!("{asks} with either a URL or a reason starting with \"unapproved\", {see}");
            errors.push(FieldError::invalid(path, shown, detail).of(Fault::ProtectedGroup));
        }
    }
}
