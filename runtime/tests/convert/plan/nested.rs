//! Steps that reach into mapped structs, where something else takes their place.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::mappings::nested::template_of_fleet::{v1, v2};

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
