//! A mapping with errors leads to no others where its objects are used.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Shop", namespaced, storage)]
    pub struct ShopSpec {
        pub name: String,
    }
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Shop, version = "v1beta1")]
    #[spoke(hub = v1::ShopSpec)]
    pub struct ShopSpec {
        #[spoke(renam = "name")]
        pub title: String,
    }
}

mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Shop, version = "v1alpha1")]
    #[spoke(fallible(up))]
    pub struct ShopSpec {
        pub name: String,
    }
}

wheelwright::wheel!(pub Shops = v1::Shop, [v1beta1::Shop, v1alpha1::Shop]);

fn main() {
    Shops::assert_laws();
    let _ = Shops::convert_object(&serde_json::json!({}), "v1");
    let new = v1::Shop::new("a", v1::ShopSpec { name: String::new() });
    let old = v1beta1::Shop::from(new.clone());
    let _ = v1::Shop::try_from(v1alpha1::Shop::from(v1::Shop::from(old)));
}
