use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza0", namespaced,
      conversion(webhook(service = "pizza/webhook", review_versions("v2"))))]
pub struct Pizza0Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza1", namespaced,
      conversion(webhook(service = "pizza/webhook", review_versions("v1", "v1"))))]
pub struct Pizza1Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza2", namespaced,
      conversion(webhook(service = "pizza/webhook", review_versions("V1", "v1"))))]
pub struct Pizza2Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza3", namespaced,
      conversion(webhook(service = "pizza/webhook", review_versions())))]
pub struct Pizza3Spec {}

fn main() {}
