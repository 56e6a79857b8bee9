//! What makes a cluster call the server, and runs it there.
//!
//! The room of Wheelwright that knows how a server is installed. Its door is [`Installation`]. A part of `wheelwright`, which
//! is what to depend on.

mod access;
mod certificates;
mod check;
mod definition;
mod document;
mod image;
mod kept;
mod names;
mod problem;
mod registration;
mod trust;
mod workload;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::Duration,
};

use serde_json::Value;

pub use certificates::Certificates;
pub use document::{Part, WriteError};
pub use names::Names;
pub use problem::{NotInstallable, Problem};
pub use wheelwright_grammar::{
    name::{KindError, NameError},
    url::{UrlError, UrlErrorReason},
    webhook::WebhookUrlError,
};
pub use workload::MALLOC;

use admission::Registration;
use document::Document;
use manifest::Manifest;
use registration::Webhooks;
use wheelwright_schema::{admit, manifest};
use wheelwright_webhook::{admission, tls};
use wheelwright_yaml::write as yaml;

/// The port that the server listens on.
pub const PORT: u16 = 8443;
/// The path of conversion.
const CONVERT: &str = "/convert";

/// Everything that makes a cluster call a webhook server, and runs the server in it.
///
/// See the module for what it consists of and how it is installed.
#[derive(Clone, Debug)]
#[must_use = "nothing is generated before `objects`, `yaml` or `write_to`"]
pub struct Installation {
    name: String,
    place: Place,
    crds: Vec<Manifest>,
    registrations: Vec<Registration>,
    watches: Vec<(String, String)>,
    allows: Vec<Allowed>,
    installs: bool,
    certificates: Certificates,
    replicas: u16,
    args: Option<Vec<String>>,
    labels: BTreeMap<String, String>,
    drain: Duration,
    cpu: u32,
    memory: (u32, u32),
    webhooks: Webhooks,
    samples: Vec<Value>,
    warns_of_deprecated: bool,
}

/// What a rule of the `ClusterRole` allows.
#[derive(Clone, Debug, PartialEq)]
struct Allowed {
    group: String,
    resource: String,
    verbs: Vec<String>,
}

/// Where the server runs.
#[derive(Clone, Debug)]
enum Place {
    Cluster {
        namespace: String,
        /// Whether the namespace is made here.
        new: bool,
        service: String,
        image: String,
    },
    Url(String),
}

/// What becomes of a request when the server does not answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FailurePolicy {
    /// It is refused: nothing is stored that no handler has seen.
    #[default]
    Fail,
    /// It goes on as if there were no handler.
    Ignore,
}

impl Installation {
    /// A server that runs in the cluster: the name of all its objects, the namespace, the image. Certificates are made by
    /// cert-manager unless [said otherwise](Self::certificates).
    pub fn new(
        name: impl Into<String>,
        namespace: impl Into<String>,
        image: impl Into<String>,
    ) -> Self {
        let name = name.into();
        let place = Place::Cluster {
            namespace: namespace.into(),
            new: true,
            service: name.clone(),
            image: image.into(),
        };
        Self::at(name, place, Certificates::cert_manager())
    }

    /// A server that runs elsewhere, at this `https` URL without a path, so that only CRDs and webhook configurations are
    /// installed: for development, and for tests. With [`Certificates::Managed`], which it starts with, they get no CA
    /// bundle, and the API server goes by the authorities of its host.
    pub fn at_url(name: impl Into<String>, url: impl Into<String>) -> Self {
        let mut url = url.into();
        url.truncate(url.trim_end_matches('/').len());
        Self::at(name.into(), Place::Url(url), Certificates::Managed)
    }

    fn at(name: String, place: Place, certificates: Certificates) -> Self {
        Self {
            webhooks: Webhooks::of(&name),
            name,
            place,
            crds: Vec::new(),
            registrations: Vec::new(),
            watches: Vec::new(),
            allows: Vec::new(),
            installs: false,
            certificates,
            replicas: 2,
            args: None,
            labels: BTreeMap::new(),
            drain: Duration::from_secs(40),
            cpu: 100,
            memory: (64, 1536),
            samples: Vec::new(),
            warns_of_deprecated: false,
        }
    }

    /// The namespace is there already; by default it is installed too. What else is in it is left out of admission, see
    /// [`excluded_namespaces`](Self::excluded_namespaces).
    pub fn existing_namespace(mut self) -> Self {
        if let Place::Cluster { new, .. } = &mut self.place {
            *new = false;
        }
        self
    }

    /// The name of the Service; by default that of the installation. Certificates carry `<service>.<namespace>.svc`.
    pub fn service(mut self, name: impl Into<String>) -> Self {
        if let Place::Cluster { service, .. } = &mut self.place {
            *service = name.into();
        }
        self
    }

