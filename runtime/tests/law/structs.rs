use std::marker::PhantomData;

use serde_json::{Value, json};
use wheelwright::Schema;

use crate::{
    law::{holds, holds_for_what_is_read, holds_one_way, reads, refuses, schema_of},
    sample::{Random, Sample},
};

fn one() -> u32 {
    1
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_one(value: &u32) -> bool {
    *value == 1
}

forms! {
    struct Empty {}

    struct Unit;

    struct Newtype(u16);

    struct NewtypeOfOption(Option<u16>);

    #[serde(transparent)]
    struct Transparent { inner: Option<String> }

    #[serde(rename_all = "camelCase")]
    struct Renamed {
        two_words: String,
        #[serde(rename = "Other-Name")]
        other: u8,
        r#type: bool,
        http2: u8,
    }

    #[serde(rename_all = "SCREAMING-KEBAB-CASE")]
    struct Screaming { two_words: String }

    struct Options {
        written: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<String>,
        #[serde(default)]
        defaulted: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        both: Option<Vec<u8>>,
        twice: Option<Option<u8>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        twice_left_out: Option<Option<u8>>,
        boxed: Box<Option<u8>>,
        newtype: NewtypeOfOption,
        #[serde(skip_serializing_if = "Option::is_none")]
        unit: Option<()>,
    }

    struct Defaults {
        #[serde(default)]
        list: Vec<String>,
        #[serde(default = "one")]
        path: u32,
        #[serde(default = "one", skip_serializing_if = "is_one")]
        left_out: u32,
        #[serde(default)]
        #[schema(default)]
        shown: u8,
        #[serde(default = "one")]
        #[schema(default)]
        shown_path: u32,
        #[schema(default = 5)]
        only_in_the_schema: i16,
        #[schema(default = "x")]
        option: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(default = [1, 2])]
        left_out_option: Option<Vec<u8>>,
    }

    #[serde(default)]
    struct DefaultContainer {
        a: u8,
        #[schema(default)]
        b: String,
        c: Option<Vec<u8>>,
    }

    #[serde(default)]
    struct HiddenInTheContainer {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[schema(default)]
        r#type: Vec<u8>,
        #[serde(skip_serializing_if = "is_one")]
        #[schema(default)]
        one: u32,
    }

    struct NoNull {
        #[schema(nullable = false)]
        note: Option<u8>,
        kept: Option<u8>,
    }

    struct DefaultWithNulls {
        #[serde(default = "nulls")]
        #[schema(default)]
        list: Vec<NoNull>,
    }

    #[expect(dead_code, reason = "serde leaves out what it skips")]
    struct Skips {
        #[serde(skip)]
        never: u8,
        #[serde(skip_serializing, default)]
        only_read: u8,
        #[serde(skip_deserializing)]
        only_written: u8,
    }

    #[serde(tag = "kind")]
    struct Tagged { a: u8 }

    #[serde(deny_unknown_fields)]
    struct Denied { a: u8, b: Option<u8> }

    struct Aliased {
        #[serde(alias = "colour", alias = "Colour")]
        #[schema(accept_aliases)]
        color: String,
        #[serde(alias = "dimension")]
        #[schema(accept_aliases)]
        size: Option<u8>,
    }

    struct Nested {
        empty: Empty,
        unit: Unit,
        newtype: Newtype,
        renamed: Renamed,
        list: Vec<Options>,
        phantom: PhantomData<String>,
        any: Value,
        #[serde(default, skip_serializing_if = "Value::is_null")]
        some: Value,
    }

    struct Inner {
        #[schema(default = 1)]
        a: u8,
        b: Option<u8>,
    }

    struct NestedDefault {
        #[schema(nested_default)]
        inner: Inner,
        #[schema(default = {a: 3})]
        written: Inner,
    }

    #[serde(try_from = "String", into = "String")]
    struct Converted(String);
}

impl Default for DefaultContainer {
    fn default() -> Self {
        Self {
            a: 3,
            b: "b".to_owned(),
            c: Some(vec![1]),
        }
    }
}

#[derive(Schema, serde::Serialize, serde::Deserialize)]
#[serde(default = "hidden")]
struct HiddenByPath {
    #[serde(skip_serializing_if = "is_one")]
    #[schema(default)]
    one: u32,
}

#[derive(Schema, serde::Serialize, serde::Deserialize, Default)]
#[serde(default)]
struct HiddenGeneric<T> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(default)]
    list: Vec<T>,
}

impl Default for HiddenInTheContainer {
    fn default() -> Self {
        Self {
            r#type: Vec::new(),
            one: 1,
        }
    }
}

fn hidden() -> HiddenByPath {
    HiddenByPath { one: 1 }
}

