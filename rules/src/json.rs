//! Reading JSON text as the server reads a request: a key that is given again replaces the earlier value, and is noted.

mod text;

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::path::At;

/// A JSON document.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Document {
    /// What the text says.
    pub value: Value,
    /// The paths of fields that are given more than once, each once, in the order of the text: `spec.name`. The server
    /// warns of them or refuses the request.
    pub duplicate_fields: Vec<String>,
}

/// Reads a document. As in the server, a character that is none is read as U+FFFD, and `-0` as the integer 0.
///
/// ```
/// use wheelwright_rules::json;
///
/// let document = json::parse(br#"{"spec": {"a": 1, "a": 2}}"#)?;
/// assert_eq!(document.value["spec"]["a"], 2);
/// assert_eq!(document.duplicate_fields, ["spec.a"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn parse(text: &[u8]) -> Result<Document, serde_json::Error> {
    let mut notes = Notes::default();
    let text = text::as_in_go(text);
    let mut deserializer = serde_json::Deserializer::from_slice(&text);
    let value = Seed {
        at: At::ROOT,
        notes: &mut notes,
    }
    .deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(Document {
        value,
        duplicate_fields: notes.paths,
    })
}

#[derive(Default)]
struct Notes {
    paths: Vec<String>,
    seen: HashSet<String>,
}

impl Notes {
    /// The server stops counting there.
    const MOST: usize = 100;

    fn add(&mut self, at: At<'_>) {
        if self.paths.len() < Self::MOST {
            let path = at.to_path().to_string();
            if self.seen.insert(path.clone()) {
                self.paths.push(path);
            }
        }
    }
}

struct Seed<'n> {
    at: At<'n>,
    notes: &'n mut Notes,
}

impl<'de> DeserializeSeed<'de> for Seed<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Seed<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(flag.into())
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Number::from_f64(number).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Seed {
            at: self.at.index(list.len()),
            notes: self.notes,
        })? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = members.next_key_seed(Key)? {
            let at = self.at.field(&key);
            if map.contains_key(&key) {
                self.notes.add(at);
            }
            let value = members.next_value_seed(Seed {
                at,
                notes: self.notes,
            })?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        String::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn documents_are_read_as_serde_json_reads_them() {
        for text in [
            "null",
            "true",
            "-1",
            "18446744073709551615",
            "1.5e3",
            "\"\\u00e9\\ud83c\\udf55\"",
            "[]",
            "{}",
            "[1, [2, {\"a\": [null]}]]",
            "{\"b\": {\"c\": [1.0]}, \"a\": \"x\"}",
        ] {
            let document = parse(text.as_bytes()).expect("good JSON");
            assert_eq!(
                document,
                Document {
                    value: serde_json::from_str(text).expect("good JSON"),
                    ..Document::default()
                }
            );
        }
        for text in ["", "{", "[1,]", "{\"a\" 1}", "1 2", "\"\\ud8\"", "1e400"] {
            assert!(parse(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn repeated_fields_are_noted_once_and_the_last_counts() {
        let document =
            parse(br#"{"a": 1, "l": [{"k": 1, "k": {"x": 1, "x": 2}}], "a": 2, "a": 3}"#)
                .expect("good JSON");
        assert_eq!(document.value, json!({"a": 3, "l": [{"k": {"x": 2}}]}));
        assert_eq!(document.duplicate_fields, ["l[0].k", "l[0].k.x", "a"]);
    }

    #[test]
    fn deep_nesting_is_an_error() {
        assert!(parse("[".repeat(1 << 20).as_bytes()).is_err());
    }
}