    /// The CRD of a wheel. Where its manifest says that a webhook converts, or has several versions and says nothing, the
    /// webhook is this server, whatever the attribute says of where it is.
    pub fn crd(mut self, manifest: Manifest) -> Self {
        self.crds.push(manifest);
        self
    }

    /// As [`crd`](Self::crd), several.
    pub fn crds(mut self, manifests: impl IntoIterator<Item = Manifest>) -> Self {
        self.crds.extend(manifests);
        self
    }

    /// What handlers are registered for; those of one stage and kind become one webhook.
    pub fn registrations(mut self, registrations: impl IntoIterator<Item = Registration>) -> Self {
        self.registrations.extend(registrations);
        self
    }

    /// Handlers look at all objects of this resource, which the server watches: `("restaurant.example.com", "toppings")`.
    pub fn watches(mut self, group: impl Into<String>, plural: impl Into<String>) -> Self {
        self.watches.push((group.into(), plural.into()));
        self
    }

    /// What else the program does with a resource, such as a controller that is part of it: the group (empty for that of pods), the
    /// resource, with a subresource if one is meant (`pizzas/status`), and the verbs. It may do so in every namespace.
    pub fn allows<S: Into<String>>(
        mut self,
        group: impl Into<String>,
        resource: impl Into<String>,
        verbs: impl IntoIterator<Item = S>,
    ) -> Self {
        self.allows.push(Allowed {
            group: group.into(),
            resource: resource.into(),
            verbs: verbs.into_iter().map(Into::into).collect(),
        });
        self
    }

    /// The server installs its CRDs itself, by `Server::installs` with [`manifests`](Self::manifests): they are left out of what is
    /// generated, and the server gets the rights that it takes. Uninstalling and migrating take those on the objects as well, which
    /// a Job has by [`allows`](Self::allows), or whoever runs it.
    pub const fn installs(mut self) -> Self {
        self.installs = true;
        self
    }

    /// Where the server's certificate comes from.
    pub fn certificates(mut self, certificates: Certificates) -> Self {
        self.certificates = certificates;
        self
    }

    /// How many pods; 2 by default.
    pub const fn replicas(mut self, replicas: u16) -> Self {
        self.replicas = replicas;
        self
    }

