//! Objects that map, and into which steps of the objects around them reach.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Fleet",
        namespaced,
        storage
    )]
    pub struct FleetSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub template: Option<Template>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Template {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<Machine>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Machine {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub version: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub min_ready_seconds: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub deletion: Option<Deletion>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Deletion {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seconds: Option<i32>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Fleet, version = "v1")]
    #[spoke(hub = v2::FleetSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct FleetSpec {
        #[spoke(to = "template.spec.min_ready_seconds")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub min_ready_seconds: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub template: Option<Template>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Template)]
    pub struct Template {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<Machine>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    #[spoke(hub = v2::Machine, part("deletion" = Option<v2::Deletion>), elsewhere(min_ready_seconds))]
    pub struct Machine {
        #[spoke(to = "deletion.seconds")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub deletion_seconds: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub version: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Fleets = v2::Fleet, [v1::Fleet]);

pub(crate) mod twice {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Fleet, version = "v1")]
    #[spoke(hub = v2::FleetSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct FleetSpec {
        #[spoke(to = "template.spec.min_ready_seconds")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub min_ready_seconds: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub template: Option<Template>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Template)]
    pub struct Template {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<Machine>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Machine, added(version, deletion))]
    pub struct Machine {
        #[spoke(rename = "min_ready_seconds")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub seconds: Option<i32>,
    }
}

wheelwright::wheel!(pub(crate) Twice = v2::Fleet, [twice::Fleet]);

pub(crate) mod whole {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Fleet, version = "v1")]
    #[spoke(hub = v2::FleetSpec)]
    #[serde(rename_all = "camelCase")]
    pub struct FleetSpec {
        #[spoke(to = "template.spec.min_ready_seconds")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub min_ready_seconds: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub template: Option<Template>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Template)]
    pub struct Template {
        #[spoke(or = None, or_back = None)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spec: Option<v1::Machine>,
    }
}

wheelwright::wheel!(pub(crate) Whole = v2::Fleet, [whole::Fleet]);

fn fleet(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Fleet",
        "metadata": {"name": "f"},
        "spec": spec,
    })
}

#[test]
fn what_reaches_into_an_object_stands_beside_what_maps_there() {
    let old = fleet(
        "v1",
        json!({"minReadySeconds": 9, "template": {"spec": {"version": "a"}}}),
    );
    let new = Fleets::convert_object(&old, "v2").expect("it converts");
    assert_eq!(
        new["spec"],
        json!({"template": {"spec": {"version": "a", "minReadySeconds": 9}}}),
    );
    assert_eq!(Fleets::convert_object(&new, "v1"), Ok(old));
}

#[test]
fn an_object_that_was_made_to_be_reached_into_is_none_on_the_way_back_and_an_empty_one_stays() {
    for template in [json!(null), json!({}), json!({"spec": {}})] {
        let mut spec = json!({"minReadySeconds": 9});
        if !template.is_null() {
            spec["template"] = template;
        }
        let old = fleet("v1", spec);
        let new = Fleets::convert_object(&old, "v2").expect("it converts");
        assert_eq!(
            new["spec"],
            json!({"template": {"spec": {"minReadySeconds": 9}}})
        );
        assert_eq!(Fleets::convert_object(&new, "v1"), Ok(old));
    }
}

#[test]
fn what_else_stands_in_an_object_shows_whose_it_is() {
    let mut new = fleet("v2", json!({"template": {"spec": {"deletion": {}}}}));
    let old = Fleets::convert_object(&new, "v1").expect("it converts");
    assert_eq!(old["spec"], json!({"template": {"spec": {}}}));
    assert_eq!(Fleets::convert_object(&old, "v2"), Ok(new.clone()));
    new["spec"]["template"]["spec"]["minReadySeconds"] = json!(9);
    let old = Fleets::convert_object(&new, "v1").expect("it converts");
    assert_eq!(Fleets::convert_object(&old, "v2"), Ok(new));
}

#[test]
fn a_place_that_the_mapping_of_its_object_takes_too_makes_no_plan() {
    let why = Twice::plan().expect_err("two steps write it").to_string();
    assert!(
        why.contains(
            "`.template.spec.minReadySeconds`, which the mapping of `.template` takes, too"
        ),
        "{why}"
    );
}

#[test]
fn a_place_within_what_is_kept_as_a_whole_makes_no_plan() {
    let why = Whole::plan()
        .expect_err("what is kept would not come back")
        .to_string();
    assert!(
        why.contains(
            "it takes `.template.spec.minReadySeconds`, but `.template.spec` has a stand-in"
        ),
        "{why}"
    );
}

#[test]
fn laws() {
    Fleets::assert_laws();
}
