use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza0", namespaced,
      conversion(webhook(path = "/convert")))]
pub struct Pizza0Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza1", namespaced,
      conversion(webhook(service = "pizza/webhook", url = "https://example.com")))]
pub struct Pizza1Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza2", namespaced,
      conversion(webhook(url = "https://example.com", port = 443, path = "/convert")))]
pub struct Pizza2Spec {}

fn main() {}
