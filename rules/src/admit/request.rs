//! A request, from its body to the outcome.

use wheelwright_grammar::go_text::quote;

use super::read::{Read, read};
use super::{
    Admission, FieldValidation, Outcome, Refusal, Subresource, create, scale, status, update,
};
use crate::embedded::Malformed;
use crate::rules::{Compiled, Rules};
use crate::scale::ScalePaths;

/// Judges a request to the endpoint of `version`.
pub(crate) fn admit(rules: &Rules, version: &Compiled, request: Admission<'_>) -> Outcome {
    let (is_update, subresource) = (request.old.is_some(), request.subresource);
    match (subresource, version.scale()) {
        (Subresource::None, _) => admit_object(rules, version, request),
        (Subresource::Status, _) if is_update && version.has_status() => {
            admit_object(rules, version, request)
        }
        (Subresource::Scale, Some(paths)) if is_update => {
            admit_scale(rules, version, paths, request)
        }
        (Subresource::Status | Subresource::Scale, _) => Outcome {
            refusal: Some(Refusal::NoSubresource),
            ..Outcome::default()
        },
    }
}

fn admit_object(rules: &Rules, version: &Compiled, request: Admission<'_>) -> Outcome {
    let Admission {
        object,
        old,
        namespace,
        field_validation,
        subresource,
        duplicate_fields,
    } = request;
    let new = match read(rules, object, Malformed::Refuse) {
        Ok(new) => new,
        Err(text) => return Outcome::bad_request(text),
    };
    let unknown = new.unknown_fields.clone();
    after_reading(unknown, &duplicate_fields, field_validation, || {
        let expected = version.api_version();
        if new.api_version != *expected {
            // Without a group the version stands alone.
            let found = new
                .api_version
                .strip_prefix('/')
                .unwrap_or(&new.api_version);
            return Outcome::bad_request(format!(
                "the API version in the data ({found}) does not match the expected API version ({expected})"
            ));
        }
        let old: Option<Read> = match old.map(|old| read(rules, old, Malformed::Drop)).transpose() {
            Ok(old) => old,
            Err(text) => return Outcome::bad_request(text),
        };
        match old {
            None => create::create(rules, version, new, namespace),
            Some(old) if subresource == Subresource::Status => {
                status::update(rules, version, new, old, namespace)
            }
            Some(old) => update::update(rules, version, new, old, namespace),
        }
    })
}

fn admit_scale(
    rules: &Rules,
    version: &Compiled,
    paths: &ScalePaths,
    request: Admission<'_>,
) -> Outcome {
    let Admission {
        object,
        old,
        namespace,
        field_validation,
        duplicate_fields,
        ..
    } = request;
    let (scale, unknown) = match scale::decode(&object) {
        Ok(read) => read,
        Err(text) => return Outcome::bad_request(text),
    };
    after_reading(unknown, &duplicate_fields, field_validation, || match read(
        rules,
        old.unwrap_or_default(),
        Malformed::Drop,
    ) {
        Ok(old) => scale::update(rules, version, paths, scale, old, namespace),
        Err(text) => Outcome::bad_request(text),
    })
}

/// Goes on with a request that could be read, unless it is strict and has unknown or repeated fields.
fn after_reading(
    unknown_fields: Vec<String>,
    duplicates: &[String],
    validation: FieldValidation,
    go_on: impl FnOnce() -> Outcome,
) -> Outcome {
    let duplicates = duplicates
        .iter()
        .map(|field| format!("duplicate field {}", quote(field)));
    let unknown = unknown_fields
        .iter()
        .map(|field| format!("unknown field \"{field}\""));
    let found: Vec<String> = duplicates.chain(unknown).collect();
    let (mut warnings, mut outcome) = match validation {
        FieldValidation::Ignore => (Vec::new(), go_on()),
        FieldValidation::Strict if !found.is_empty() => (
            Vec::new(),
            Outcome::bad_request(format!("strict decoding error: {}", found.join(", "))),
        ),
        FieldValidation::Warn | FieldValidation::Strict => (found, go_on()),
    };
    warnings.append(&mut outcome.warnings);
    Outcome {
        unknown_fields,
        warnings,
        ..outcome
    }
}
