//! What differs between two states of a CRD, each line by hand from what a server does with the keyword.

use serde_json::{Value, json};
use wheelwright_rules::crd::Unreadable;
use wheelwright_rules::crd::compare::{Direction, Kind, compare};

use crate::with_schema;

/// The differences of two CRDs, a line each.
fn differences(old: &Value, new: &Value) -> Vec<String> {
    let comparison = compare(old, new).expect("both are CRDs");
    let lines = comparison.differences.iter().map(ToString::to_string);
    lines.collect()
}

/// The differences of the schema of `spec.f`.
fn of_field(old: &Value, new: &Value) -> Vec<String> {
    let crd = |field: &Value| {
        let spec = json!({"type": "object", "properties": {"f": field}});
        with_schema(&json!({"type": "object", "properties": {"spec": spec}}))
    };
    differences(&crd(old), &crd(new))
}

#[test]
fn each_keyword_of_a_value_has_its_way() {
    let text = |more: Value| merged(json!({"type": "string"}), more);
    let number = |more: Value| merged(json!({"type": "number"}), more);
    let list = |more: Value| merged(json!({"type": "array", "items": {"type": "string"}}), more);
    for (old, new, line) in [
        (
            text(json!({"default": "a"})),
            text(json!({})),
            "reread: v1 spec.f: default \"a\" is gone: where the field is not, nothing is set",
        ),
        (
            text(json!({})),
            text(json!({"default": "a"})),
            "reread: v1 spec.f: default \"a\" is new: it is set where the field is not",
        ),
        (
            text(json!({"default": "a"})),
            text(json!({"default": "b"})),
            "reread: v1 spec.f: default \"a\" → \"b\"",
        ),
        (
            text(json!({"nullable": true})),
            text(json!({})),
            "reread: v1 spec.f: null is no longer a value, and is dropped",
        ),
        (
            text(json!({})),
            text(json!({"nullable": true})),
            "loosened: v1 spec.f: null is a value",
        ),
        (
            text(json!({"enum": ["a", "b"]})),
            text(json!({"enum": ["a"]})),
            "tightened: v1 spec.f: \"b\" is no longer a value",
        ),
        (
            text(json!({"enum": ["a"]})),
            text(json!({"enum": ["a", "b"]})),
            "loosened: v1 spec.f: \"b\" is a value",
        ),
        (
            text(json!({"enum": ["a"]})),
            text(json!({"enum": ["b"]})),
            "changed: v1 spec.f: \"a\" is no longer a value, and \"b\" is a value",
        ),
        (
            text(json!({})),
            text(json!({"enum": ["a"]})),
            "tightened: v1 spec.f: only \"a\" are values",
        ),
        (
            text(json!({"enum": ["a"]})),
            text(json!({})),
            "loosened: v1 spec.f: any value is one, not only those of the enum",
        ),
        (
            text(json!({"maxLength": 5})),
            text(json!({"maxLength": 4})),
            "tightened: v1 spec.f: maxLength 5 → 4",
        ),
        (
            text(json!({"minLength": 5})),
            text(json!({"minLength": 4})),
            "loosened: v1 spec.f: minLength 5 → 4",
        ),
        (
            text(json!({"minLength": 0})),
            text(json!({})),
            "loosened: v1 spec.f: minLength 0 → none",
        ),
        (
            text(json!({"pattern": "a"})),
            text(json!({"pattern": "b"})),
            "changed: v1 spec.f: pattern \"a\" → \"b\"",
        ),
        (
            text(json!({})),
            text(json!({"pattern": "b"})),
            "tightened: v1 spec.f: pattern none → \"b\"",
        ),
        (
            text(json!({})),
            text(json!({"format": "date"})),
            "tightened: v1 spec.f: format none → \"date\"",
        ),
        (
            text(json!({"format": "date"})),
            text(json!({"format": "uuid"})),
            "changed: v1 spec.f: format \"date\" → \"uuid\"",
        ),
        (
            text(json!({})),
            text(json!({"format": "colour"})),
            "other: v1 spec.f: format none → \"colour\"",
        ),
        (
            json!({"type": "integer", "format": "int32"}),
            json!({"type": "integer", "format": "int64"}),
            "loosened: v1 spec.f: format \"int32\" → \"int64\"",
        ),
        (
            number(json!({"maximum": 2})),
            number(json!({"maximum": 1})),
            "tightened: v1 spec.f: maximum 2 → 1",
        ),
        (
            number(json!({"maximum": 2})),
            number(json!({"maximum": 2, "exclusiveMaximum": true})),
            "tightened: v1 spec.f: maximum 2 → 2 exclusive",
        ),
        (
            number(json!({"minimum": 2, "exclusiveMinimum": true})),
            number(json!({"minimum": 2.5})),
            "tightened: v1 spec.f: minimum 2 exclusive → 2.5",
        ),
        (
            number(json!({"minimum": 2, "exclusiveMinimum": true})),
            number(json!({"minimum": 2})),
            "loosened: v1 spec.f: minimum 2 exclusive → 2",
        ),
        (
            number(json!({"multipleOf": 2})),
            number(json!({"multipleOf": 3})),
            "changed: v1 spec.f: multipleOf 2 → 3",
        ),
        (
            json!({"type": "integer", "maximum": 0}),
            json!({"type": "integer", "maximum": 2.5}),
            "tightened: v1 spec.f: maximum 0 → 2.5, which does not fit the type: every value is refused",
        ),
        (
            number(json!({})),
            json!({"type": "integer"}),
            "tightened: v1 spec.f: type number → integer",
        ),
        (
            json!({"type": "integer"}),
            json!({"x-kubernetes-int-or-string": true, "anyOf": [{"type": "integer"}, {"type": "string"}]}),
            "loosened: v1 spec.f: type integer → int-or-string",
        ),
        (
            text(json!({"maxLength": 5})),
            json!({"type": "boolean"}),
            "changed: v1 spec.f: type string → boolean",
        ),
        (
            list(json!({"maxItems": 5})),
            list(json!({})),
            "loosened: v1 spec.f: maxItems 5 → none",
        ),
        (
            list(json!({})),
            list(json!({"x-kubernetes-list-type": "set"})),
            "tightened: v1 spec.f: list atomic → set: no item may be there twice, and apply merges the lists",
        ),
        (
            list(json!({"x-kubernetes-list-type": "set"})),
            list(json!({})),
            "loosened: v1 spec.f: list set → atomic: items may be there twice, and apply replaces the list",
        ),
        (
            json!({"type": "object", "minProperties": 1}),
            json!({"type": "object"}),
            "loosened: v1 spec.f: minProperties 1 → none",
        ),
        (
            json!({"type": "object"}),
            json!({"type": "object", "x-kubernetes-map-type": "atomic"}),
            "other: v1 spec.f: map granular → atomic: apply replaces it as a whole",
        ),
        (
            text(json!({})),
            text(json!({"anyOf": [{"maxLength": 1}]})),
            "tightened: v1 spec.f: anyOf is new",
        ),
        (
            text(json!({"not": {"maxLength": 1}})),
            text(json!({"not": {"maxLength": 2}})),
            "changed: v1 spec.f: not differs",
        ),
        (
            text(json!({"x-kubernetes-validations": [{"rule": "self != ''"}]})),
            text(json!({})),
            "loosened: v1 spec.f: the rule `self != ''` is gone",
        ),
        (
            text(json!({})),
            text(json!({"x-kubernetes-validations": [{"rule": "self != ''"}]})),
            "tightened: v1 spec.f: the rule `self != ''` is new",
        ),
        (
            text(json!({"x-kubernetes-validations": [{"rule": "true", "message": "a"}]})),
            text(json!({"x-kubernetes-validations": [{"rule": "true", "message": "b"}]})),
            "other: v1 spec.f: the rule `true` is said otherwise when it fails",
        ),
    ] {
        assert_eq!(of_field(&old, &new), [line]);
    }
}

