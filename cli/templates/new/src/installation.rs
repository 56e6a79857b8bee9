//! What runs the program in a cluster: CRD, Deployment, Service, RBAC, and what registers its webhooks.

use wheelwright::webhook::{
    ServerError,
    deploy::{Certificates, Installation},
};

use crate::webhook;

/// The name of all that is installed, and of the namespace.
pub const NAME: &str = "{{app}}";
/// The image, unless another one is said.
pub const IMAGE: &str = "{{app}}:0.1.0";

/// All of it, for `kubectl apply`. The replicas make the certificate themselves and keep it in a Secret.
///
/// # Errors
///
/// If handlers contradict each other.
pub fn installation(image: &str) -> Result<Installation, ServerError> {
    Ok(complete(Installation::new(NAME, NAME, image))?
        .certificates(Certificates::Managed)
        .args(["serve"])
        // What the controller does.
        .watches("{{group}}", "{{plural}}")
        .allows("{{group}}", "{{plural}}/status", ["patch"])
        // Some clusters (OpenShift) ask for this of who makes an object a part of another.
        .allows("{{group}}", "{{plural}}/finalizers", ["update"])
        .allows(
            "",
            "configmaps",
            ["get", "list", "watch", "create", "patch"],
        ))
}

/// The CRD and the webhook configurations alone, for a server that runs elsewhere, at this `https` URL.
///
/// # Errors
///
/// As [`installation`].
pub fn installation_at(url: &str) -> Result<Installation, ServerError> {
    complete(Installation::at_url(NAME, url))
}

fn complete(installation: Installation) -> Result<Installation, ServerError> {
    Ok(installation
        .crd(crate::{{wheel}}::manifest())
        .registrations(webhook::server().registrations()?))
}
