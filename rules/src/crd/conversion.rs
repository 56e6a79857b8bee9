//! The conversion stanza. Source: `validateCustomResourceConversion` of apiextensions' validation and apiserver's
//! `util/webhook`.

use std::collections::BTreeSet;

use wheelwright_grammar::webhook::{self, ServiceError, WebhookUrlError};
use wheelwright_grammar::{base64, name, vocabulary};

use super::ca_bundle;
use super::model::{ClientConfig, Conversion, Service};
use super::options::Options;
use crate::error::{BadValue, FieldError};
use crate::fault::Fault;
use crate::path::At;
use crate::print::go_json;

/// Checks the stanza at `at`.
pub(super) fn check(
    conversion: &Conversion,
    options: &Options<'_>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    errors.extend(check_choice(
        &conversion.strategy,
        vocabulary::CONVERSION_STRATEGIES,
        at.field("strategy"),
    ));
    let client_at = at.field("webhookClientConfig");
    let versions_at = at.field("conversionReviewVersions");
    if conversion.strategy != "Webhook" {
        let detail = "should not be set when strategy is not set to Webhook";
        if conversion.client.is_some() {
            errors.push(FieldError::forbidden(client_at.to_path(), detail));
        }
        if !conversion.review_versions.is_empty() {
            errors.push(FieldError::forbidden(versions_at.to_path(), detail));
        }
        return;
    }
    match &conversion.client {
        None => errors.push(FieldError::required(
            client_at.to_path(),
            "required when strategy is set to Webhook",
        )),
        Some(client) => check_client(client, options, client_at, errors),
    }
    check_review_versions(&conversion.review_versions, options, versions_at, errors);
}

/// A string that must be one of a few.
pub(super) fn check_choice(value: &str, choices: &[&str], at: At<'_>) -> Option<FieldError> {
    if value.is_empty() {
        return Some(FieldError::required(at.to_path(), ""));
    }
    (!choices.contains(&value)).then(|| FieldError::not_supported(at.to_path(), value, choices))
}

fn check_client(
    client: &ClientConfig,
    options: &Options<'_>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    match (&client.url, &client.service) {
        (Some(url), None) => check_url(url, at.field("url"), errors),
        (None, Some(service)) => check_service(service, at.field("service"), errors),
        _ => errors.push(
            FieldError::required(at.to_path(), "exactly one of url or service is required")
                .of(Fault::UrlOrService),
        ),
    }
    if options.valid_ca_bundle
        && !client.ca_bundle.is_empty()
        && let Err(error) = ca_bundle::check(&client.ca_bundle)
    {
        let shown = BadValue::Printed(go_json(&base64::encode(&client.ca_bundle).into()));
        errors.push(FieldError::invalid(
            at.field("caBundle").to_path(),
            shown,
            error.to_string(),
        ));
    }
}

fn check_url(url: &str, at: At<'_>, errors: &mut Vec<FieldError>) {
    errors.extend(webhook::check_url(url).into_iter().map(|error| {
        match (&error, error.bad_value()) {
            (WebhookUrlError::NotAUrl(_), _) | (_, None) => {
                FieldError::required(at.to_path(), error.server())
            }
            (_, Some(part)) => FieldError::invalid(at.to_path(), part, error.server()),
        }
    }));
}

fn check_service(service: &Service, at: At<'_>, errors: &mut Vec<FieldError>) {
    // The server mixes these two up.
    for (value, field) in [(&service.namespace, "name"), (&service.name, "namespace")] {
        if value.is_empty() {
            errors.push(FieldError::required(at.field(field).to_path(), ""));
        }
    }
    let port = service.port.unwrap_or_default();
    if let Err(error) = webhook::check_port(port.into()) {
        errors.push(FieldError::invalid(
            at.field("port").to_path(),
            port,
            error.server(),
        ));
    }
    if let Some(path) = &service.path {
        let invalid = |error: ServiceError| {
            FieldError::invalid(at.field("path").to_path(), path.as_str(), error.server())
        };
        errors.extend(webhook::check_path(path).into_iter().map(invalid));
    }
}

fn check_review_versions(
    versions: &[String],
    options: &Options<'_>,
    at: At<'_>,
    errors: &mut Vec<FieldError>,
) {
    if versions.is_empty() {
        errors.push(FieldError::required(at.to_path(), ""));
        return;
    }
    let mut seen = BTreeSet::new();
    for (index, version) in versions.iter().enumerate() {
        let path = at.index(index).to_path();
        if seen.insert(version) {
            let complaints = name::dns1035_label(version);
            let invalid = |error: name::NameError| {
                FieldError::invalid(path.clone(), version.as_str(), error.server())
            };
            errors.extend(complaints.into_iter().map(invalid));
        } else {
            errors.push(FieldError::invalid(
                path,
                version.as_str(),
                "duplicate version",
            ));
        }
    }
    let is_recognized = versions
        .iter()
        .any(|version| vocabulary::REVIEW_VERSIONS.contains(&version.as_str()));
    if options.recognized_review_version && !is_recognized {
        let detail = format!(
            "must include at least one of {}",
            vocabulary::REVIEW_VERSIONS.join(", ")
        );
        errors.push(FieldError::invalid(at.to_path(), versions.to_vec(), detail));
    }
}
