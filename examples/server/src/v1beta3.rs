//! The hub: what is refused is a decision of the server's own.

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

use crate::selector::Selector;

/// A port of some pods.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "policy.linkerd.io",
    version = "v1beta3",
    kind = "Server",
    namespaced,
    shortname = "srv",
    storage,
    derive(PartialEq),
    conversion(webhook(service = "linkerd/server-webhook", path = "/convert"))
)]
#[schema(one_of({ required: ["podSelector"] }, { required: ["externalWorkloadSelector"] }))]
#[serde(rename_all = "camelCase")]
pub struct ServerSpec {
    /// Selects pods in the same namespace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pod_selector: Option<Selector>,
    /// Selects `ExternalWorkload`s in the same namespace.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_workload_selector: Option<Selector>,
    /// A port name or number. Must exist in a pod spec.
    #[schema(
        int_or_string,
        column(
            name = "Port",
            type = "string",
            description = "The port the server is listening on"
        )
    )]
    pub port: IntOrString,
    /// How the protocol of inbound connections is found out. Supersedes the `config.linkerd.io/opaque-ports` annotation.
    #[schema(
        default,
        column(name = "Protocol", description = "The protocol of the server")
    )]
    #[serde(default = "unknown")]
    pub proxy_protocol: String,
    /// What happens to traffic that no rule is about.
    #[schema(
        default,
        column(
            name = "Access Policy",
            description = "The default access policy applied when the traffic doesn't match any of the policy rules"
        )
    )]
    #[serde(default = "deny")]
    pub access_policy: String,
}

/// What the server does unless it is told otherwise.
#[must_use]
pub fn deny() -> String {
    "deny".to_owned()
}

pub(crate) fn unknown() -> String {
    "unknown".to_owned()
}
