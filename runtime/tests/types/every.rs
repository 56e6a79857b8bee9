//! Every type of the stable Kubernetes APIs has a structural schema that the API server takes, or says why not.

use k8s_openapi::{
    api::{
        admissionregistration::v1 as admissionregistration, apps::v1 as apps,
        authentication::v1 as authentication, authorization::v1 as authorization,
        autoscaling::v1 as autoscaling_v1, autoscaling::v2 as autoscaling, batch::v1 as batch,
        certificates::v1 as certificates, coordination::v1 as coordination, core::v1 as core,
        discovery::v1 as discovery, events::v1 as events, flowcontrol::v1 as flowcontrol,
        networking::v1 as networking, node::v1 as node, policy::v1 as policy, rbac::v1 as rbac,
        resource::v1 as resource, scheduling::v1 as scheduling, storage::v1 as storage,
        storagemigration::v1 as storagemigration,
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1 as apiextensions,
    apimachinery::pkg::{
        api::resource as quantity, apis::meta::v1 as meta, runtime, util::intstr, version,
    },
    kube_aggregator::pkg::apis::apiregistration::v1 as apiregistration,
};
use serde_json::json;
use wheelwright::{
    private::{ForeignType as _, Of},
    schema,
    table::Type,
};
use wheelwright_rules::crd;

macro_rules! types {
    ($($api:ident { $($ty:ident)* })*) => {
        &[$($((concat!(stringify!($api), "::", stringify!($ty)), Of::<$api::$ty>::TYPE.table())),*),*]
    };
}

static EVERY: &[(&str, &Type)] = types! {
    admissionregistration {
        ApplyConfiguration AuditAnnotation ExpressionWarning JSONPatch MatchCondition MatchResources
        MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingAdmissionPolicyBindingSpec
        MutatingAdmissionPolicySpec MutatingWebhook MutatingWebhookConfiguration Mutation
        NamedRuleWithOperations ParamKind ParamRef RuleWithOperations ServiceReference TypeChecking
        ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding
        ValidatingAdmissionPolicyBindingSpec ValidatingAdmissionPolicySpec
        ValidatingAdmissionPolicyStatus ValidatingWebhook ValidatingWebhookConfiguration Validation
        Variable WebhookClientConfig
    }
    apiextensions {
        CustomResourceColumnDefinition CustomResourceConversion CustomResourceDefinition
        CustomResourceDefinitionCondition CustomResourceDefinitionNames CustomResourceDefinitionSpec
        CustomResourceDefinitionStatus CustomResourceDefinitionVersion
        CustomResourceSubresourceScale CustomResourceSubresourceStatus CustomResourceSubresources
        CustomResourceValidation ExternalDocumentation JSON JSONSchemaProps JSONSchemaPropsOrArray
        JSONSchemaPropsOrBool JSONSchemaPropsOrStringArray SelectableField ServiceReference
        ValidationRule WebhookClientConfig WebhookConversion
    }
    apiregistration {
        APIService APIServiceCondition APIServiceSpec APIServiceStatus ServiceReference
    }
    apps {
        ControllerRevision DaemonSet DaemonSetCondition DaemonSetSpec DaemonSetStatus
        DaemonSetUpdateStrategy Deployment DeploymentCondition DeploymentSpec DeploymentStatus
        DeploymentStrategy ReplicaSet ReplicaSetCondition ReplicaSetSpec ReplicaSetStatus
        RollingUpdateDaemonSet RollingUpdateDeployment RollingUpdateStatefulSetStrategy StatefulSet
        StatefulSetCondition StatefulSetOrdinals StatefulSetPersistentVolumeClaimRetentionPolicy
        StatefulSetSpec StatefulSetStatus StatefulSetUpdateStrategy
    }
    authentication {
        BoundObjectReference SelfSubjectReview SelfSubjectReviewStatus TokenRequest TokenRequestSpec
        TokenRequestStatus TokenReview TokenReviewSpec TokenReviewStatus UserInfo
    }
    authorization {
        FieldSelectorAttributes LabelSelectorAttributes LocalSubjectAccessReview
        NonResourceAttributes NonResourceRule ResourceAttributes ResourceRule
        SelfSubjectAccessReview SelfSubjectAccessReviewSpec SelfSubjectRulesReview
        SelfSubjectRulesReviewSpec SubjectAccessReview SubjectAccessReviewSpec
        SubjectAccessReviewStatus SubjectRulesReviewStatus
    }
    autoscaling {
        ContainerResourceMetricSource ContainerResourceMetricStatus CrossVersionObjectReference
        ExternalMetricSource ExternalMetricStatus HPAScalingPolicy HPAScalingRules
        HorizontalPodAutoscaler HorizontalPodAutoscalerBehavior HorizontalPodAutoscalerCondition
        HorizontalPodAutoscalerSpec HorizontalPodAutoscalerStatus MetricIdentifier MetricSpec
        MetricStatus MetricTarget MetricValueStatus ObjectMetricSource ObjectMetricStatus
        PodsMetricSource PodsMetricStatus ResourceMetricSource ResourceMetricStatus
    }
    autoscaling_v1 {
        CrossVersionObjectReference HorizontalPodAutoscaler HorizontalPodAutoscalerSpec
        HorizontalPodAutoscalerStatus Scale ScaleSpec ScaleStatus
    }
    batch {
        CronJob CronJobSpec CronJobStatus Job JobCondition JobSchedulingConfiguration JobSpec
        JobStatus JobTemplateSpec PodFailurePolicy PodFailurePolicyOnExitCodesRequirement
        PodFailurePolicyOnPodConditionsPattern PodFailurePolicyRule SuccessPolicy SuccessPolicyRule
        UncountedTerminatedPods
    }
    certificates {
        CertificateSigningRequest CertificateSigningRequestCondition CertificateSigningRequestSpec
        CertificateSigningRequestStatus ClusterTrustBundle ClusterTrustBundleSpec
        PodCertificateRequest PodCertificateRequestSpec PodCertificateRequestStatus
    }
    coordination {
        Lease LeaseSpec
    }
    core {
        AWSElasticBlockStoreVolumeSource Affinity AppArmorProfile AttachedVolume
        AzureDiskVolumeSource AzureFilePersistentVolumeSource AzureFileVolumeSource Binding
        CSIPersistentVolumeSource CSIVolumeSource Capabilities CephFSPersistentVolumeSource
        CephFSVolumeSource CinderPersistentVolumeSource CinderVolumeSource ClientIPConfig
        ClusterTrustBundleProjection ComponentCondition ComponentStatus ConfigMap ConfigMapEnvSource
        ConfigMapKeySelector ConfigMapNodeConfigSource ConfigMapProjection ConfigMapVolumeSource
        Container ContainerExtendedResourceRequest ContainerImage ContainerPort
        ContainerResizePolicy ContainerRestartRule ContainerRestartRuleOnExitCodes ContainerState
        ContainerStateRunning ContainerStateTerminated ContainerStateWaiting ContainerStatus
        ContainerUser DaemonEndpoint DownwardAPIProjection DownwardAPIVolumeFile
        DownwardAPIVolumeSource EmptyDirVolumeSource EndpointAddress EndpointPort EndpointSubset
        Endpoints EnvFromSource EnvVar EnvVarSource EphemeralContainer EphemeralVolumeSource Event
        EventSeries EventSource EvictionResponder ExecAction FCVolumeSource FileKeySelector
        FlexPersistentVolumeSource FlexVolumeSource FlockerVolumeSource
        GCEPersistentDiskVolumeSource GRPCAction GitRepoVolumeSource GlusterfsPersistentVolumeSource
        GlusterfsVolumeSource HTTPGetAction HTTPHeader HostAlias HostIP HostPathVolumeSource
        ISCSIPersistentVolumeSource ISCSIVolumeSource ImageVolumeSource ImageVolumeStatus KeyToPath
        Lifecycle LifecycleHandler LimitRange LimitRangeItem LimitRangeSpec LinuxContainerUser
        LoadBalancerIngress LoadBalancerStatus LocalObjectReference LocalVolumeSource
        ModifyVolumeStatus NFSVolumeSource Namespace NamespaceCondition NamespaceSpec
        NamespaceStatus Node NodeAddress NodeAffinity NodeAllocatableMappedResources
        NodeAllocatableOverheadResources NodeAllocatableResourceClaimStatus NodeCondition
        NodeConfigSource NodeConfigStatus NodeDaemonEndpoints NodeFeatures NodePodPreemptionPolicy
        NodeRuntimeHandler NodeRuntimeHandlerFeatures NodeSelector NodeSelectorRequirement
        NodeSelectorTerm NodeSpec NodeStatus NodeSwapStatus NodeSystemInfo ObjectFieldSelector
        ObjectReference PersistentVolume PersistentVolumeClaim PersistentVolumeClaimCondition
        PersistentVolumeClaimSpec PersistentVolumeClaimStatus PersistentVolumeClaimTemplate
        PersistentVolumeClaimVolumeSource PersistentVolumeSpec PersistentVolumeStatus
        PhotonPersistentDiskVolumeSource Pod PodAffinity PodAffinityTerm PodAntiAffinity
        PodCertificateProjection PodCondition PodDNSConfig PodDNSConfigOption
        PodExtendedResourceClaimStatus PodIP PodOS PodReadinessGate PodResourceClaim
        PodResourceClaimStatus PodSchedulingGate PodSchedulingGroup PodSecurityContext PodSpec
        PodStatus PodTemplate PodTemplateSpec PodVolumeHealth PortStatus PortworxVolumeSource
        PreferredSchedulingTerm Probe ProjectedVolumeSource QuobyteVolumeSource
        RBDPersistentVolumeSource RBDVolumeSource ReplicationController
        ReplicationControllerCondition ReplicationControllerSpec ReplicationControllerStatus
        ResourceClaim ResourceFieldSelector ResourceHealth ResourceQuota ResourceQuotaSpec
        ResourceQuotaStatus ResourceRequirements ResourceStatus SELinuxOptions
        ScaleIOPersistentVolumeSource ScaleIOVolumeSource ScopeSelector
        ScopedResourceSelectorRequirement SeccompProfile Secret SecretEnvSource SecretKeySelector
        SecretProjection SecretReference SecretVolumeSource SecurityContext Service ServiceAccount
        ServiceAccountTokenProjection ServicePort ServiceSpec ServiceStatus SessionAffinityConfig
        SleepAction StorageOSPersistentVolumeSource StorageOSVolumeSource Sysctl TCPSocketAction
        Taint Toleration TopologySelectorLabelRequirement TopologySelectorTerm
        TopologySpreadConstraint TypedLocalObjectReference TypedObjectReference Volume VolumeDevice
        VolumeHealthCondition VolumeHealthStatus VolumeMount VolumeMountStatus VolumeNodeAffinity
        VolumeProjection VolumeResourceRequirements VolumeStatus VsphereVirtualDiskVolumeSource
        WeightedPodAffinityTerm WindowsSecurityContextOptions
    }
    discovery {
        Endpoint EndpointConditions EndpointHints EndpointPort EndpointSlice ForNode ForZone
    }
    events {
        Event EventSeries
    }
    flowcontrol {
        ExemptPriorityLevelConfiguration FlowDistinguisherMethod FlowSchema FlowSchemaCondition
        FlowSchemaSpec FlowSchemaStatus GroupSubject LimitResponse LimitedPriorityLevelConfiguration
        NonResourcePolicyRule PolicyRulesWithSubjects PriorityLevelConfiguration
        PriorityLevelConfigurationCondition PriorityLevelConfigurationReference
        PriorityLevelConfigurationSpec PriorityLevelConfigurationStatus QueuingConfiguration
        ResourcePolicyRule ServiceAccountSubject Subject UserSubject
    }
    intstr {
        IntOrString
    }
    meta {
        APIGroup APIGroupList APIResource APIResourceList APIVersions Condition DeleteOptions
        FieldSelectorRequirement FieldsV1 GroupResource GroupVersionForDiscovery LabelSelector
        LabelSelectorRequirement ListMeta ManagedFieldsEntry MicroTime ObjectMeta OwnerReference
        Patch Preconditions ServerAddressByClientCIDR ShardInfo Status StatusCause StatusDetails
        Time
    }
    networking {
        HTTPIngressPath HTTPIngressRuleValue IPAddress IPAddressSpec IPBlock Ingress IngressBackend
        IngressClass IngressClassParametersReference IngressClassSpec IngressLoadBalancerIngress
        IngressLoadBalancerStatus IngressPortStatus IngressRule IngressServiceBackend IngressSpec
        IngressStatus IngressTLS NetworkPolicy NetworkPolicyEgressRule NetworkPolicyIngressRule
        NetworkPolicyPeer NetworkPolicyPort NetworkPolicySpec ParentReference ServiceBackendPort
        ServiceCIDR ServiceCIDRSpec ServiceCIDRStatus
    }
    node {
        Overhead RuntimeClass Scheduling
    }
    policy {
        Eviction PodDisruptionBudget PodDisruptionBudgetSpec PodDisruptionBudgetStatus
    }
    quantity {
        Quantity
    }
    rbac {
        AggregationRule ClusterRole ClusterRoleBinding PolicyRule Role RoleBinding RoleRef Subject
    }
    resource {
        AllocatedDeviceStatus AllocationResult CELDeviceSelector CapacityRequestPolicy
        CapacityRequestPolicyRange CapacityRequirements Counter CounterSet Device
        DeviceAllocationConfiguration DeviceAllocationResult DeviceAttribute DeviceCapacity
        DeviceClaim DeviceClaimConfiguration DeviceClass DeviceClassConfiguration DeviceClassSpec
        DeviceConstraint DeviceCounterConsumption DeviceDerivedAttribute DeviceRequest
        DeviceRequestAllocationResult DeviceSelector DeviceSubRequest DeviceTaint DeviceTaintRule
        DeviceTaintRuleSpec DeviceTaintRuleStatus DeviceTaintSelector DeviceToleration
        ExactDeviceRequest NetworkDeviceData NodeAllocatableMapping NodeAllocatableOverhead
        NodeAllocatableResource OpaqueDeviceConfiguration ResourceClaim
        ResourceClaimConsumerReference ResourceClaimSpec ResourceClaimStatus ResourceClaimTemplate
        ResourceClaimTemplateSpec ResourcePool ResourceSlice ResourceSliceSpec
    }
    runtime {
        RawExtension
    }
    scheduling {
        PriorityClass
    }
    storage {
        CSIDriver CSIDriverSpec CSINode CSINodeDriver CSINodeSpec CSINodeStatus CSIStorageCapacity
        StorageClass StorageHealth StorageHealthCondition TokenRequest VolumeAttachment
        VolumeAttachmentSource VolumeAttachmentSpec VolumeAttachmentStatus VolumeAttributesClass
        VolumeError VolumeNodeResources
    }
    storagemigration {
        StorageVersionMigration StorageVersionMigrationSpec StorageVersionMigrationStatus
    }
    version {
        Info
    }
};

/// Those that hold themselves, which no structural schema can say.
const RECURSIVE: &[&str] = &[
    "apiextensions::CustomResourceDefinition",
    "apiextensions::CustomResourceDefinitionSpec",
    "apiextensions::CustomResourceDefinitionVersion",
    "apiextensions::CustomResourceValidation",
    "apiextensions::JSONSchemaProps",
    "apiextensions::JSONSchemaPropsOrArray",
    "apiextensions::JSONSchemaPropsOrBool",
    "apiextensions::JSONSchemaPropsOrStringArray",
];

#[test]
fn all_but_recursive_types_have_a_schema_that_the_api_server_takes() {
    for (name, ty) in EVERY.iter().filter(|(name, _)| !RECURSIVE.contains(name)) {
        let schema = match schema::of(ty) {
            Ok(described) => described.schema,
            Err(problems) => panic!("{name}: {}", problems[0]),
        };
        let crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {"name": "tests.example.com"},
            "spec": {
                "group": "example.com",
                "names": {"kind": "Test", "plural": "tests"},
                "scope": "Namespaced",
                "versions": [{
                    "name": "v1", "served": true, "storage": true,
                    "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}},
                }],
            },
        });
        let report = crd::check(&crd);
        assert!(report.is_accepted(), "{name}: {:?}", report.errors);
    }
}

#[test]
fn recursive_types_are_refused_by_name_and_place() {
    for (name, ty) in EVERY.iter().filter(|(name, _)| RECURSIVE.contains(name)) {
        let Err(problems) = schema::of(ty) else {
            panic!("{name} has a schema")
        };
        let said = problems[0].to_string();
        let short = name.trim_start_matches("apiextensions::");
        assert!(said.contains(&format!("::{short}`")), "{said}");
        assert!(
            said.contains("a structural schema cannot be recursive"),
            "{said}"
        );
        assert!(said.contains("at `$."), "{said}");
        assert!(said.contains("#[schema(opaque)]"), "{said}");
    }
}