fn merged(mut base: Value, more: Value) -> Value {
    let (Value::Object(members), Value::Object(more)) = (&mut base, more) else {
        return base;
    };
    members.extend(more);
    base
}

#[test]
fn fields_come_go_and_must_be_there() {
    let object = |properties: Value, more: Value| {
        merged(json!({"type": "object", "properties": properties}), more)
    };
    let text = json!({"type": "string"});
    let none = || json!({});
    let kept = || json!({"x-kubernetes-preserve-unknown-fields": true});
    for (old, new, lines) in [
        (
            object(json!({"a": text}), none()),
            object(none(), none()),
            &["pruned: v1 spec.f.a: the field is gone: the server drops it"][..],
        ),
        (
            object(none(), none()),
            object(json!({"a": text}), none()),
            &["loosened: v1 spec.f.a: the field is new: it was dropped"],
        ),
        (
            object(none(), none()),
            object(
                json!({"a": {"type": "string", "default": "x"}}),
                json!({"required": ["a"]}),
            ),
            &[
                "other: v1 spec.f.a: must be there, which its default sees to",
                "loosened: v1 spec.f.a: the field is new: it was dropped",
                "reread: v1 spec.f.a: default \"x\" is new: it is set where the field is not",
            ],
        ),
        (
            object(json!({"a": text}), none()),
            object(json!({"a": text}), json!({"required": ["a"]})),
            &["tightened: v1 spec.f.a: must be there"],
        ),
        (
            object(json!({"a": text}), json!({"required": ["a"]})),
            object(json!({"a": text}), none()),
            &["loosened: v1 spec.f.a: may be absent"],
        ),
        (
            object(
                json!({"a": {"type": "string", "default": "x"}}),
                json!({"required": ["a"]}),
            ),
            object(json!({"a": text}), json!({"required": ["a"]})),
            &["tightened: v1 spec.f.a: default \"x\" is gone from a field that must be there"],
        ),
        (
            object(none(), kept()),
            object(none(), none()),
            &["pruned: v1 spec.f: fields that are not declared are dropped"],
        ),
        (
            object(none(), none()),
            object(none(), kept()),
            &["loosened: v1 spec.f: fields that are not declared are kept"],
        ),
        (
            object(json!({"a": text}), kept()),
            object(none(), kept()),
            &["loosened: v1 spec.f.a: the field is no longer declared: it is kept, whatever it is"],
        ),
        (
            object(none(), kept()),
            object(json!({"a": text}), kept()),
            &["tightened: v1 spec.f.a: the field is declared: it was kept, whatever it was"],
        ),
        // Not one of a map: of the two keywords a schema has one.
        (
            json!({"type": "object", "additionalProperties": {"type": "string"}}),
            json!({"type": "object", "additionalProperties": {"type": "string", "maxLength": 3}}),
            &["tightened: v1 spec.f.*: maxLength none → 3"],
        ),
        (
            json!({"type": "array", "items": {"type": "string", "nullable": true}}),
            json!({"type": "array", "items": {"type": "string"}}),
            &["tightened: v1 spec.f[]: null is no longer a value"],
        ),
    ] {
        assert_eq!(of_field(&old, &new), lines);
    }
}

