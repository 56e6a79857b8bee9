//! Updates: what is kept of the old object, and what is tolerated because it did not change.

use serde_json::{Value, json};
use wheelwright_rules::{Admission, Refusal};

use crate::support::{create, lines, rules_of, stored, update, widget};

#[test]
fn unchanged_faults_are_tolerated_field_by_field() {
    let rules = rules_of(&json!({"spec": {"type": "object", "properties": {
        "short": {"type": "string", "maxLength": 2}, "n": {"type": "integer", "maximum": 5},
    }}}));
    let old = json!({"spec": {"short": "too long", "n": 1}});
    assert_eq!(
        lines(&update(
            &rules,
            &old,
            &json!({"spec": {"short": "too long", "n": 2}})
        )),
        [""; 0]
    );
    assert_eq!(
        lines(&update(
            &rules,
            &old,
            &json!({"spec": {"short": "also too long", "n": 9}})
        )),
        [
            "spec.n: Invalid value: 9: spec.n in body should be less than or equal to 5",
            "spec.short: Too long: may not be more than 2 bytes",
        ]
    );
}

#[test]
fn items_of_keyed_lists_are_told_apart_by_their_keys() {
    let items = json!({
        "type": "object", "required": ["k"],
        "properties": {"k": {"type": "string"}, "v": {"type": "string", "maxLength": 2}},
    });
    let rules = rules_of(&json!({
        "keyed": {
            "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": items,
        },
        "plain": {"type": "array", "items": items},
    }));
    let faulty = json!([{"k": "a", "v": "long"}, {"k": "b", "v": "x"}]);
    let moved = json!([{"k": "b", "v": "y"}, {"k": "a", "v": "long"}]);
    assert_eq!(
        lines(&update(
            &rules,
            &json!({"keyed": faulty}),
            &json!({"keyed": moved})
        )),
        [""; 0]
    );
    // Of a list without keys only the whole can be unchanged.
    assert_eq!(
        lines(&update(
            &rules,
            &json!({"plain": faulty}),
            &json!({"plain": faulty})
        )),
        [""; 0]
    );
    assert_eq!(
        lines(&update(
            &rules,
            &json!({"plain": faulty}),
            &json!({"plain": moved})
        )),
        ["plain[1].v: Too long: may not be more than 2 bytes"]
    );
}

#[test]
fn inside_combinators_nothing_is_tolerated_alone() {
    let rules = rules_of(&json!({"spec": {
        "type": "object",
        "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
        "allOf": [{"properties": {"a": {"maxLength": 1}}}],
    }}));
    let old = json!({"spec": {"a": "long", "b": "x"}});
    assert_eq!(lines(&update(&rules, &old, &old)), [""; 0]);
    assert_eq!(
        lines(&update(
            &rules,
            &old,
            &json!({"spec": {"a": "long", "b": "y"}})
        )),
        [
            "spec.a: Too long: may not be more than 1 byte",
            "<nil>: Invalid value: \"\": \"spec\" must validate all the schemas (allOf). None validated",
        ]
    );
}

#[test]
fn a_value_with_undeclared_keys_never_counts_as_unchanged() {
    let rules = rules_of(&json!({"spec": {
        "type": "object", "x-kubernetes-preserve-unknown-fields": true, "maxProperties": 1,
        "properties": {"a": {"type": "string"}},
    }}));
    let old = json!({"spec": {"a": "x", "other": 1}});
    assert_eq!(
        lines(&update(&rules, &old, &old)),
        ["spec: Too many: 2: must have at most 1 items".replace("items", "item")]
    );
}

#[test]
fn duplicates_are_tolerated_while_there_are_old_ones() {
    let rules = rules_of(&json!({
        "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
        "other": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "string"}},
    }));
    let twice = json!(["a", "a"]);
    assert_eq!(
        lines(&update(
            &rules,
            &json!({"set": twice}),
            &json!({"other": twice})
        )),
        [""; 0]
    );
    assert_eq!(
        lines(&update(&rules, &json!({}), &json!({"other": twice}))),
        ["other[1]: Duplicate value: \"a\""]
    );
}

#[test]
fn generation_counts_changes_outside_metadata() {
    let rules =
        rules_of(&json!({"spec": {"type": "object", "properties": {"a": {"type": "integer"}}}}));
    let generation = |old: &Value, new: &Value| {
        update(&rules, old, new).object.expect("it was read")["metadata"]["generation"].clone()
    };
    let old = json!({"metadata": {"name": "w", "generation": 7}, "spec": {"a": 1}});
    assert_eq!(generation(&old, &json!({"spec": {"a": 1}})), 7);
    assert_eq!(generation(&old, &json!({"spec": {"a": 2}})), 8);
    assert_eq!(
        generation(
            &old,
            &json!({"spec": {"a": 1}, "metadata": {"name": "w", "labels": {"x": "y"}}})
        ),
        7
    );
}

