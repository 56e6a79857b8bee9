use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::law::{holds, problems_of, reads, refuses, schema_of};

forms! {
    struct Point { x: i32, y: i32, label: Option<String> }

    struct OneFlattened {
        name: String,
        #[serde(flatten)]
        point: Point,
    }

    struct Deep {
        #[serde(flatten)]
        one: OneFlattened,
        z: u8,
    }

    struct MaybeFlattened {
        name: String,
        #[serde(flatten)]
        point: Option<Point>,
    }

    struct AllOptional { a: Option<u8>, #[serde(skip_serializing_if = "Option::is_none")] b: Option<u8> }

    struct Rest {
        name: String,
        #[serde(flatten)]
        rest: Map<String, Value>,
    }

    struct RestAsValues {
        name: String,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    struct OnlyMap {
        #[serde(flatten)]
        all: BTreeMap<String, u8>,
    }

    enum Source { File(String), Inline { text: String }, Nothing }

    struct FlatExternal {
        name: String,
        #[serde(flatten)]
        source: Source,
    }

    struct MaybeFlatExternal {
        name: String,
        #[serde(flatten)]
        source: Option<Source>,
    }

    #[serde(tag = "type")]
    enum Strategy { Recreate, Rolling { surge: u8 } }

    struct FlatInternal {
        name: String,
        #[serde(flatten)]
        strategy: Strategy,
    }

    struct MaybeFlatInternal {
        name: String,
        #[serde(flatten)]
        strategy: Option<Strategy>,
    }

    #[serde(tag = "t", content = "c")]
    enum Content { Number(u8), Text(String), Unit }

    struct FlatAdjacent {
        name: String,
        #[serde(flatten)]
        content: Content,
    }

    #[serde(untagged)]
    enum Either { Left { left: u8 }, Right { right: String } }

    struct FlatUntagged {
        name: String,
        #[serde(flatten)]
        either: Either,
    }

    struct Several {
        #[serde(flatten)]
        point: Point,
        #[serde(flatten)]
        source: Source,
        #[serde(flatten)]
        strategy: Strategy,
    }

    struct WithDefaults {
        #[serde(flatten)]
        inner: Inner,
    }

    struct Inner {
        #[schema(default = 4)]
        a: u8,
        #[serde(default)]
        b: Vec<u8>,
    }

    struct MaybeWithDefaults {
        #[serde(flatten)]
        inner: Option<InnerRequired>,
    }

    struct InnerRequired {
        #[schema(default = 4)]
        a: u8,
        b: u8,
    }

    struct Collides {
        x: u8,
        #[serde(flatten)]
        place: Place,
    }

    #[serde(tag = "at")]
    enum Place {
        Point { x: u8 },
        Nowhere,
    }

    struct BesideValues {
        name: String,
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }

    #[serde(tag = "kind")]
    enum BesideTag {
        Fields { #[serde(flatten)] rest: BTreeMap<String, u8> },
        Map(BTreeMap<String, u8>),
    }

    #[serde(tag = "kind")]
    struct BesideOwnTag {
        #[serde(flatten)]
        rest: BTreeMap<String, u8>,
    }

    struct Open {
        size: u8,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    struct MaybeOpen {
        name: String,
        #[serde(flatten)]
        open: Option<Open>,
    }

    #[serde(untagged)]
    enum EitherOrNothing { Left { left: u8 }, Nothing }

    struct FlatNothing {
        name: String,
        #[serde(flatten)]
        either: EitherOrNothing,
    }

    struct FlatIntegerKeys {
        #[serde(flatten)]
        rest: BTreeMap<u8, Value>,
    }

    struct MapFirst {
        #[serde(flatten)]
        rest: Map<String, Value>,
        #[serde(flatten)]
        point: Point,
    }

    struct FlatWide {
        #[serde(flatten)]
        wide: Wide,
    }

    struct Wide { n: u128 }

    struct MaybeAllOptional {
        #[serde(flatten)]
        inner: Option<AllOptional>,
    }
}

#[test]
fn structs() {
    holds::<OneFlattened>();
    holds::<Deep>();
    holds::<WithDefaults>();
    assert_eq!(
        schema_of::<OneFlattened>()["required"],
        json!(["name", "x", "y"])
    );
}

#[test]
fn structs_that_may_be_absent_as_a_whole() {
    holds::<MaybeFlattened>();
    holds::<MaybeWithDefaults>();
    // `None` and `Some` of nothing look alike.
    crate::law::holds_one_way::<MaybeAllOptional>();
    refuses::<MaybeFlattened>(json!({"name": "a", "x": 1}));
    refuses::<MaybeFlattened>(json!({"name": "a", "label": "x"}));
    assert!(
        reads::<MaybeFlattened>(json!({"name": "a"}))
            .point
            .is_none()
    );
}

#[test]
fn maps() {
    holds::<Rest>();
    holds::<RestAsValues>();
    holds::<OnlyMap>();
    assert_eq!(
        schema_of::<Rest>()["x-kubernetes-preserve-unknown-fields"],
        json!(true)
    );
}

#[test]
fn enums() {
    holds::<FlatExternal>();
    holds::<MaybeFlatExternal>();
    holds::<FlatInternal>();
    holds::<MaybeFlatInternal>();
    holds::<FlatAdjacent>();
    holds::<FlatUntagged>();
    holds::<Several>();
}

#[test]
fn what_cannot_be_flattened() {
    for (problems, words) in [
        (problems_of::<Collides>(), "two fields are called `x`"),
        (problems_of::<FlatNothing>(), "this is an object or `null`"),
        (
            problems_of::<BesideValues>(),
            "use `serde_json::Value` values",
        ),
        (
            problems_of::<BesideOwnTag>(),
            "use `serde_json::Value` values",
        ),
        (problems_of::<MaybeOpen>(), "where `size` is missing"),
        (problems_of::<FlatIntegerKeys>(), "use `String` keys"),
        (problems_of::<MapFirst>(), "a map comes last"),
        (
            problems_of::<FlatWide>(),
            "a 128-bit integer inside a flattened field",
        ),
    ] {
        assert!(
            problems.iter().any(|problem| problem.contains(words)),
            "{problems:?}"
        );
    }
    // One for each variant.
    assert_eq!(problems_of::<BesideTag>().len(), 2);
}
