use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// `semver` came with 1.34, and comprehensions over two variables with 1.33.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Release", namespaced, kube = ">=1.31")]
#[schema(rule("semver(self.version).isGreaterThan(semver('1.0.0'))"))]
pub struct ReleaseSpec {
    #[schema(rule("self.matches('^v') || isSemver(self)"))]
    pub version: String,
    #[schema(rule("self.all(i, name, i > 0 || name != '')"))]
    pub names: Vec<String>,
}

/// On servers that have it, it is good.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Later", namespaced, kube = ">=1.34")]
#[schema(rule("semver(self.version).isGreaterThan(semver('1.0.0'))"))]
pub struct LaterSpec {
    pub version: String,
}

fn main() {}
