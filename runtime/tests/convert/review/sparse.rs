//! Parts of objects, as server-side apply has them converted when a field manager changes version: it stores what comes
//! back, so nothing may be missing and nothing invented.

use serde_json::{Value, json};

use super::{ask, menu::GROUP, pizza, success};

const KEPT: &str = "restaurant.programming-kubernetes.info/kept-by-conversion";

/// The parts of one object that an API server sent: without what another manager owns, defaults included.
fn metadata(name: &str) -> Value {
    let version = |version: &str, fields: Value| {
        json!({
            "apiVersion": format!("{GROUP}/{version}"), "fieldsType": "FieldsV1", "fieldsV1": fields,
            "manager": "menu", "operation": "Apply", "time": "2026-01-02T03:04:05Z",
        })
    };
    json!({
        "creationTimestamp": "2026-01-02T03:04:05Z",
        "generation": 2,
        "managedFields": [
            version("v1alpha1", json!({"f:spec": {"f:crust": {}, "f:toppings": {}}})),
            version("v1beta1", json!({"f:spec": {"f:note": {}}})),
        ],
        "name": name,
        "namespace": "default",
        "resourceVersion": "101",
        "uid": "00000000-0000-4000-8000-000000000002",
    })
}

fn part(version: &str, members: Value) -> Value {
    let mut object = json!({"apiVersion": format!("{GROUP}/{version}"), "kind": "Pizza"});
    if let (Value::Object(object), Value::Object(members)) = (&mut object, members) {
        object.extend(members);
    }
    object
}

/// Converts one object and answers it without its `apiVersion`.
fn converted(object: &Value, to: &str) -> Value {
    let mut objects = success(&ask(to, std::slice::from_ref(object)));
    assert_eq!(objects.len(), 1);
    let mut object = objects.remove(0);
    assert_eq!(object["apiVersion"], format!("{GROUP}/{to}"));
    object["apiVersion"] = Value::Null;
    object
}

fn expected(members: Value) -> Value {
    let mut object = part("v1beta1", members);
    object["apiVersion"] = Value::Null;
    object
}

#[test]
fn a_part_without_required_and_defaulted_fields_gets_none() {
    let spec = json!({"note": "fresh", "replicas": 1, "toppings": ["tomato", "funghi", "funghi"]});
    let up = converted(
        &part(
            "v1alpha1",
            json!({"metadata": metadata("funghi"), "spec": spec}),
        ),
        "v1beta1",
    );
    let toppings = json!([{"name": "tomato", "quantity": 1}, {"name": "funghi", "quantity": 2}]);
    let spec = json!({"note": "fresh", "replicas": 1, "toppings": toppings});
    assert_eq!(
        up,
        expected(json!({"metadata": metadata("funghi"), "spec": spec}))
    );
    let spec = json!({"note": "fresh", "toppings": [{"name": "funghi", "quantity": 2}]});
    let down = converted(
        &part(
            "v1beta1",
            json!({"metadata": metadata("funghi"), "spec": spec}),
        ),
        "v1alpha1",
    );
    let spec = json!({"note": "fresh", "toppings": ["funghi", "funghi"]});
    assert_eq!(
        down,
        expected(json!({"metadata": metadata("funghi"), "spec": spec}))
    );
}

#[test]
fn without_metadata_it_gets_empty_metadata() {
    let spec = json!({"crust": "crust-default-v1beta1", "note": "c", "replicas": 1});
    assert_eq!(
        converted(&part("v1alpha1", json!({"spec": spec})), "v1beta1"),
        expected(json!({"metadata": {}, "spec": spec}))
    );
    assert_eq!(
        converted(&part("v1beta1", json!({})), "v1alpha1"),
        expected(json!({"metadata": {}}))
    );
}

#[test]
fn without_spec_it_gets_none() {
    let object = json!({"metadata": metadata("solo")});
    assert_eq!(
        converted(&part("v1alpha1", object.clone()), "v1beta1"),
        expected(object)
    );
}

#[test]
fn a_part_with_status_keeps_it() {
    let object = json!({
        "metadata": metadata("solo"),
        "spec": {"crust": "crust-default-v1beta1", "note": "c", "replicas": 1},
        "status": {"phase": "x"},
    });
    assert_eq!(
        converted(&part("v1beta1", object.clone()), "v1alpha1"),
        expected(object)
    );
}

#[test]
fn what_a_part_loses_is_kept_even_where_it_has_no_metadata() {
    let lost = part(
        "v1alpha1",
        json!({"spec": {"onlyAlpha": "x", "toppings": ["a", "b", "a"]}}),
    );
    let up = converted(&lost, "v1beta1");
    let text = up["metadata"]["annotations"][KEPT].as_str().expect("kept");
    let kept: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(
        kept,
        // Of the list that the way back makes, `a a b`, the looks, and the order in which they stood.
        json!({"format": 2, "kept": {"v1alpha1": {"spec": {
            "onlyAlpha": ["x"],
            "toppings": ["aligned", ["6d212f", "6d212f", "657e9a"], {}, [], [], [0, 2, 1]],
        }}}})
    );
    let mut back = up.clone();
    back["apiVersion"] = format!("{GROUP}/v1beta1").into();
    let mut back = converted(&back, "v1alpha1");
    // The metadata was not there; the API server takes an empty one for the same.
    assert_eq!(back["metadata"], json!({}));
    back["apiVersion"] = lost["apiVersion"].clone();
    assert_eq!(back["spec"], lost["spec"]);
}

#[test]
fn what_was_kept_is_restored_into_every_parent_that_is_there_and_no_other() {
    let kept = json!({"format": 1, "kept": {"v1alpha1": {"spec": {"onlyAlpha": ["x"]}, "status": {"phase": ["y"]}}}});
    let with = |members: Value| {
        let mut object = part("v1beta1", members);
        object["metadata"] = json!({"annotations": {KEPT: kept.to_string()}});
        converted(&object, "v1alpha1")
    };
    assert_eq!(
        with(json!({"spec": {}})),
        expected(json!({"metadata": {}, "spec": {"onlyAlpha": "x"}}))
    );
    assert_eq!(with(json!({})), expected(json!({"metadata": {}})));
}

#[test]
fn nulls_and_empty_members_stay_what_they_are() {
    let object = part(
        "v1alpha1",
        json!({"metadata": {"labels": {}}, "spec": {"note": null, "toppings": []}, "status": {}}),
    );
    let up = converted(&object, "v1beta1");
    assert_eq!(
        up,
        expected(
            json!({"metadata": {"labels": {}}, "spec": {"note": null, "toppings": []}, "status": {}})
        )
    );
}

#[test]
fn a_complete_object_gets_the_defaults_of_its_new_version_and_loses_them_again() {
    let object = pizza(
        "v1alpha1",
        "nulls",
        json!({
            "crust": "crust-default-v1alpha1", "note": null, "onlyAlpha": "default-v1alpha1", "replicas": 1,
            "toppings": [],
        }),
    );
    let [up] = &success(&ask("v1beta1", std::slice::from_ref(&object)))[..] else {
        panic!("one object");
    };
    assert_eq!(
        up["spec"],
        json!({
            "crust": "crust-default-v1alpha1", "note": null, "onlyBeta": "default-v1beta1", "replicas": 1,
            "toppings": [],
        })
    );
    // The default of a field that only the old version has need not travel: it is filled in again.
    assert_eq!(up["metadata"].get("annotations"), None);
    assert_eq!(
        success(&ask("v1alpha1", std::slice::from_ref(up))),
        [object]
    );
}
