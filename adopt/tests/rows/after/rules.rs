//! Rules by `KubeSchema`.

use kube::CustomResourceExt;
use wheelwright::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Scale::crd()]
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v1",
    kind = "Scale",
    namespaced,
    root(rule("size(self.metadata.name) < 20", message = "too long")),
)]
#[schema(
    rule("self.min <= self.max", message = "min is over max", reason = "FieldValueInvalid"),
    rule("self.max < 100", message = "max is over 100")
)]
pub struct ScaleSpec {
    #[schema(rule("self > 0"))]
    pub min: i32,
    #[schema(maximum = 1000)]
    #[schema(rule("self >= oldSelf", message_expression = "'%d is less'.format([self])"))]
    pub max: i32,
    #[schema(list_type = "set")]
    pub names: Vec<String>,
    #[schema(map_type = "atomic")]
    pub marks: std::collections::BTreeMap<String, String>,
    pub inner: Inner,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    #[schema(rule("self != 'a'"))]
    #[schema(max_length = 9)]
    pub text: String,
}
