use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::law::{holds, problems_of, reads, refuses, schema_of};

forms! {
    #[serde(untagged)]
    enum IntOrText { Number(i32), Text(String) }

    #[serde(untagged)]
    enum PortOrName { Port(u16), Name(String), }

    #[serde(untagged)]
    enum OneOrMany { One(String), Many(Vec<String>) }

    #[serde(untagged)]
    enum Kinds {
        Null,
        Flag(bool),
        Whole(i64),
        Number(f64),
        Text(String),
        List(Vec<u8>),
        Object { a: u8, b: Option<bool> },
    }

    #[serde(untagged)]
    enum Told {
        Both { a: u8, b: u8 },
        JustA { a: u8 },
        JustC { c: String },
    }

    #[serde(untagged)]
    enum ToldByKind {
        Number { value: i64, unit: String },
        Text { value: String, lang: Option<String> },
    }

    #[serde(untagged)]
    enum Ambiguous {
        Any(Any),
        More(More),
    }

    struct Any { a: Option<u8> }

    struct More { a: Option<u8>, b: u8 }

    #[serde(untagged)]
    enum FloatFirst { Float(f64), Whole(i64) }

    #[serde(untagged)]
    enum Ranges { Small(i8), Large(u32) }

    #[serde(untagged)]
    enum Maps { Numbers(BTreeMap<String, u8>), Texts(BTreeMap<String, String>) }

    #[serde(untagged)]
    enum Words { Known(Known), Free(String) }

    enum Known { A, B }

    enum Tail {
        Plain,
        Data(u8),
        #[serde(untagged)]
        Rest(String),
    }

    #[serde(untagged)]
    enum Nested { Deep { inner: Option<IntOrText>, x: u8 }, Flat(bool) }

    struct Holder {
        port: PortOrName,
        maybe: Option<OneOrMany>,
        #[serde(default)]
        list: Vec<IntOrText>,
    }

    #[serde(untagged)]
    enum WideInside { Wide { n: i128 }, Text(String) }

    #[serde(untagged)]
    enum KeysInside { Map(BTreeMap<u8, u8>), Text(String) }
}

#[test]
fn integers_or_text() {
    holds::<IntOrText>();
    holds::<PortOrName>();
    assert_eq!(
        schema_of::<PortOrName>(),
        json!({"x-kubernetes-int-or-string": true, "minimum": 0, "maximum": 65535})
    );
    refuses::<PortOrName>(json!(65536));
    refuses::<IntOrText>(json!(1.5));
}

#[test]
fn values_of_different_kinds() {
    holds::<OneOrMany>();
    holds::<Kinds>();
    refuses::<OneOrMany>(json!({"a": 1}));
    refuses::<OneOrMany>(json!(["a", 1]));
}

#[test]
fn objects_told_apart_by_their_members() {
    holds::<Told>();
    holds::<ToldByKind>();
    refuses::<Told>(json!({"b": 1}));
    refuses::<Told>(json!({"a": 1, "c": "x"}));
}

#[test]
fn more_forms() {
    holds::<Ranges>();
    holds::<Words>();
    holds::<Tail>();
    holds::<Nested>();
    holds::<Holder>();
}

#[test]
fn a_null_may_be_the_whole_value() {
    assert!(matches!(reads(Value::Null), Kinds::Null));
}

#[test]
fn unions_that_lose_something() {
    let problems = problems_of::<Ambiguous>();
    assert!(
        problems[0].contains("reads what `More` writes as `Any` and loses `b`"),
        "{problems:?}"
    );
    let problems = problems_of::<FloatFirst>();
    assert!(
        problems[0].contains("put `Whole` before `Float`"),
        "{problems:?}"
    );
}

#[test]
fn unions_that_no_schema_holds() {
    let problems = problems_of::<Maps>();
    assert!(
        problems[0].contains("is a map of other values"),
        "{problems:?}"
    );
}

#[test]
fn what_serde_cannot_buffer() {
    let problems = problems_of::<WideInside>();
    assert!(
        problems[0].contains("a 128-bit integer inside an untagged enum"),
        "{problems:?}"
    );
    let problems = problems_of::<KeysInside>();
    assert!(
        problems[0].contains("map keys that are no strings inside an untagged enum"),
        "{problems:?}"
    );
}

forms! {
    enum Step { Run(String), Wait { seconds: u32 } }

    #[serde(untagged)]
    enum Script { Line(String), Steps(Vec<Step>) }

    #[serde(deny_unknown_fields)]
    struct Strict { a: u8 }

    #[serde(untagged)]
    enum OneOrManyStrict { One(String), Many(Vec<Strict>) }
}

#[test]
fn unknown_members_of_items_are_kept_where_there_may_be_no_list() {
    // Only one member is read, and nothing prunes the others.
    holds::<Script>();
    refuses::<Script>(json!([{"Run": "a", "other": 1}]));
    let problems = problems_of::<OneOrManyStrict>();
    assert!(
        problems[0].contains("unknown fields are preserved"),
        "{problems:?}"
    );
}

#[test]
fn lists_of_several_kinds_would_take_null() {
    let problems = problems_of::<Vec<OneOrMany>>();
    assert!(
        problems[0].contains("takes `null` among them"),
        "{problems:?}"
    );
    holds::<Vec<Option<OneOrMany>>>();
    holds::<Vec<IntOrText>>();
}
