//! serde's defaults, as tables run them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::Schema;
use wheelwright::table::{Shape, Tree};

use crate::field;

#[derive(Schema, Serialize, Deserialize, PartialEq, Debug)]
struct Defaulted {
    #[serde(default)]
    by_trait: Vec<String>,
    #[serde(default = "answer")]
    by_function: u8,
    // The function's type follows from the field's.
    #[serde(default = "Vec::new")]
    by_generic_function: Vec<u16>,
    #[serde(default, with = "seconds")]
    #[schema(as = u64)]
    by_trait_written_by_function: std::time::Duration,
    #[serde(
        default = "minute",
        serialize_with = "seconds::serialize",
        deserialize_with = "seconds::deserialize"
    )]
    #[schema(as = u64)]
    by_function_written_by_function: std::time::Duration,
}

fn answer() -> u8 {
    42
}

fn minute() -> std::time::Duration {
    std::time::Duration::from_mins(1)
}

mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        duration: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(duration.as_secs())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_secs)
    }
}

#[test]
fn field_defaults_are_written_as_serde_writes_the_fields() {
    let empty: Defaulted = serde_json::from_str("{}").unwrap();
    let Value::Object(written) = serde_json::to_value(&empty).unwrap() else {
        panic!()
    };
    assert_eq!(written.len(), 5);
    for (name, value) in written {
        assert_eq!(
            field::<Defaulted>(&name).default.unwrap().0(),
            Ok(value),
            "{name}"
        );
    }
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(default)]
struct Whole {
    size: u8,
    #[serde(default = "answer")]
    own: u8,
}

impl Default for Whole {
    fn default() -> Self {
        Self { size: 7, own: 8 }
    }
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(default = "large")]
struct ByFunction {
    size: u8,
}

fn large() -> ByFunction {
    ByFunction { size: 255 }
}

#[test]
fn the_container_s_default_is_whole() {
    let of = |shape: &Shape| match shape {
        Shape::Struct(of) => of.default.unwrap().0(),
        _ => panic!(),
    };
    assert_eq!(of(&Whole::TYPE.shape), Ok(json!({"size": 7, "own": 8})));
    assert_eq!(of(&ByFunction::TYPE.shape), Ok(json!({"size": 255})));
    // What serde reads where the field alone is missing.
    assert_eq!(field::<Whole>("own").default.unwrap().0(), Ok(json!(42)));
    assert!(field::<Whole>("size").default.is_none());
}

const SIZES: [&str; 2] = ["small", "large"];

#[derive(Schema, Serialize, Deserialize)]
struct Trees {
    #[schema(default = { name: "x", "quoted-key": [1, -2, 0.5, -1e3, true, null], nested: { a: {} } })]
    literal: Value,
    #[schema(default = SIZES)]
    of_constant: Vec<String>,
    #[schema(default = { sizes: SIZES, answer: answer() })]
    mixed: Value,
    #[schema(default = self::answer())]
    of_function: u8,
}

#[test]
fn schema_defaults_are_trees() {
    let default = |name| {
        field::<Trees>(name).keys.iter().find_map(|key| match key {
            wheelwright::table::Key::Default(tree) => Some(value(tree)),
            _ => None,
        })
    };
    assert_eq!(
        default("literal"),
        Some(
            json!({"name": "x", "quoted-key": [1, -2, 0.5, -1000.0, true, null], "nested": {"a": {}}})
        )
    );
    assert_eq!(default("of_constant"), Some(json!(["small", "large"])));
    assert_eq!(
        default("mixed"),
        Some(json!({"sizes": ["small", "large"], "answer": 42}))
    );
    assert_eq!(default("of_function"), Some(json!(42)));
}

/// A tree as JSON, by its definition.
pub(crate) fn value(tree: &Tree) -> Value {
    match *tree {
        Tree::Null => Value::Null,
        Tree::Bool(on) => on.into(),
        Tree::Int(number) => i64::try_from(number).unwrap().into(),
        Tree::Float(number) => number.into(),
        Tree::Str(text) => text.into(),
        Tree::Array(items) => items.iter().map(value).collect(),
        Tree::Object(members) => members
            .iter()
            .map(|(name, member)| ((*name).to_owned(), value(member)))
            .collect(),
        Tree::Run(run) => run.0().unwrap(),
    }
}
