//! Status and scale.

use serde_json::{Value, json};
use wheelwright_rules::{Admission, Outcome, Refusal, Rules, Subresource};

use crate::support::{crd, create, lines, stored, update, widget};

fn with_subresources(subresources: &Value) -> Rules {
    let mut crd = crd(&json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"replicas": {"type": "integer"}, "size": {"type": "integer"}}},
        "status": {"type": "object", "properties": {
            "replicas": {"type": "integer", "maximum": 9}, "selector": {"type": "string"},
        }},
    }}));
    crd["spec"]["versions"][0]["subresources"] = subresources.clone();
    Rules::from_crd(&crd).expect("the server takes the CRD")
}

fn write_status(rules: &Rules, old: &Value, new: &Value) -> Outcome {
    let mut request = Admission {
        subresource: Subresource::Status,
        ..Admission::update(widget(new), widget(old))
    };
    let version = &mut request.object["metadata"]["resourceVersion"];
    if version.is_null() {
        *version = "1".into();
    }
    rules
        .version("v1")
        .expect("there is a version")
        .admit(request)
}

#[test]
fn a_client_cannot_create_a_status() {
    let with = with_subresources(&json!({"status": {}}));
    let without = with_subresources(&json!({}));
    let fields = json!({"spec": {"size": 1}, "status": {"replicas": 1}});
    assert_eq!(
        stored(&create(&with, &fields)),
        json!({"spec": {"size": 1}})
    );
    assert_eq!(stored(&create(&without, &fields)), fields);
}

#[test]
fn an_update_keeps_the_old_status() {
    let rules = with_subresources(&json!({"status": {}}));
    let old = json!({"spec": {"size": 1}, "status": {"replicas": 1}});
    let outcome = update(
        &rules,
        &old,
        &json!({"spec": {"size": 2}, "status": {"replicas": 2}}),
    );
    assert_eq!(
        stored(&outcome),
        json!({"spec": {"size": 2}, "status": {"replicas": 1}})
    );
    // A change of the status alone changes nothing.
    let outcome = update(
        &rules,
        &old,
        &json!({"spec": {"size": 1}, "status": {"replicas": 2}}),
    );
    assert_eq!(
        outcome.object.expect("it was read")["metadata"]["generation"],
        1
    );
}

#[test]
fn writing_the_status_changes_nothing_else() {
    let rules = with_subresources(&json!({"status": {}}));
    let old = json!({"metadata": {"name": "w", "resourceVersion": "1"}, "spec": {"size": 1}, "status": {"replicas": 1}});
    let new = json!({
        "metadata": {"name": "w", "labels": {"a": "b"}}, "spec": {"size": 2}, "status": {"replicas": 2, "x": 1},
    });
    let outcome = write_status(&rules, &old, &new);
    assert_eq!(outcome.refusal, None);
    assert_eq!(outcome.unknown_fields, ["status.x"]);
    assert_eq!(
        stored(&outcome),
        json!({"spec": {"size": 1}, "status": {"replicas": 2}})
    );
    let metadata = &outcome.object.as_ref().expect("it was read")["metadata"];
    assert_eq!(
        (&metadata["generation"], metadata.get("labels")),
        (&json!(1), None)
    );
}

#[test]
fn the_status_alone_is_validated() {
    let rules = with_subresources(&json!({"status": {}}));
    let old = json!({"metadata": {"name": "w", "resourceVersion": "1"}, "spec": {"size": "not an integer"}});
    assert_eq!(
        lines(&write_status(
            &rules,
            &old,
            &json!({"status": {"replicas": 2}})
        )),
        [""; 0]
    );
    assert_eq!(
        lines(&write_status(
            &rules,
            &old,
            &json!({"status": {"replicas": 10, "selector": 1}})
        )),
        [
            // Messages count from the status, paths from the object.
            "status.replicas: Invalid value: 10: replicas in body should be less than or equal to 9",
            "status.selector: Invalid value: \"integer\": selector in body must be of type string: \"integer\"",
        ]
    );
}

