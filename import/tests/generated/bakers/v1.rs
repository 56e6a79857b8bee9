//! `v1` of `Baker`.

use std::collections::BTreeMap;

use k8s_openapi::api::core::v1::EnvVar;
use k8s_openapi::api::core::v1::ResourceRequirements;
use k8s_openapi::api::core::v1::SecretKeySelector;
use k8s_openapi::api::core::v1::Toleration;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Baker",
    namespaced,
    status = BakerStatus
)]
#[serde(rename_all = "camelCase")]
pub struct BakerSpec {
    #[schema(list_map_keys("name"), items(with = env_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub env: Option<Vec<EnvVar>>,
    #[schema(with = old_secret_ref_schema)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_secret_ref: Option<SecretKeySelector>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_ref: Option<OwnRef>,
    /// In our own words.
    #[schema(with = password_secret_ref_schema)]
    pub password_secret_ref: SecretKeySelector,
    #[schema(with = resources_schema, default = { limits: { cpu: 1 } })]
    pub resources: ResourceRequirements,
    #[schema(with = selector_schema, nullable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<LabelSelector>,
    #[schema(values(with = toleration_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tolerations: Option<BTreeMap<String, Toleration>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct OwnRef {
    pub key: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct BakerStatus {
    #[schema(list_map_keys("type"), items(with = condition_schema))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conditions: Option<Vec<Condition>>,
}

/// A schema that no key says.
fn env_schema() -> Value {
    json!({"properties": {"name": {"type": "string"}, "value": {"type": "string"}, "valueFrom": {"properties": {"fileKeyRef": {"properties": {"key": {"type": "string"}, "path": {"type": "string"}, "volumeName": {"type": "string"}}, "required": ["key", "path", "volumeName"], "type": "object"}}, "type": "object"}}, "required": ["name"], "type": "object"})
}

/// A schema that no key says.
fn old_secret_ref_schema() -> Value {
    json!({"properties": {"key": {"type": "string"}, "name": {"type": "string"}, "optional": {"type": "boolean"}}, "required": ["key"], "type": "object"})
}

/// A schema that no key says.
fn password_secret_ref_schema() -> Value {
    json!({"properties": {"key": {"maxLength": 253, "type": "string"}, "name": {"type": "string"}, "optional": {"type": "boolean"}}, "required": ["key", "name"], "type": "object", "x-kubernetes-map-type": "atomic"})
}

/// A schema that no key says.
fn resources_schema() -> Value {
    serde_json::from_str(r#"{
  "properties": {
    "limits": {
      "additionalProperties": {
        "anyOf": [
          {
            "type": "integer"
          },
          {
            "type": "string"
          }
        ],
        "pattern": "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$",
        "x-kubernetes-int-or-string": true
      },
      "type": "object"
    },
    "requests": {
      "additionalProperties": {
        "anyOf": [
          {
            "type": "integer"
          },
          {
            "type": "string"
          }
        ],
        "x-kubernetes-int-or-string": true
      },
      "type": "object"
    }
  },
  "type": "object"
}"#).expect("it is JSON")
}

/// A schema that no key says.
fn selector_schema() -> Value {
    json!({"nullable": true, "properties": {"matchExpressions": {"items": {"properties": {"key": {"type": "string"}, "operator": {"type": "string"}, "values": {"items": {"type": "string"}, "type": "array"}}, "required": ["key", "operator"], "type": "object"}, "type": "array"}, "matchLabels": {"additionalProperties": {"type": "string"}, "type": "object"}}, "type": "object"})
}

/// A schema that no key says.
fn toleration_schema() -> Value {
    json!({"properties": {"effect": {"type": "string"}, "key": {"type": "string"}, "operator": {"type": "string"}, "tolerationSeconds": {"format": "int64", "type": "integer"}, "value": {"type": "string"}}, "type": "object"})
}

/// A schema that no key says.
fn condition_schema() -> Value {
    serde_json::from_str(r#"{
  "properties": {
    "lastTransitionTime": {
      "format": "date-time",
      "type": "string"
    },
    "message": {
      "maxLength": 32768,
      "type": "string"
    },
    "observedGeneration": {
      "format": "int64",
      "minimum": 0,
      "type": "integer"
    },
    "reason": {
      "minLength": 1,
      "type": "string"
    },
    "status": {
      "enum": [
        "True",
        "False",
        "Unknown"
      ],
      "type": "string"
    },
    "type": {
      "type": "string"
    }
  },
  "required": [
    "lastTransitionTime",
    "message",
    "reason",
    "status",
    "type"
  ],
  "type": "object"
}"#).expect("it is JSON")
}

/// An older release of Kubernetes, as a feature of k8s-openapi, would lose these fields.
const _: () = {
    let _ = |of: &k8s_openapi::api::core::v1::EnvVarSource| {
        let _ = &of.file_key_ref;
    };
};
