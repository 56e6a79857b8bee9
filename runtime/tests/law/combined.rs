//! Forms within forms.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use crate::law::{holds, holds_one_way, reads, refuses, schema_of};

fn five() -> u8 {
    5
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde asks for a reference"
)]
fn is_five(value: &u8) -> bool {
    *value == 5
}

#[expect(clippy::unnecessary_wraps, reason = "the field is an option")]
fn some_five() -> Option<u8> {
    Some(5)
}

forms! {
    /// Every legal way to have, leave out and fill in an option.
    struct OptionWays {
        a0: Option<u8>,
        #[serde(default)]
        a1: Option<u8>,
        #[serde(default = "some_five")]
        a2: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        a3: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        a4: Option<u8>,
        #[schema(default = 1)]
        b0: Option<u8>,
        #[serde(default)]
        #[schema(default = 1)]
        b1: Option<u8>,
        #[serde(default = "some_five")]
        #[schema(default)]
        b2: Option<u8>,
        #[schema(nullable = false)]
        c0: Option<u8>,
        #[serde(default)]
        #[schema(nullable = false)]
        c1: Option<u8>,
        #[schema(required)]
        d0: Option<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(nullable)]
        e0: Option<u8>,
    }

    /// The same for what is no option.
    struct PlainWays {
        a0: u8,
        #[serde(default)]
        a1: u8,
        #[serde(default = "five")]
        a2: u8,
        #[serde(default = "five", skip_serializing_if = "is_five")]
        a3: u8,
        #[schema(default = 1)]
        b0: u8,
        #[serde(default)]
        #[schema(default = 0)]
        b1: u8,
        #[serde(default = "five", skip_serializing_if = "is_five")]
        #[schema(default)]
        b2: u8,
        #[serde(skip_serializing_if = "is_five")]
        #[schema(default = 5)]
        b3: u8,
        #[serde(default)]
        #[schema(required)]
        c0: u8,
    }

    struct Leaf { n: u8, #[serde(default)] note: Option<String> }

    #[serde(tag = "kind", rename_all = "lowercase")]
    enum Shape {
        Dot,
        Circle { radius: u32, #[serde(flatten)] leaf: Leaf },
        Square { side: u32, tags: BTreeSet<String> },
        Group { parts: Vec<Leaf>, by_name: BTreeMap<String, Leaf> },
    }

    enum Choice {
        #[serde(rename = "leaf")]
        Leaf(Leaf),
        Shapes(Vec<Shape>),
        Optional(Option<Shape>),
        Flat { #[serde(flatten)] leaf: Leaf, extra: bool },
        Free(Map<String, Value>),
    }

    struct Tree {
        shape: Shape,
        shapes: BTreeMap<String, Shape>,
        choice: Option<Choice>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        choices: Vec<Choice>,
        #[serde(flatten)]
        leaf: Leaf,
        array: [Leaf; 2],
    }

    #[serde(tag = "outer", content = "inner")]
    enum Around {
        Shape(Shape),
        Choice(Choice),
        Plain { a: u8 },
        Nothing,
    }

    #[serde(untagged)]
    enum Loose {
        Shapes(Vec<Shape>),
        Shape(Shape),
        Text(String),
    }

    #[serde(tag = "v")]
    struct Versioned {
        a: u8,
        #[serde(flatten)]
        leaf: Leaf,
    }

    #[serde(tag = "a")]
    enum First { X { x: u8 }, Y }

    #[serde(tag = "b")]
    enum Second { X { p: u8 }, Z }

    struct TwoTags {
        #[serde(flatten)]
        first: First,
        #[serde(flatten)]
        second: Option<Second>,
    }

    #[serde(deny_unknown_fields)]
    struct Strict { a: u8 }

    struct StrictInside {
        strict: Strict,
        #[serde(flatten)]
        flat: Strict,
        list: Vec<Strict>,
    }

    enum WithStrict { A(Strict), #[serde(rename = "b")] B { strict: Strict } }

    #[serde(tag = "t")]
    enum StrictNewtype { A(Strict), B }

    #[serde(rename_all = "camelCase", default)]
    struct AllDefault {
        first_one: u8,
        #[schema(default)]
        second_one: String,
        #[schema(default)]
        third: Vec<u8>,
        fourth: Option<Leaf>,
    }

    struct HoldsDefault {
        #[serde(default)]
        #[schema(default)]
        inner: AllDefault,
        #[schema(nested_default)]
        again: AllDefault,
    }

    struct Chain(Inner1);
    struct Inner1(Inner2);
    #[serde(transparent)]
    struct Inner2 { value: Vec<Option<u16>> }

    struct Wide { a: u128, b: i128, c: Option<u128> }

    /// Kubernetes' own style of union.
    #[schema(exactly_one_of("config_map", "secret"))]
    #[serde(rename_all = "camelCase")]
    struct VolumeSource {
        #[serde(skip_serializing_if = "Option::is_none")]
        config_map: Option<Leaf>,
        #[serde(skip_serializing_if = "Option::is_none")]
        secret: Option<Leaf>,
    }

    #[serde(tag = "type")]
    enum Ruled {
        #[schema(rule("self.n < 10", message = "n must be small"))]
        Small { n: u8 },
        Large { n: u8 },
    }

    #[serde(tag = "type", rename_all = "camelCase")]
    enum SameMembers {
        One { value: u8, #[schema(max_length = 3)] text: String },
        Two { value: i64, #[schema(max_length = 5)] text: String },
        Three { value: u8, text: Option<Vec<u8>> },
    }
}

impl Default for AllDefault {
    fn default() -> Self {
        Self {
            first_one: 1,
            second_one: "two".to_owned(),
            third: vec![3],
            fourth: None,
        }
    }
}

#[test]
fn every_way_to_be_absent() {
    holds::<OptionWays>();
    holds::<PlainWays>();
    assert_eq!(schema_of::<OptionWays>()["required"], json!(["d0"]));
    assert_eq!(schema_of::<PlainWays>()["required"], json!(["a0", "c0"]));
}

#[test]
fn enums_and_structs_within_each_other() {
    holds::<Shape>();
    holds::<Choice>();
    holds::<Tree>();
    holds::<Around>();
    holds::<Loose>();
    holds::<Versioned>();
    holds::<TwoTags>();
}

#[test]
fn strict_structs() {
    holds::<StrictInside>();
    holds::<WithStrict>();
    holds::<StrictNewtype>();
    refuses::<StrictNewtype>(json!({"t": "B", "a": 1}));
}

#[test]
fn nested_defaults() {
    holds::<AllDefault>();
    holds::<HoldsDefault>();
    let filled = reads::<HoldsDefault>(json!({}));
    assert_eq!(
        (filled.inner.second_one.as_str(), filled.again.third),
        ("two", vec![3])
    );
}

#[test]
fn newtypes_of_newtypes() {
    holds::<Chain>();
}

#[test]
fn wide_integers() {
    holds::<Wide>();
}

#[test]
fn unions_by_rule() {
    // The rule narrows what the Rust type holds; serde reads both ways.
    holds_one_way::<VolumeSource>();
}

#[test]
fn rules_of_variants_hold_for_their_variant() {
    holds::<Ruled>();
    assert_eq!(
        schema_of::<Ruled>()["x-kubernetes-validations"],
        json!([{"rule": "self.type != 'Small' || (self.n < 10)", "message": "n must be small"}])
    );
}

#[test]
fn members_that_differ_between_variants() {
    crate::law::what_validates_is_read::<SameMembers>();
    refuses::<SameMembers>(json!({"type": "one", "value": 256, "text": ""}));
    refuses::<SameMembers>(json!({"type": "one", "value": 1, "text": "abcd"}));
    reads::<SameMembers>(json!({"type": "two", "value": 256, "text": "abcd"}));
    refuses::<SameMembers>(json!({"type": "three", "value": 1, "text": "abc"}));
}