/// Although metadata is not written with the status.
#[test]
fn metadata_of_a_status_is_read() {
    let rules = with_subresources(&json!({"status": {}}));
    let owner = json!({"apiVersion": "v1", "kind": "Pod", "name": "p", "uid": "u"});
    let stored = json!({"metadata": {"name": "w", "resourceVersion": "1"}});
    let metadata = json!({
        "name": "w", "resourceVersion": "1", "ownerReferences": [owner, owner],
        "managedFields": [{
            "manager": "m\n", "operation": "Update", "apiVersion": "example.com/v1", "fieldsType": "FieldsV1",
            "fieldsV1": {"f:spec": {}},
        }],
    });
    let outcome = write_status(&rules, &stored, &json!({"metadata": metadata}));
    assert_eq!(lines(&outcome), [""; 0]);
    assert_eq!(
        outcome.warnings,
        [
            ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may \
             reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: u"
        ]
    );
    let outcome = write_status(
        &rules,
        &stored,
        &json!({"metadata": {"name": "w", "resourceVersion": "0"}, "status": 1}),
    );
    assert_eq!(
        lines(&outcome),
        ["metadata.resourceVersion: Invalid value: 0: must be specified for an update"]
    );
}

#[test]
fn a_subresource_has_to_be_there() {
    let rules = with_subresources(&json!({}));
    assert_eq!(
        write_status(&rules, &json!({}), &json!({})).refusal,
        Some(Refusal::NoSubresource)
    );
}

#[test]
fn scale_needs_sensible_numbers() {
    let rules = with_subresources(&json!({"scale": {
        "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
        "labelSelectorPath": ".status.selector",
    }}));
    assert_eq!(
        lines(&create(&rules, &json!({"spec": {"replicas": 3}}))),
        [""; 0]
    );
    assert_eq!(lines(&create(&rules, &json!({}))), [""; 0]);
    assert_eq!(
        lines(&create(
            &rules,
            &json!({"spec": {"replicas": -1}, "status": {"replicas": 1.5, "selector": 5}})
        )),
        [
            "status.replicas: Invalid value: \"number\": status.replicas in body must be of type integer: \"number\"",
            "<nil>: Invalid value: \"\": Checked value must be of type integer (default format) in status.replicas",
            "status.selector: Invalid value: \"integer\": status.selector in body must be of type string: \"integer\"",
            ".spec.replicas: Invalid value: -1: should be a non-negative integer",
            ".status.replicas: Invalid value: 0: .status.replicas accessor error: 1.5 is of the type float64, expected \
             int64",
            ".status.selector: Invalid value: \"\": .status.selector accessor error: 5 is of the type int64, expected \
             string",
        ]
    );
    assert_eq!(
        lines(&create(
            &rules,
            &json!({"spec": {"replicas": 2_147_483_648_i64}})
        )),
        [".spec.replicas: Invalid value: 2147483648: should be less than or equal to 2147483647"]
    );
}

