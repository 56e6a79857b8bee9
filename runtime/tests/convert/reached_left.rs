//! Structs that a mapping leaves to the steps around it as a whole, and that those only reach into: that they were there, and
//! what they have besides, is nobody's but theirs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Job",
        namespaced,
        storage
    )]
    #[serde(default)]
    pub struct JobSpec {
        pub retry: Option<Retry>,
        pub plan: Option<Plan>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(default)]
    pub struct Plan {
        pub note: Option<String>,
        pub retry: Option<Retry>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(default)]
    pub struct Retry {
        pub times: Option<i64>,
        pub window: Option<Window>,
        pub marks: BTreeMap<String, String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[schema(preserve_unknown_fields)]
    #[serde(default)]
    pub struct Window {
        pub from: Option<i64>,
        pub hours: Option<i64>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = v2::Job, version = "v1")]
    #[spoke(hub = v2::JobSpec)]
    #[serde(default)]
    pub struct JobSpec {
        pub retry: Option<Retry>,
        #[spoke(to = "retry.window.from")]
        pub from: Option<i64>,
        #[spoke(to = "retry.window.hours")]
        pub hours: Option<i64>,
        #[spoke(to = "retry.marks[color]")]
        pub color: Option<String>,
        pub plan: Option<Plan>,
        #[spoke(to = "plan.retry.window.from")]
        pub plan_from: Option<i64>,
        #[spoke(to = "plan.retry.window.hours")]
        pub plan_hours: Option<i64>,
        #[spoke(to = "plan.retry.marks[color]")]
        pub plan_color: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Plan)]
    #[serde(default)]
    pub struct Plan {
        pub note: Option<String>,
        pub retry: Option<Retry>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Retry, elsewhere(window, marks))]
    #[serde(default)]
    pub struct Retry {
        pub times: Option<i64>,
    }
}

wheelwright::wheel!(pub(crate) Jobs = v2::Job, [v1::Job]);

fn job(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Job", "metadata": {"name": "j"}, "spec": spec,
    })
}

fn converted(object: &Value, version: &str) -> Value {
    Jobs::convert_object(object, version).expect("it converts")
}

#[test]
fn an_empty_struct_that_steps_reach_into_comes_back() {
    for spec in [
        json!({"retry": {"window": {}}}),
        json!({"retry": {"times": 1, "window": {}}}),
        json!({"plan": {"retry": {"window": {}}}}),
        json!({"plan": {"note": "n", "retry": {"times": 1, "window": {}}}}),
        json!({"retry": {"window": {"hours": 2, "more": {"of": "it"}}}}),
        json!({"plan": {"retry": {"window": {"more": [1]}}}}),
        json!({"retry": {"window": null}}),
        json!({"retry": {"marks": {}}}),
        json!({"retry": {"marks": {"size": "big"}}}),
        json!({"retry": {"times": 1, "marks": {"color": "red", "size": "big"}}}),
        json!({"plan": {"retry": {"marks": {"color": "red", "size": "big"}}}}),
    ] {
        let object = job("v2", spec);
        let there = converted(&object, "v1");
        assert_eq!(converted(&there, "v2"), object, "by {there}");
    }
}

#[test]
fn what_an_edit_moves_into_it_stands_beside_what_it_had() {
    let mut there = converted(&job("v2", json!({"retry": {"window": {"more": 1}}})), "v1");
    there["spec"]["hours"] = json!(4);
    let back = converted(&there, "v2");
    assert_eq!(
        back["spec"],
        json!({"retry": {"window": {"hours": 4, "more": 1}}})
    );
}

#[test]
fn laws() {
    Jobs::assert_laws();
}
