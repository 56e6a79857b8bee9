//! The names in an installation that others have to know.

use super::{Installation, Place, definition};
use crate::{manifest::Manifest, tls::ManagedNames};

/// What there is to know about an installation for whoever writes certificates and CA bundles into it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Names {
    /// The namespace; none outside of a cluster.
    pub namespace: Option<String>,
    /// The Secret of the certificate, in the namespace.
    pub secret: String,
    /// What the API server calls, and so must be in the certificate, first; then what people call in the cluster.
    pub hosts: Vec<String>,
    /// The CRDs whose conversion webhook this server is.
    pub crds: Vec<String>,
    /// The `MutatingWebhookConfiguration`, if there is one.
    pub mutating: Option<String>,
    /// The `ValidatingWebhookConfiguration`, if there is one.
    pub validating: Option<String>,
}

impl Installation {
    /// The names of what carries certificates, and of what trusts them.
    #[must_use]
    pub fn names(&self) -> Names {
        let (namespace, hosts) = match &self.place {
            Place::Cluster {
                namespace, service, ..
            } => {
                let host = self.called_host();
                let hosts = [
                    host.clone(),
                    format!("{host}.cluster.local"),
                    format!("{service}.{namespace}"),
                ];
                (Some(namespace.clone()), hosts.into())
            }
            Place::Url(_) => (None, vec![self.called_host()]),
        };
        let crds = self.crds.iter().filter(|crd| definition::converts(crd));
        Names {
            namespace,
            secret: self.secret(),
            hosts,
            crds: crds.map(Manifest::name).collect(),
            mutating: self.mutates().then(|| self.name.clone()),
            validating: self.validates().then(|| self.name.clone()),
        }
    }

    /// What a server in the cluster, which manages its certificate itself, goes by.
    #[must_use]
    pub fn managed_names(&self) -> Option<ManagedNames> {
        let Place::Cluster { service, .. } = &self.place else {
            return None;
        };
        let names = self.names();
        let mut managed = ManagedNames::new(names.namespace?, names.secret).service(service);
        for crd in names.crds {
            managed = managed.crd(crd);
        }
        if let Some(name) = names.mutating {
            managed = managed.mutating(name);
        }
        if let Some(name) = names.validating {
            managed = managed.validating(name);
        }
        Some(managed)
    }
}
