use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza0", namespaced,
      conversion(webhook(service = "webhook")))]
pub struct Pizza0Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza1", namespaced,
      conversion(webhook(service = "pizza/web hook")))]
pub struct Pizza1Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza2", namespaced,
      conversion(webhook(service = "pizza/webhook", port = 0)))]
pub struct Pizza2Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza3", namespaced,
      conversion(webhook(service = "pizza/webhook", port = 70000)))]
pub struct Pizza3Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza4", namespaced,
      conversion(webhook(service = "pizza/webhook", path = "convert")))]
pub struct Pizza4Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza5", namespaced,
      conversion(webhook(service = "pizza/webhook", path = "/a//b")))]
pub struct Pizza5Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza6", namespaced,
      conversion(webhook(service = "/webhook")))]
pub struct Pizza6Spec {}

fn main() {}
