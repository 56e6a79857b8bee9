use serde_json::{Map, Value, json};

use crate::law::{holds, problems_of, reads, refuses, schema_of};

forms! {
    /// How it is done.
    enum Units {
        /// All at once.
        Together,
        /// One after the other.
        #[serde(rename = "one-by-one")]
        OneByOne,
    }

    enum UnitsAndOther {
        A,
        B,
        #[serde(other)]
        Unknown,
    }

    #[derive(PartialEq)]
    struct Pair { a: u8, b: Option<String> }

    struct Unit;

    #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
    enum External {
        Newtype(u8),
        Text(String),
        Pair(Pair),
        StructVariant { one_field: bool, two: Option<u8> },
        Maybe(Option<u8>),
        Empty {},
        Nothing(()),
    }

    enum Mixed {
        None,
        All,
        Some(Vec<String>),
        Pair { a: u8 },
    }

    enum OneData { Only { a: u8 } }

    enum DataAndOther {
        Data(u8),
        #[serde(other)]
        Unknown,
    }

    #[serde(tag = "type", rename_all = "camelCase")]
    enum Internal {
        Unit,
        Empty {},
        First { a: u8, b: Option<String> },
        Second { a: u8, c: Vec<u8> },
        Newtype(Pair),
        UnitStruct(Unit),
    }

    #[serde(tag = "type")]
    enum InternalFree {
        Unit,
        Free(Map<String, Value>),
    }

    #[serde(tag = "type")]
    enum FreeBesideFields {
        Fields { a: u8 },
        Free(Map<String, Value>),
    }

    #[serde(tag = "type")]
    enum InternalPlain {
        First { a: u8, b: Option<String> },
        Second { a: u8, c: Vec<u8> },
        Different { a: String, d: Pair },
        Third,
    }

    #[serde(tag = "type", deny_unknown_fields)]
    enum InternalDenied {
        First { a: u8 },
        Second { b: u8 },
    }

    #[serde(tag = "type")]
    enum InternalUnits { A, B }

    #[serde(tag = "type")]
    enum InternalOther {
        Known { a: u8 },
        #[serde(other)]
        Unknown,
    }

    #[serde(tag = "type")]
    enum InternalOnlyOther {
        #[serde(other)]
        Unknown,
    }

    #[serde(tag = "t", content = "c")]
    enum AdjacentOnlyOther {
        #[serde(other)]
        Unknown,
    }

    #[serde(tag = "outer")]
    enum Nested {
        Inner(InternalPlain),
        External(External),
        Plain { x: u8 },
    }

    #[serde(tag = "t", content = "c")]
    enum Adjacent {
        Unit,
        Number(u8),
        Pair(Pair),
        Struct { a: u8, z: bool },
    }

    #[serde(tag = "t", content = "c")]
    enum AdjacentKinds {
        Number(i64),
        Text(String),
        List(Vec<u8>),
        Flag(bool),
        Float(f64),
    }

    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum AdjacentDenied {
        Unit,
        Struct { a: u8 },
    }

    #[serde(tag = "t", content = "c")]
    enum AdjacentOther {
        Number(u8),
        #[serde(other)]
        Unknown,
    }

    struct Holder {
        units: Units,
        maybe: Option<Units>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_out: Option<External>,
        list: Vec<Internal>,
        mixed: Option<Mixed>,
        adjacent: Adjacent,
    }

    #[serde(tag = "type")]
    enum Defaulted {
        A { #[schema(default = 3)] n: u8 },
        B { m: u8 },
    }

    #[serde(tag = "type")]
    enum DefaultBesideNothing {
        A { #[schema(default = 3)] n: u8 },
        B(Unit),
    }

    #[serde(tag = "type")]
    enum FreeBesideNothing {
        Free(Map<String, Value>),
        Nothing(Unit),
    }

    #[serde(untagged)]
    enum PairOrNothing { Pair(Pair), Nothing }

    #[serde(tag = "type")]
    enum MaybeContent { A(Option<Pair>), B }

    #[serde(tag = "type")]
    enum NothingAsContent { A(PairOrNothing), B }

    #[serde(tag = "type")]
    enum LateNull {
        A { n: Option<u8> },
        B { n: u8 },
    }

    #[serde(tag = "type")]
    enum NullItems {
        A { n: Vec<Option<u8>> },
        B { n: Vec<u8> },
    }

    #[serde(tag = "type")]
    enum Meta {
        A { metadata: u8 },
        B { metadata: String },
    }

    #[serde(tag = "type")]
    enum Lists {
        A { items: Vec<Pair> },
        B { items: Vec<Other> },
    }

    struct Other { b: Option<String>, c: u8 }
}

#[test]
fn unit_variants() {
    holds::<Units>();
    holds::<UnitsAndOther>();
    assert_eq!(
        schema_of::<Units>(),
        json!({
            "type": "string",
            "enum": ["Together", "one-by-one"],
            "description": "How it is done.\n\n- `Together`: All at once.\n- `one-by-one`: One after the other.",
        })
    );
    assert!(matches!(reads(json!("C")), UnitsAndOther::Unknown));
}

#[test]
fn null_beside_an_enum() {
    // To the API server no enum has `null`, even if it lists it.
    holds::<Option<Units>>();
    reads::<Option<Units>>(Value::Null);
    refuses::<Option<Units>>(json!("x"));
}

#[test]
fn externally_tagged() {
    holds::<External>();
    holds::<OneData>();
    refuses::<External>(json!({"newtype": 1, "text": "x"}));
    refuses::<External>(json!({}));
}

#[test]
fn externally_tagged_with_units_and_data() {
    holds::<Mixed>();
    holds::<DataAndOther>();
    // Serde looks for what a variant with data holds, whether or not there is `other`.
    reads::<DataAndOther>(json!("New"));
    refuses::<DataAndOther>(json!("Data"));
    refuses::<Mixed>(json!("Some"));
    refuses::<Mixed>(json!({"Pair": {"a": 1}, "more": 1}));
    refuses::<Mixed>(json!(["None"]));
    refuses::<Mixed>(json!(1));
    refuses::<Mixed>(json!(true));
}

#[test]
fn internally_tagged() {
    holds::<Internal>();
    holds::<InternalPlain>();
    holds::<InternalFree>();
    holds::<InternalDenied>();
    holds::<InternalUnits>();
    holds::<InternalOther>();
    holds::<InternalOnlyOther>();
    holds::<Nested>();
    refuses::<InternalPlain>(json!({"type": "First", "a": 1, "c": []}));
    refuses::<InternalPlain>(json!({"type": "Different", "a": 1}));
    assert!(matches!(
        reads(json!({"type": "New"})),
        InternalOther::Unknown
    ));
}

#[test]
fn adjacently_tagged() {
    holds::<Adjacent>();
    holds::<AdjacentKinds>();
    holds::<AdjacentDenied>();
    holds::<AdjacentOther>();
    holds::<AdjacentOnlyOther>();
    refuses::<Adjacent>(json!({"t": "Unit", "c": 1}));
    refuses::<Adjacent>(json!({"t": "Number"}));
    refuses::<Adjacent>(json!({"t": "Number", "c": 256}));
}

#[test]
fn in_fields() {
    holds::<Holder>();
}

#[test]
fn a_default_of_one_variant_is_filled_into_all() {
    holds::<Defaulted>();
    assert!(matches!(
        reads(json!({"type": "B", "m": 1})),
        Defaulted::B { m: 1 }
    ));
}

#[test]
fn lists_of_different_items() {
    holds::<Lists>();
}

#[test]
fn a_null_that_only_one_variant_reads() {
    holds::<LateNull>();
    // The API server drops it, and `None` may be absent.
    reads::<LateNull>(json!({"type": "A", "n": null}));
    refuses::<LateNull>(json!({"type": "B", "n": null}));
}

#[test]
fn nothing_beside_a_tag_is_read_from_no_member() {
    let problems = problems_of::<DefaultBesideNothing>();
    assert!(
        problems[0].contains("`n` has a default in one"),
        "{problems:?}"
    );
    let problems = problems_of::<FreeBesideNothing>();
    assert!(
        problems[0].contains("serde refuses to read them"),
        "{problems:?}"
    );
    for problems in [
        problems_of::<MaybeContent>(),
        problems_of::<NothingAsContent>(),
    ] {
        assert!(
            problems[0].contains("this is an object or `null`"),
            "{problems:?}"
        );
    }
}

#[test]
fn variants_that_no_schema_holds() {
    let problems = problems_of::<NullItems>();
    assert!(
        problems[0].contains("`n[]` is nullable in one and not in the other"),
        "{problems:?}"
    );
    let problems = problems_of::<Meta>();
    assert!(problems[0].contains("`metadata`"), "{problems:?}");
    let problems = problems_of::<FreeBesideFields>();
    assert!(
        problems[0].contains("`a` is a field of one and free data of the other"),
        "{problems:?}"
    );
}
