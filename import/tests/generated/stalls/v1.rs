//! `v1` of `Stall`.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Stall",
    namespaced,
    storage,
    conversion(none, unchecked)
)]
#[serde(rename_all = "camelCase")]
pub struct StallSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disks: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_millis: Option<i64>,
    pub host: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<Image>,
    pub memory_mi: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    pub port: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toppings: Option<Vec<Topping>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Image {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pull: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Topping {
    pub name: String,
    pub quantity: i32,
}
