//! Every schema of the Kubernetes documentation's pages on structural schemas, pruning, defaulting and validation, and of
//! the blog post "Future of CRDs: Structural Schemas".

use serde_json::{Value, json};

use crate::{assert_accepted, schema_errors, with_schema};

fn assert_structural(schema: &Value) {
    assert_accepted(&with_schema(schema));
}

fn assert_violations(schema: &Value, violations: &[&str]) {
    assert_eq!(schema_errors(schema), violations, "{schema}");
}

#[test]
fn non_structural_example_1_names_a_field_in_a_combinator_only() {
    let declared = json!({"type": "object", "properties": {"foo": {"type": "string"}}, "allOf": [{"properties": {"foo": {"pattern": "a"}}}]});
    assert_structural(&declared);
    let mut schema = declared;
    schema["properties"] = json!({});
    assert_violations(
        &schema,
        &["properties[foo]: Required value: because it is defined in allOf[0].properties[foo]"],
    );
}

#[test]
fn non_structural_example_2_names_items_in_a_combinator_only() {
    // The page leaves out the types, and a root is an object, so that the example is read one level down and up.
    let items = json!([{"items": {"properties": {"foo": {"pattern": "a"}}}}]);
    let declared = json!({
        "type": "object",
        "items": {"type": "object", "properties": {"foo": {"type": "string"}}},
        "allOf": items,
    });
    assert_structural(&declared);
    assert_violations(
        &json!({"type": "object", "allOf": items}),
        &["items: Required value: because it is defined in allOf[0].items"],
    );
}

#[test]
fn non_structural_example_3_breaks_every_rule() {
    let schema = json!({
        "properties": {
            "foo": {"pattern": "abc"},
            "metadata": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "pattern": "^a"},
                    "finalizers": {"type": "array", "items": {"type": "string", "pattern": "my-finalizer"}},
                },
            },
        },
        "anyOf": [{
            "properties": {"bar": {"type": "integer", "minimum": 42}},
            "required": ["bar"],
            "description": "foo bar object",
        }],
    });
    assert_violations(
        &schema,
        &[
            "anyOf[0].description: Forbidden: must be empty to be structural",
            "anyOf[0].properties[bar].type: Forbidden: must be empty to be structural",
            "properties[bar]: Required value: because it is defined in anyOf[0].properties[bar]",
            "properties[foo].type: Required value: must not be empty for specified object fields",
            "properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified",
            "type: Required value: must not be empty at the root",
        ],
    );
}

#[test]
fn the_corresponding_structural_schema_is_accepted() {
    assert_structural(&json!({
        "type": "object",
        "description": "foo bar object",
        "properties": {
            "foo": {"type": "string", "pattern": "abc"},
            "bar": {"type": "integer"},
            "metadata": {"type": "object", "properties": {"name": {"type": "string", "pattern": "^a"}}},
        },
        "anyOf": [{"properties": {"bar": {"minimum": 42}}, "required": ["bar"]}],
    }));
}

fn nightly_job() -> Value {
    json!({
        "type": "object",
        "properties": {"spec": {
            "type": "object",
            "properties": {
                "command": {"type": "string", "minLength": 1},
                "shell": {"type": "string", "minLength": 1},
                "machines": {
                    "type": "array",
                    "items": {"type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$"},
                },
            },
            "oneOf": [{"required": ["command"]}, {"required": ["shell"]}],
        }},
        "required": ["spec"],
    })
}

#[test]
fn the_maintenance_nightly_job_is_structural() {
    assert_structural(&nightly_job());
}

#[test]
fn the_changed_maintenance_nightly_job_is_not() {
    let mut schema = nightly_job();
    schema.as_object_mut().expect("an object").remove("type");
    let spec = &mut schema["properties"]["spec"];
    spec["oneOf"] = json!([
        {"properties": {"command": {"type": "string"}}, "required": ["command"]},
        {"properties": {"shell": {"type": "string"}}, "required": ["shell"]},
    ]);
    spec["not"] = json!({"properties": {"privileged": {}}});
    // That `privileged` is declared nowhere is a violation by the rules as they are written; the server looks for it at
    // the root only.
    assert_violations(
        &schema,
        &[
            "properties[spec].oneOf[0].properties[command].type: Forbidden: must be empty to be structural",
            "properties[spec].oneOf[1].properties[shell].type: Forbidden: must be empty to be structural",
            "type: Required value: must not be empty at the root",
        ],
    );
}

