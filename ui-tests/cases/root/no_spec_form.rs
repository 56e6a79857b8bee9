use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Name", namespaced, no_spec)]
pub struct NameBody(String);

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Labels", namespaced, no_spec)]
pub struct LabelsBody(std::collections::BTreeMap<String, String>);

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Oven", namespaced, no_spec, status = OvenStatus)]
#[serde(tag = "fuel")]
pub enum OvenBody {
    Gas { power: i64 },
    Electric { volts: i64 },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct OvenStatus {}

fn main() {}
