use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza0", namespaced,
      conversion(webhook(url = "http://example.com/convert")))]
pub struct Pizza0Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza1", namespaced,
      conversion(webhook(url = "https://user@example.com/")))]
pub struct Pizza1Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza2", namespaced,
      conversion(webhook(url = "https://example.com/?a=b")))]
pub struct Pizza2Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza3", namespaced,
      conversion(webhook(url = "https://example.com/#part")))]
pub struct Pizza3Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza4", namespaced,
      conversion(webhook(url = "example.com")))]
pub struct Pizza4Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza5", namespaced,
      conversion(webhook(url = "https:///convert")))]
pub struct Pizza5Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza6", namespaced,
      conversion(webhook(url = "")))]
pub struct Pizza6Spec {}

fn main() {}
