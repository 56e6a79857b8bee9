//! Serde's defaults stand in the schema, and rules read them.

use kube::CustomResourceExt;
use wheelwright::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Idm::crd()]
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Idm",
    namespaced,
    status = IdmStatus,
    serde_defaults
)]
pub struct IdmSpec {
    #[schema(max_items = 10, rule("self.filter(g, g.primary).size() <= 1", message = "one is primary"))]
    pub groups: Vec<Group>,
    #[serde(default = "three")]
    pub retries: u8,
    #[serde(default)]
    pub comment: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(default)]
    pub options: Options,
}

fn three() -> u8 {
    3
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Group {
    pub name: String,
    #[serde(default)]
    pub primary: bool,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(default, rename_all = "camelCase")]
pub struct Options {
    pub log_level: String,
    pub verbose: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            log_level: "info".to_owned(),
            verbose: false,
        }
    }
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct IdmStatus {
    #[serde(default)]
    pub ready: bool,
}
