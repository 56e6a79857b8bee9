//! Kept data that somebody tampered with, that is out of date, or too much.

use serde_json::{Value, json};

use crate::review::menu::{GROUP, Menu};

const NAME: &str = "restaurant.programming-kubernetes.info/kept-by-conversion";

fn pizza(version: &str, spec: Value, annotations: Value) -> Value {
    json!({
        "apiVersion": format!("{GROUP}/{version}"), "kind": "Pizza",
        "metadata": {"name": "p", "annotations": annotations}, "spec": spec,
    })
}

/// A complete pizza at `v1beta1` with this annotation, at `v1alpha1`.
fn down(kept: &str) -> Value {
    let spec = json!({
        "toppings": [{"name": "a", "quantity": 2}], "crust": "thin", "replicas": 1, "onlyBeta": "default-v1beta1",
    });
    let object = pizza("v1beta1", spec, json!({NAME: kept}));
    Menu::convert_object(&object, "v1alpha1").expect("it converts")
}

/// What nothing was kept for.
fn bare() -> Value {
    json!({"toppings": ["a", "a"], "crust": "thin", "replicas": 1, "onlyAlpha": "default-v1alpha1"})
}

fn of_alpha(tree: &Value) -> String {
    json!({"format": 1, "kept": {"v1alpha1": {"spec": tree}}}).to_string()
}

#[test]
fn what_is_no_kept_data_counts_as_nothing_and_goes() {
    let deep = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        format!(r#"{{"format":1,"kept":{{"v1alpha1":{{"spec":{{"onlyAlpha":{open}1{close}}}}}}}}}"#)
    };
    for text in [
        String::new(),
        "{".to_owned(),
        "[]".to_owned(),
        "null".to_owned(),
        r#"{"kept":{"v1alpha1":{"spec":{"onlyAlpha":["x"]}}}}"#.to_owned(),
        r#"{"format":3,"kept":{"v1alpha1":{"spec":{"onlyAlpha":["x"]}}}}"#.to_owned(),
        r#"{"format":1,"kept":[]}"#.to_owned(),
        r#"{"format":1,"kept":{"v1alpha1":5}}"#.to_owned(),
        of_alpha(&json!({"onlyAlpha": "x"})),
        of_alpha(&json!({"onlyAlpha": ["x", "y", "z", "w"]})),
        of_alpha(&json!({"onlyAlpha": ["keyed", 5]})),
        of_alpha(&json!({"onlyAlpha": ["aligned", ["zz"], {"0": []}]})),
        deep(400),
        deep(100_000),
    ] {
        let old = down(&text);
        assert_eq!(old["spec"], bare(), "{text:.100}");
        assert_eq!(old["metadata"], json!({"name": "p"}), "{text:.100}");
    }
}

#[test]
fn what_the_schema_or_the_live_value_contradicts_is_not_restored() {
    for tree in [
        json!({"onlyAlpha": [5]}),
        json!({"onlyAlpha": [null]}),
        json!({"unknown": ["x"]}),
        json!({"toppings": [["a", "b"]]}),
        json!({"toppings": [["a", 1]]}),
        json!({"toppings": ["x"]}),
        json!({"crust": ["thick"]}),
        json!({"replicas": [-1]}),
    ] {
        assert_eq!(down(&of_alpha(&tree))["spec"], bare(), "{tree}");
    }
    // What the schema takes is trusted, whoever wrote it.
    let old = down(&of_alpha(&json!({"onlyAlpha": ["x"]})));
    assert_eq!(old["spec"]["onlyAlpha"], "x");
}

#[test]
fn what_is_kept_of_other_versions_travels_and_one_damaged_version_harms_no_other() {
    let text = json!({"format": 1, "kept": {
        "v1": {"spec": {"x": [1]}}, "v1alpha1": {"spec": {"onlyAlpha": ["x"]}}, "v2": {"spec": 5},
    }});
    let old = down(&text.to_string());
    assert_eq!(old["spec"]["onlyAlpha"], "x");
    let kept = old["metadata"]["annotations"][NAME].as_str().expect("kept");
    assert_eq!(
        serde_json::from_str::<Value>(kept).expect("JSON"),
        json!({"format": 2, "kept": {"v1": ["first", {"spec": {"x": [1]}}]}})
    );
}

#[test]
fn kept_status_does_not_come_back_into_none() {
    let text = json!({"format": 1, "kept": {"v1alpha1": {"status": {"phase": ["x"]}}}}).to_string();
    assert_eq!(down(&text).get("status"), None);
    let text = json!({"format": 1, "kept": {"v1alpha1": {"status": [{"phase": "x"}]}}}).to_string();
    assert_eq!(down(&text).get("status"), None);
}

#[test]
fn a_quarter_of_a_megabyte_is_kept_and_restored() {
    let spec = |only_alpha: &str| json!({"toppings": [], "crust": "thin", "replicas": 1, "onlyAlpha": only_alpha});
    let old = pizza("v1alpha1", spec(&"x".repeat(250_000)), json!({"mine": "y"}));
    let new = Menu::convert_object(&old, "v1beta1").expect("it fits");
    assert_eq!(Menu::convert_object(&new, "v1alpha1").expect("back"), old);
}

#[test]
fn what_does_not_fit_fails_toward_storage_and_is_marked_elsewhere() {
    let much = "x".repeat(262_144);
    let old = json!({"toppings": [], "crust": "thin", "replicas": 1, "onlyAlpha": much});
    // `v1beta1` is the storage version.
    let error = Menu::convert_object(&pizza("v1alpha1", old, json!({})), "v1beta1")
        .expect_err("it does not fit");
    assert!(error.to_string().contains("262144"), "{error}");

    let new = json!({"toppings": [], "crust": "thin", "replicas": 1, "onlyBeta": much});
    let new = pizza("v1beta1", new, json!({"mine": "y"}));
    let old = Menu::convert_object(&new, "v1alpha1").expect("it is delivered");
    let kept = old["metadata"]["annotations"][NAME]
        .as_str()
        .expect("a marker");
    let kept: Value = serde_json::from_str(kept).expect("JSON");
    assert!(
        kept["unkept"]["v1beta1"]
            .as_str()
            .is_some_and(|why| why.contains("262144"))
    );
    assert_eq!(kept.get("kept"), None);
    let error = Menu::convert_object(&old, "v1beta1").expect_err("it would lose data");
    assert!(error.to_string().contains("v1beta1"), "{error}");
}
