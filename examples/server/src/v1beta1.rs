//! For pods only.

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{selector::Selector, v1beta2, v1beta3::unknown};

/// A port of some pods.
#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    hub = v1beta2::Server,
    version = "v1beta1",
    deprecated = "policy.linkerd.io/v1beta1 Server is deprecated; use policy.linkerd.io/v1beta3 Server",
    derive(PartialEq),
)]
#[spoke(hub = v1beta2::ServerSpec)]
#[serde(rename_all = "camelCase")]
pub struct ServerSpec {
    /// Selects pods in the same namespace.
    #[spoke(to("pod_selector", "external_workload_selector"), with = of_pods, back = pods_of)]
    pub pod_selector: Selector,
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

fn of_pods(pods: Selector) -> (Option<Selector>, Option<Selector>) {
    (Some(pods), None)
}

/// A server of external workloads is about no pods; by pruning alone it would be about all of them.
fn pods_of(pods: Option<Selector>, external_workloads: Option<Selector>) -> Selector {
    match (pods, external_workloads) {
        (Some(pods), None) => pods,
        _ => Selector::nothing(),
    }
}
