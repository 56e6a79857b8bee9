//! A type that becomes different types where it is used, an enum among them, and one that is a hub besides.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Job",
        namespaced,
        storage
    )]
    pub struct JobSpec {
        pub image: Image,
        pub secrets: Vec<Secret>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Image {
        pub image: String,
        pub tag: Option<String>,
        pub policy: Pull,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Secret {
        pub name: String,
        pub policy: Mount,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum Pull {
        Always,
        Missing,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum Mount {
        Always,
        OnDemand,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Job, version = "v1")]
    #[spoke(hub = v2::JobSpec)]
    pub struct JobSpec {
        pub image: Reference,
        pub secrets: Vec<Reference>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Image)]
    #[spoke(hub = v2::Secret)]
    pub struct Reference {
        #[spoke(hub = v2::Image, rename = "image")]
        #[serde(rename = "ref")]
        pub name: String,
        #[spoke(hub = v2::Secret, removed)]
        pub tag: Option<String>,
        pub policy: Policy,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Pull)]
    #[spoke(hub = v2::Mount)]
    pub enum Policy {
        Always,
        #[spoke(hub = v2::Pull, rename = "Missing")]
        #[spoke(hub = v2::Mount, rename = "OnDemand")]
        Needed,
    }
}

mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v1::Job, version = "v1alpha1")]
    #[spoke(hub = v1::JobSpec)]
    #[spoke(hub = Only)]
    pub struct JobSpec {
        pub image: v1::Reference,
        #[spoke(hub = Only, removed)]
        pub secrets: Vec<v1::Reference>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Only {
        pub image: v1::Reference,
    }
}

wheelwright::wheel!(pub(crate) Jobs = v2::Job, [v1::Job, v1alpha1::Job]);

#[test]
fn each_use_maps_as_its_pair_of_types() {
    let old = json!({
        "apiVersion": "example.com/v1alpha1", "kind": "Job", "metadata": {"name": "j"},
        "spec": {
            "image": {"ref": "nginx", "tag": "1", "policy": "Needed"},
            "secrets": [{"ref": "password", "tag": null, "policy": "Needed"}],
        },
    });
    let new = Jobs::convert_object(&old, "v2").expect("it converts");
    let spec = json!({
        "image": {"image": "nginx", "tag": "1", "policy": "Missing"},
        "secrets": [{"name": "password", "policy": "OnDemand"}],
    });
    assert_eq!(new["spec"], spec);
    assert_eq!(
        Jobs::convert_object(&new, "v1alpha1").expect("it converts"),
        old
    );
    let spec: v1::JobSpec = serde_json::from_value(old["spec"].clone()).expect("it reads");
    let spec_alone = v1alpha1::JobSpec {
        image: spec.image.clone(),
        secrets: Vec::new(),
    };
    assert_eq!(v1alpha1::Only::from(spec_alone).image, spec.image);
    assert_eq!(
        v2::JobSpec::from(spec).secrets[0].policy,
        v2::Mount::OnDemand
    );
}

#[test]
fn laws() {
    Jobs::assert_laws();
}
