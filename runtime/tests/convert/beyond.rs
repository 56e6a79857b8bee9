//! Numbers that are beyond what the other version can hold.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Timer",
        namespaced,
        storage
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct TimerSpec {
        pub(crate) timeout_seconds: i64,
        pub(crate) period_seconds: i64,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Timer, version = "v1")]
    #[spoke(hub = v2::TimerSpec)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct TimerSpec {
        #[spoke(rename = "timeout_seconds", duration = "s", or = 30)]
        pub(crate) timeout: String,
        #[spoke(rename = "period_seconds", factor = 60)]
        pub(crate) period_minutes: i64,
    }
}

wheelwright::wheel!(pub(crate) Timers = v2::Timer, [v1::Timer]);

fn timer(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Timer",
        "metadata": {"name": "t"},
        "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Timers::convert_object(object, version).expect("it converts")
}

/// Else one such object made every list at the other version fail.
#[test]
fn they_become_the_nearest_that_it_holds_and_come_back() {
    // The longest duration of Go's `time`: 2^63 - 1 nanoseconds.
    let new = timer(
        "v2",
        json!({"timeoutSeconds": 9_300_000_000_i64, "periodSeconds": 60}),
    );
    let old = convert(&new, "v1");
    assert_eq!(
        old["spec"],
        json!({"timeout": "2562047h47m16.854775807s", "periodMinutes": 1})
    );
    assert_eq!(convert(&old, "v2"), new);

    let old = timer(
        "v1",
        json!({"timeout": "1m0s", "periodMinutes": -9_000_000_000_000_000_000_i64}),
    );
    let new = convert(&old, "v2");
    assert_eq!(
        new["spec"],
        json!({"timeoutSeconds": 60, "periodSeconds": i64::MIN})
    );
    let mut edited = new.clone();
    assert_eq!(convert(&new, "v1"), old);
    edited["spec"]["periodSeconds"] = json!(120);
    assert_eq!(convert(&edited, "v1")["spec"]["periodMinutes"], 2);
}

#[test]
fn laws() {
    Timers::assert_laws();
}
