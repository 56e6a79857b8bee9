//! Root objects, which lose nothing.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke, SpokeRoot};

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(group = "example.com", version = "v1", kind = "Oven", storage, namespaced, status = OvenStatus, derive(PartialEq))]
    pub struct OvenSpec {
        pub degrees: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct OvenStatus {
        pub hot: bool,
    }
}

mod v1beta1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v1::Oven, version = "v1beta1", status = OvenStatus, derive(PartialEq))]
    #[spoke(hub = v1::OvenSpec, added(note))]
    pub struct OvenSpec {
        #[spoke(rename = "degrees")]
        pub temperature: u32,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v1::OvenStatus)]
    pub struct OvenStatus {
        #[spoke(rename = "hot")]
        pub ready: bool,
    }
}

/// A spoke of a spoke, whose status the hub's hub has too.
mod v1alpha1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v1beta1::Oven, version = "v1alpha1", status = v1beta1::OvenStatus, derive(PartialEq))]
    #[spoke(hub = v1beta1::OvenSpec, fallible(up))]
    pub struct OvenSpec {
        #[spoke(parsed)]
        pub temperature: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub color: Option<String>,
    }
}

#[test]
fn objects_keep_what_the_other_version_lacks() {
    let mut old = v1beta1::Oven::new(
        "kitchen",
        v1beta1::OvenSpec {
            temperature: 180,
            color: Some("red".to_owned()),
        },
    );
    old.status = Some(v1beta1::OvenStatus { ready: true });
    let new = v1::Oven::from(old.clone());
    assert_eq!(new.spec.degrees, 180);
    assert_eq!(new.status, Some(v1::OvenStatus { hot: true }));
    assert_eq!(new.metadata.name.as_deref(), Some("kitchen"));
    let annotations = new.metadata.annotations.clone().expect("what was lost");
    assert!(annotations.values().any(|kept| kept.contains("red")));
    assert_eq!(v1beta1::Oven::from(new).spec, old.spec);

    // By value nothing is kept.
    let spec = v1::OvenSpec::from(old.spec);
    assert_eq!(v1beta1::OvenSpec::from(spec).color, None);
}

#[test]
fn a_spoke_of_a_spoke_may_refuse() {
    let old = |temperature: &str| {
        v1alpha1::Oven::new(
            "kitchen",
            v1alpha1::OvenSpec {
                temperature: temperature.to_owned(),
                color: None,
            },
        )
    };
    let new = v1beta1::Oven::try_from(old("200")).expect("a number");
    assert_eq!(new.spec.temperature, 200);
    assert_eq!(v1alpha1::Oven::from(new), old("200"));
    let error = v1beta1::Oven::try_from(old("hot")).expect_err("no number");
    assert!(error.to_string().contains("temperature"), "{error}");
}

#[test]
fn the_tables_are_those_of_the_roots() {
    let mapping = <v1beta1::Oven as SpokeRoot>::MAPPING;
    assert_eq!(
        (mapping.spoke.version, mapping.hub.version),
        ("v1beta1", "v1")
    );
    assert!(mapping.status.is_some());
    let mapping = <v1alpha1::Oven as SpokeRoot>::MAPPING;
    assert_eq!(mapping.hub.version, "v1beta1");
    assert!(matches!(
        mapping.status,
        Some(wheelwright::table::Mapping::Same)
    ));
}