#[test]
fn some_metadata_cannot_change() {
    let rules = rules_of(&json!({"spec": {"type": "object"}}));
    let old = json!({"metadata": {"name": "w", "namespace": "n", "uid": "u"}});
    let errors = lines(&update(
        &rules,
        &old,
        &json!({"metadata": {"name": "v", "namespace": "n", "uid": "x"}}),
    ));
    assert_eq!(
        errors,
        [
            "metadata.name: Invalid value: \"v\": field is immutable",
            "metadata.uid: Invalid value: \"x\": field is immutable",
        ]
    );
}

#[test]
fn an_update_says_which_version_it_replaces_before_anything_else() {
    let rules = rules_of(&json!({"spec": {"type": "object"}}));
    let version = rules.version("v1").expect("there is a version");
    for given in [json!(null), json!(""), json!("0"), json!("00")] {
        let mut new = widget(&json!({"spec": 1}));
        new["metadata"]["resourceVersion"] = given.clone();
        let outcome = version.admit(Admission::update(new, widget(&json!({}))));
        assert_eq!(
            lines(&outcome),
            ["metadata.resourceVersion: Invalid value: 0: must be specified for an update"],
            "{given}"
        );
    }
}

fn with_member(object: &Value, name: &str, value: Value) -> Value {
    let mut object = object.clone();
    object[name] = value;
    object
}

/// The server keeps the list itself.
#[test]
fn managers_of_fields_come_from_the_stored_object_if_the_new_one_names_none_that_can_be_read() {
    let rules = rules_of(&json!({"spec": {"type": "object"}}));
    let entry = |manager: &str, operation: &str| {
        json!({
            "manager": manager, "operation": operation, "apiVersion": "example.com/v1", "fieldsType": "FieldsV1",
            "fieldsV1": {"f:spec": {}},
        })
    };
    let with =
        |entries: Value| json!({"metadata": {"name": "w", "managedFields": entries}, "spec": {}});
    let (good, bad) = (entry("m", "Update"), entry("m\n", "Update"));
    assert_eq!(lines(&create(&rules, &with(json!([bad])))), [""; 0]);
    let unknown = "metadata.managedFields[0].operation: Unsupported value: \"Watch\": supported values: \"Apply\", \"Update\"";
    let outcome = create(&rules, &with(json!([entry("m", "Watch")])));
    assert_eq!(lines(&outcome), [unknown]);
    let faulty = "metadata.managedFields[0].manager: Invalid value: \"m\\n\": invalid character U+000A (at position 1)";
    for (entries, expected) in [
        (json!([]), Some(faulty)),
        (json!([{}, {}]), Some(faulty)),
        (json!([{}]), None),
        (json!([good]), None),
        (json!([with_member(&bad, "fieldsV1", json!({}))]), None),
        (
            json!([with_member(&bad, "apiVersion", json!("example.com/v2"))]),
            None,
        ),
    ] {
        let outcome = update(&rules, &with(json!([bad])), &with(entries.clone()));
        assert_eq!(lines(&outcome), Vec::from_iter(expected), "{entries}");
    }
    let outcome = update(&rules, &with(json!([good])), &with(json!([bad])));
    assert_eq!(lines(&outcome), [faulty]);
    let outcome = update(
        &rules,
        &with(json!([good])),
        &with(json!([entry("m", "Watch")])),
    );
    assert_eq!(lines(&outcome), [unknown]);
    let outcome = update(
        &rules,
        &with(json!([entry("m", "Watch")])),
        &with(json!([])),
    );
    assert_eq!(lines(&outcome), [""; 0]);
}

#[test]
fn old_objects_are_read_leniently() {
    let rules = rules_of(&json!({"spec": {"type": "object"}}));
    let old = json!({"metadata": {"name": "w", "labels": {"a": 1}, "generation": "x"}, "gone": 1});
    let outcome = update(&rules, &old, &json!({}));
    assert_eq!(outcome.refusal, None);
    assert_eq!(stored(&outcome), json!({}));
    let new = json!({"metadata": {"name": "w", "labels": {"a": 1}}});
    assert_eq!(
        update(&rules, &json!({}), &new).refusal,
        Some(Refusal::BadRequest(
            "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string"
                .to_owned()
        ))
    );
}
