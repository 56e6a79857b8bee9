//! `#[schema(…)]` keys in the schema. What is expected here is written by hand from the Kubernetes documentation.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::law::{holds, problems_of, reads, refuses, schema_of, what_validates_is_read};

/// A rule that no server runs, as in a CRD that is like that already.
fn open_schema() -> Value {
    let ruled = json!({"type": "integer", "x-kubernetes-validations": [{"rule": "self > 3"}]});
    json!({
        "type": "object",
        "properties": {"within": {
            "x-kubernetes-preserve-unknown-fields": true,
            "properties": {"a": ruled},
        }},
    })
}

fn colour_schema() -> Value {
    json!({"type": "string", "enum": ["red", "green"]})
}

forms! {
    /// The type's own words.
    struct Port {
        name: String,
        #[schema(minimum = 1, default = 80)]
        number: u16,
        #[schema(default = "TCP", enum_values("TCP", "UDP"))]
        protocol: String,
    }

    struct Documented {
        /// One line.
        ///
        /// - a list
        comment: String,
        /// Not this.
        #[schema(title = "T", description = "This.", example = {a: [1, -2.5, null]}, external_docs(url = "https://example.com", description = "more"))]
        keys: Value,
        /// Gone.
        #[schema(description = "")]
        silent: bool,
        port: Port,
        #[schema(format = "date-time")]
        format: String,
        #[schema(format = "")]
        no_format: f64,
    }

    struct Strings {
        #[schema(min_length = 2, max_length = 4, pattern = "^a")]
        short: String,
        #[schema(pattern = "b$")]
        both: Patterned,
        #[schema(enum_values("x", "y"))]
        one: String,
        #[schema(items(max_length = 3, enum_values("a", "b")), min_items = 1, max_items = 2)]
        list: Vec<String>,
        #[schema(values(min_length = 1), min_properties = 1, max_properties = 3)]
        map: BTreeMap<String, String>,
        #[schema(items(items(minimum = 3)))]
        nested: Vec<Vec<u8>>,
        #[schema(max_length = 5)]
        option: Option<String>,
    }

    #[schema(pattern = "^a")]
    struct Patterned(String);

    struct Numbers {
        #[schema(minimum = 5, maximum = 300)]
        byte: u8,
        #[schema(exclusive_minimum = 0, exclusive_maximum = 10, multiple_of = 3)]
        exclusive: i32,
        #[schema(minimum = -0.5, maximum = 1e3)]
        float: f64,
        #[schema(no_bounds)]
        free: u32,
        #[schema(no_bounds, format = "")]
        bare: u32,
        #[schema(format = "")]
        unformatted: i32,
        #[schema(maximum = 9223372036854775807)]
        largest: i64,
        #[schema(minimum = 2.0)]
        whole: i64,
        #[schema(format = "int32")]
        small: u32,
    }

    struct Lists {
        #[schema(list_map_keys("name", "protocol"))]
        ports: Vec<Port>,
        #[schema(list_type = "set")]
        set: Vec<Port>,
        #[schema(list_type = "set", items(list_type = "atomic"))]
        sets: Vec<BTreeSet<u8>>,
        #[schema(list_type = "atomic")]
        atomic: Vec<u8>,
        #[schema(map_type = "atomic")]
        map: BTreeMap<String, u8>,
        #[schema(struct_type = "atomic")]
        port: Port,
    }

    struct Extensions {
        #[schema(int_or_string)]
        bare: Value,
        #[schema(int_or_string = "any_of")]
        any_of: Value,
        #[schema(int_or_string = "all_of", pattern = "^[0-9]+%?$")]
        all_of: Value,
        #[schema(preserve_unknown_fields)]
        kept: Port,
        #[schema(embedded_resource)]
        embedded: Value,
        #[schema(opaque)]
        opaque: Port,
        #[schema(with = colour_schema)]
        with: String,
        #[schema(as = u8)]
        other: u8,
    }

    struct Held {
        #[schema(items(with = colour_schema))]
        colours: Vec<Option<String>>,
        #[schema(values(with = colour_schema))]
        others: BTreeMap<String, Option<String>>,
    }

    struct Presence {
        #[schema(required)]
        required: Option<u8>,
        #[schema(optional)]
        optional: Option<u8>,
        #[schema(nullable = false)]
        not_null: Option<u8>,
    }

    #[schema(exactly_one_of("a", "b"), at_most_one_of("b", "c"), at_least_one_of("c", "d"))]
    struct Unions {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none", rename = "b-b")]
        b: Option<String>,
        c: Option<u8>,
        #[serde(default, rename = "namespace", skip_serializing_if = "Vec::is_empty")]
        d: Vec<u8>,
    }

    #[schema(exactly_one_of("any", "a"))]
    struct UnionOfUnseen {
        #[serde(skip_serializing_if = "Option::is_none")]
        any: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<u8>,
    }

    struct Immutable {
        #[schema(immutable)]
        required: u8,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(immutable)]
        optional: Option<u8>,
        #[schema(immutable)]
        nullable: Option<u8>,
        #[schema(immutable, max_length = 5)]
        text: String,
    }

    #[schema(rule("self.a < self.b", message = "a must be less than b"))]
    struct Rules {
        #[schema(rule(rule = "self > 1", message_expression = "'not enough'", reason = "FieldValueForbidden"))]
        a: u8,
        #[schema(rule(rule = "self >= oldSelf.orValue(0)", optional_old_self = true))]
        b: u8,
    }

    #[schema(one_of({required: ["a"]}, {required: ["b"]}), not({required: ["c"]}))]
    struct Combined {
        #[serde(skip_serializing_if = "Option::is_none")]
        a: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        b: Option<u8>,
        #[schema(any_of({minimum: 1}, {maximum: -5}), all_of({maximum: 100}))]
        n: i32,
    }

    struct GivenRules {
        #[schema(with = open_schema)]
        open: Value,
    }

    struct SetOfParts {
        #[schema(list_type = "set")]
        sets: Vec<BTreeSet<u8>>,
        #[schema(list_type = "set", items(map_type = "granular"))]
        maps: Vec<BTreeMap<String, u8>>,
    }

    struct ImmutableItems {
        list: Vec<Frozen>,
    }

    struct Frozen {
        #[schema(immutable)]
        n: u8,
    }

    struct ManyMaps {
        lists: Vec<Holder>,
    }

    struct Holder {
        map: BTreeMap<u8, u8>,
    }

    struct FewMaps {
        #[schema(max_items = 10)]
        lists: Vec<BoundedHolder>,
    }

    struct BoundedHolder {
        #[schema(max_properties = 100)]
        map: BTreeMap<u8, u8>,
    }
}

