//! What is known of Kubernetes' types beyond their JSON schemas.

use serde_json::{Map, Value, json};

use super::merge;
use crate::{
    schema::{of, texts},
    table::{Key, Number, Run, Scalar, Shape, Type},
};

/// An integer of 32 bits, which no format says where there may be a string.
pub(super) const INT_OR_STRING: Type = Type {
    keys: &[
        Key::Minimum(Number::Int(i32::MIN as i128)),
        Key::Maximum(Number::Int(i32::MAX as i128)),
    ],
    ..Type::of("IntOrString", Shape::Scalar(Scalar::IntOrString))
};

/// An integer, or a string that is a quantity. `Quantity` in Rust may hold other strings too; the API server refuses
/// them.
pub(super) const QUANTITY: Type = Type {
    keys: match texts::QUANTITY.pattern {
        Some(pattern) => &[Key::Pattern(pattern)],
        None => &[],
    },
    ..Type::of("Quantity", Shape::Scalar(Scalar::IntOrString))
};

/// A point in time as `jiff` parses it.
pub(super) const TIME: Type = texts::table("Time", texts::INSTANT_OF_JIFF);

/// Base64.
#[cfg(feature = "kube")]
pub(super) const BYTES: Type = texts::table("ByteString", texts::BASE64);

/// An object of any members. In Rust it may hold other JSON too; the API server refuses that.
pub(super) const OBJECT: Type = Type::of(
    "RawExtension",
    Shape::Given(Run(|| {
        Ok(json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}))
    })),
);

/// Any JSON.
pub(super) const ANYTHING: Type = Type::of("JSON", Shape::Any);

/// What is said of Kubernetes' types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::schema) enum Known {
    /// All that Kubernetes itself holds them to.
    #[default]
    All,
    /// What their Rust types say (`loose`).
    Rust,
}

/// A better schema for the definition called `name`, where one is known.
pub(in crate::schema) fn definition(name: &str, schema: &Value, said: Known) -> Option<Value> {
    let name = name.strip_prefix("io.k8s.")?;
    let known = match name {
        "apimachinery.pkg.util.intstr.IntOrString" => &INT_OR_STRING,
        "apimachinery.pkg.api.resource.Quantity" => &QUANTITY,
        "apimachinery.pkg.apis.meta.v1.Time" | "apimachinery.pkg.apis.meta.v1.MicroTime" => &TIME,
        "apimachinery.pkg.runtime.RawExtension" | "apimachinery.pkg.apis.meta.v1.FieldsV1" => {
            &OBJECT
        }
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON" => &ANYTHING,
        _ => return amended(name, schema, said),
    };
    of(known).ok().map(|described| described.schema)
}

/// API groups by the name that definitions have for them.
const GROUPS: &[(&str, &str)] = &[
    ("admissionregistration", "admissionregistration.k8s.io"),
    ("apiextensions", "apiextensions.k8s.io"),
    ("apiregistration", "apiregistration.k8s.io"),
    ("apiserverinternal", "internal.apiserver.k8s.io"),
    ("apps", "apps"),
    ("authentication", "authentication.k8s.io"),
    ("authorization", "authorization.k8s.io"),
    ("autoscaling", "autoscaling"),
    ("batch", "batch"),
    ("certificates", "certificates.k8s.io"),
    ("coordination", "coordination.k8s.io"),
    ("core", ""),
    ("discovery", "discovery.k8s.io"),
    ("events", "events.k8s.io"),
    ("flowcontrol", "flowcontrol.apiserver.k8s.io"),
    ("lifecycle", "lifecycle.k8s.io"),
    ("networking", "networking.k8s.io"),
    ("node", "node.k8s.io"),
    ("policy", "policy"),
    ("rbac", "rbac.authorization.k8s.io"),
    ("resource", "resource.k8s.io"),
    ("scheduling", "scheduling.k8s.io"),
    ("storage", "storage.k8s.io"),
    ("storagemigration", "storagemigration.k8s.io"),
];

/// The `apiVersion` and `kind` of the objects that the definition `….<group>.<version>.<kind>` describes.
fn identity<'n>(name: &'n str, properties: &Map<String, Value>) -> Option<(String, &'n str)> {
    if let Some(kind) = name.strip_prefix("apimachinery.pkg.apis.meta.v1.") {
        let whole = [
            "APIGroup",
            "APIGroupList",
            "APIResourceList",
            "APIVersions",
            "Status",
        ];
        return whole.contains(&kind).then(|| ("v1".to_owned(), kind));
    }
    // Others refer to objects by these names, or to something else.
    if !properties.contains_key("metadata") {
        return None;
    }
    let mut parts = name.rsplit('.');
    let (kind, version, group) = (parts.next()?, parts.next()?, parts.next()?);
    let (_, group) = GROUPS
        .iter()
        .find(|(definitions, _)| *definitions == group)?;
    let separator = if group.is_empty() { "" } else { "/" };
    Some((format!("{group}{separator}{version}"), kind))
}

fn amended(name: &str, schema: &Value, said: Known) -> Option<Value> {
    let mut schema = schema.as_object()?.clone();
    let Some(Value::Object(mut properties)) = schema.remove("properties") else {
        return None;
    };
    match name {
        _ if said == Known::Rust => {}
        "apimachinery.pkg.apis.meta.v1.Condition" => condition(&mut properties),
        "api.core.v1.ContainerPort" | "api.core.v1.ServicePort" => {
            // A list-map key must be there.
            add(&mut properties, "protocol", &[("default", json!("TCP"))]);
        }
        _ => {}
    }
    // Whole objects, which are not read as others.
    if let Some((api_version, kind)) = identity(name, &properties) {
        add(
            &mut properties,
            "apiVersion",
            &[("enum", json!([api_version]))],
        );
        add(&mut properties, "kind", &[("enum", json!([kind]))]);
    }
    if said == Known::All {
        merge::amend(name, &mut schema, &mut properties);
    }
    schema.insert("properties".to_owned(), properties.into());
    Some(schema.into())
}

/// What `metav1.Condition` says in the validation markers of its Go source.
fn condition(properties: &mut Map<String, Value>) {
    add(
        properties,
        "type",
        &[
            ("maxLength", json!(316)),
            (
                "pattern",
                json!(
                    r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$"
                ),
            ),
        ],
    );
    add(
        properties,
        "status",
        &[("enum", json!(["True", "False", "Unknown"]))],
    );
    add(properties, "observedGeneration", &[("minimum", json!(0))]);
    add(
        properties,
        "reason",
        &[
            ("minLength", json!(1)),
            ("maxLength", json!(1024)),
            (
                "pattern",
                json!(r"^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"),
            ),
        ],
    );
    add(properties, "message", &[("maxLength", json!(32_768))]);
}

pub(super) fn add(properties: &mut Map<String, Value>, name: &str, keywords: &[(&str, Value)]) {
    if let Some(Value::Object(property)) = properties.get_mut(name) {
        property.extend(
            keywords
                .iter()
                .map(|(keyword, value)| ((*keyword).to_owned(), value.clone())),
        );
    }
}