/// Whether a resource declares what every resource has makes no difference.
#[test]
fn what_every_resource_has_is_declared_or_not() {
    let bare = with_schema(&json!({"type": "object"}));
    let own = json!({"apiVersion": {"type": "string"}, "kind": {"type": "string"}, "metadata": {"type": "object"}});
    let declared = with_schema(&json!({"type": "object", "properties": own}));
    assert_eq!(differences(&bare, &declared), [""; 0]);
    assert_eq!(differences(&declared, &bare), [""; 0]);
    // Of metadata nothing is dropped, and names may be restricted.
    let names = json!({"name": {"type": "string", "maxLength": 9}});
    let named = with_schema(&json!({
        "type": "object",
        "properties": {"metadata": {"type": "object", "properties": names}},
    }));
    assert_eq!(
        differences(&named, &bare),
        ["loosened: v1 metadata.name: the field is no longer declared: it is kept, whatever it is"]
    );
    assert_eq!(
        differences(&bare, &named),
        ["tightened: v1 metadata.name: the field is declared: it was kept, whatever it was"]
    );
}

#[test]
fn descriptions_are_counted_and_absent_keywords_are_absent() {
    let old = json!({"type": "string", "description": "a", "default": null, "enum": []});
    let comparison = |new: &Value| {
        let crd = |schema: &Value| {
            with_schema(&json!({"type": "object", "properties": {"spec": schema}}))
        };
        compare(&crd(&old), &crd(new)).expect("both are CRDs")
    };
    let said_otherwise = comparison(&json!({"type": "string", "description": "b"}));
    assert_eq!(
        (said_otherwise.is_same(), said_otherwise.documentation),
        (true, 1)
    );
    assert_eq!(said_otherwise.to_string(), "1 description differs");
    assert_eq!(comparison(&old).to_string(), "no difference");
}

fn crd(change: impl FnOnce(&mut Value)) -> Value {
    let schema =
        json!({"openAPIV3Schema": {"type": "object", "properties": {"spec": {"type": "string"}}}});
    let version = |name: &str, storage: bool| json!({"name": name, "served": true, "storage": storage, "schema": schema});
    let mut crd = with_schema(&json!({}));
    crd["spec"]["versions"] = json!([version("v1", true), version("v1beta1", false)]);
    change(&mut crd);
    crd
}

type Change<'c> = Box<dyn Fn(&mut Value) + 'c>;

