//! A spoke of a spoke, and versions that share a struct.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use super::{losses, row};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Lamp",
        namespaced,
        storage
    )]
    pub struct LampSpec {
        pub watts: i64,
    }
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Lamp, version = "v1beta1", also(version = "v1beta2"))]
    #[spoke(hub = v1::LampSpec)]
    pub struct LampSpec {
        #[spoke(rename = "watts")]
        pub power: i64,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub colour: Option<String>,
    }
}

mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1beta1::Lamp, version = "v1alpha1")]
    #[spoke(hub = v1beta1::LampSpec)]
    pub struct LampSpec {
        pub power: i64,
        #[spoke(rename = "colour")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
    }
}

wheelwright::wheel!(Lamps = v1::Lamp, [v1beta1::Lamp, v1alpha1::Lamp]);

#[test]
fn each_version_has_the_rows_to_the_version_that_it_maps_to() {
    let plan = Lamps::plan().expect("a plan");
    let hops: Vec<(&str, &str)> = plan
        .spokes
        .iter()
        .map(|spoke| (spoke.version.as_str(), spoke.hub.as_str()))
        .collect();
    assert_eq!(hops, [("v1beta1", "v1"), ("v1alpha1", "v1beta1")]);
    assert_eq!(plan.shared, [("v1beta2".to_owned(), "v1beta1".to_owned())]);
    // The colour is lost between the middle version and the hub, and kept under the name of the middle one.
    let colour = row(&plan, "v1beta1", ".spec.colour");
    assert_eq!(
        losses(colour),
        [Some(("v1beta1", &[".spec.colour".to_owned()][..])), None]
    );
    let color = row(&plan, "v1alpha1", ".spec.color");
    assert_eq!((color.step, losses(color)), ("rename", [None, None]));
    assert_eq!(plan.mermaid().matches("subgraph").count(), 3);
    assert!(
        plan.to_string()
            .contains("v1beta2 has the struct of v1beta1")
    );
}
