//! A request, from its body to the outcome.

use wheelwright_grammar::go_text::quote;

use super::read::{Read, read};
use super::{Admission, FieldValidation, Outcome, Refusal, Subresource, create, status, update};
use crate::embedded::Malformed;
use crate::rules::{Compiled, Rules};

/// Judges a request to the endpoint of `version`.
pub(crate) fn admit(rules: &Rules, version: &Compiled, request: Admission<'_>) -> Outcome {
    let Admission {
        object,
        old,
        namespace,
        field_validation,
        subresource,
        duplicate_fields,
    } = request;
    if subresource == Subresource::Status && !version.has_status() {
        return Outcome {
            refusal: Some(Refusal::NoSubresource),
            ..Outcome::default()
        };
    }
    let new = match read(rules, object, Malformed::Refuse) {
        Ok(new) => new,
        Err(text) => return Outcome::bad_request(text),
    };
    let (mut warnings, strict) = unknown_fields(&new, &duplicate_fields, field_validation);
    let unknown_fields = new.unknown_fields.clone();
    let refused = |text: String| Outcome {
        unknown_fields: unknown_fields.clone(),
        ..Outcome::bad_request(text)
    };
    if let Some(text) = strict {
        return refused(text);
    }
    let expected = version.api_version();
    if new.api_version != *expected {
        // Without a group the version stands alone.
        let found = new
            .api_version
            .strip_prefix('/')
            .unwrap_or(&new.api_version);
        return refused(format!(
            "the API version in the data ({found}) does not match the expected API version ({expected})"
        ));
    }
    let old = match old.map(|old| read(rules, old, Malformed::Drop)).transpose() {
        Ok(old) => old,
        Err(text) => return refused(text),
    };
    let mut outcome = match (old, subresource) {
        (None, _) => create::create(rules, version, new, namespace),
        (Some(old), Subresource::None) => update::update(rules, version, new, old, namespace),
        (Some(old), Subresource::Status) => status::update(rules, version, new, old, namespace),
    };
    warnings.append(&mut outcome.warnings);
    Outcome {
        unknown_fields,
        warnings,
        ..outcome
    }
}

/// The warnings about unknown and repeated fields, and the refusal of a strict request.
fn unknown_fields(
    new: &Read,
    duplicates: &[String],
    validation: FieldValidation,
) -> (Vec<String>, Option<String>) {
    let found = duplicates
        .iter()
        .map(|field| format!("duplicate field {}", quote(field)))
        .chain(
            new.unknown_fields
                .iter()
                .map(|field| format!("unknown field \"{field}\"")),
        );
    match validation {
        FieldValidation::Ignore => (Vec::new(), None),
        FieldValidation::Warn => (found.collect(), None),
        FieldValidation::Strict => {
            let found: Vec<String> = found.collect();
            let text =
                (!found.is_empty()).then(|| format!("strict decoding error: {}", found.join(", ")));
            (Vec::new(), text)
        }
    }
}