fn property<T: wheelwright::Schema>(name: &str) -> Value {
    schema_of::<T>()["properties"][name].take()
}

#[test]
fn documentation() {
    what_validates_is_read::<Documented>();
    let property = property::<Documented>;
    assert_eq!(property("comment")["description"], "One line.\n\n- a list");
    assert_eq!(property("keys")["title"], "T");
    assert_eq!(property("keys")["description"], "This.");
    assert_eq!(property("keys")["example"], json!({"a": [1, -2.5, null]}));
    assert_eq!(
        property("keys")["externalDocs"],
        json!({"url": "https://example.com", "description": "more"})
    );
    assert_eq!(property("silent"), json!({"type": "boolean"}));
    assert_eq!(property("port")["description"], "The type's own words.");
    assert_eq!(
        property("format"),
        json!({"type": "string", "format": "date-time"})
    );
    assert_eq!(property("no_format"), json!({"type": "number"}));
}

#[test]
fn strings_and_lengths() {
    what_validates_is_read::<Strings>();
    let property = property::<Strings>;
    assert_eq!(
        property("short"),
        json!({"type": "string", "minLength": 2, "maxLength": 4, "pattern": "^a"})
    );
    assert_eq!(
        property("both"),
        json!({"type": "string", "pattern": "^a", "allOf": [{"pattern": "b$"}]})
    );
    assert_eq!(
        property("one"),
        json!({"type": "string", "enum": ["x", "y"]})
    );
    assert_eq!(
        property("list"),
        json!({
            "type": "array", "minItems": 1, "maxItems": 2,
            "items": {"type": "string", "maxLength": 3, "enum": ["a", "b"]},
        })
    );
    assert_eq!(
        property("map"),
        json!({
            "type": "object", "minProperties": 1, "maxProperties": 3,
            "additionalProperties": {"type": "string", "minLength": 1},
        })
    );
    assert_eq!(property("nested")["items"]["items"]["minimum"], 3);
    assert_eq!(
        property("option"),
        json!({"type": "string", "maxLength": 5, "nullable": true})
    );
}