#[test]
fn the_scale_is_read_and_written() {
    let rules = with_subresources(&json!({"status": {}, "scale": {
        "specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas",
        "labelSelectorPath": ".status.selector",
    }}));
    let version = rules.version("v1").expect("there is a version");
    let object = widget(&json!({
        "metadata": {"name": "w", "resourceVersion": "1", "labels": {"a": "b"}},
        "spec": {"replicas": 3, "size": 1}, "status": {"replicas": 2, "selector": "a=b"},
    }));
    assert_eq!(
        version.scale(&object),
        Ok(Some(json!({
            "apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "w", "resourceVersion": "1"},
            "spec": {"replicas": 3}, "status": {"replicas": 2, "selector": "a=b"},
        })))
    );
    assert_eq!(version.scale(&widget(&json!({}))), Ok(None));
    assert_eq!(
        version.scale(&widget(&json!({"spec": {"replicas": "3"}}))),
        Err(".spec.replicas accessor error: 3 is of the type string, expected int64".to_owned())
    );

    let write = |mut scale: Value| {
        scale["metadata"] = json!({"name": "w"});
        version.admit(Admission {
            subresource: Subresource::Scale,
            ..Admission::update(scale, object.clone())
        })
    };
    let outcome = write(json!({
        "apiVersion": "autoscaling/v1", "kind": "Scale", "spec": {"replicas": 5, "x": 1}, "status": {"replicas": 9},
    }));
    assert_eq!(outcome.refusal, None);
    assert_eq!(outcome.unknown_fields, ["spec.x"]);
    assert_eq!(
        stored(&outcome),
        json!({"spec": {"replicas": 5, "size": 1}, "status": {"replicas": 2, "selector": "a=b"}})
    );
    assert_eq!(
        lines(&write(json!({"spec": {"replicas": -1}}))),
        [".spec.replicas: Invalid value: -1: should be a non-negative integer"]
    );
    assert_eq!(
        write(json!({"spec": {"replicas": "5"}})).refusal,
        Some(Refusal::BadRequest(
            "json: cannot unmarshal string into Go struct field ScaleSpec.spec.replicas of type int32".to_owned()
        ))
    );
    assert_eq!(
        write(json!({"apiVersion": "autoscaling/v1", "kind": "Widget", "spec": {"replicas": 5}}))
            .refusal,
        Some(Refusal::BadRequest(
            "no kind \"Widget\" is registered for version \"autoscaling/v1\"".to_owned()
        ))
    );
}

#[test]
fn a_subresource_is_written_under_the_name_of_its_object() {
    let rules = with_subresources(&json!({
        "status": {}, "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
    }));
    let version = rules.version("v1").expect("there is a version");
    let old = widget(
        &json!({"metadata": {"name": "w", "namespace": "n", "resourceVersion": "1"}, "spec": {"replicas": 1}}),
    );
    for subresource in [Subresource::Scale, Subresource::Status] {
        let refusal = |metadata: Value| {
            let mut object = match subresource {
                Subresource::Scale => {
                    json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "spec": {"replicas": 2}})
                }
                _ => widget(&json!({"status": {"replicas": 2}})),
            };
            object["metadata"] = metadata;
            object["metadata"]["resourceVersion"] = "1".into();
            let update = Admission::update(object, old.clone());
            let request = Admission {
                subresource,
                namespace: Some("n"),
                ..update
            };
            version.admit(request).refusal
        };
        let bad_request = |text: &str| Some(Refusal::BadRequest(text.to_owned()));
        assert_eq!(refusal(json!({"name": "w"})), None);
        assert_eq!(
            refusal(json!({})),
            bad_request(
                "the name of the object (w based on URL) was undeterminable: name must be provided"
            )
        );
        assert_eq!(
            refusal(json!({"name": "v"})),
            bad_request("the name of the object (v) does not match the name on the URL (w)")
        );
        // The namespace is looked at first.
        assert_eq!(
            refusal(json!({"name": "v", "namespace": "m"})),
            bad_request(
                "the namespace of the provided object does not match the namespace sent on the request"
            )
        );
    }
}

#[test]
fn the_least_number_of_replicas_is_none() {
    let rules = with_subresources(&json!({
        "scale": {"specReplicasPath": ".spec.replicas", "statusReplicasPath": ".status.replicas"},
    }));
    let scale = json!({"metadata": {"name": "w"}, "spec": {"replicas": i32::MIN}});
    let update = Admission::update(scale, widget(&json!({})));
    let outcome = rules
        .version("v1")
        .expect("there is a version")
        .admit(Admission {
            subresource: Subresource::Scale,
            ..update
        });
    assert_eq!(
        outcome.refusal,
        Some(Refusal::BadRequest(
            "the spec replicas field \".spec.replicas\" cannot be empty".to_owned()
        ))
    );
}
