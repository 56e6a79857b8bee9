use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza0",
      conversion(webhook(url = "http://example.com/convert")))]
pub struct Pizza0Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza1",
      conversion(webhook(url = "https://user@example.com/")))]
pub struct Pizza1Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza2",
      conversion(webhook(url = "https://example.com/?a=b")))]
pub struct Pizza2Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza3",
      conversion(webhook(url = "https://example.com/#part")))]
pub struct Pizza3Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza4",
      conversion(webhook(url = "example.com")))]
pub struct Pizza4Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza5",
      conversion(webhook(url = "https:///convert")))]
pub struct Pizza5Spec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Pizza6",
      conversion(webhook(url = "")))]
pub struct Pizza6Spec {}

fn main() {}
