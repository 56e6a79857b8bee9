//! Names that look odd and are good.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "0.example-1.com", version = "foo1", kind = "Deep-Dish", struct = DeepDish, plural = "deep-dishes",
      singular = "deep-dish", list_kind = "Deep-Dish-Menu", shortname = "d", shortname = "dd", category = "all", cluster,
      label("example.com/team" = "", "a.b_c-d" = "Kitchen_1"), annotation("Example.com/Note" = "any text, at all"),
      storage, also(version = "v1"), also(version = "v12alpha34", served = false, deprecated = "not any more"))]
pub struct DeepDishSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "bakery.k8s.io", version = "v1", kind = "Bread", namespaced,
      annotation("api-approved.kubernetes.io" = "unapproved, experimental"))]
pub struct BreadSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "bakery.kubernetes.io", version = "v1", kind = "Cake", namespaced, storage,
      annotation("api-approved.kubernetes.io" = "https://github.com/kubernetes/enhancements/pull/1111"))]
pub struct CakeSpec {}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "k8s.io.example.com", version = "v1", kind = "Ox", namespaced, storage = true)]
pub struct OxSpec {}

wheelwright::wheel!(pub Deep = DeepDish,);
wheelwright::wheel!(Breads = Bread, []);
wheelwright::wheel!(
    /// All versions.
    #[allow(dead_code)]
    pub(crate) Cakes = Cake
);
wheelwright::wheel!(pub Oxen = Ox);

fn main() {
    for yaml in [Deep::crd_yaml(), Breads::crd_yaml(), Cakes::crd_yaml(), Oxen::crd_yaml()] {
        assert!(yaml.contains("storage: true"), "{yaml}");
    }
}
