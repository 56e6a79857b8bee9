//! `conversion(…)`: `spec.conversion` of the CRD.

use wheelwright_grammar::name;
use wheelwright_grammar::vocabulary::REVIEW_VERSIONS;
use wheelwright_grammar::webhook::{self, DEFAULT_PORT, ServiceError, WebhookUrlError};

use super::forms::{CONVERSION, WEBHOOK};
use super::text::{is_good, non_empty};
use crate::attrs::{Key, Slot};
use crate::diag::Spanned;

/// How the API server converts between versions.
pub(crate) enum Conversion {
    None,
    /// None, though schemas may differ.
    Unchecked,
    Webhook {
        client: Client,
        review_versions: Vec<String>,
    },
}

/// Where the webhook is.
pub(crate) enum Client {
    Service {
        namespace: String,
        name: String,
        path: String,
        port: u16,
    },
    Url(String),
}

impl Conversion {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let keys = key.nested(CONVERSION)?;
        let names: Vec<&str> = keys.iter().map(|key| key.form.name).collect();
        match (names.as_slice(), keys.as_slice()) {
            (["none"], [none]) => none.bare().map(|()| Self::None),
            (["webhook"], [webhook]) => Self::webhook(webhook),
            (["none", "unchecked"], [none, unchecked]) => {
                none.bare()?;
                unchecked.bare().map(|()| Self::Unchecked)
            }
            ([] | ["unchecked"], _) => {
                key.wrong("`none` or `webhook(…)`");
                None
            }
            _ => {
                key.errors.at(
                    key.span,
                    "one CRD has one conversion; keep `none`, `none, unchecked` or one `webhook(…)`",
                );
                None
            }
        }
    }

    fn webhook(key: &Key<'_>) -> Option<Self> {
        let (mut service, mut path, mut port) = (Slot::default(), Slot::default(), Slot::default());
        let (mut url, mut versions) = (Slot::default(), Slot::default());
        for key in &key.nested(WEBHOOK)? {
            match key.form.name {
                "service" => service.set(key, service_name(key)),
                "path" => path.set(key, service_path(key)),
                "port" => port.set(key, service_port(key)),
                "url" => url.set(key, https_url(key)),
                _ => versions.set(key, review_versions(key)),
            }
        }
        let one = "exactly one of url or service is required";
        match (service.key_span(), url.key_span()) {
            (Some(_), Some(url)) => {
                key.errors.at(url, format_args!("a webhook is behind a service or at a URL; keep one of them (the API server: `{one}`)"));
                return None;
            }
            (None, None) => {
                key.errors.at(
                    key.span,
                    format_args!("`webhook` lacks where it is; write `service = \"namespace/name\"` or `url = \"https://…\"` (the API server: `{one}`)"),
                );
                return None;
            }
            (None, Some(_)) => {
                for (name, slot) in [("path", path.key_span()), ("port", port.key_span())] {
                    if let Some(span) = slot {
                        key.errors.at(
                            span,
                            format_args!("`{name}` belongs to `service`; write it in the URL"),
                        );
                    }
                }
            }
            (Some(_), None) => {}
        }
        let review_versions = if versions.key_span().is_some() {
            versions.take()?.value
        } else {
            REVIEW_VERSIONS
                .iter()
                .map(|version| (*version).to_owned())
                .collect()
        };
        let client = if let Some(url) = url.take() {
            Client::Url(url.value)
        } else {
            let (namespace, name) = service.take()?.value;
            let path = path.take().map_or_else(String::new, |path| path.value);
            let port = port
                .take()
                .map_or(u16::try_from(DEFAULT_PORT).ok(), |port| Some(port.value))?;
            Client::Service {
                namespace,
                name,
                path,
                port,
            }
        };
        Some(Self::Webhook {
            client,
            review_versions,
        })
    }
}

fn service_name(key: &Key<'_>) -> Option<(String, String)> {
    let text = non_empty(key)?;
    let Some((namespace, name)) = text.split_once('/') else {
        key.wrong("a namespace and a name");
        return None;
    };
    let at = |part: &str| Spanned::new(part.to_owned(), key.value_span());
    let (namespace, name) = (at(namespace), at(name));
    let good = is_good(
        &namespace,
        "the namespace of a service",
        name::dns1123_label,
        key,
    );
    let good = is_good(&name, "the name of a service", name::dns1123_label, key) && good;
    good.then_some((namespace.value, name.value))
}

fn service_path(key: &Key<'_>) -> Option<String> {
    let path = key.string()?;
    let complaints = webhook::check_path(&path);
    report(key, &complaints, ServiceError::server);
    complaints.is_empty().then_some(path)
}

fn service_port(key: &Key<'_>) -> Option<u16> {
    let port: i64 = key.integer()?;
    if let Err(error) = webhook::check_port(port) {
        report(key, &[error], ServiceError::server);
        return None;
    }
    u16::try_from(port).ok()
}

fn https_url(key: &Key<'_>) -> Option<String> {
    let url = key.string()?;
    let complaints = webhook::check_url(&url);
    for complaint in &complaints {
        key.errors.at(
            key.value_span(),
            format_args!(
                "{complaint} (the API server: `{}`)",
                WebhookUrlError::server(complaint)
            ),
        );
    }
    complaints.is_empty().then_some(url)
}

fn report(key: &Key<'_>, complaints: &[ServiceError], server: fn(ServiceError) -> String) {
    for complaint in complaints {
        key.errors.at(
            key.value_span(),
            format_args!("{complaint} (the API server: `{}`)", server(*complaint)),
        );
    }
}

fn review_versions(key: &Key<'_>) -> Option<Vec<String>> {
    let versions = key.strings()?;
    let mut good = true;
    for (i, version) in versions.iter().enumerate() {
        good &= is_good(version, "a review version", name::dns1035_label, key);
        if versions[..i]
            .iter()
            .any(|earlier| earlier.value == version.value)
        {
            key.errors.at(
                version.span,
                format_args!(
                    "`{}` is there already; keep one (the API server: `duplicate version`)",
                    version.value
                ),
            );
            good = false;
        }
    }
    if !versions
        .iter()
        .any(|version| REVIEW_VERSIONS.contains(&version.value.as_str()))
    {
        key.errors.at(
            key.value_span(),
            "no API server speaks any of these; write `review_versions(\"v1\")` (the API server: `must include at least one of v1, v1beta1`)",
        );
        good = false;
    }
    good.then(|| versions.into_iter().map(|version| version.value).collect())
}
