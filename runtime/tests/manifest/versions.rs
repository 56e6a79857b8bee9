use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, table::Deprecation};

/// A thing.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com",
    version = "v3beta1",
    kind = "Thing",
    namespaced,
    storage
)]
#[crd(
    also(version = "foo10"),
    also(version = "v11alpha2", served = false),
    also(version = "v1")
)]
#[crd(
    also(version = "v12alpha1"),
    also(version = "v10", deprecated),
    also(version = "foo1")
)]
#[crd(
    also(version = "v2"),
    also(version = "v10beta3", deprecated = "use v2"),
    also(version = "v11beta2")
)]
pub struct ThingSpec {
    /// How large.
    pub size: i64,
}

wheelwright::wheel!(pub Things = Thing);

#[test]
fn versions_are_in_the_documented_order_of_priority() {
    let documented = [
        "v10",
        "v2",
        "v1",
        "v11beta2",
        "v10beta3",
        "v3beta1",
        "v12alpha1",
        "v11alpha2",
        "foo1",
        "foo10",
    ];
    let crd = Things::crd_json().unwrap();
    let listed: Vec<&str> = crd["spec"]["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v["name"].as_str().unwrap())
        .collect();
    assert_eq!(listed, documented);
    let named: Vec<&str> = Things::versions()
        .iter()
        .map(|version| version.name)
        .collect();
    assert_eq!(named, documented);
}

#[test]
fn each_version_says_what_it_is() {
    let crd = Things::crd_json().unwrap();
    let version = |name: &str| -> Value {
        let versions = crd["spec"]["versions"].as_array().unwrap();
        let mut version = versions
            .iter()
            .find(|version| version["name"] == name)
            .unwrap()
            .clone();
        assert_eq!(
            version["schema"]["openAPIV3Schema"]["description"],
            "A thing."
        );
        version.as_object_mut().unwrap().remove("schema");
        version
    };
    assert_eq!(
        version("v3beta1"),
        json!({"name": "v3beta1", "served": true, "storage": true})
    );
    assert_eq!(
        version("v11alpha2"),
        json!({"name": "v11alpha2", "served": false, "storage": false})
    );
    assert_eq!(
        version("v10"),
        json!({"name": "v10", "served": true, "storage": false, "deprecated": true})
    );
    assert_eq!(
        version("v10beta3"),
        json!({
            "name": "v10beta3", "served": true, "storage": false, "deprecated": true, "deprecationWarning": "use v2"
        })
    );
    let deprecated: Vec<_> = Things::versions()
        .into_iter()
        .filter(|version| version.deprecation != Deprecation::No)
        .collect();
    assert_eq!(deprecated.len(), 2);
}

#[test]
fn versions_with_one_schema_need_no_webhook() {
    // What a CRD says whose versions share a schema, in the documentation's first example of several versions.
    let crd = Things::crd_json().unwrap();
    assert_eq!(crd["spec"]["conversion"], json!({"strategy": "None"}));
}

mod alone {
    use super::*;

    /// Another thing.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Other",
        cluster,
        shortname = "ot",
        category = "all"
    )]
    #[crd(annotation("example.com/a" = "b"), label("app" = "c"))]
    pub struct OtherSpec {}

    wheelwright::wheel!(pub Others = Other);
}

#[test]
fn a_version_that_is_alone_is_stored_and_names_are_those_of_the_attribute() {
    let crd = alone::Others::crd_json().unwrap();
    assert_eq!(crd["apiVersion"], "apiextensions.k8s.io/v1");
    assert_eq!(crd["kind"], "CustomResourceDefinition");
    assert_eq!(
        crd["metadata"],
        json!({"name": "others.example.com", "annotations": {"example.com/a": "b"}, "labels": {"app": "c"}})
    );
    let mut spec = crd["spec"].clone();
    spec.as_object_mut().unwrap().remove("versions");
    assert_eq!(
        spec,
        json!({
            "group": "example.com", "scope": "Cluster",
            "names": {
                "plural": "others", "singular": "other", "kind": "Other", "shortNames": ["ot"], "categories": ["all"]
            }
        })
    );
    assert_eq!(crd["spec"]["versions"][0]["storage"], true);
    assert_eq!(
        wheelwright::manifest::of::<alone::Other>().json().unwrap(),
        crd
    );
}