#[test]
fn a_crd_is_compared_as_a_whole() {
    let webhook = |name: &str| {
        let service = json!({"namespace": "shop", "name": name, "path": "/convert"});
        json!({"strategy": "Webhook", "webhook": {"conversionReviewVersions": ["v1"], "clientConfig": {"service": service}}})
    };
    let set = |at: &'static str, value: Value| -> Change<'_> {
        Box::new(move |crd: &mut Value| {
            let (parent, name) = at.rsplit_once('/').expect("a path");
            crd.pointer_mut(parent).expect("it is there")[name] = value.clone();
        })
    };
    let both: &[(Change<'_>, Change<'_>, &[&str])] = &[
        (
            set("/spec/scope", json!("Namespaced")),
            set("/spec/scope", json!("Cluster")),
            &["changed: scope \"Namespaced\" → \"Cluster\""],
        ),
        (
            set("/spec/names/shortNames", json!(["a", "b"])),
            set("/spec/names/shortNames", json!(["b", "c"])),
            &[
                "tightened: the short name a is gone",
                "loosened: the short name c is new",
            ],
        ),
        (
            set("/spec/names/kind", json!("CronTab")),
            set("/spec/names/kind", json!("Cron")),
            &[
                "changed: kind \"CronTab\" → \"Cron\"",
                "other: singular \"crontab\" → \"cron\"",
                "other: listKind \"CronTabList\" → \"CronList\"",
            ],
        ),
        (
            set("/spec/conversion", webhook("a")),
            set("/spec/conversion", json!({"strategy": "None"})),
            &[
                "pruned: conversion strategy \"Webhook\" → \"None\": nothing but apiVersion is changed, and what a version does not declare is dropped",
            ],
        ),
        (
            set("/spec/conversion", webhook("a")),
            set("/spec/conversion", webhook("b")),
            &["other: the address of the webhook \"shop/a:443/convert\" → \"shop/b:443/convert\""],
        ),
        (
            set("/spec/versions/1/served", json!(true)),
            set("/spec/versions/1/served", json!(false)),
            &["tightened: v1beta1: is no longer served: requests at it are refused"],
        ),
        (
            set("/spec/versions/1/deprecated", json!(false)),
            set("/spec/versions/1/deprecated", json!(true)),
            &["other: v1beta1: is deprecated: clients are warned"],
        ),
        (
            set("/spec/versions/1/name", json!("v1beta1")),
            set("/spec/versions/1/name", json!("v1beta2")),
            &[
                "tightened: the version v1beta1 is gone: requests at it are refused",
                "loosened: the version v1beta2 is new",
            ],
        ),
        (
            set("/spec/versions/0/subresources", json!(null)),
            set("/spec/versions/0/subresources", json!({"status": {}})),
            &[
                "changed: v1: the subresource status is new: of the status, writes to the object are ignored",
            ],
        ),
        (
            set(
                "/spec/versions/0/selectableFields",
                json!([{"jsonPath": ".spec"}]),
            ),
            set("/spec/versions/0/selectableFields", json!([])),
            &["tightened: v1: no field selector can name .spec any longer"],
        ),
        (
            set(
                "/spec/versions/0/additionalPrinterColumns",
                json!([{"name": "A", "type": "string", "jsonPath": ".spec"}]),
            ),
            set(
                "/spec/versions/0/additionalPrinterColumns",
                json!([{"name": "B", "type": "string", "jsonPath": ".spec"}]),
            ),
            &[
                "other: v1: the column A is gone",
                "other: v1: the column B is new",
            ],
        ),
    ];
    for (old, new, lines) in both {
        assert_eq!(differences(&crd(old), &crd(new)), *lines);
    }
    let moved = crd(|crd| {
        crd["spec"]["versions"][0]["storage"] = false.into();
        crd["spec"]["versions"][1]["storage"] = true.into();
    });
    assert_eq!(
        differences(&crd(|_| ()), &moved),
        [
            "reread: storage version \"v1\" → \"v1beta1\": what is stored is rewritten when it is written next"
        ]
    );
}

/// Versions have their names, and their order has no meaning.
#[test]
fn versions_are_matched_by_name() {
    let turned = crd(|crd| {
        let versions = crd["spec"]["versions"].as_array_mut().expect("a list");
        versions.reverse();
    });
    assert_eq!(differences(&crd(|_| ()), &turned), [""; 0]);
    let of_one = crd(|crd| {
        crd["spec"]["versions"][1]["schema"]["openAPIV3Schema"]["properties"]["spec"]["maxLength"] =
            3.into();
    });
    let comparison = compare(&crd(|_| ()), &of_one).expect("both are CRDs");
    let [found] = comparison.differences.as_slice() else {
        panic!("{comparison}");
    };
    assert_eq!(
        (found.kind, found.direction, found.version.as_deref()),
        (Kind::Length, Direction::Tightened, Some("v1beta1"))
    );
    assert_eq!(
        found.path.to_string(),
        "spec.versions[1].schema.openAPIV3Schema.properties[spec].maxLength"
    );
    assert_eq!((&found.old, &found.new), (&None, &Some(json!(3))));
}

#[test]
fn what_is_no_crd_is_named() {
    let good = crd(|_| ());
    assert!(matches!(
        compare(&json!({"kind": "Pod"}), &good),
        Err(Unreadable::Old(_))
    ));
    assert!(matches!(
        compare(&good, &json!({"kind": "Pod"})),
        Err(Unreadable::Kind { .. })
    ));
}
