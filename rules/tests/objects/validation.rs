//! Kubernetes documentation, "Validation", and the keywords one by one.

use serde_json::{Value, json};
use wheelwright_rules::{KubeVersion, Rules};

use crate::support::{crd, create, lines, rules_of};

#[test]
fn the_cron_tab_of_the_documentation_is_refused_for_two_reasons() {
    let rules = rules_of(&json!({"spec": {"type": "object", "properties": {
        "cronSpec": {"type": "string", "pattern": r"^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$"},
        "image": {"type": "string"},
        "replicas": {"type": "integer", "minimum": 1, "maximum": 10},
    }}}));
    assert_eq!(
        lines(&create(
            &rules,
            &json!({"spec": {"cronSpec": "* * * *", "image": "i", "replicas": 15}})
        )),
        [
            r#"spec.cronSpec: Invalid value: "* * * *": spec.cronSpec in body should match '^(\d+|\*)(/\d+)?(\s+(\d+|\*)(/\d+)?){4}$'"#,
            "spec.replicas: Invalid value: 15: spec.replicas in body should be less than or equal to 10",
        ]
    );
    let good = json!({"spec": {"cronSpec": "* * * * */5", "image": "i", "replicas": 5}});
    assert!(create(&rules, &good).refusal.is_none());
}

/// For each schema of `a`, values and the error that they give, or none.
fn check(schema: &Value, cases: &[(Value, Option<&str>)]) {
    let rules = rules_of(&json!({ "a": schema }));
    for (value, error) in cases {
        let expected: Vec<String> = error.iter().map(ToString::to_string).collect();
        assert_eq!(
            lines(&create(&rules, &json!({ "a": value }))),
            expected,
            "{schema} on {value}"
        );
    }
}

#[test]
fn lengths_count_code_points() {
    check(
        &json!({"type": "string", "maxLength": 3, "minLength": 2}),
        &[
            (json!("日本語"), None),
            (json!("日本"), None),
            (
                json!("🍕🍕🍕🍕"),
                Some("a: Too long: may not be more than 3 bytes"),
            ),
            (
                json!("é"),
                Some("a: Invalid value: \"é\": a in body should be at least 2 chars long"),
            ),
        ],
    );
    check(
        &json!({"type": "string", "maxLength": -1}),
        &[(json!(""), Some("a: Too long: value is too long"))],
    );
}

#[test]
fn only_the_first_fault_of_a_string_is_reported() {
    check(
        &json!({"type": "string", "maxLength": 1, "pattern": "^x"}),
        &[
            (
                json!("ab"),
                Some("a: Too long: may not be more than 1 byte"),
            ),
            (
                json!("a"),
                Some("a: Invalid value: \"a\": a in body should match '^x'"),
            ),
        ],
    );
}

