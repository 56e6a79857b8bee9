//! The older version.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::{
    shared::{ResourceKind, ResourceRef, Strategy, V1Beta1Condition},
    v1beta2,
};

/// Manifests that are applied to clusters.
#[derive(
    CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq,
)]
#[crd(
    hub = crate::v1beta2::ClusterResourceSet,
    version = "v1beta1",
    deprecated,
    spec(optional),
    type_meta,
    status = ClusterResourceSetStatus,
    derive(PartialEq),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp", description = "Time duration since creation of ClusterResourceSet"),
)]
#[spoke(hub = v1beta2::ClusterResourceSetSpec, or = without_spec())]
#[serde(rename_all = "camelCase")]
pub struct ClusterResourceSetSpec {
    /// The labels of the clusters. None select no cluster.
    #[schema(struct_type = "atomic")]
    pub cluster_selector: LabelSelector,
    /// What holds the manifests.
    #[schema(max_items = 100)]
    #[spoke(or = nothing())]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<Vec<ResourceRef>>,
    /// How often they are applied.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<Strategy>,
}

/// What came of it.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(
    hub = v1beta2::ClusterResourceSetStatus,
    part("deprecated" = Option<v1beta2::Deprecated>, "deprecated.v1beta1" = Option<v1beta2::DeprecatedV1Beta1>),
)]
#[serde(rename_all = "camelCase")]
pub struct ClusterResourceSetStatus {
    /// The generation that this is about.
    #[spoke(or = None)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// How it fares.
    #[spoke(to = "deprecated.v1beta1.conditions")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<V1Beta1Condition>>,
    /// What `v1beta2` has.
    #[spoke(to = "conditions", unwrap = "conditions")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub v1beta2: Option<V1Beta2Status>,
}

/// What `v1beta2` has.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct V1Beta2Status {
    /// Its conditions.
    #[schema(list_map_keys("type"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
}

/// What stands for no resources where there must be some: a name that no `ConfigMap` can have.
fn nothing() -> Vec<ResourceRef> {
    vec![ResourceRef {
        name: "NONE".to_owned(),
        kind: ResourceKind::ConfigMap,
    }]
}

/// No cluster, and nothing for it.
fn without_spec() -> v1beta2::ClusterResourceSetSpec {
    v1beta2::ClusterResourceSetSpec {
        cluster_selector: LabelSelector::default(),
        resources: nothing(),
        strategy: None,
    }
}
