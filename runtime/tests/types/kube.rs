//! Types of `k8s-openapi`.

use std::collections::BTreeMap;

use k8s_openapi::{
    ByteString,
    api::{
        apps::v1::DeploymentSpec,
        batch::v1::JobTemplateSpec,
        core::v1::{
            Affinity, ConfigMapKeySelector, Container, EnvVar, LocalObjectReference,
            ObjectReference, PersistentVolumeClaim, PodTemplateSpec, Probe, ResourceRequirements,
            SecretKeySelector, SecurityContext, ServiceSpec, Toleration, TopologySpreadConstraint,
            Volume,
        },
        networking::v1::IngressSpec,
        rbac::v1::PolicyRule,
    },
    apiextensions_apiserver::pkg::apis::apiextensions::v1::JSON,
    apimachinery::pkg::{
        api::resource::Quantity,
        apis::meta::v1::{Condition, LabelSelector, MicroTime, ObjectMeta, OwnerReference, Time},
        runtime::RawExtension,
        util::intstr::IntOrString,
    },
    jiff::Timestamp,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use wheelwright::Schema;

use crate::{
    law::{holds, holds_for_what_is_read, reads, refuses, schema_of},
    sample::{Random, Sample},
};

impl Sample for IntOrString {
    fn sample(random: &mut Random) -> Self {
        if random.below(2) == 0 {
            Self::Int(Sample::sample(random))
        } else {
            Self::String(Sample::sample(random))
        }
    }
}

impl Sample for Quantity {
    fn sample(random: &mut Random) -> Self {
        let numbers = [
            "0",
            "1",
            "-2",
            "+3.",
            ".5",
            "12.75",
            "1e3",
            "1E-6",
            "9223372036854775807",
        ];
        let suffixes = [
            "", "n", "u", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei",
        ];
        let number = numbers[random.below(numbers.len())];
        let suffix = if number.contains(['e', 'E']) {
            ""
        } else {
            suffixes[random.below(suffixes.len())]
        };
        Self(format!("{number}{suffix}"))
    }
}

impl Sample for Time {
    fn sample(random: &mut Random) -> Self {
        Self(Timestamp::sample(random))
    }
}

impl Sample for MicroTime {
    fn sample(random: &mut Random) -> Self {
        Self(Timestamp::sample(random))
    }
}

impl Sample for ByteString {
    fn sample(random: &mut Random) -> Self {
        Self(Sample::sample(random))
    }
}

impl Sample for RawExtension {
    fn sample(random: &mut Random) -> Self {
        Self(Value::Object(Sample::sample(random)))
    }
}

impl Sample for JSON {
    fn sample(random: &mut Random) -> Self {
        Self(Sample::sample(random))
    }
}

#[test]
fn values() {
    holds::<IntOrString>();
    holds::<Quantity>();
    holds::<Time>();
    holds::<MicroTime>();
    holds::<ByteString>();
    holds::<RawExtension>();
    holds::<JSON>();
    holds::<Vec<Option<IntOrString>>>();
    holds::<BTreeMap<String, Quantity>>();
}

#[test]
fn int_or_string_is_bare_and_of_32_bits() {
    let schema = schema_of::<IntOrString>();
    assert_eq!(schema["x-kubernetes-int-or-string"], true);
    assert_eq!(schema.get("type"), None);
    assert_eq!(schema.get("anyOf"), None);
    refuses::<IntOrString>(json!(2_147_483_648_i64));
    refuses::<IntOrString>(json!(1.5));
    refuses::<IntOrString>(json!(true));
}

#[test]
fn quantities_are_numbers_or_what_the_grammar_says() {
    assert_eq!(reads::<Quantity>(json!(5)), Quantity("5".to_owned()));
    for text in ["", "five", "1KiB", "1 Gi", "--1", "1e", "1ki", "0x10"] {
        refuses::<Quantity>(json!(text));
    }
}

#[test]
fn bytes_may_be_empty_and_are_canonical() {
    assert_eq!(reads::<ByteString>(json!("")), ByteString(Vec::new()));
    for text in [
        "a", "ab", "abc", "abc=d", "ab==c", "AB==", "ABC=", "a_b-", "abc=\n",
    ] {
        refuses::<ByteString>(json!(text));
    }
}

#[test]
fn extensions_keep_everything() {
    let extension = json!({"apiVersion": "v1", "kind": "X", "metadata": {"a": 1}, "any": [1, null, {"x": null}]});
    assert_eq!(
        reads::<RawExtension>(extension.clone()),
        RawExtension(extension)
    );
    refuses::<RawExtension>(json!("text"));
}

#[test]
fn conditions_are_held_to_the_bounds_of_their_go_type() {
    let condition = |changed: &str, value: Value| {
        let mut condition = json!({
            "type": "Ready", "status": "True", "reason": "AllGood", "message": "", "lastTransitionTime": "2024-01-01T00:00:00Z",
        });
        condition[changed] = value;
        condition
    };
    reads::<Condition>(condition("type", json!("example.com/Ready.x")));
    reads::<Condition>(condition("observedGeneration", json!(0)));
    for (member, value) in [
        ("status", json!("true")),
        ("type", json!("not ok")),
        ("type", json!("")),
        ("reason", json!("")),
        ("reason", json!("1")),
        ("reason", json!("a".repeat(1025))),
        ("message", json!("a".repeat(32_769))),
        ("observedGeneration", json!(-1)),
        ("lastTransitionTime", json!("yesterday")),
        ("lastTransitionTime", Value::Null),
    ] {
        refuses::<Condition>(condition(member, value));
    }
}

/// Kubernetes' types have no random values; those that serde reads from random JSON do as well.
#[track_caller]
fn law<T: Schema + Serialize + DeserializeOwned>() {
    holds_for_what_is_read::<T>(schema_of::<T>(), 30);
}

#[test]
fn whole_objects() {
    law::<Affinity>();
    law::<Condition>();
    law::<ConfigMapKeySelector>();
    law::<Container>();
    law::<DeploymentSpec>();
    law::<EnvVar>();
    law::<IngressSpec>();
    law::<JobTemplateSpec>();
    law::<LabelSelector>();
    law::<LocalObjectReference>();
    law::<ObjectMeta>();
    law::<ObjectReference>();
    law::<OwnerReference>();
    law::<PersistentVolumeClaim>();
    law::<PodTemplateSpec>();
    law::<PolicyRule>();
    law::<Probe>();
    law::<ResourceRequirements>();
    law::<SecretKeySelector>();
    law::<SecurityContext>();
    law::<ServiceSpec>();
    law::<Toleration>();
    law::<TopologySpreadConstraint>();
    law::<Volume>();
}

#[test]
fn values_are_the_same_inside_other_types() {
    let schema = schema_of::<ResourceRequirements>();
    assert_eq!(
        schema["properties"]["limits"]["additionalProperties"],
        schema_of::<Quantity>()
    );
    let schema = schema_of::<Probe>();
    let port = &schema["properties"]["httpGet"]["properties"]["port"];
    assert_eq!(port["x-kubernetes-int-or-string"], true);
    assert_eq!(port["maximum"], i32::MAX);
    assert!(
        port["description"]
            .as_str()
            .is_some_and(|text| text.contains("port"))
    );
    let schema = schema_of::<ObjectMeta>();
    assert_eq!(
        schema["properties"]["creationTimestamp"]["pattern"],
        schema_of::<Time>()["pattern"]
    );
    assert_eq!(
        schema["properties"]["managedFields"]["items"]["properties"]["fieldsV1"]["x-kubernetes-preserve-unknown-fields"],
        true
    );
}

#[test]
fn nothing_of_an_embedded_objects_metadata_is_pruned() {
    let metadata = json!({
        "name": "a", "generateName": "a-", "namespace": "b", "labels": {"c": "d"}, "annotations": {"e/f": "g"},
        "finalizers": ["h.i/j"], "uid": "k", "resourceVersion": "1", "generation": 2,
        "creationTimestamp": "2024-01-01T00:00:00Z",
        "ownerReferences": [{"apiVersion": "v1", "kind": "L", "name": "m", "uid": "n", "controller": true}],
        "managedFields": [{"manager": "o", "fieldsV1": {"f:spec": {".": {}}}}],
    });
    let read: ObjectMeta = reads(metadata.clone());
    assert_eq!(serde_json::to_value(read).unwrap(), metadata);
}

#[test]
fn whole_objects_are_not_read_as_others() {
    let claim = json!({"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {}});
    reads::<PersistentVolumeClaim>(claim);
    refuses::<PersistentVolumeClaim>(json!({"kind": "Pod", "metadata": {}}));
    refuses::<PersistentVolumeClaim>(json!({"apiVersion": "v2", "metadata": {}}));
    // A reference names any kind.
    reads::<ObjectReference>(json!({"kind": "Pod", "apiVersion": "v9"}));
}

#[test]
fn lists_are_keyed_as_in_kubernetes() {
    let schema = schema_of::<PodTemplateSpec>();
    let spec = &schema["properties"]["spec"]["properties"];
    let keys = |list: &Value| list["x-kubernetes-list-map-keys"].clone();
    assert_eq!(keys(&spec["containers"]), json!(["name"]));
    assert_eq!(keys(&spec["volumes"]), json!(["name"]));
    assert_eq!(
        keys(&spec["topologySpreadConstraints"]),
        json!(["topologyKey", "whenUnsatisfiable"])
    );
    let container = &spec["containers"]["items"]["properties"];
    assert_eq!(keys(&container["env"]), json!(["name"]));
    assert_eq!(
        keys(&container["ports"]),
        json!(["containerPort", "protocol"])
    );
    assert_eq!(
        container["ports"]["items"]["properties"]["protocol"]["default"],
        "TCP"
    );
    assert_eq!(keys(&container["volumeMounts"]), json!(["mountPath"]));
    assert_eq!(spec["nodeSelector"]["x-kubernetes-map-type"], "atomic");
    assert_eq!(
        schema_of::<LabelSelector>()["x-kubernetes-map-type"],
        "atomic"
    );
    let twice = json!([{"name": "a"}, {"name": "a"}]);
    refuses::<PodTemplateSpec>(json!({"spec": {"containers": twice}}));
}

#[derive(Schema, serde::Serialize, serde::Deserialize, Debug)]
struct Sidecar {
    #[schema(loose)]
    loose: Vec<Container>,
    #[schema(loose)]
    conditions: Vec<Condition>,
    strict: Container,
    port: Option<IntOrString>,
}

/// What the ways out are for: an object that a CRD of kube-derive has taken stays valid.
#[test]
fn loose_takes_what_the_rust_types_say() {
    let container = |env: Value| json!({"name": "c", "env": env, "ports": [{"containerPort": 80}]});
    let twice = json!([{"name": "A", "value": "1"}, {"name": "A", "value": "2"}]);
    let once = json!([{"name": "A", "value": "1"}]);
    let mut condition = json!({
        "type": "Ready", "status": "True", "reason": "", "message": "", "lastTransitionTime": "2026-01-01T00:00:00Z",
    });
    let whole = |loose: &Value, condition: &Value, strict: &Value| json!({"loose": [container(loose.clone())], "conditions": [condition], "strict": container(strict.clone())});
    reads::<Sidecar>(whole(&twice, &condition, &once));
    refuses::<Sidecar>(whole(&once, &condition, &twice));
    // What serde does not read stays out.
    condition["lastTransitionTime"] = json!("yesterday");
    refuses::<Sidecar>(whole(&once, &condition, &once));
    let schema = schema_of::<Sidecar>();
    let env = |of: &Value| of["properties"]["env"]["x-kubernetes-list-type"].clone();
    assert_eq!(env(&schema["properties"]["loose"]["items"]), Value::Null);
    assert_eq!(env(&schema["properties"]["strict"]), "map");
    holds_for_what_is_read::<Sidecar>(schema, 30);
}
