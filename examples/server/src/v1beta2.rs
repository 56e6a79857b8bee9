//! Without an access policy of its own.

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{
    selector::Selector,
    v1beta3::{self, unknown},
};

/// A port of some pods.
#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(hub = v1beta3::Server, version = "v1beta2", derive(PartialEq))]
#[spoke(hub = v1beta3::ServerSpec, added(access_policy = v1beta3::deny()))]
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
}
