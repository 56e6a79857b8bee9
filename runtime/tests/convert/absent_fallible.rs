//! Absence that a fallible mapping refuses, of values that the other version must have.

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
        pub queue: Option<String>,
        pub item: Option<Item>,
        pub both: Option<u8>,
        pub must: String,
        pub list: Option<Vec<Item>>,
        pub inner: Option<Inner>,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Item {
        pub a: u8,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Inner {
        pub a: Option<u8>,
    }
}
mod v1 {
    use super::*;
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v2::Job, version = "v1")]
    #[spoke(hub = super::v2::JobSpec, fallible(up, down), part("inner" = Option<super::v2::Inner>))]
    pub struct JobSpec {
        pub queue: String,
        pub item: Item,
        pub both: Option<u8>,
        #[spoke(rename = "must")]
        pub may: Option<String>,
        pub list: Vec<Item>,
        #[spoke(to = "inner.a")]
        pub inner: u8,
    }
    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = super::v2::Item)]
    pub struct Item {
        #[spoke(rename = "a")]
        pub b: u8,
    }
}
wheelwright::wheel!(Jobs = v2::Job, [v1::Job]);

/// What is said of Rust values and of objects.
#[test]
fn what_is_absent_is_refused_by_name() {
    let full = v2::JobSpec {
        queue: Some("q".to_owned()),
        item: Some(v2::Item { a: 1 }),
        both: None,
        must: "m".to_owned(),
        list: Some(Vec::new()),
        inner: Some(v2::Inner { a: Some(1) }),
    };
    let old = v1::JobSpec::try_from(full.clone()).unwrap();
    assert_eq!(v2::JobSpec::try_from(old.clone()).unwrap(), full);
    for (lacking, path) in [
        (
            v2::JobSpec {
                queue: None,
                ..full.clone()
            },
            ".queue",
        ),
        (
            v2::JobSpec {
                item: None,
                ..full.clone()
            },
            ".item",
        ),
        (
            v2::JobSpec {
                list: None,
                ..full.clone()
            },
            ".list",
        ),
        (
            v2::JobSpec {
                inner: None,
                ..full.clone()
            },
            ".inner.a",
        ),
        (
            v2::JobSpec {
                inner: Some(v2::Inner { a: None }),
                ..full
            },
            ".inner.a",
        ),
    ] {
        let object = json!({"apiVersion": "example.com/v2", "kind": "Job", "metadata": {"name": "j"}, "spec": lacking});
        let refused = Jobs::convert_object(&object, "v1").unwrap_err().to_string();
        assert!(
            refused.starts_with(&format!(".spec{path}: it is absent")),
            "{refused}"
        );
        let refused = v1::JobSpec::try_from(lacking).unwrap_err().to_string();
        assert!(
            refused.starts_with(&format!("{path}: it is absent")),
            "{refused}"
        );
    }
    let lacking = v1::JobSpec { may: None, ..old };
    let object = json!({"apiVersion": "example.com/v1", "kind": "Job", "metadata": {"name": "j"}, "spec": lacking});
    let refused = Jobs::convert_object(&object, "v2").unwrap_err().to_string();
    assert!(refused.starts_with(".spec.may: it is absent"), "{refused}");
    assert!(v2::JobSpec::try_from(lacking).is_err());
}

/// Of a part of an object, what is absent may be another manager's.
#[test]
fn a_part_may_lack_it() {
    let part = json!({"apiVersion": "example.com/v2", "kind": "Job", "spec": {"both": 1}});
    assert_eq!(
        Jobs::convert_object(&part, "v1").unwrap()["spec"],
        json!({"both": 1})
    );
}

#[test]
fn the_plan_says_so() {
    let plan = Jobs::plan().unwrap().to_string();
    assert_eq!(plan.matches("refuses absence").count(), 5, "{plan}");
}

#[test]
fn laws() {
    Jobs::assert_laws();
}