#[test]
fn patterns_are_searched_for_with_gos_classes() {
    check(
        &json!({"type": "string", "pattern": r"\bx\d$"}),
        &[
            (json!("a x1"), None),
            // Digits and words are those of ASCII.
            (
                json!("x٣"),
                Some(r#"a: Invalid value: "x٣": a in body should match '\bx\d$'"#),
            ),
            (json!("éx1"), None),
        ],
    );
}

#[test]
fn integers_may_be_written_with_a_fraction_of_zero() {
    check(
        &json!({"type": "integer"}),
        &[
            (json!(1.0), None),
            (json!(-3.0), None),
            (json!(i64::MAX), None),
            (
                json!(1.5),
                // The value is also outside the range of the type, which the server says without a path; see below.
                None,
            ),
        ]
        .into_iter()
        .filter(|(value, _)| *value != json!(1.5))
        .collect::<Vec<_>>(),
    );
    let rules = rules_of(&json!({"a": {"type": "integer"}}));
    for (value, shown) in [
        (json!(1.5), "1.5"),
        (json!(1e19), "1e19"),
        (json!(u64::MAX), "beyond 64 bits"),
    ] {
        assert_eq!(
            lines(&create(&rules, &json!({ "a": value }))),
            [
                "a: Invalid value: \"number\": a in body must be of type integer: \"number\"",
                "<nil>: Invalid value: \"\": Checked value must be of type integer (default format) in a",
            ],
            "{shown}"
        );
    }
}

#[test]
fn formats_of_numbers_are_ranges() {
    check(
        &json!({"type": "integer", "format": "int32"}),
        &[
            (json!(2_147_483_647), None),
            (
                json!(2_147_483_648_i64),
                Some(
                    "<nil>: Invalid value: \"\": Checked value must be of type integer with format int32 in a",
                ),
            ),
        ],
    );
    check(
        &json!({"type": "number", "format": "float"}),
        &[
            (json!(3.4e38), None),
            (
                json!(3.5e38),
                Some(
                    "<nil>: Invalid value: \"\": Checked value must be of type number with format float in a",
                ),
            ),
        ],
    );
}

#[test]
fn a_bound_that_does_not_fit_the_type_fails_every_value() {
    let error = "<nil>: Invalid value: \"\": Maximum boundary value must be of type integer (default format) in a";
    check(
        &json!({"type": "integer", "maximum": 1.5}),
        &[(json!(0), Some(error)), (json!(1), Some(error))],
    );
    check(
        &json!({"type": "integer", "maximum": i64::MAX}),
        &[(json!(0), Some(error))],
    );
}

#[test]
fn bounds_are_truncated_beside_an_integer() {
    check(
        &json!({"type": "number", "minimum": 0.5}),
        &[
            (json!(0), None),
            (
                json!(0.25),
                Some("a: Invalid value: 0.25: a in body should be greater than or equal to 0.5"),
            ),
        ],
    );
    check(
        &json!({"type": "number", "multipleOf": 0.5}),
        &[
            (
                json!(2),
                Some("a: Invalid value: 0: factor MultipleOf declared for a must be positive: 0"),
            ),
            (json!(2.5), None),
        ],
    );
}

#[test]
fn bounds_may_exclude_themselves() {
    check(
        &json!({"type": "integer", "maximum": 5, "exclusiveMaximum": true, "minimum": 1, "exclusiveMinimum": true}),
        &[
            (json!(2), None),
            (
                json!(5),
                Some("a: Invalid value: 5: a in body should be less than 5"),
            ),
            (
                json!(1),
                Some("a: Invalid value: 1: a in body should be greater than 1"),
            ),
        ],
    );
}

/// What a server of this minor version says of a value of `a`.
fn lines_on(minor: u8, schema: &Value, value: &Value) -> Vec<String> {
    let server = KubeVersion::new(minor).expect("it is known");
    let rules = Rules::from_crd_on(
        &crd(&json!({"type": "object", "properties": {"a": schema}})),
        server,
    )
    .expect("the server takes the CRD");
    lines(&create(&rules, &json!({ "a": value })))
}

/// 4.35 / 0.01 is a hair under 435, which real servers of 1.36 and 1.37 judge differently.
#[test]
fn a_hair_from_a_multiple_is_one_on_both_sides_from_1_37() {
    let hundredths = json!({"type": "number", "multipleOf": 0.01});
    let refused = "a: Invalid value: 4.35: a in body should be a multiple of 0.01";
    assert_eq!(lines_on(36, &hundredths, &json!(4.35)), [refused]);
    for value in [4.5, 4.35, -4.35] {
        assert_eq!(lines_on(37, &hundredths, &json!(value)), [""; 0], "{value}");
    }
    check(
        &json!({"type": "number", "multipleOf": 1}),
        &[
            (json!(0.999_999_999_9), None),
            (json!(-1.000_000_000_1), None),
            (
                json!(1.000_000_001),
                Some("a: Invalid value: 1.000000001: a in body should be a multiple of 1"),
            ),
        ],
    );
    // The distance is compared with the quotient alone, not with both together.
    check(
        &json!({"type": "number", "multipleOf": 2_147_483_647_u32}),
        &[(
            json!(1e18),
            Some("a: Invalid value: 1e+18: a in body should be a multiple of 2.147483647e+09"),
        )],
    );
}

#[test]
fn large_floats_are_printed_with_an_exponent() {
    check(
        &json!({"type": "number", "maximum": 1_000_000}),
        &[(
            json!(12_345_678.5),
            Some(
                "a: Invalid value: 1.23456785e+07: a in body should be less than or equal to 1e+06",
            ),
        )],
    );
}

#[test]
fn sizes_of_lists_and_maps_are_limited() {
    check(
        &json!({"type": "array", "items": {"type": "integer"}, "maxItems": 1, "minItems": 1}),
        &[
            (json!([1]), None),
            (
                json!([1, 2]),
                Some("a: Too many: 2: must have at most 1 item"),
            ),
            (
                json!([]),
                Some("a: Invalid value: 0: a in body should have at least 1 items"),
            ),
        ],
    );
    check(
        &json!({"type": "object", "additionalProperties": {"type": "integer"}, "maxProperties": 2, "minProperties": 1}),
        &[
            (
                json!({"x": 1, "y": 2, "z": 3}),
                Some("a: Too many: 3: must have at most 2 items"),
            ),
            (
                json!({}),
                Some("a: Invalid value: 0: a in body should have at least 1 properties"),
            ),
            (
                json!({"x.y": true}),
                Some(
                    "a.x.y: Invalid value: \"boolean\": a.x.y in body must be of type integer: \"boolean\"",
                ),
            ),
        ],
    );
}

#[test]
fn required_fields_are_reported_where_they_should_be() {
    check(
        &json!({"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b", "undeclared"]}),
        &[],
    );
    let rules = rules_of(&json!({"a": {
        "type": "object", "properties": {"b": {"type": "string"}}, "required": ["b", "undeclared"],
    }}));
    assert_eq!(
        lines(&create(&rules, &json!({"a": {}}))),
        ["a.b: Required value", "a.undeclared: Required value"]
    );
}