#[test]
fn numbers() {
    // Whoever takes the bounds away lets values in that Rust does not read: no law.
    let property = property::<Numbers>;
    assert_eq!(
        property("byte"),
        json!({"type": "integer", "format": "int32", "minimum": 5, "maximum": 255})
    );
    assert_eq!(
        property("exclusive"),
        json!({
            "type": "integer", "format": "int32", "multipleOf": 3,
            "minimum": 0, "exclusiveMinimum": true, "maximum": 10, "exclusiveMaximum": true,
        })
    );
    assert_eq!(
        property("float"),
        json!({"type": "number", "format": "double", "minimum": -0.5, "maximum": 1000.0})
    );
    assert_eq!(
        property("free"),
        json!({"type": "integer", "format": "int64"})
    );
    assert_eq!(property("bare"), json!({"type": "integer"}));
    assert_eq!(
        property("unformatted"),
        json!({"type": "integer", "minimum": i32::MIN, "maximum": i32::MAX})
    );
    assert_eq!(
        property("largest"),
        json!({"type": "integer", "format": "int64"})
    );
    assert_eq!(
        property("whole"),
        json!({"type": "integer", "format": "int64", "minimum": 2})
    );
    assert_eq!(
        property("small"),
        json!({"type": "integer", "format": "int32", "minimum": 0})
    );
}

#[test]
fn merging() {
    what_validates_is_read::<Lists>();
    let property = property::<Lists>;
    assert_eq!(property("ports")["x-kubernetes-list-type"], "map");
    assert_eq!(
        property("ports")["x-kubernetes-list-map-keys"],
        json!(["name", "protocol"])
    );
    assert_eq!(property("set")["x-kubernetes-list-type"], "set");
    assert_eq!(property("set")["items"]["x-kubernetes-map-type"], "atomic");
    assert_eq!(
        property("sets")["items"]["x-kubernetes-list-type"],
        "atomic"
    );
    assert_eq!(property("atomic")["x-kubernetes-list-type"], "atomic");
    assert_eq!(property("map")["x-kubernetes-map-type"], "atomic");
    assert_eq!(property("port")["x-kubernetes-map-type"], "atomic");
}

#[test]
fn extensions() {
    let property = property::<Extensions>;
    let types = json!([{"type": "integer"}, {"type": "string"}]);
    assert_eq!(
        property("bare"),
        json!({"x-kubernetes-int-or-string": true})
    );
    assert_eq!(
        property("any_of"),
        json!({"x-kubernetes-int-or-string": true, "anyOf": types})
    );
    assert_eq!(
        property("all_of"),
        json!({"x-kubernetes-int-or-string": true, "allOf": [{"anyOf": types}], "pattern": "^[0-9]+%?$"})
    );
    assert_eq!(
        property("kept")["x-kubernetes-preserve-unknown-fields"],
        true
    );
    assert_eq!(property("kept")["type"], "object");
    assert_eq!(
        property("embedded"),
        json!({
            "type": "object", "nullable": true,
            "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true,
        })
    );
    assert_eq!(
        property("opaque"),
        json!({"x-kubernetes-preserve-unknown-fields": true})
    );
    assert_eq!(
        property("with"),
        json!({"type": "string", "enum": ["red", "green"]})
    );
    assert_eq!(property("other"), schema_of::<u8>());
}

#[test]
fn presence() {
    what_validates_is_read::<Presence>();
    let schema = schema_of::<Presence>();
    assert_eq!(schema["required"], json!(["required"]));
    assert_eq!(schema["properties"]["required"]["nullable"], true);
    assert_eq!(schema["properties"]["not_null"]["nullable"], Value::Null);
    // The API server drops the `null`s that it does not allow.
    reads::<Presence>(json!({"required": null, "not_null": null}));
    refuses::<Presence>(json!({"optional": 1}));
}

