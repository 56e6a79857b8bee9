//! The same fields as [`v1beta1`], of which the schema takes fewer values: a selector has labels or expressions.

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{selector::Selector, v1beta1, v1beta3::unknown};

/// A port of some pods.
#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    hub = v1beta1::Server,
    version = "v1alpha1",
    deprecated = "policy.linkerd.io/v1alpha1 Server is deprecated; use policy.linkerd.io/v1beta1 Server",
    derive(PartialEq),
)]
#[spoke(hub = v1beta1::ServerSpec)]
#[serde(rename_all = "camelCase")]
pub struct ServerSpec {
    /// Selects pods in the same namespace.
    #[schema(one_of({ required: ["matchExpressions"] }, { required: ["matchLabels"] }))]
    pub pod_selector: Selector,
    /// A port name or number. Must exist in a pod spec.
    #[schema(int_or_string)]
    pub port: IntOrString,
    /// How the protocol of inbound connections is found out. Supersedes the `config.linkerd.io/opaque-ports` annotation.
    #[schema(default)]
    #[serde(default = "unknown")]
    pub proxy_protocol: String,
}
