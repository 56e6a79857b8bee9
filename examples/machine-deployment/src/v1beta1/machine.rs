//! A machine in the older version, and what it refers to.

use k8s_openapi::api::core::v1::ObjectReference;
use serde::{Deserialize, Serialize};
use wheelwright::{Schema, Spoke};

use crate::{
    shared::{ObjectMeta, ReadinessGate, Taint},
    v1beta2,
};

/// What the machines are like.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1beta2::MachineTemplate)]
#[serde(rename_all = "camelCase")]
pub struct MachineTemplate {
    /// Their labels and annotations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<ObjectMeta>,
    /// Their spec.
    #[serde(default)]
    pub spec: MachineSpec,
}

/// A machine.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1beta2::MachineSpec, part("deletion" = Option<v1beta2::MachineDeletion>), elsewhere(min_ready_seconds))]
#[serde(rename_all = "camelCase")]
pub struct MachineSpec {
    /// The cluster of the machines.
    #[schema(min_length = 1, max_length = 63)]
    pub cluster_name: String,
    /// What makes a node of it.
    pub bootstrap: Bootstrap,
    /// What it is made of.
    #[schema(struct_type = "atomic")]
    #[spoke(try_with = group_reference, back = versioned_reference, or = nowhere(), from_namespace)]
    pub infrastructure_ref: ObjectReference,
    /// The version of Kubernetes.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// What the provider calls the machine.
    #[schema(min_length = 1, max_length = 512)]
    #[serde(rename = "providerID")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provider_id: Option<String>,
    /// Where the machine fails together with others.
    #[schema(min_length = 1, max_length = 256)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure_domain: Option<String>,
    /// How long draining may take, such as `5m`.
    #[spoke(to = "deletion.node_drain_timeout_seconds", duration = "s", or = None)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_drain_timeout: Option<String>,
    /// How long detaching volumes may take.
    #[spoke(to = "deletion.node_volume_detach_timeout_seconds", duration = "s", or = None)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_volume_detach_timeout: Option<String>,
    /// How long deleting the node may take.
    #[spoke(to = "deletion.node_deletion_timeout_seconds", duration = "s", or = None)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node_deletion_timeout: Option<String>,
    /// Conditions without which a machine is not ready.
    #[schema(list_map_keys("conditionType"), max_items = 32)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readiness_gates: Option<Vec<ReadinessGate>>,
    /// Taints of the node.
    #[schema(list_map_keys("key", "effect"), min_items = 1, max_items = 64)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub taints: Option<Vec<Taint>>,
}

/// What makes a node of a machine.
#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[spoke(hub = v1beta2::Bootstrap)]
#[serde(rename_all = "camelCase")]
pub struct Bootstrap {
    /// Who makes the secret.
    #[schema(struct_type = "atomic")]
    #[spoke(try_with = config_up, back = config_down, or = None, from_namespace)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config_ref: Option<ObjectReference>,
    /// The secret that starts it.
    #[schema(min_length = 0, max_length = 253)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_secret_name: Option<String>,
}

/// The version goes, with another namespace and what says which object of that name it was; all of it travels in the annotation.
fn group_reference(
    reference: ObjectReference,
    _: Option<String>,
) -> Result<v1beta2::ObjectReference, &'static str> {
    let (Some(kind), Some(name), Some(api_version)) =
        (reference.kind, reference.name, reference.api_version)
    else {
        return Err("the reference lacks a kind, a name or an apiVersion");
    };
    let Some((group, _)) = api_version.split_once('/') else {
        return Err("the apiVersion of the reference has no group");
    };
    Ok(v1beta2::ObjectReference {
        api_group: group.to_owned(),
        kind,
        name,
    })
}

/// Cluster API asks the cluster which version the group has. A mapping cannot, and says the one that goes with this version of
/// the contract, unless another one was kept.
fn versioned_reference(
    reference: v1beta2::ObjectReference,
    namespace: Option<String>,
) -> ObjectReference {
    ObjectReference {
        api_version: Some(format!("{}/v1beta1", reference.api_group)),
        kind: Some(reference.kind),
        name: Some(reference.name),
        namespace,
        ..ObjectReference::default()
    }
}

/// What stands for a reference that names no object: one to an object that there cannot be.
fn nowhere() -> v1beta2::ObjectReference {
    v1beta2::ObjectReference {
        api_group: "nowhere.invalid".to_owned(),
        kind: "Incomplete".to_owned(),
        name: "incomplete".to_owned(),
    }
}

fn config_up(
    reference: Option<ObjectReference>,
    namespace: Option<String>,
) -> Result<Option<v1beta2::ObjectReference>, &'static str> {
    let reference = reference.map(|reference| group_reference(reference, namespace));
    reference.transpose()
}

fn config_down(
    reference: Option<v1beta2::ObjectReference>,
    namespace: Option<String>,
) -> Option<ObjectReference> {
    reference.map(|reference| versioned_reference(reference, namespace))
}
