//! `v1` of `Type`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "notes.example.com",
    version = "v1",
    kind = "Type",
    namespaced,
    type_meta(required),
    metadata(required),
    name(max_length = 20),
    no_spec,
    root(rule("self.metadata.name != self.text"))
)]
#[schema(description = r"Notes, indented:

    like code")]
pub struct TypeFields {
    #[schema(nullable)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<TypeSpec>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<TypeStatus>,
    #[schema(max_length = 200)]
    pub text: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct TypeSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<i32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct TypeStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read: Option<bool>,
}
