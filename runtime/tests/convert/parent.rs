//! Objects that only one version has around its fields.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::{BTreeMap, CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Parcel",
        namespaced,
        storage
    )]
    pub(crate) struct ParcelSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) shipping: Option<Shipping>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub(crate) struct Shipping {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) street: Option<String>,
        #[serde(default)]
        pub(crate) tags: Vec<String>,
        #[serde(default)]
        pub(crate) notes: BTreeMap<String, String>,
        #[serde(default)]
        pub(crate) labels: BTreeMap<String, String>,
    }
}

mod v1 {
    use super::{BTreeMap, CustomResource, Deserialize, Schema, Serialize, Spoke, v2};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Parcel, version = "v1")]
    #[spoke(hub = v2::ParcelSpec, part("shipping" = Option<v2::Shipping>))]
    pub(crate) struct ParcelSpec {
        #[spoke(to = "shipping.street")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) street: Option<String>,
        #[spoke(to = "shipping.tags", with = to_tags, back = from_tags)]
        #[serde(default)]
        pub(crate) tags: Vec<String>,
        #[spoke(to = "shipping.labels[example.com/team]")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) team: Option<String>,
        #[spoke(to = "shipping.notes")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) notes: Option<BTreeMap<String, String>>,
    }

    fn to_tags(mut tags: Vec<String>) -> Vec<String> {
        tags.reverse();
        tags
    }

    fn from_tags(tags: Option<Vec<String>>) -> Vec<String> {
        to_tags(tags.unwrap_or_default())
    }
}

wheelwright::wheel!(pub(crate) Parcels = v2::Parcel, [v1::Parcel]);

#[test]
fn laws() {
    Parcels::assert_laws();
}

#[test]
fn what_stands_beside_an_entry_comes_back_if_the_map_takes_it() {
    let new = json!({
        "apiVersion": "example.com/v2", "kind": "Parcel", "metadata": {"name": "p"},
        "spec": {"shipping": {"tags": [], "labels": {"app": "x", "example.com/team": "red"}}},
    });
    let mut old = Parcels::convert_object(&new, "v1").expect("it converts");
    assert_eq!(old["spec"], json!({"team": "red", "tags": []}));
    assert_eq!(
        Parcels::convert_object(&old, "v2").expect("it converts"),
        new
    );
    old["spec"]["team"] = json!(null);
    old["spec"]
        .as_object_mut()
        .expect("an object")
        .remove("team");
    let back = Parcels::convert_object(&old, "v2").expect("it converts");
    assert_eq!(back["spec"]["shipping"]["labels"], json!({"app": "x"}));
    let kept = &mut old["metadata"]["annotations"]["example.com/kept-by-conversion"];
    *kept = kept.as_str().expect("text").replace("\"x\"", "7").into();
    let back = Parcels::convert_object(&old, "v2").expect("it converts");
    assert_eq!(back["spec"]["shipping"], json!({"tags": [], "labels": {}}));
}

// A function makes something of nothing, and the object around it was there and empty: both are kept.
#[test]
fn an_empty_object_comes_back_empty() {
    for shipping in [json!({}), json!({"tags": []}), json!({"street": "x"})] {
        let new = json!({
            "apiVersion": "example.com/v2", "kind": "Parcel", "metadata": {"name": "p"}, "spec": {"shipping": shipping},
        });
        let old = Parcels::convert_object(&new, "v1").expect("it converts");
        assert_eq!(
            Parcels::convert_object(&old, "v2").expect("it converts"),
            new
        );
    }
}
