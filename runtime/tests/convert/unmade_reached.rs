//! A mapped struct that moves into one which lacks what it must have, so that there is none: all of it is kept.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Porch",
        namespaced,
        storage
    )]
    pub struct PorchSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub door: Option<Door>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Door {
        pub hinge: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub lock: Option<Lock>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Lock {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub code: Option<String>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Porch, version = "v1")]
    #[spoke(hub = v2::PorchSpec)]
    pub struct PorchSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub door: Option<Door>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "door.lock")]
        pub lock: Option<Lock>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(to = "door.lock.code")]
        pub code: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Door, elsewhere(lock))]
    pub struct Door {
        pub hinge: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Lock, elsewhere(code))]
    pub struct Lock {
        #[spoke(removed)]
        pub note: String,
    }
}

wheelwright::wheel!(pub(crate) Porches = v2::Porch, [v1::Porch]);

#[test]
fn what_has_no_place_at_all_comes_back_whole() {
    for spec in [
        json!({"lock": {"note": "n"}, "code": "c"}),
        json!({"lock": {"note": "n"}}),
        json!({"door": {"hinge": "h"}, "lock": {"note": "n"}, "code": "c"}),
    ] {
        let old = json!({
            "apiVersion": "example.com/v1", "kind": "Porch", "metadata": {"name": "p"}, "spec": spec,
        });
        let new = Porches::convert_object(&old, "v2").expect("it converts");
        assert_eq!(Porches::convert_object(&new, "v1"), Ok(old));
    }
}

#[test]
fn laws() {
    Porches::assert_laws();
}
