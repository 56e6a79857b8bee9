//! Rules by `KubeSchema`.

use kube::core::{ListMerge, MapMerge, Rule};
use kube::{CustomResource, CustomResourceExt, KubeSchema};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Scale::crd()]
}

#[derive(CustomResource, KubeSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(
    group = "example.com",
    version = "v1",
    kind = "Scale",
    namespaced,
    validation = Rule::new("size(self.metadata.name) < 20").message("too long"),
)]
#[x_kube(
    validation = Rule::new("self.min <= self.max")
        .message("min is over max")
        .reason(Reason::FieldValueInvalid),
    validation = ("self.max < 100", "max is over 100")
)]
pub struct ScaleSpec {
    #[x_kube(validation = "self > 0")]
    pub min: i32,
    #[schemars(range(max = 1000))]
    #[x_kube(validation = Rule::new("self >= oldSelf").message(Message::Expression("'%d is less'.format([self])".into())))]
    pub max: i32,
    #[x_kube(merge_strategy = ListMerge::Set)]
    pub names: Vec<String>,
    #[x_kube(merge_strategy = MapMerge::Atomic)]
    pub marks: std::collections::BTreeMap<String, String>,
    pub inner: Inner,
}

#[derive(KubeSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    #[x_kube(validation = Rule::new("self != 'a'"))]
    #[schemars(length(max = 9))]
    pub text: String,
}