fn nulls() -> Vec<NoNull> {
    vec![NoNull {
        note: None,
        kept: None,
    }]
}

impl From<String> for Converted {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<Converted> for String {
    fn from(converted: Converted) -> Self {
        converted.0
    }
}

#[test]
fn plain() {
    holds::<Empty>();
    holds::<Unit>();
    holds::<Newtype>();
    holds::<NewtypeOfOption>();
    holds::<Transparent>();
    holds::<Renamed>();
    holds::<Screaming>();
    holds::<Nested>();
    holds::<Converted>();
}

#[test]
fn options() {
    holds::<Options>();
    holds_for_what_is_read::<Options>(schema_of::<Options>(), 100);
    let schema = schema_of::<Options>();
    assert_eq!(schema["required"], json!(["newtype"]));
    for (name, nullable) in [
        ("written", true),
        ("left_out", false),
        ("defaulted", true),
        ("both", false),
        ("twice_left_out", true),
    ] {
        assert_eq!(
            schema["properties"][name]["nullable"] == json!(true),
            nullable,
            "{name}"
        );
    }
}

#[test]
fn defaults() {
    holds::<Defaults>();
    let schema = schema_of::<Defaults>();
    assert_eq!(schema["required"], Value::Null);
    assert_eq!(schema["properties"]["shown"]["default"], json!(0));
    assert_eq!(schema["properties"]["shown_path"]["default"], json!(1));
    assert_eq!(schema["properties"]["path"]["default"], Value::Null);
    holds::<DefaultContainer>();
    assert_eq!(
        schema_of::<DefaultContainer>()["properties"]["b"]["default"],
        json!("b")
    );
    assert_eq!(reads::<DefaultContainer>(json!({})).b, "b");
    holds::<NestedDefault>();
    let filled = reads::<NestedDefault>(json!({}));
    assert_eq!((filled.inner.a, filled.written.a), (1, 3));
}

#[test]
fn a_default_may_be_one_that_serde_leaves_out() {
    holds::<HiddenInTheContainer>();
    let schema = schema_of::<HiddenInTheContainer>();
    assert_eq!(schema["properties"]["type"]["default"], json!([]));
    assert_eq!(schema["properties"]["one"]["default"], json!(1));
    assert_eq!(
        schema_of::<HiddenByPath>()["properties"]["one"]["default"],
        json!(1)
    );
    assert_eq!(
        schema_of::<HiddenGeneric<u8>>()["properties"]["list"]["default"],
        json!([])
    );
}

#[test]
fn nulls_in_a_default_are_dropped_as_in_an_object() {
    holds::<DefaultWithNulls>();
    assert_eq!(
        schema_of::<DefaultWithNulls>()["properties"]["list"]["default"],
        json!([{"kept": null}])
    );
}

#[test]
fn skipped_fields() {
    // What is not written cannot come back.
    holds_one_way::<Skips>();
    let schema = schema_of::<Skips>();
    assert!(schema["properties"].get("never").is_none());
    assert_eq!(schema["required"], Value::Null);
}

#[test]
fn tags() {
    holds::<Tagged>();
    refuses::<Tagged>(json!({"kind": "Other", "a": 1}));
}

#[test]
fn unknown_fields_are_pruned_before_serde_denies_them() {
    holds::<Denied>();
    reads::<Denied>(json!({"a": 1, "c": 2}));
}

#[test]
fn aliases_are_properties_of_which_one_is_set() {
    holds::<Aliased>();
    assert_eq!(reads::<Aliased>(json!({"Colour": "red"})).color, "red");
    refuses::<Aliased>(json!({"Colour": "red", "color": "blue"}));
    refuses::<Aliased>(json!({"size": 1}));
    refuses::<Aliased>(json!({"color": "red", "size": 1, "dimension": 2}));
}

#[derive(Schema, serde::Serialize, serde::Deserialize, Debug)]
struct Generic<T, const N: usize> {
    one: T,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<T>,
    many: Vec<T>,
    #[serde(bound(
        serialize = "[T; N]: serde::Serialize",
        deserialize = "[T; N]: serde::Deserialize<'de>"
    ))]
    exactly: [T; N],
}

impl<T: Sample, const N: usize> Sample for Generic<T, N> {
    fn sample(random: &mut Random) -> Self {
        Self {
            one: Sample::sample(random),
            maybe: Sample::sample(random),
            many: Sample::sample(random),
            exactly: Sample::sample(random),
        }
    }
}

#[test]
fn generics() {
    holds::<Generic<u8, 2>>();
    holds::<Generic<Renamed, 0>>();
    holds::<Generic<Option<String>, 1>>();
}
