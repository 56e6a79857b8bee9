//! The version that is stored: what it says, how often, and how loud.

use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// Text that is kept in a `ConfigMap`.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "greetings.example.com",
    version = "v1",
    kind = "Greeting",
    namespaced,
    storage,
    status = GreetingStatus,
    derive(PartialEq),
    printcolumn(name = "Text", type = "string", path = ".spec.text"),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp"),
    conversion(webhook(service = "greetings/greetings", path = "/convert"))
)]
#[serde(rename_all = "camelCase")]
pub struct GreetingSpec {
    /// What is said.
    #[schema(min_length = 1, max_length = 256)]
    pub text: String,
    /// How often it is said, each time on a line of its own.
    #[schema(default = 1, minimum = 1, maximum = 100)]
    #[serde(default = "one")]
    pub copies: u32,
    /// Whether it is said in capitals.
    #[schema(default = false)]
    #[serde(default)]
    pub loud: bool,
}

/// What the controller made of it.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct GreetingStatus {
    /// The `metadata.generation` that this is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// `Ready`: whether the `ConfigMap` says what it should.
    #[schema(list_map_keys("type"), max_items = 8)]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Condition>,
}

fn one() -> u32 {
    1
}
