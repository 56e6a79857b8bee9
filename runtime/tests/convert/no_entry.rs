//! Nothing stands in for the entry of a map: `or = None`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Disk",
        namespaced,
        storage
    )]
    pub struct DiskSpec {
        #[serde(default)]
        pub attributes: BTreeMap<String, String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub more: Option<BTreeMap<String, String>>,
        pub group: Group,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Group {
        #[serde(default)]
        pub places: BTreeMap<String, Place>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Place {
        pub name: String,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Disk, version = "v1")]
    #[spoke(
        hub = v2::DiskSpec,
        part("group" = v2::Group),
        step(from_label = "example.com/owner", to = "attributes[owner]", or = None),
    )]
    pub struct DiskSpec {
        #[spoke(to = "attributes[seconds]", try_with = seconds, back = parsed, or = None)]
        pub seconds: Option<i64>,
        #[spoke(to = "more[after]", duration = "s", reversed, or = None, or_back = None)]
        pub after: Option<i64>,
        #[spoke(to = "group.places[first]", or = None, or_back = None)]
        pub place: Option<OldPlace>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Place, fallible(up))]
    pub struct OldPlace {
        #[spoke(try_with = named, back = |name| name)]
        pub name: String,
    }

    fn seconds(seconds: Option<i64>) -> Result<String, String> {
        let seconds = seconds.filter(|seconds| *seconds >= 0);
        seconds.map(|it| it.to_string()).ok_or("no time".to_owned())
    }

    fn parsed(text: Option<String>) -> Option<i64> {
        text.and_then(|text| text.parse().ok())
    }

    fn named(name: String) -> Result<String, String> {
        if name.is_empty() {
            Err("no name".to_owned())
        } else {
            Ok(name)
        }
    }
}

wheelwright::wheel!(Disks = v2::Disk, [v1::Disk]);

fn old(seconds: i64, name: &str) -> v1::DiskSpec {
    let name = name.to_owned();
    v1::DiskSpec {
        seconds: Some(seconds),
        after: Some(90),
        place: Some(v1::OldPlace { name }),
    }
}

fn new(old: &v1::DiskSpec) -> Value {
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Disk", "metadata": {"name": "d"}, "spec": old,
    });
    let new = Disks::convert_object(&object, "v2").unwrap();
    assert_eq!(Disks::convert_object(&new, "v1").unwrap(), object);
    let value = v2::DiskSpec::from(old.clone());
    assert_eq!(value, serde_json::from_value(new["spec"].clone()).unwrap());
    new["spec"].clone()
}

#[test]
fn an_entry_is_there_where_the_step_has_a_value() {
    assert_eq!(
        new(&old(5, "a")),
        json!({
            "attributes": {"seconds": "5"}, "more": {"after": "1m30s"}, "group": {"places": {"first": {"name": "a"}}},
        })
    );
}

#[test]
fn it_is_not_where_there_is_none_and_the_original_is_kept() {
    assert_eq!(
        new(&old(-5, "")),
        json!({"more": {"after": "1m30s"}, "group": {}})
    );
}

#[test]
fn the_laws_hold() {
    Disks::assert_laws();
}
