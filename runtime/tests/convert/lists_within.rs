//! Lists and maps that move into a group which may be absent: only this version must have them.

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
        kind = "Tank",
        namespaced,
        storage,
        derive(PartialEq)
    )]
    pub struct TankSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub group: Option<Group>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Group {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub same: Vec<Label>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub items: Option<Vec<Item>>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        pub entries: BTreeMap<String, Item>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rows: Option<Vec<Vec<Item>>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Label {
        pub name: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Item {
        pub name: String,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Tank, version = "v1", derive(PartialEq))]
    #[spoke(hub = v2::TankSpec, part("group" = Option<v2::Group>))]
    pub struct TankSpec {
        #[spoke(to = "group.same", or_back = Vec::new())]
        #[serde(default)]
        pub same: Vec<v2::Label>,
        #[spoke(to = "group.items", or_back = vec![])]
        pub items: Vec<Item>,
        #[spoke(to = "group.entries", or_back = BTreeMap::new())]
        pub entries: BTreeMap<String, Item>,
        #[spoke(to = "group.rows", or_back = vec![vec![]])]
        pub rows: Vec<Vec<Item>>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Item)]
    pub struct Item {
        #[spoke(rename = "name")]
        pub title: String,
    }
}

wheelwright::wheel!(Tanks = v2::Tank, [v1::Tank]);

fn tank(version: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Tank", "metadata": {"name": "t"}, "spec": spec,
    })
}

#[test]
fn they_go_as_values_and_as_objects() {
    let old = json!({
        "same": [{"name": "s"}], "items": [{"title": "i"}], "entries": {"e": {"title": "t"}}, "rows": [[{"title": "r"}]],
    });
    let new = json!({"group": {
        "same": [{"name": "s"}], "items": [{"name": "i"}], "entries": {"e": {"name": "t"}}, "rows": [[{"name": "r"}]],
    }});
    let converted = Tanks::convert_object(&tank("v1", &old), "v2").unwrap();
    assert_eq!(converted, tank("v2", &new));
    assert_eq!(
        Tanks::convert_object(&converted, "v1").unwrap(),
        tank("v1", &old)
    );

    let [typed_old, typed_new] = [old, new];
    let typed_old: v1::TankSpec = serde_json::from_value(typed_old).unwrap();
    let typed_new: v2::TankSpec = serde_json::from_value(typed_new).unwrap();
    assert_eq!(v2::TankSpec::from(typed_old.clone()), typed_new);
    assert_eq!(v1::TankSpec::from(typed_new), typed_old);
}

#[test]
fn what_stands_in_is_said_where_the_group_is_absent() {
    let made = json!({"items": [], "entries": {}, "rows": [[]]}); // Serde reads no `same` as none.
    let old = Tanks::convert_object(&tank("v2", &json!({})), "v1").unwrap();
    assert_eq!(old["spec"], made);
    assert_eq!(
        Tanks::convert_object(&old, "v2").unwrap(),
        tank("v2", &json!({}))
    );
    let absent = v1::TankSpec::from(v2::TankSpec { group: None });
    assert_eq!(
        absent,
        serde_json::from_value::<v1::TankSpec>(made).unwrap()
    );
}

#[test]
fn laws() {
    Tanks::assert_laws();
}
