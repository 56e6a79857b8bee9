//! Items of lists and values of maps that follow from each other one by one.

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
        kind = "Runner",
        namespaced,
        storage
    )]
    #[serde(rename_all = "camelCase")]
    pub struct RunnerSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub pull_secrets: Option<Vec<Reference>>,
        pub names: Vec<String>,
        pub timeouts: Vec<i64>,
        pub limits: BTreeMap<String, i64>,
        pub states: Vec<State>,
        pub numbers: Vec<i32>,
        pub seconds: Vec<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[serde(rename_all = "camelCase")]
    pub struct Reference {
        #[serde(rename = "secretName")]
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub optional: Option<bool>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub enum State {
        On,
        Off,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Runner, version = "v1")]
    #[spoke(hub = v2::RunnerSpec, fallible(up))]
    #[serde(rename_all = "camelCase")]
    pub struct RunnerSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(each(wrap = "name"))]
        pub pull_secrets: Option<Vec<String>>,
        #[spoke(each(unwrap = "name"))]
        pub names: Vec<Named>,
        #[spoke(each(duration = "s"))]
        pub timeouts: Vec<String>,
        #[spoke(each(quantity = "Mi"))]
        pub limits: BTreeMap<String, String>,
        #[spoke(each(values(true = "On", false = "Off")))]
        pub states: Vec<bool>,
        #[spoke(each(coerced))]
        pub numbers: Vec<String>,
        #[spoke(each(factor = 60), rename = "seconds")]
        pub minutes: Vec<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Named {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub note: Option<String>,
    }
}

wheelwright::wheel!(pub(crate) Runners = v2::Runner, [v1::Runner]);

fn runner(version: &str, spec: &Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Runner", "metadata": {"name": "r"}, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Runners::convert_object(object, version).expect("it converts")
}

fn old() -> Value {
    json!({
        "pullSecrets": ["a", "b"], "names": [{"name": "x", "note": "n"}, {"name": "y"}], "timeouts": ["1m", "90s"],
        "limits": {"cpu": "1Gi"}, "states": [true, false], "numbers": ["1", "2"], "minutes": [1, 2],
    })
}

#[test]
fn each_item_follows() {
    let new = convert(&runner("v1", &old()), "v2");
    let spec = json!({
        "pullSecrets": [{"secretName": "a"}, {"secretName": "b"}], "names": ["x", "y"], "timeouts": [60, 90],
        "limits": {"cpu": 1024}, "states": ["On", "Off"], "numbers": [1, 2], "seconds": [60, 120],
    });
    assert_eq!(new["spec"], spec);
    assert_eq!(convert(&new, "v1"), runner("v1", &old()));
    let value: v1::RunnerSpec = serde_json::from_value(old()).expect("it reads");
    let value = v2::RunnerSpec::try_from(value).expect("it converts");
    assert_eq!(serde_json::to_value(value).expect("it writes"), spec);
}

#[test]
fn what_an_item_loses_is_its_own() {
    let mut new = convert(&runner("v1", &old()), "v2");
    new["spec"]["names"] = json!(["y", "x"]);
    new["spec"]["timeouts"] = json!([90, 61, 60]);
    let back = convert(&new, "v1");
    assert_eq!(
        back["spec"]["names"],
        json!([{"name": "y"}, {"name": "x", "note": "n"}])
    );
    assert_eq!(back["spec"]["timeouts"], json!(["90s", "1m1s", "1m"]));
    let new = runner(
        "v2",
        &json!({
            "pullSecrets": [{"secretName": "a", "optional": true}, {"secretName": "b"}], "names": [], "timeouts": [],
            "limits": {}, "states": [], "numbers": [], "seconds": [61],
        }),
    );
    let mut old = convert(&new, "v1");
    assert_eq!(old["spec"]["minutes"], json!([1]));
    assert_eq!(convert(&old, "v2"), new);
    old["spec"]["pullSecrets"] = json!(["c", "a"]);
    let edited = convert(&old, "v2");
    assert_eq!(
        edited["spec"]["pullSecrets"],
        json!([{"secretName": "c"}, {"secretName": "a", "optional": true}])
    );
}

#[test]
fn an_item_that_is_refused_is_named() {
    let mut spec = old();
    spec["timeouts"] = json!(["1m", "soon"]);
    let error = Runners::convert_object(&runner("v1", &spec), "v2").expect_err("no duration");
    assert!(error.to_string().contains(".spec.timeouts[1]"), "{error}");
}

#[test]
fn the_plan_says_what_items_lose() {
    let plan = Runners::plan().expect("it can be").to_string();
    for line in [
        ".spec.pullSecrets[*]  wrap \"secretName\"",
        ".spec.timeouts[*]     duration \"s\"",
        "a text that is no duration",
    ] {
        assert!(plan.contains(line), "no {line:?} in\n{plan}");
    }
}

#[test]
fn laws() {
    Runners::assert_laws();
}
