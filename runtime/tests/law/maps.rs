use std::{
    collections::{BTreeMap, HashMap},
    num::NonZero,
};

use serde_json::{Value, json};

use crate::law::{holds, problems_of, reads, refuses, schema_of};

forms! {
    #[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[serde(rename_all = "kebab-case")]
    enum Size {
        Small,
        ExtraLarge,
    }

    enum Open {
        Never,
        ByHour { hours: BTreeMap<u8, String> },
    }

    #[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Name(String);

    #[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
    struct Number(u16);

    #[derive(PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[serde(transparent)]
    struct Clear { inner: i8 }

    struct Price {
        cents: u32,
        #[serde(default)]
        note: Option<String>,
    }
}

#[test]
fn keys_that_are_strings() {
    holds::<BTreeMap<String, u8>>();
    holds::<HashMap<String, Price>>();
    holds::<BTreeMap<Name, Option<bool>>>();
    holds::<BTreeMap<Box<str>, Vec<u8>>>();
    holds::<BTreeMap<String, BTreeMap<String, Value>>>();
}

#[test]
fn keys_that_are_integers() {
    holds::<BTreeMap<u8, u8>>();
    holds::<BTreeMap<i8, String>>();
    holds::<BTreeMap<i32, Price>>();
    holds::<HashMap<u32, bool>>();
    holds::<BTreeMap<i64, u8>>();
    holds::<BTreeMap<u64, u8>>();
    holds::<BTreeMap<Number, u8>>();
    holds::<BTreeMap<Clear, u8>>();
    holds::<BTreeMap<NonZero<u8>, u8>>();
    holds::<BTreeMap<NonZero<i16>, u8>>();
    for key in ["01", "+1", "-0", "1.0", "1e2", "256", "-1", "", " 1"] {
        refuses::<BTreeMap<u8, u8>>(json!({key: 1}));
    }
    reads::<BTreeMap<u64, u8>>(json!({"18446744073709551615": 1}));
    refuses::<BTreeMap<u64, u8>>(json!({"18446744073709551616": 1}));
    reads::<BTreeMap<i64, u8>>(json!({"-9223372036854775808": 1}));
    refuses::<BTreeMap<NonZero<i8>, u8>>(json!({"0": 1}));
}

#[test]
fn keys_that_are_characters() {
    holds::<BTreeMap<char, u8>>();
    refuses::<BTreeMap<char, u8>>(json!({"ab": 1}));
}

#[test]
fn keys_that_are_few() {
    holds::<BTreeMap<bool, u8>>();
    holds::<BTreeMap<Size, Price>>();
    holds::<BTreeMap<Size, Option<u8>>>();
    let schema = schema_of::<BTreeMap<Size, u8>>();
    assert_eq!(
        schema["properties"].as_object().map(serde_json::Map::len),
        Some(2)
    );
    assert!(schema["properties"]["extra-large"].is_object());
}

#[test]
fn keys_that_are_none() {
    let problems = problems_of::<BTreeMap<u128, u8>>();
    assert!(problems[0].contains("map keys"), "{problems:?}");
    let problems = problems_of::<BTreeMap<Vec<u8>, u8>>();
    assert!(problems[0].contains("this is a list"), "{problems:?}");
    let problems = problems_of::<BTreeMap<Option<String>, u8>>();
    assert!(problems[0].contains("map keys"), "{problems:?}");
}

#[test]
fn keys_that_cel_does_not_see() {
    // An enum that is a string or an object has no type in CEL, nor has what is in it.
    let problems = problems_of::<Open>();
    assert!(problems[0].contains("runs none within"), "{problems:?}");
    let problems = problems_of::<BTreeMap<u8, Value>>();
    assert!(problems[0].contains("CEL does not see"), "{problems:?}");
}
