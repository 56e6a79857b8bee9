//! `spec.conversion`: who converts.

use serde_json::{Value, json};
use wheelwright_grammar::base64;

/// A webhook that converts.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stanza {
    json: Value,
    place: Place,
}

/// Where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) service: Option<Service>,
    pub(crate) host: String,
    pub(crate) port: u16,
    /// With its query.
    pub(crate) path: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Service {
    pub(crate) namespace: String,
    pub(crate) name: String,
}

impl Place {
    pub(crate) fn url(&self) -> String {
        format!("https://{}:{}{}", self.host, self.port, self.path)
    }
}

impl Stanza {
    /// That of a CRD; none where nothing converts.
    pub(crate) fn of(crd: &Value) -> Result<Option<Self>, String> {
        let conversion = &crd["spec"]["conversion"];
        if conversion["strategy"] != "Webhook" {
            return Ok(None);
        }
        let config = &conversion["webhook"]["clientConfig"];
        let place = match config["url"].as_str() {
            Some(url) => of_url(url)?,
            None => of_service(&config["service"])?,
        };
        Ok(Some(Self {
            json: conversion.clone(),
            place,
        }))
    }

    pub(crate) const fn place(&self) -> &Place {
        &self.place
    }

    pub(crate) const fn json(&self) -> &Value {
        &self.json
    }

    /// The field `caBundle`, if it says something.
    pub(crate) fn bundle(&self) -> Option<&str> {
        let bundle = self.json["webhook"]["clientConfig"]["caBundle"].as_str()?;
        (!bundle.is_empty()).then_some(bundle)
    }

    pub(crate) fn with_bundle(&self, bundle: &str) -> Self {
        let mut armed = self.clone();
        armed.json["webhook"]["clientConfig"]["caBundle"] = bundle.into();
        armed
    }

    /// Whether both are one webhook, asked in one way; who certifies it may differ.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        let versions = |stanza: &Self| stanza.json["webhook"]["conversionReviewVersions"].clone();
        self.place == other.place && versions(self) == versions(other)
    }

    pub(crate) fn write(&self, crd: &mut Value) {
        crd["spec"]["conversion"] = self.json.clone();
    }
}

/// The field `caBundle` for certificates in PEM form.
pub(crate) fn field(pem: &str) -> String {
    base64::encode(pem.as_bytes())
}

pub(crate) fn disarm(crd: &mut Value) {
    crd["spec"]["conversion"] = json!({"strategy": "None"});
}

fn of_service(service: &Value) -> Result<Place, String> {
    let text = |key: &str| service[key].as_str().unwrap_or_default().to_owned();
    let service_of = Service {
        namespace: text("namespace"),
        name: text("name"),
    };
    if service_of.namespace.is_empty() || service_of.name.is_empty() {
        return Err("spec.conversion.webhook.clientConfig has neither a url nor a service".into());
    }
    let port = service["port"].as_u64().unwrap_or(443);
    let path = text("path");
    Ok(Place {
        // What the API server asks for: its certificate has to be for this name.
        host: format!("{}.{}.svc", service_of.name, service_of.namespace),
        port: u16::try_from(port).map_err(|_| format!("the port {port} of the service is none"))?,
        path: if path.is_empty() { "/".into() } else { path },
        service: Some(service_of),
    })
}

fn of_url(url: &str) -> Result<Place, String> {
    let shown: String = url.chars().take(300).collect();
    let parsed: http::Uri = url
        .parse()
        .map_err(|error| format!("the url `{shown}` of the webhook: {error}"))?;
    let (Some("https"), Some(host)) = (parsed.scheme_str(), parsed.host()) else {
        return Err(format!(
            "the url `{shown}` of the webhook is no https:// URL"
        ));
    };
    Ok(Place {
        service: None,
        host: host.trim_matches(['[', ']']).to_owned(),
        port: parsed.port_u16().unwrap_or(443),
        path: parsed
            .path_and_query()
            .map_or_else(|| "/".to_owned(), ToString::to_string),
    })
}