#[test]
fn json_can_be_kept_in_three_ways() {
    for json in [
        json!({"x-kubernetes-preserve-unknown-fields": true}),
        json!({
            "x-kubernetes-preserve-unknown-fields": true,
            "type": "object",
            "description": "this is arbitrary JSON",
        }),
        json!({
            "x-kubernetes-preserve-unknown-fields": true,
            "type": "object",
            "properties": {"spec": {
                "type": "object",
                "properties": {"foo": {"type": "string"}, "bar": {"type": "string"}},
            }},
        }),
    ] {
        assert_structural(&json!({"type": "object", "properties": {"json": json}}));
    }
    assert_structural(&json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true}));
}

#[test]
fn int_or_string_has_two_patterns_without_variations() {
    let with = |node: Value| json!({"type": "object", "properties": {"foo": node}});
    let both = json!([{"type": "integer"}, {"type": "string"}]);
    for node in [
        json!({"x-kubernetes-int-or-string": true}),
        json!({"x-kubernetes-int-or-string": true, "anyOf": both}),
        json!({"x-kubernetes-int-or-string": true, "allOf": [{"anyOf": both}]}),
        json!({"x-kubernetes-int-or-string": true, "allOf": [{"anyOf": both}, {"pattern": "^1"}]}),
    ] {
        assert_structural(&with(node));
    }
    let forbidden =
        |path: &str| format!("properties[foo].{path}: Forbidden: must be empty to be structural");
    for (node, paths) in [
        (json!({"oneOf": both}), ["oneOf[0].type", "oneOf[1].type"]),
        (
            json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
            ["anyOf[0].type", "anyOf[1].type"],
        ),
        (
            json!({"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]}),
            ["anyOf[0].type", "anyOf[1].type"],
        ),
        (
            json!({"allOf": [{"pattern": "^1"}, {"anyOf": both}]}),
            ["allOf[1].anyOf[0].type", "allOf[1].anyOf[1].type"],
        ),
    ] {
        let mut node = node;
        node["x-kubernetes-int-or-string"] = true.into();
        assert_eq!(schema_errors(&with(node)), paths.map(forbidden));
    }
}

#[test]
fn a_raw_extension_is_an_object() {
    // As the page prints it, the example lacks the type.
    let example = json!({"x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true});
    assert_violations(
        &json!({"type": "object", "properties": {"foo": example}}),
        &[
            "properties[foo].type: Required value: must be object if x-kubernetes-embedded-resource is true",
        ],
    );
    let mut typed = example;
    typed["type"] = "object".into();
    assert_structural(&json!({"type": "object", "properties": {"foo": typed}}));
    let partial = json!({"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"spec": {"type": "object"}}});
    assert_structural(&json!({"type": "object", "properties": {"foo": partial}}));
}

#[test]
fn fields_that_cannot_be_set() {
    let with = |keyword: &str, value: Value| json!({"type": "object", "properties": {"foo": {"type": "object", keyword: value}}});
    for (keyword, value) in [
        ("definitions", json!({"a": {"type": "string"}})),
        ("dependencies", json!({"a": ["b"]})),
        ("id", json!("a")),
        ("patternProperties", json!({"a": {"type": "string"}})),
        ("$ref", json!("#/a")),
    ] {
        let line = format!("properties[foo].{keyword}: Forbidden: {keyword} is not supported");
        assert_eq!(schema_errors(&with(keyword, value)), [line]);
    }
    assert_violations(
        &with("uniqueItems", json!(true)),
        &[
            "properties[foo].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
        ],
    );
    let mut exclusive = with("additionalProperties", json!({"type": "string"}));
    exclusive["properties"]["foo"]["properties"] = json!({"a": {"type": "string"}});
    assert_violations(
        &exclusive,
        &[
            "properties[foo].additionalProperties: Forbidden: additionalProperties and properties are mutual exclusive",
        ],
    );
    // Unknown to the server altogether: dropped with a warning, or refused if it is to be strict.
    for keyword in [
        "deprecated",
        "discriminator",
        "readOnly",
        "writeOnly",
        "xml",
    ] {
        let report = wheelwright_rules::crd::check(&with_schema(&with(keyword, json!(true))));
        assert!(report.is_accepted(), "{keyword}");
        let path = format!("spec.versions[0].schema.openAPIV3Schema.properties.foo.{keyword}");
        assert_eq!(report.unknown_fields, [path]);
    }
}

#[test]
fn additional_properties_false_is_accepted_where_nothing_is_declared() {
    // The page says it cannot be set; a real API server 1.36 takes it below the root and beside no properties.
    let foo = json!({"type": "object", "additionalProperties": false});
    assert_structural(&json!({"type": "object", "properties": {"foo": foo}}));
    assert_violations(
        &json!({"type": "object", "additionalProperties": false}),
        &["additionalProperties: Forbidden: must not be used at the root"],
    );
}

#[test]
fn the_documented_defaults_are_accepted() {
    assert_structural(&json!({
        "type": "object",
        "properties": {"spec": {
            "type": "object",
            "properties": {
                "cronSpec": {"type": "string", "pattern": r"^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$", "default": "5 0 * * *"},
                "image": {"type": "string"},
                "replicas": {"type": "integer", "minimum": 1, "maximum": 10, "default": 1},
            },
        }},
    }));
    assert_structural(&json!({
        "type": "object",
        "properties": {"spec": {
            "type": "object",
            "properties": {
                "foo": {"type": "string", "nullable": false, "default": "default"},
                "bar": {"type": "string", "nullable": true},
                "baz": {"type": "string"},
            },
        }},
    }));
}

#[test]
fn defaults_must_be_pruned_and_valid() {
    let with = |foo: Value| json!({"type": "object", "properties": {"foo": foo}});
    assert_violations(
        &with(
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "default": {"b": 1}}),
        ),
        &["properties[foo].default: Invalid value: {\"b\":1}: must not have unknown fields"],
    );
    assert_violations(
        &with(json!({"type": "integer", "minimum": 1, "default": 0})),
        &[
            "properties[foo].default: Invalid value: 0:  in body should be greater than or equal to 1",
        ],
    );
    // In metadata, what cannot be there is pruned later.
    let embedded = |name: &str| {
        with(json!({
            "type": "object",
            "x-kubernetes-embedded-resource": true,
            "properties": {"metadata": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "foo": {"type": "string"}},
                "default": {"name": name, "foo": "bar"},
            }},
        }))
    };
    assert_structural(&embedded("a"));
    assert_violations(
        &embedded("a/b"),
        &[
            "properties[foo].properties[metadata].default: Invalid value: {\"foo\":\"bar\",\"name\":\"a/b\"}: must result in valid metadata: metadata.name: Invalid value: \"a/b\": may not contain '/'",
        ],
    );
}

#[test]
fn rules_in_cel_are_costed() {
    let schema = json!({
        "type": "object",
        "properties": {"foo": {
            "type": "array",
            "items": {"type": "string"},
            "x-kubernetes-validations": [{"rule": "self.all(x, x.contains('a string'))"}],
        }},
    });
    let report = wheelwright_rules::crd::check(&with_schema(&schema));
    let detail = "estimated rule cost exceeds budget by factor of more than 100x (try simplifying the rule, or adding \
                  maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)";
    let is_there = report.errors.iter().any(|error| {
        let path =
            "spec.validation.openAPIV3Schema.properties[foo].x-kubernetes-validations[0].rule";
        error.path.to_string() == path && error.detail == detail
    });
    assert!(is_there, "{:?}", report.errors);
}