#[test]
fn null_is_never_in_an_enum() {
    check(
        &json!({"type": "string", "nullable": true, "enum": ["x", null]}),
        &[
            (json!("x"), None),
            (
                json!(null),
                Some("a: Unsupported value: null: supported values: \"x\", \"null\""),
            ),
        ],
    );
}

#[test]
fn enums_compare_after_conversion() {
    check(
        &json!({"type": "number", "enum": [1, 2.5]}),
        &[
            (json!(1.9), None),
            (json!(1), None),
            (json!(2.5), None),
            (
                json!(3),
                Some("a: Unsupported value: 3: supported values: \"1\", \"2.5\""),
            ),
        ],
    );
    check(
        &json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true, "enum": [{"b": 1}]}),
        &[
            (json!({"b": 1}), None),
            (
                json!({"b": 1.0}),
                Some("a: Unsupported value: {\"b\":1}: supported values: \"{\\\"b\\\":1}\""),
            ),
        ],
    );
}

#[test]
fn an_array_passes_for_a_string_with_a_format() {
    check(
        &json!({"type": "string", "format": "ipv4"}),
        &[
            (json!([]), None),
            (
                json!({}),
                Some("a: Invalid value: \"\": a in body must be of type ipv4: \"\""),
            ),
            (
                json!("x"),
                Some("a: Invalid value: \"x\": a in body must be of type ipv4: \"x\""),
            ),
        ],
    );
    // A format that the server does not know says nothing.
    check(
        &json!({"type": "string", "format": "phone"}),
        &[
            (json!("x"), None),
            (
                json!([]),
                Some("a: Invalid value: \"array\": a in body must be of type string: \"array\""),
            ),
        ],
    );
}

