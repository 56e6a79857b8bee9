//! What a managed certificate is kept in, is for, and is trusted by.

use k8s_openapi::api::rbac::v1::PolicyRule;

/// The names that `Managed` goes by, and what it has to be allowed.
///
/// ```
/// use wheelwright::webhook::tls::ManagedNames;
///
/// let names = ManagedNames::new("pizza-crd", "pizza-tls")
///     .service("pizza-crd")
///     .crd("pizzas.restaurant.programming-kubernetes.info")
///     .validating("pizza-crd");
/// assert_eq!(names.hosts(), ["pizza-crd.pizza-crd.svc"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManagedNames {
    pub(super) namespace: String,
    pub(super) secret: String,
    pub(super) services: Vec<String>,
    pub(super) urls: Vec<String>,
    pub(super) crds: Vec<String>,
    pub(super) mutating: Vec<String>,
    pub(super) validating: Vec<String>,
}

impl ManagedNames {
    /// The Secret that all replicas share.
    pub fn new(namespace: impl Into<String>, secret: impl Into<String>) -> Self {
        Self {
            namespace: namespace.into(),
            secret: secret.into(),
            services: Vec::new(),
            urls: Vec::new(),
            crds: Vec::new(),
            mutating: Vec::new(),
            validating: Vec::new(),
        }
    }

    /// A service in the namespace of the Secret, through which the API server reaches the replicas.
    #[must_use]
    pub fn service(mut self, name: impl Into<String>) -> Self {
        self.services.push(name.into());
        self
    }

    /// A host or IP address in the `url` of a client configuration, where there is no service.
    #[must_use]
    pub fn url_host(mut self, host: impl Into<String>) -> Self {
        self.urls.push(host.into());
        self
    }

    /// A CRD, by its full name, whose conversion webhook is to trust the certificate.
    #[must_use]
    pub fn crd(mut self, name: impl Into<String>) -> Self {
        self.crds.push(name.into());
        self
    }

    /// A `MutatingWebhookConfiguration` whose webhooks at our service or host are to trust the certificate.
    #[must_use]
    pub fn mutating(mut self, name: impl Into<String>) -> Self {
        self.mutating.push(name.into());
        self
    }

    /// As [`ManagedNames::mutating`], a `ValidatingWebhookConfiguration`.
    #[must_use]
    pub fn validating(mut self, name: impl Into<String>) -> Self {
        self.validating.push(name.into());
        self
    }

    /// Whom the certificate is for: `<service>.<namespace>.svc` and the hosts of URLs.
    #[must_use]
    pub fn hosts(&self) -> Vec<String> {
        let services = self.services.iter();
        services
            .map(|service| format!("{service}.{}.svc", self.namespace))
            .chain(self.urls.iter().cloned())
            .collect()
    }

    /// What a `Role` in the namespace has to allow. `create` cannot be limited to a name: leave that rule out if an empty
    /// Secret of the name is there from the start.
    #[must_use]
    pub fn role(&self) -> Vec<PolicyRule> {
        let secret = std::slice::from_ref(&self.secret);
        vec![
            rule("", "secrets", &["create"], &[]),
            rule("", "secrets", &["get", "update"], secret),
        ]
    }

    /// What a `ClusterRole` has to allow.
    #[must_use]
    pub fn cluster_role(&self) -> Vec<PolicyRule> {
        [
            (
                "apiextensions.k8s.io",
                "customresourcedefinitions",
                &self.crds,
            ),
            (
                "admissionregistration.k8s.io",
                "mutatingwebhookconfigurations",
                &self.mutating,
            ),
            (
                "admissionregistration.k8s.io",
                "validatingwebhookconfigurations",
                &self.validating,
            ),
        ]
        .into_iter()
        .filter(|(_, _, names)| !names.is_empty())
        .map(|(group, resource, names)| rule(group, resource, &["get", "patch"], names))
        .collect()
    }
}

fn rule(group: &str, resource: &str, verbs: &[&str], names: &[String]) -> PolicyRule {
    PolicyRule {
        api_groups: Some(vec![group.to_owned()]),
        resources: Some(vec![resource.to_owned()]),
        resource_names: (!names.is_empty()).then(|| names.to_vec()),
        verbs: verbs.iter().map(|verb| (*verb).to_owned()).collect(),
        ..PolicyRule::default()
    }
}