#[test]
fn unions() {
    what_validates_is_read::<Unions>();
    let rules = schema_of::<Unions>()["x-kubernetes-validations"].take();
    assert_eq!(
        rules,
        json!([
            {
                "rule": "(has(self.a) ? 1 : 0) + (has(self.b__dash__b) ? 1 : 0) == 1",
                "message": "exactly one of a, b-b must be set",
            },
            {
                "rule": "(has(self.b__dash__b) ? 1 : 0) + ((has(self.c) && dyn(self.c) != null) ? 1 : 0) <= 1",
                "message": "at most one of b-b, c may be set",
            },
            {
                "rule": "(has(self.c) && dyn(self.c) != null) || has(self.__namespace__)",
                "message": "at least one of c, namespace must be set",
            },
        ])
    );
    assert_eq!(
        schema_of::<UnionOfUnseen>()["oneOf"],
        json!([{"required": ["any"]}, {"required": ["a"]}])
    );
    refuses::<UnionOfUnseen>(json!({}));
}

#[test]
fn immutable() {
    what_validates_is_read::<Immutable>();
    let schema = schema_of::<Immutable>();
    let unchanged = json!([{"rule": "self == oldSelf", "message": "the value cannot be changed"}]);
    for name in ["required", "optional", "nullable", "text"] {
        assert_eq!(
            schema["properties"][name]["x-kubernetes-validations"],
            unchanged
        );
    }
    assert_eq!(
        schema["x-kubernetes-validations"],
        json!([
            {
                "rule": "!has(oldSelf.optional) || has(self.optional)",
                "message": "optional cannot be taken away once it is set",
            },
            {
                "rule": "!(has(oldSelf.nullable) && dyn(oldSelf.nullable) != null) || (has(self.nullable) && dyn(self.nullable) != null)",
                "message": "nullable cannot be taken away once it is set",
            },
        ])
    );
}

#[test]
fn what_a_function_gives_stays_as_it_is() {
    assert_eq!(
        schema_of::<GivenRules>()["properties"]["open"],
        open_schema()
    );
}

/// Serde writes null for `None`, whatever a key says of what else is held.
#[test]
fn null_is_held_beside_what_a_key_describes() {
    let property = property::<Held>;
    assert_eq!(property("colours")["items"]["nullable"], true);
    assert_eq!(property("others")["additionalProperties"]["nullable"], true);
}

#[test]
fn items_of_a_set_are_compared_as_a_whole() {
    let problems = problems_of::<SetOfParts>();
    for (words, problem) in [
        ("these are `map_type = \"granular\"`", &problems[0]),
        ("these are `list_type = \"set\"`", &problems[1]),
    ] {
        assert!(problem.contains(words), "{problems:?}");
    }
}

#[test]
fn immutable_where_it_cannot_be() {
    assert!(problems_of::<ImmutableItems>()[0].contains("oldSelf"));
}

#[test]
fn rules() {
    what_validates_is_read::<Rules>();
    let schema = schema_of::<Rules>();
    assert_eq!(
        schema["x-kubernetes-validations"],
        json!([{"rule": "self.a < self.b", "message": "a must be less than b"}])
    );
    assert_eq!(
        schema["properties"]["a"]["x-kubernetes-validations"],
        json!([{"rule": "self > 1", "messageExpression": "'not enough'", "reason": "FieldValueForbidden"}])
    );
    assert_eq!(
        schema["properties"]["b"]["x-kubernetes-validations"],
        json!([{"rule": "self >= oldSelf.orValue(0)", "optionalOldSelf": true}])
    );
}

#[test]
fn combinators() {
    what_validates_is_read::<Combined>();
    let schema = schema_of::<Combined>();
    assert_eq!(
        schema["oneOf"],
        json!([{"required": ["a"]}, {"required": ["b"]}])
    );
    assert_eq!(schema["not"], json!({"required": ["c"]}));
    assert_eq!(
        schema["properties"]["n"]["anyOf"],
        json!([{"minimum": 1}, {"maximum": -5}])
    );
    assert_eq!(
        schema["properties"]["n"]["allOf"],
        json!([{"maximum": 100}])
    );
}

#[test]
fn rules_about_keys_within_the_budget() {
    holds::<FewMaps>();
    assert!(problems_of::<ManyMaps>()[0].contains("max_items"));
}
