//! The hub.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

use crate::shared::{ResourceRef, Strategy, V1Beta1Condition};

/// Manifests that are applied to clusters.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "addons.cluster.x-k8s.io",
    version = "v1beta2",
    kind = "ClusterResourceSet",
    namespaced,
    storage,
    category = "cluster-api",
    type_meta,
    status = ClusterResourceSetStatus,
    derive(PartialEq),
    printcolumn(
        name = "Applied",
        type = "string",
        path = ".status.conditions[?(@.type==\"ResourcesApplied\")].status",
        description = "Resource applied",
    ),
    printcolumn(
        name = "Paused",
        type = "string",
        path = ".status.conditions[?(@.type==\"Paused\")].status",
        description = "Reconciliation paused",
        priority = 10,
    ),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp", description = "Time duration since creation of ClusterResourceSet"),
    conversion(webhook(service = "capi-system/capi-webhook-service", path = "/convert")),
)]
#[serde(rename_all = "camelCase")]
pub struct ClusterResourceSetSpec {
    /// The labels of the clusters. None select no cluster.
    #[schema(struct_type = "atomic")]
    pub cluster_selector: LabelSelector,
    /// What holds the manifests.
    #[schema(list_type = "atomic", min_items = 1, max_items = 100)]
    pub resources: Vec<ResourceRef>,
    /// How often they are applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
}

/// What came of it.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[schema(min_properties = 1)]
#[serde(rename_all = "camelCase")]
pub struct ClusterResourceSetStatus {
    /// How it fares.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
    /// The generation that this is about.
    #[schema(minimum = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// What is on its way out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecated>,
}

/// What older versions had.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct Deprecated {
    /// What `v1beta1` had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v1beta1: Option<DeprecatedV1Beta1>,
}

/// What `v1beta1` had.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct DeprecatedV1Beta1 {
    /// Its conditions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<V1Beta1Condition>>,
}
