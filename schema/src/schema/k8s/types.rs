//! Types of `k8s-openapi` by their `JsonSchema`, so that they can stand in `Vec`, `Option` and generics: those that
//! every Kubernetes version that the crate knows has.

use k8s_openapi::{
    api::{
        admissionregistration::v1 as admissionregistration, apps::v1 as apps,
        autoscaling::v2 as autoscaling, batch::v1 as batch, certificates::v1 as certificates,
        coordination::v1 as coordination, core::v1 as core, discovery::v1 as discovery,
        networking::v1 as networking, node::v1 as node, policy::v1 as policy, rbac::v1 as rbac,
        scheduling::v1 as scheduling, storage::v1 as storage,
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1 as apiextensions,
    apimachinery::pkg::apis::meta::v1 as meta,
};

use crate::{
    schema::{Schema, foreign},
    table::Type,
};

macro_rules! types {
    ($($api:ident { $($ty:ident)* })*) => {
        $(types!(@ $api $($ty)*);)*
    };
    (@ $api:ident $($ty:ident)*) => {
        $(impl Schema for $api::$ty {
            const TYPE: &'static Type = &foreign::table::<$api::$ty>(stringify!($ty));
        })*
    };
}

types! {
    core {
        AWSElasticBlockStoreVolumeSource Affinity AppArmorProfile AttachedVolume
        AzureDiskVolumeSource AzureFilePersistentVolumeSource AzureFileVolumeSource Binding
        CSIPersistentVolumeSource CSIVolumeSource Capabilities CephFSPersistentVolumeSource
        CephFSVolumeSource CinderPersistentVolumeSource CinderVolumeSource ClientIPConfig
        ClusterTrustBundleProjection ComponentCondition ComponentStatus ConfigMap
        ConfigMapEnvSource ConfigMapKeySelector ConfigMapNodeConfigSource ConfigMapProjection
        ConfigMapVolumeSource Container ContainerImage ContainerPort ContainerResizePolicy
        ContainerState ContainerStateRunning ContainerStateTerminated ContainerStateWaiting
        ContainerStatus ContainerUser DaemonEndpoint DownwardAPIProjection DownwardAPIVolumeFile
        DownwardAPIVolumeSource EmptyDirVolumeSource EndpointAddress EndpointPort EndpointSubset
        Endpoints EnvFromSource EnvVar EnvVarSource EphemeralContainer EphemeralVolumeSource Event
        EventSeries EventSource ExecAction FCVolumeSource FlexPersistentVolumeSource
        FlexVolumeSource FlockerVolumeSource GCEPersistentDiskVolumeSource GRPCAction
        GitRepoVolumeSource GlusterfsPersistentVolumeSource GlusterfsVolumeSource HTTPGetAction
        HTTPHeader HostAlias HostIP HostPathVolumeSource ISCSIPersistentVolumeSource
        ISCSIVolumeSource ImageVolumeSource KeyToPath Lifecycle LifecycleHandler LimitRange
        LimitRangeItem LimitRangeSpec LinuxContainerUser LoadBalancerIngress LoadBalancerStatus
        LocalObjectReference LocalVolumeSource ModifyVolumeStatus NFSVolumeSource Namespace
        NamespaceCondition NamespaceSpec NamespaceStatus Node NodeAddress NodeAffinity
        NodeCondition NodeConfigSource NodeConfigStatus NodeDaemonEndpoints NodeFeatures
        NodeRuntimeHandler NodeRuntimeHandlerFeatures NodeSelector NodeSelectorRequirement
        NodeSelectorTerm NodeSpec NodeStatus NodeSwapStatus NodeSystemInfo ObjectFieldSelector
        ObjectReference PersistentVolume PersistentVolumeClaim PersistentVolumeClaimCondition
        PersistentVolumeClaimSpec PersistentVolumeClaimStatus PersistentVolumeClaimTemplate
        PersistentVolumeClaimVolumeSource PersistentVolumeSpec PersistentVolumeStatus
        PhotonPersistentDiskVolumeSource Pod PodAffinity PodAffinityTerm PodAntiAffinity
        PodCondition PodDNSConfig PodDNSConfigOption PodIP PodOS PodReadinessGate PodResourceClaim
        PodResourceClaimStatus PodSchedulingGate PodSecurityContext PodSpec PodStatus PodTemplate
        PodTemplateSpec PortStatus PortworxVolumeSource PreferredSchedulingTerm Probe
        ProjectedVolumeSource QuobyteVolumeSource RBDPersistentVolumeSource RBDVolumeSource
        ReplicationController ReplicationControllerCondition ReplicationControllerSpec
        ReplicationControllerStatus ResourceClaim ResourceFieldSelector ResourceHealth
        ResourceQuota ResourceQuotaSpec ResourceQuotaStatus ResourceRequirements ResourceStatus
        SELinuxOptions ScaleIOPersistentVolumeSource ScaleIOVolumeSource ScopeSelector
        ScopedResourceSelectorRequirement SeccompProfile Secret SecretEnvSource SecretKeySelector
        SecretProjection SecretReference SecretVolumeSource SecurityContext Service ServiceAccount
        ServiceAccountTokenProjection ServicePort ServiceSpec ServiceStatus SessionAffinityConfig
        SleepAction StorageOSPersistentVolumeSource StorageOSVolumeSource Sysctl TCPSocketAction
        Taint Toleration TopologySelectorLabelRequirement TopologySelectorTerm
        TopologySpreadConstraint TypedLocalObjectReference TypedObjectReference Volume VolumeDevice
        VolumeMount VolumeMountStatus VolumeNodeAffinity VolumeProjection
        VolumeResourceRequirements VsphereVirtualDiskVolumeSource WeightedPodAffinityTerm
        WindowsSecurityContextOptions
    }
    apps {
        ControllerRevision DaemonSet DaemonSetCondition DaemonSetSpec DaemonSetStatus
        DaemonSetUpdateStrategy Deployment DeploymentCondition DeploymentSpec DeploymentStatus
        DeploymentStrategy ReplicaSet ReplicaSetCondition ReplicaSetSpec ReplicaSetStatus
        RollingUpdateDaemonSet RollingUpdateDeployment RollingUpdateStatefulSetStrategy StatefulSet
        StatefulSetCondition StatefulSetOrdinals StatefulSetPersistentVolumeClaimRetentionPolicy
        StatefulSetSpec StatefulSetStatus StatefulSetUpdateStrategy
    }
    batch {
        CronJob CronJobSpec CronJobStatus Job JobCondition JobSpec JobStatus JobTemplateSpec
        PodFailurePolicy PodFailurePolicyOnExitCodesRequirement
        PodFailurePolicyOnPodConditionsPattern PodFailurePolicyRule SuccessPolicy SuccessPolicyRule
        UncountedTerminatedPods
    }
    networking {
        HTTPIngressPath HTTPIngressRuleValue IPAddress IPAddressSpec IPBlock Ingress IngressBackend
        IngressClass IngressClassParametersReference IngressClassSpec IngressLoadBalancerIngress
        IngressLoadBalancerStatus IngressPortStatus IngressRule IngressServiceBackend IngressSpec
        IngressStatus IngressTLS NetworkPolicy NetworkPolicyEgressRule NetworkPolicyIngressRule
        NetworkPolicyPeer NetworkPolicyPort NetworkPolicySpec ParentReference ServiceBackendPort
        ServiceCIDR ServiceCIDRSpec ServiceCIDRStatus
    }
    rbac {
        AggregationRule ClusterRole ClusterRoleBinding PolicyRule Role RoleBinding RoleRef Subject
    }
    policy {
        Eviction PodDisruptionBudget PodDisruptionBudgetSpec PodDisruptionBudgetStatus
    }
    autoscaling {
        ContainerResourceMetricSource ContainerResourceMetricStatus CrossVersionObjectReference
        ExternalMetricSource ExternalMetricStatus HPAScalingPolicy HPAScalingRules
        HorizontalPodAutoscaler HorizontalPodAutoscalerBehavior HorizontalPodAutoscalerCondition
        HorizontalPodAutoscalerSpec HorizontalPodAutoscalerStatus MetricIdentifier MetricSpec
        MetricStatus MetricTarget MetricValueStatus ObjectMetricSource ObjectMetricStatus
        PodsMetricSource PodsMetricStatus ResourceMetricSource ResourceMetricStatus
    }
    storage {
        CSIDriver CSIDriverSpec CSINode CSINodeDriver CSINodeSpec CSIStorageCapacity StorageClass
        TokenRequest VolumeAttachment VolumeAttachmentSource VolumeAttachmentSpec
        VolumeAttachmentStatus VolumeError VolumeNodeResources
    }
    discovery {
        Endpoint EndpointConditions EndpointHints EndpointPort EndpointSlice ForNode ForZone
    }
    coordination {
        Lease LeaseSpec
    }
    node {
        Overhead RuntimeClass Scheduling
    }
    scheduling {
        PriorityClass
    }
    certificates {
        CertificateSigningRequest CertificateSigningRequestCondition CertificateSigningRequestSpec
        CertificateSigningRequestStatus
    }
    admissionregistration {
        AuditAnnotation ExpressionWarning MatchCondition MatchResources MutatingWebhook
        MutatingWebhookConfiguration NamedRuleWithOperations ParamKind ParamRef RuleWithOperations
        ServiceReference TypeChecking ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
        ValidatingAdmissionPolicyBindingSpec ValidatingAdmissionPolicySpec
        ValidatingAdmissionPolicyStatus ValidatingWebhook ValidatingWebhookConfiguration Validation
        Variable WebhookClientConfig
    }
    meta {
        APIGroup APIResource APIVersions Condition DeleteOptions FieldSelectorRequirement FieldsV1
        GroupVersionForDiscovery LabelSelector LabelSelectorRequirement ListMeta ManagedFieldsEntry
        ObjectMeta OwnerReference Preconditions ServerAddressByClientCIDR Status StatusCause
        StatusDetails
    }
    apiextensions {
        CustomResourceColumnDefinition CustomResourceConversion CustomResourceDefinition
        CustomResourceDefinitionCondition CustomResourceDefinitionNames
        CustomResourceDefinitionSpec CustomResourceDefinitionStatus CustomResourceDefinitionVersion
        CustomResourceSubresourceScale CustomResourceSubresourceStatus CustomResourceSubresources
        CustomResourceValidation ExternalDocumentation JSONSchemaProps JSONSchemaPropsOrArray
        JSONSchemaPropsOrBool JSONSchemaPropsOrStringArray SelectableField ServiceReference
        ValidationRule WebhookClientConfig WebhookConversion
    }
}