    /// The container's arguments. By default `serve`, with `--cert` and `--key` and the files that are mounted, or with
    /// `--managed` where the server makes its certificate itself.
    pub fn args<S: Into<String>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.args = Some(args.into_iter().map(Into::into).collect());
        self
    }

    /// A label of every object but the CRDs, which say theirs in `#[crd(label(…))]`, and the samples.
    pub fn label(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.labels.insert(key.into(), value.into());
        self
    }

    /// How long the server takes at most from SIGTERM to its end: its drain delay, and the time that it gives to requests
    /// that are being answered. 40 s by default. A pod gets 5 s more.
    pub const fn drain(mut self, drain: Duration) -> Self {
        self.drain = drain;
        self
    }

    /// How much of a core is reserved for each pod, in thousandths; 100 by default. There is no limit: a server that is
    /// throttled holds up everybody who writes.
    pub const fn cpu(mut self, millis: u32) -> Self {
        self.cpu = millis;
        self
    }

    /// How much memory is reserved for each pod, and how much it may use at most, in MiB; 64 and 1536 by default. That
    /// is room for what a server takes at once by its default [`Limits`](wheelwright_webhook::Limits): three times the
    /// bodies, large ones and small, what objects take while they are opened, and itself. With a lower limit here give the
    /// server lower ones too, or it is killed before it refuses anything.
    pub const fn memory(mut self, request: u32, limit: u32) -> Self {
        self.memory = (request, limit);
        self
    }

    /// The name of a kind's webhooks, both of the mutating and the validating one; by default the name of its CRD,
    /// `<plural>.<group>`. Clients read it in every denial: `admission webhook "<name>" denied the request: …`. It has at
    /// least three parts.
    pub fn webhook_name(mut self, kind: impl Into<String>, name: impl Into<String>) -> Self {
        self.webhooks.names.push((kind.into(), name.into()));
        self
    }

    /// What becomes of a request when the server does not answer; it fails by default.
    pub const fn failure_policy(mut self, policy: FailurePolicy) -> Self {
        self.webhooks.failure_policy = policy;
        self
    }

    /// How long the API server waits for an admission webhook, from 1 to 30 seconds; 5 by default.
    pub const fn timeout_seconds(mut self, seconds: u8) -> Self {
        self.webhooks.timeout_seconds = seconds;
        self
    }

    /// The namespaces whose objects are not sent to the webhooks, in place of the default: those of the control plane
    /// (`kube-system`, `kube-public`, `kube-node-lease`) and the installation's own.
    pub fn excluded_namespaces<S: Into<String>>(
        mut self,
        namespaces: impl IntoIterator<Item = S>,
    ) -> Self {
        self.webhooks.excluded = Some(namespaces.into_iter().map(Into::into).collect());
        self
    }

    /// The labels that leave an object out of mutation, in place of the default, `app.kubernetes.io/name=<name>`: what
    /// belongs to the installation itself. Validation knows no such label, because whoever writes an object could leave it
    /// out by one.
    pub fn unmutated_labels<K: Into<String>, V: Into<String>>(
        mut self,
        labels: impl IntoIterator<Item = (K, V)>,
    ) -> Self {
        self.webhooks.unmutated = pairs(labels);
        self
    }

    /// The conditions, as names and CEL expressions, under which a request is sent to the webhooks, in place of the
    /// default, which leaves out updates that take finalizers from an object that is being deleted, and change neither its
    /// spec nor its annotations.
    pub fn match_conditions<N: Into<String>, E: Into<String>>(
        mut self,
        conditions: impl IntoIterator<Item = (N, E)>,
    ) -> Self {
        self.webhooks.conditions = pairs(conditions);
        self
    }

    /// An object to try the installation with.
    pub fn sample(mut self, object: Value) -> Self {
        self.samples.push(object);
        self
    }

    /// Adds the policies by which the API server warns of deprecated fields, which it does then even when no pod answers:
    /// [`Manifest::deprecation_policies`]. Not beside [`WarnDeprecated`](crate::admission::WarnDeprecated), or clients are warned twice.
    pub const fn deprecation_policies(mut self) -> Self {
        self.warns_of_deprecated = true;
        self
    }

    /// Ends in an error if an API server would refuse one of the objects, or the installation would not work.
    pub fn check(&self) -> Result<(), NotInstallable> {
        check::check(self)
    }

    /// The CRDs as they are installed, for `Install::new`: where a webhook converts, it is this server.
    #[must_use]
    pub fn manifests(&self) -> Vec<Manifest> {
        let manifests = self.crds.iter();
        manifests
            .map(|manifest| definition::placed(self, manifest))
            .collect()
    }

    /// All objects, samples last, in the order in which they are to be created.
    pub fn objects(&self) -> Result<Vec<Value>, NotInstallable> {
        let documents = self.documents()?.into_iter();
        Ok(documents.map(|document| document.object).collect())
    }

    /// All objects as one YAML stream, the same text for the same input, each with a comment.
    pub fn yaml(&self) -> Result<String, NotInstallable> {
        Ok(document::stream(self.documents()?.iter()))
    }

    /// As [`yaml`](Self::yaml), one part of it.
    pub fn yaml_of(&self, part: Part) -> Result<String, NotInstallable> {
        let documents = self.documents()?;
        Ok(document::stream(
            documents.iter().filter(|document| document.part == part),
        ))
    }

    /// Writes a file for each object, in a folder for each part, and `kustomization.yaml` for the first two. Files that
    /// would not change are not touched; numbered files of an earlier run that are no longer part of it are removed.
    /// What was written or removed is returned. A file with a private key is readable to its owner only.
    ///
    /// # Errors
    ///
    /// If the installation has errors, before anything is written; or if a file cannot be written.
    pub fn write_to(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>, WriteError> {
        let files = document::files(&self.name, &self.documents()?);
        document::write(folder.as_ref(), &files)
    }

    fn documents(&self) -> Result<Vec<Document>, NotInstallable> {
        self.check()?;
        let mut documents = Vec::new();
        workload::namespace(self, &mut documents);
        if !self.installs {
            definition::crds(self, &mut documents)
                .map_err(|problem| NotInstallable::new(self.name.clone(), vec![problem]))?;
        }
        if let Place::Cluster {
            namespace,
            service,
            image,
            ..
        } = &self.place
        {
            access::write(self, namespace, &mut documents);
            trust::write(self, namespace, &mut documents);
            workload::write(self, namespace, service, image, &mut documents);
        }
        registration::write(self, &mut documents);
        definition::policies(self, &mut documents)
            .map_err(|problem| NotInstallable::new(self.name.clone(), vec![problem]))?;
        document::samples(self, &mut documents);
        Ok(documents)
    }

    /// The host that the API server calls, which the certificate must be for.
    fn called_host(&self) -> String {
        match &self.place {
            Place::Cluster {
                namespace, service, ..
            } => format!("{service}.{namespace}.svc"),
            Place::Url(url) => check::host(url),
        }
    }

    fn namespace(&self) -> Option<&str> {
        match &self.place {
            Place::Cluster { namespace, .. } => Some(namespace),
            Place::Url(_) => None,
        }
    }

    fn secret(&self) -> String {
        format!("{}-tls", self.name)
    }
}

fn pairs<K: Into<String>, V: Into<String>>(
    pairs: impl IntoIterator<Item = (K, V)>,
) -> Vec<(String, String)> {
    let pairs = pairs.into_iter();
    pairs
        .map(|(key, value)| (key.into(), value.into()))
        .collect()
}
