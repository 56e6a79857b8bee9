//! The objects that tell the API server whom to trust.

use k8s_openapi::{
    ByteString,
    api::admissionregistration::v1::{
        MutatingWebhookConfiguration, ValidatingWebhookConfiguration,
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition,
};
use kube_client::{
    Api, Client,
    core::{
        ApiResource, DynamicObject,
        params::{Patch, PatchParams},
    },
};
use serde_json::{Value, json};

use super::{request, state::Anchor};
use crate::tls::{CertificateError, ManagedNames, hosts};

/// What cert-manager writes caBundles for.
const INJECTED: &str = "cert-manager.io/inject-";

/// Whose client configurations are ours.
#[derive(Clone, Debug)]
pub(super) struct Ours {
    namespace: String,
    services: Vec<String>,
    urls: Vec<String>,
}

impl Ours {
    pub(super) fn new(names: &ManagedNames) -> Self {
        let urls = names.urls.iter();
        Self {
            namespace: names.namespace.clone(),
            services: names.services.clone(),
            urls: urls.filter_map(|host| hosts::parse(host).ok()).collect(),
        }
    }

    fn has(&self, config: &Value) -> bool {
        let service = &config["service"];
        if let (Some(namespace), Some(name)) =
            (service["namespace"].as_str(), service["name"].as_str())
        {
            return namespace == self.namespace && self.services.iter().any(|ours| ours == name);
        }
        let host = config["url"].as_str().and_then(|url| {
            let url = url.parse::<http::Uri>().ok()?;
            hosts::parse(url.host()?).ok()
        });
        host.is_some_and(|host| self.urls.contains(&host))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Crd,
    Webhooks,
}

/// One such object, by name.
pub(super) struct Registration {
    kind: Kind,
    name: String,
    /// As errors call it.
    called: String,
    api: Api<DynamicObject>,
    /// As it was read last; read again when its version is another.
    read: Option<Read>,
}

#[derive(Clone, Debug)]
struct Read {
    version: String,
    /// Injected by somebody else.
    injected: bool,
    places: Vec<Place>,
}

/// A client configuration that is ours.
#[derive(Clone, Debug)]
struct Place {
    /// The name of the webhook, none for a CRD.
    webhook: Option<Value>,
    anchors: Vec<Anchor>,
    /// Whether that is all that stands there.
    whole: bool,
}

/// What came of a patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Patched {
    /// It is there now, or was, or nothing of ours is there to patch.
    Agrees,
    /// Somebody else wrote first.
    Conflict,
}

impl Registration {
    pub(super) fn all(client: &Client, names: &ManagedNames) -> Vec<Self> {
        let crd = ApiResource::erase::<CustomResourceDefinition>(&());
        let mutating = ApiResource::erase::<MutatingWebhookConfiguration>(&());
        let validating = ApiResource::erase::<ValidatingWebhookConfiguration>(&());
        [
            (Kind::Crd, crd, &names.crds),
            (Kind::Webhooks, mutating, &names.mutating),
            (Kind::Webhooks, validating, &names.validating),
        ]
        .into_iter()
        .flat_map(|(kind, resource, names)| {
            names.iter().map(move |name| Self {
                kind,
                name: name.clone(),
                called: format!("the {} `{name}`", resource.kind),
                api: Api::all_with(client.clone(), &resource),
                read: None,
            })
        })
        .collect()
    }

    /// Reads it, if it changed. One that is not there yet is no error: it is registered once the server is ready.
    pub(super) async fn read(&mut self, ours: &Ours) -> Result<(), CertificateError> {
        let about = format!("{} cannot be read", self.called);
        let failed = |error| CertificateError::new(format!("{about}: {error}"));
        let last = self.read.take();
        // A CRD may be large, and hardly ever changes.
        let metadata = request(self.api.get_metadata_opt(&self.name))
            .await
            .map_err(failed)?;
        let Some(metadata) = metadata else {
            return Ok(());
        };
        let version = metadata.metadata.resource_version;
        if let Some(last) = last
            && version.as_ref() == Some(&last.version)
        {
            self.read = Some(last);
            return Ok(());
        }
        let object = request(self.api.get_opt(&self.name))
            .await
            .map_err(failed)?;
        self.read = object.map(|object| self.find(&object, ours));
        Ok(())
    }

    fn find(&self, object: &DynamicObject, ours: &Ours) -> Read {
        let data = &object.data;
        let mut places = Vec::new();
        let mut look = |config: &Value, webhook: Option<Value>| {
            if ours.has(config) {
                places.push(place(config, webhook));
            }
        };
        match self.kind {
            Kind::Crd => look(&data["spec"]["conversion"]["webhook"]["clientConfig"], None),
            Kind::Webhooks => {
                for webhook in data["webhooks"].as_array().into_iter().flatten() {
                    look(&webhook["clientConfig"], Some(webhook["name"].clone()));
                }
            }
        }
        if places.is_empty() {
            tracing::warn!(object = %self.called, "no webhook in it is ours, its caBundle is left as it is");
        }
        let annotations = object.metadata.annotations.iter().flatten();
        Read {
            version: object.metadata.resource_version.clone().unwrap_or_default(),
            injected: annotations
                .into_iter()
                .any(|(key, _)| key.starts_with(INJECTED)),
            places,
        }
    }

    /// What it has the API server trust.
    pub(super) fn trusted(&self) -> impl Iterator<Item = &Anchor> {
        let places = self.read.iter().flat_map(|read| &read.places);
        places.flat_map(|place| &place.anchors)
    }

    /// Whether every place of ours has it; true where there is none.
    pub(super) fn trusts(&self, anchor: &Anchor) -> bool {
        let mut places = self.read.iter().flat_map(|read| &read.places);
        places.all(|place| place.anchors.contains(anchor))
    }

    /// Writes the bundle where another stands, unless the object is another than was read.
    pub(super) async fn patch(
        &mut self,
        wanted: &[Anchor],
        bundle: &str,
        ours: &Ours,
    ) -> Result<Patched, CertificateError> {
        let Some(patch) = self.difference(wanted, bundle)? else {
            return Ok(Patched::Agrees);
        };
        let params = PatchParams {
            field_manager: Some("wheelwright".to_owned()),
            ..PatchParams::default()
        };
        match request(self.api.patch(&self.name, &params, &patch)).await {
            Ok(object) => {
                tracing::info!(object = %self.called, "caBundle written");
                self.read = Some(self.find(&object, ours));
                Ok(Patched::Agrees)
            }
            Err(error) if error.is(409) || error.is(404) => Ok(Patched::Conflict),
            Err(error) => Err(CertificateError::new(format!(
                "the caBundle of {} cannot be written: {error}",
                self.called
            ))),
        }
    }

    fn difference(
        &self,
        wanted: &[Anchor],
        bundle: &str,
    ) -> Result<Option<Patch<Value>>, CertificateError> {
        let Some(read) = &self.read else {
            return Ok(None);
        };
        let places = read.places.iter();
        let mut places = places.filter(|place| !place.agrees(wanted)).peekable();
        if places.peek().is_none() {
            return Ok(None);
        }
        if read.injected {
            return Err(CertificateError::new(format!(
                "the caBundle of {} is written by cert-manager: take the annotation `{INJECTED}…` away, or serve cert-manager's Secret as files",
                self.called
            )));
        }
        let config = json!({ "caBundle": ByteString(bundle.as_bytes().to_vec()) });
        let metadata = json!({ "resourceVersion": read.version });
        Ok(Some(match self.kind {
            Kind::Crd => Patch::Merge(json!({
                "metadata": metadata,
                "spec": { "conversion": { "webhook": { "clientConfig": config } } },
            })),
            // The API server merges webhooks by their names.
            Kind::Webhooks => Patch::Strategic(json!({
                "metadata": metadata,
                "webhooks": places
                    .map(|place| json!({ "name": place.webhook, "clientConfig": config }))
                    .collect::<Vec<_>>(),
            })),
        }))
    }
}

impl Place {
    fn agrees(&self, wanted: &[Anchor]) -> bool {
        self.whole
            && self.anchors.len() == wanted.len()
            && wanted.iter().all(|anchor| self.anchors.contains(anchor))
    }
}

fn place(config: &Value, webhook: Option<Value>) -> Place {
    let bundle = serde_json::from_value::<ByteString>(config["caBundle"].clone());
    let text = bundle
        .ok()
        .and_then(|bytes| String::from_utf8(bytes.0).ok());
    let anchors = text.map(|text| Anchor::all(&text)).unwrap_or_default();
    Place {
        webhook,
        whole: !anchors.is_empty(),
        anchors,
    }
}