#[test]
fn the_best_alternative_explains_itself() {
    let rules = rules_of(&json!({"a": {
        "type": "object",
        "properties": {"kind": {"type": "string"}, "x": {"type": "integer"}, "y": {"type": "integer"}},
        "anyOf": [
            {"properties": {"kind": {"enum": ["X"]}}, "required": ["x"]},
            {"properties": {"kind": {"enum": ["Y"]}, "y": {"maximum": 1}}},
        ],
    }}));
    assert_eq!(
        lines(&create(&rules, &json!({"a": {"kind": "Y", "y": 2}}))),
        [
            "<nil>: Invalid value: \"\": \"a\" must validate at least one schema (anyOf)",
            "a.y: Invalid value: 2: a.y in body should be less than or equal to 1",
        ]
    );
}

#[test]
fn all_and_not_are_reported_as_a_whole() {
    let rules = rules_of(&json!({"a": {
        "type": "string", "allOf": [{"maxLength": 1}, {"pattern": "^x"}], "not": {"enum": ["bad"]},
    }}));
    assert_eq!(
        lines(&create(&rules, &json!({"a": "bad"}))),
        [
            "a: Too long: may not be more than 1 byte",
            "a: Invalid value: \"bad\": a in body should match '^x'",
            "<nil>: Invalid value: \"\": \"a\" must validate all the schemas (allOf). None validated",
            "<nil>: Invalid value: \"\": \"a\" must not validate the schema (not)",
        ]
    );
}

#[test]
fn sets_report_the_second_of_equal_items() {
    let rules = rules_of(&json!({
        "set": {"type": "array", "x-kubernetes-list-type": "set", "items": {"type": "number"}},
        "lists": {"type": "array", "x-kubernetes-list-type": "set", "items": {
            "type": "array", "x-kubernetes-list-type": "atomic", "items": {"type": "number"},
        }},
    }));
    assert_eq!(
        lines(&create(
            &rules,
            &json!({"set": [1, 2, 1, 1, 1.0], "lists": [[1], [1.0]]})
        )),
        // Numbers differ by their type, unless they are inside something, where their text counts.
        [
            "lists[1]: Duplicate value: [1]",
            "set[2]: Duplicate value: 1"
        ]
    );
}

#[test]
fn maps_report_equal_keys() {
    let rules = rules_of(&json!({
        "one": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"], "items": {
            "type": "object", "properties": {"k": {"type": "string"}, "v": {"type": "string"}}, "required": ["k"],
        }},
        "two": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k", "l"], "items": {
            "type": "object",
            "properties": {"k": {"type": "string"}, "l": {"type": "integer", "default": 1}},
            "required": ["k"],
        }},
    }));
    assert_eq!(
        lines(&create(
            &rules,
            &json!({
                "one": [{"k": "a"}, {"k": "b"}, {"k": "a", "v": "x"}],
                "two": [{"k": "a"}, {"k": "a", "l": 2}, {"k": "a", "l": 1}],
            })
        )),
        [
            "one[2]: Duplicate value: {\"k\":\"a\"}",
            "two[2]: Duplicate value: {\"k\":\"a\",\"l\":1}"
        ]
    );
    // Items without their key are the same as each other.
    assert_eq!(
        lines(&create(&rules, &json!({"one": [{}, {}]}))),
        [
            "one[0].k: Required value",
            "one[1].k: Required value",
            "one[1]: Duplicate value: {}"
        ]
    );
}

#[test]
fn validation_alone_leaves_metadata_out() {
    let rules = rules_of(&json!({"a": {"type": "string"}}));
    let version = rules.version("v1").expect("there is a version");
    assert_eq!(
        version.validate(&json!({"a": "x", "metadata": {"name": "NO"}})),
        []
    );
    let errors = version.validate(&json!({"a": 1}));
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].kind.cause(), "FieldValueTypeInvalid");
}
