//! `spec.conversion`: how the API server converts between versions.

use serde_json::{Map, Value, json};
use wheelwright_grammar::{base64, webhook::DEFAULT_PORT};

use crate::table;

/// Review versions that a conversion webhook of this library answers, the preferred one first.
const REVIEW_VERSIONS: &[&str] = &["v1", "v1beta1"];

/// How objects get from one version to another.
///
/// ```
/// use wheelwright::manifest::Conversion;
///
/// let conversion = Conversion::webhook_service("restaurant", "webhook")
///     .path("/convert")
///     .port(8443)
///     .ca_bundle("-----BEGIN CERTIFICATE-----\n…");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conversion {
    /// Only `apiVersion` changes: right where all versions have one schema.
    None,
    /// Only `apiVersion` changes although versions differ: the API server drops what a version lacks when an object is read or
    /// written at it. For a CRD that is like that already.
    Unchecked,
    /// A webhook that runs behind a Service of the cluster.
    Service(Webhook<Service>),
    /// A webhook anywhere.
    Url(Webhook<Url>),
}

impl Conversion {
    /// A webhook behind a Service of the cluster, at port 443 and path `/` unless said.
    pub fn webhook_service(
        namespace: impl Into<String>,
        name: impl Into<String>,
    ) -> Webhook<Service> {
        Webhook::of(Service {
            namespace: namespace.into(),
            name: name.into(),
            path: None,
            port: None,
        })
    }

    /// A webhook at an `https` URL.
    pub fn webhook_url(url: impl Into<String>) -> Webhook<Url> {
        Webhook::of(Url(url.into()))
    }

    pub(super) fn of_table(conversion: &table::Conversion) -> Self {
        let (client, review_versions) = match conversion {
            table::Conversion::None => return Self::None,
            table::Conversion::Unchecked => return Self::Unchecked,
            table::Conversion::Webhook {
                client,
                review_versions,
            } => (client, review_versions),
        };
        match client {
            table::ClientConfig::Service(service) => {
                let mut webhook = Self::webhook_service(service.namespace, service.name);
                if !service.path.is_empty() {
                    webhook = webhook.path(service.path);
                }
                if i64::from(service.port) != DEFAULT_PORT {
                    webhook = webhook.port(service.port);
                }
                webhook.reviewed(review_versions).into()
            }
            table::ClientConfig::Url(url) => {
                Self::webhook_url(*url).reviewed(review_versions).into()
            }
        }
    }

    /// Trusts these certificates instead of those of the API server's host; nothing where no webhook is.
    pub(super) fn set_ca_bundle(&mut self, pem: Vec<u8>) {
        match self {
            Self::None | Self::Unchecked => {}
            Self::Service(webhook) => webhook.ca_bundle = pem,
            Self::Url(webhook) => webhook.ca_bundle = pem,
        }
    }

    /// The certificates in PEM form, where a webhook has some.
    pub(crate) fn bundle(&self) -> Option<&[u8]> {
        let pem = match self {
            Self::None | Self::Unchecked => return None,
            Self::Service(webhook) => &webhook.ca_bundle,
            Self::Url(webhook) => &webhook.ca_bundle,
        };
        (!pem.is_empty()).then_some(pem)
    }

    /// The stanza.
    pub(super) fn json(&self) -> Value {
        match self {
            Self::None | Self::Unchecked => json!({"strategy": "None"}),
            Self::Service(webhook) => webhook.json(("service", webhook.client.json())),
            Self::Url(webhook) => webhook.json(("url", webhook.client.0.as_str().into())),
        }
    }
}

/// A conversion webhook; `Client` is where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook<Client> {
    client: Client,
    ca_bundle: Vec<u8>,
    review_versions: Vec<String>,
}

/// A Service of the cluster, see [`Conversion::webhook_service`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    namespace: String,
    name: String,
    path: Option<String>,
    port: Option<u16>,
}

/// A URL, see [`Conversion::webhook_url`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Url(String);

impl<Client> Webhook<Client> {
    fn of(client: Client) -> Self {
        Self {
            client,
            ca_bundle: Vec::new(),
            review_versions: REVIEW_VERSIONS
                .iter()
                .map(|version| (*version).into())
                .collect(),
        }
    }

    /// The certificates, in PEM form, that the API server trusts when it calls the webhook. Without any, it trusts
    /// those of its own host.
    #[must_use]
    pub fn ca_bundle(mut self, pem: impl Into<Vec<u8>>) -> Self {
        self.ca_bundle = pem.into();
        self
    }

    /// The versions of `ConversionReview` that the webhook answers, the preferred one first; `v1` and `v1beta1` unless
    /// said.
    #[must_use]
    pub fn review_versions<S: Into<String>>(
        mut self,
        versions: impl IntoIterator<Item = S>,
    ) -> Self {
        self.review_versions = versions.into_iter().map(Into::into).collect();
        self
    }

    fn reviewed(self, versions: &[&'static str]) -> Self {
        if versions.is_empty() {
            self
        } else {
            self.review_versions(versions.iter().copied())
        }
    }

    fn json(&self, (member, client): (&str, Value)) -> Value {
        let mut config = Map::from_iter([(member.to_owned(), client)]);
        if !self.ca_bundle.is_empty() {
            config.insert("caBundle".into(), base64::encode(&self.ca_bundle).into());
        }
        json!({
            "strategy": "Webhook",
            "webhook": {"clientConfig": config, "conversionReviewVersions": self.review_versions},
        })
    }
}

impl Webhook<Service> {
    /// The URL path that the API server calls; `/` unless said.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.client.path = Some(path.into());
        self
    }

    /// The Service's port; 443 unless said.
    #[must_use]
    pub fn port(mut self, port: u16) -> Self {
        self.client.port = Some(port);
        self
    }
}

impl Service {
    fn json(&self) -> Value {
        let mut service = Map::new();
        service.insert("namespace".into(), self.namespace.as_str().into());
        service.insert("name".into(), self.name.as_str().into());
        if let Some(path) = &self.path {
            service.insert("path".into(), path.as_str().into());
        }
        if let Some(port) = self.port {
            service.insert("port".into(), port.into());
        }
        service.into()
    }
}

impl From<Webhook<Service>> for Conversion {
    fn from(webhook: Webhook<Service>) -> Self {
        Self::Service(webhook)
    }
}

impl From<Webhook<Url>> for Conversion {
    fn from(webhook: Webhook<Url>) -> Self {
        Self::Url(webhook)
    }
}
