//! The loaf, in two versions between which a field has another name: where nothing converts, it is lost.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1beta1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "install.e2e.example.com",
        version = "v1beta1",
        kind = "Loaf",
        plural = "loaves",
        namespaced,
        storage,
        label("wheelwright-e2e" = "installed"),
        conversion(webhook(service = "default/loaf", path = "/convert"))
    )]
    pub(crate) struct LoafSpec {
        pub(crate) grams: i64,
    }
}

pub(crate) mod v1alpha1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1beta1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1beta1::Loaf, version = "v1alpha1")]
    #[spoke(hub = v1beta1::LoafSpec)]
    pub(crate) struct LoafSpec {
        #[spoke(rename = "grams")]
        pub(crate) weight: i64,
    }
}

wheelwright::wheel!(pub(crate) Loaves = v1beta1::Loaf, [v1alpha1::Loaf]);

/// The name of the CRD.
pub(crate) const CRD: &str = "loaves.install.e2e.example.com";

/// The CRD of the release before, which knows both versions and stores the old one.
pub(crate) fn stores_v1alpha1() -> Value {
    let mut crd = stores_v1beta1();
    for version in crd["spec"]["versions"].as_array_mut().expect("versions") {
        version["storage"] = (version["name"] == "v1alpha1").into();
    }
    crd
}

pub(crate) fn stores_v1beta1() -> Value {
    Loaves::crd_json().unwrap_or_else(|report| panic!("{report}"))
}
