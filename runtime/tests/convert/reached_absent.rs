//! A field that may be absent and moves into an optional struct which is mapped itself, here and further within: what the
//! struct has besides comes and goes by edits.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

const fn three() -> i64 {
    3
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Task",
        namespaced,
        storage
    )]
    #[serde(default, rename_all = "camelCase")]
    pub struct TaskSpec {
        pub retry: Option<Retry>,
        pub plan: Option<Plan>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    #[serde(default)]
    pub struct Plan {
        pub note: Option<String>,
        pub retry: Option<Retry>,
        pub window: Option<Window>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Window {
        pub from: Option<i64>,
        #[schema(default)]
        #[serde(default = "three")]
        pub hours: i64,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Retry {
        pub times: Option<i64>,
        #[schema(default)]
        #[serde(default = "three")]
        pub seconds: i64,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[crd(hub = v2::Task, version = "v1")]
    #[spoke(hub = v2::TaskSpec)]
    #[serde(default, rename_all = "camelCase")]
    pub struct TaskSpec {
        pub retry: Option<Retry>,
        #[spoke(to = "retry.seconds", unwrap = "seconds", or = 3)]
        pub delay: Option<Delay>,
        pub plan: Option<Plan>,
        #[spoke(to = "plan.retry.seconds", unwrap = "seconds", or = 3)]
        pub plan_delay: Option<Delay>,
        #[spoke(to = "plan.window.hours", unwrap = "seconds", or = 3)]
        pub length: Option<Delay>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(
        hub = v2::Plan,
        elsewhere("window.hours" = 3),
        part("window" = Option<v2::Window>),
    )]
    #[serde(default)]
    pub struct Plan {
        pub note: Option<String>,
        pub retry: Option<Retry>,
        #[spoke(to = "window.from")]
        pub from: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default)]
    #[spoke(hub = v2::Retry, elsewhere(seconds = 3))]
    pub struct Retry {
        pub times: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Delay {
        pub seconds: i64,
    }
}

wheelwright::wheel!(pub(crate) Tasks = v2::Task, [v1::Task]);

fn task(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Task", "metadata": {"name": "t"}, "spec": spec,
    })
}

fn converted(object: &Value, version: &str) -> Value {
    Tasks::convert_object(object, version).expect("it converts")
}

/// What each spec is at the hub, where the struct says its default.
fn specs() -> [(Value, Value); 6] {
    [
        (json!({"retry": {}}), json!({"retry": {"seconds": 3}})),
        (
            json!({"plan": {"retry": {}}}),
            json!({"plan": {"retry": {"seconds": 3}}}),
        ),
        (
            json!({"plan": {"note": "n", "retry": {}}}),
            json!({"plan": {"note": "n", "retry": {"seconds": 3}}}),
        ),
        // Null says nothing either.
        (
            json!({"retry": null, "delay": {"seconds": 4}}),
            json!({"retry": {"seconds": 4}}),
        ),
        (
            json!({"plan": {"retry": null}, "planDelay": {"seconds": 4}}),
            json!({"plan": {"retry": {"seconds": 4}}}),
        ),
        (
            json!({"retry": {}, "delay": {"seconds": 4}}),
            json!({"retry": {"seconds": 4}}),
        ),
    ]
}

#[test]
fn an_empty_struct_that_gets_a_default_comes_back_empty() {
    for (old, new) in specs() {
        let there = converted(&task("v1", old.clone()), "v2");
        assert_eq!(there["spec"], new, "of {old}");
        assert_eq!(converted(&there, "v1")["spec"], old);
    }
}

#[test]
fn a_struct_that_an_edit_leaves_only_the_default_is_not_lost() {
    for (of, edited, left) in [
        (
            json!({"retry": {"times": 1}}),
            "/retry",
            json!({"seconds": 3}),
        ),
        (
            json!({"plan": {"retry": {"times": 1}}}),
            "/plan/retry",
            json!({"seconds": 3}),
        ),
        (
            json!({"plan": {"note": "n", "retry": {"times": 1}}}),
            "/plan/retry",
            json!({"seconds": 3}),
        ),
        (
            json!({"plan": {"note": "n", "from": 1}}),
            "/plan/window",
            json!({"hours": 3}),
        ),
    ] {
        let mut there = converted(&task("v1", of), "v2");
        *there["spec"].pointer_mut(edited).expect("it is there") = left;
        let back = converted(&converted(&there, "v1"), "v2");
        assert_eq!(back["spec"], there["spec"]);
    }
}

#[test]
fn laws() {
    Tasks::assert_laws();
}
