//! The schema of a version as the server reads it: `JSONSchemaProps` of `apiextensions.k8s.io/v1`.

mod decode;

use std::collections::BTreeMap;

use serde_json::Value;

pub(crate) use decode::decode;
pub use decode::{is_rule_member, is_schema_member};

/// One schema node. A field that is absent, null or empty in JSON has its empty value here, as in the server.
#[expect(
    clippy::struct_excessive_bools,
    reason = "the fields are the keywords of the API type"
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Schema {
    pub(crate) id: String,
    pub(crate) dialect: String,
    pub(crate) reference: Option<String>,
    pub(crate) description: String,
    pub(crate) title: String,
    pub(crate) type_name: String,
    pub(crate) format: String,
    pub(crate) default: Option<Value>,
    pub(crate) example: Option<Value>,
    pub(crate) maximum: Option<f64>,
    pub(crate) exclusive_maximum: bool,
    pub(crate) minimum: Option<f64>,
    pub(crate) exclusive_minimum: bool,
    pub(crate) multiple_of: Option<f64>,
    pub(crate) max_length: Option<i64>,
    pub(crate) min_length: Option<i64>,
    pub(crate) pattern: String,
    pub(crate) max_items: Option<i64>,
    pub(crate) min_items: Option<i64>,
    pub(crate) unique_items: bool,
    pub(crate) max_properties: Option<i64>,
    pub(crate) min_properties: Option<i64>,
    pub(crate) enumeration: Vec<Value>,
    pub(crate) required: Vec<String>,
    pub(crate) items: Option<Items>,
    pub(crate) additional_items: Option<Additional>,
    pub(crate) all_of: Vec<Schema>,
    pub(crate) one_of: Vec<Schema>,
    pub(crate) any_of: Vec<Schema>,
    pub(crate) not: Option<Box<Schema>>,
    pub(crate) properties: BTreeMap<String, Schema>,
    pub(crate) additional_properties: Option<Additional>,
    pub(crate) pattern_properties: BTreeMap<String, Schema>,
    pub(crate) dependencies: BTreeMap<String, Dependency>,
    pub(crate) definitions: BTreeMap<String, Schema>,
    pub(crate) external_docs: Option<ExternalDocs>,
    pub(crate) nullable: bool,
    pub(crate) preserve_unknown_fields: Option<bool>,
    pub(crate) embedded_resource: bool,
    pub(crate) int_or_string: bool,
    pub(crate) list_map_keys: Vec<String>,
    pub(crate) list_type: Option<String>,
    pub(crate) map_type: Option<String>,
    pub(crate) validations: Vec<ValidationRule>,
    /// Keywords that are given as `[]` or `{}`, which the server tells from absent ones in a few places.
    pub(crate) empty: EmptyKeywords,
}

/// The keyword `items`.
#[derive(Clone, Debug)]
pub(crate) enum Items {
    /// Present, but neither a schema nor a list of schemas.
    Nothing,
    One(Box<Schema>),
    Many(Vec<Schema>),
}

/// The keyword `additionalProperties` or `additionalItems`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Additional {
    Allowed(bool),
    Schema(Box<Schema>),
}

/// A value in the map `dependencies`.
#[derive(Clone, Debug, Default)]
pub(crate) enum Dependency {
    #[default]
    Nothing,
    Schema(Box<Schema>),
    Properties(Vec<String>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExternalDocs {
    pub(crate) description: String,
    pub(crate) url: String,
}

/// One entry of `x-kubernetes-validations`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ValidationRule {
    pub(crate) rule: String,
    pub(crate) message: String,
    pub(crate) message_expression: String,
    pub(crate) reason: Option<String>,
    pub(crate) field_path: String,
    pub(crate) optional_old_self: Option<bool>,
}

/// Names of keywords. All are equal: for the server, schemas that differ in nothing else are.
#[derive(Clone, Debug, Default)]
pub(crate) struct EmptyKeywords(pub(crate) Vec<&'static str>);

impl PartialEq for EmptyKeywords {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// For the server, an empty list equals none.
impl PartialEq for Items {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::One(a), Self::One(b)) => a == b,
            (Self::Many(a), Self::Many(b)) => a == b,
            (Self::Nothing, Self::Many(list)) | (Self::Many(list), Self::Nothing) => {
                list.is_empty()
            }
            (Self::Nothing, Self::Nothing) => true,
            (Self::One(_), _) | (_, Self::One(_)) => false,
        }
    }
}

/// As for [`Items`].
impl PartialEq for Dependency {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Schema(a), Self::Schema(b)) => a == b,
            (Self::Properties(a), Self::Properties(b)) => a == b,
            (Self::Nothing, Self::Properties(list)) | (Self::Properties(list), Self::Nothing) => {
                list.is_empty()
            }
            (Self::Nothing, Self::Nothing) => true,
            (Self::Schema(_), _) | (_, Self::Schema(_)) => false,
        }
    }
}

impl Schema {
    /// The schema of all items, if there is one.
    pub(crate) fn item_schema(&self) -> Option<&Schema> {
        match &self.items {
            Some(Items::One(schema)) => Some(schema),
            _ => None,
        }
    }

    /// The schema of the map's values, if there is one.
    pub(crate) fn value_schema(&self) -> Option<&Schema> {
        match &self.additional_properties {
            Some(Additional::Schema(schema)) => Some(schema),
            _ => None,
        }
    }

    /// Whether the node keeps fields that it does not declare.
    pub(crate) fn preserves(&self) -> bool {
        self.preserve_unknown_fields == Some(true)
    }
}
