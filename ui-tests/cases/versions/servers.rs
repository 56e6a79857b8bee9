use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Unknown", namespaced, kube = "1.99")]
pub struct UnknownSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Word", namespaced, kube = "banana")]
pub struct WordSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Single", namespaced, kube = "1.33")]
pub struct SingleSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Backwards", namespaced, kube = "1.36..=1.33")]
pub struct BackwardsSpec {}

fn main() {}
