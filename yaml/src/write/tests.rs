use serde_json::{Map, Number, Value, json};

use super::{document, to_string};

mod traps;

use traps::TRAPS;

/// Both readers are written apart from each other: one on its own scanner, one on a port of libyaml.
#[track_caller]
fn reads_back(value: &Value) {
    let text = document(value, "a comment");
    let saphyr: Value = serde_saphyr::from_str(&text)
        .unwrap_or_else(|error| panic!("serde-saphyr: {error}\n{value}\n{text}"));
    assert_eq!(&saphyr, value, "serde-saphyr of\n{text}");
    let libyaml: Value = serde_yaml_ng::from_str(&text)
        .unwrap_or_else(|error| panic!("serde_yaml_ng: {error}\n{value}\n{text}"));
    assert_eq!(&libyaml, value, "serde_yaml_ng of\n{text}");
    #[cfg(feature = "read")]
    if !value.is_null() {
        let ours = crate::documents(&text).remove(0);
        let ours = ours.unwrap_or_else(|error| panic!("{error}\n{value}\n{text}"));
        assert_eq!(ours.value, without_points(value), "ours of\n{text}");
    }
}

/// A value as kubectl reads it: a float whose text is an integer is one if 64 bits hold it.
#[cfg(feature = "read")]
fn without_points(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_points).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (key.clone(), without_points(value)))
            .collect(),
        Value::Number(number) if number.is_f64() => {
            // Rust writes the shortest text that stands for the float, as Go does, and no exponent.
            let plain = number.as_f64().unwrap_or_default().to_string();
            plain
                .parse::<i64>()
                .map_or_else(|_| value.clone(), Value::from)
        }
        other => other.clone(),
    }
}

#[test]
fn traps_are_strings_again_as_values_keys_items_and_documents() {
    for trap in TRAPS {
        reads_back(
            &json!({ "a": trap, "b": [trap, [trap]], "c": { *trap: trap }, "d": { *trap: [1] } }),
        );
        reads_back(&json!({ *trap: { *trap: { "a": trap } } }));
        reads_back(&json!([trap]));
        reads_back(&json!(trap));
    }
}

#[test]
fn numbers_stay_numbers_of_their_kind() {
    for text in [
        "0",
        "-1",
        "9223372036854775807",
        "-9223372036854775808",
        "18446744073709551615",
        "0.5",
        "-0.5",
        "1.0",
        "-0.0",
        "1e300",
        "1e-300",
        "1.5e-7",
        "123456789.125",
        "1e21",
    ] {
        let number: Number = serde_json::from_str(text).unwrap();
        reads_back(&json!({ "a": number, "b": [number] }));
    }
    // A float of YAML 1.1 has a dot, and a sign before its exponent.
    assert_eq!(to_string(&json!(1e300)), "1.0e+300\n");
    assert_eq!(to_string(&json!(1.5e-7)), "1.5e-7\n");
}

#[test]
fn the_words_of_yaml_1_1_are_quoted() {
    // Neither reader of these tests knows YAML 1.1, so its words are looked at in the text.
    for trap in &TRAPS[..TRAPS.iter().position(|trap| *trap == "!").unwrap()] {
        let text = to_string(&json!({ *trap: trap }));
        assert!(text.starts_with(['\'', '"']), "key {text}");
        assert!(
            text.ends_with("'\n") || text.ends_with("\"\n"),
            "value {text}"
        );
    }
}

#[test]
fn what_needs_no_quotes_has_none() {
    for text in [
        "Pizza",
        "v1beta1",
        ".spec.replicas",
        "/convert",
        "date-time",
        "^[a-z]+$",
        "x-kubernetes-validations",
        "a:b",
        "Größe",
        "self.all(x, x > 5)",
        "https://example.com",
    ] {
        assert_eq!(
            to_string(&json!({ text: text })),
            format!("{text}: {text}\n")
        );
    }
}

#[test]
fn several_lines_are_a_block() {
    assert_eq!(
        to_string(
            &json!({"a": {"text": "One.\n\n* two:\n  three # four\n", "x": "a\nb"}, "b": ["c\nd"]})
        ),
        "a:\n  text: |\n    One.\n\n    * two:\n      three # four\n  x: |-\n    a\n    b\nb:\n- |-\n  c\n  d\n"
    );
}

#[test]
fn the_layout_is_that_of_kubernetes_manifests() {
    let value = json!({
        "b": [{"d": 1, "c": {"e": []}}, [1, [2, 3]], {}, null, true],
        "B": {}, "a": {"f": [{"g": "h"}]}
    });
    let text = "B: {}\na:\n  f:\n  - g: h\nb:\n- c:\n    e: []\n  d: 1\n- - 1\n  - - 2\n    - 3\n- {}\n- null\n- true\n";
    assert_eq!(to_string(&value), text);
    assert_eq!(
        document(&value, "one\ntwo"),
        format!("---\n# one\n# two\n{text}")
    );
}

#[test]
fn keys_longer_than_a_simple_key_are_written_out() {
    for length in [1023, 1024, 1025, 3000] {
        for start in ["k", "0", "\n"] {
            let key = start.repeat(length);
            reads_back(
                &json!({ key.clone(): { "a": [1], key.clone(): { "b": "c" } }, "z": { key.clone(): [key, 1] } }),
            );
        }
    }
}

/// A small generator of pseudo-random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound as u64).unwrap()
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Mostly pieces of traps joined, sometimes any characters.
    fn text(&mut self) -> String {
        let mut text = String::new();
        for _ in 0..self.below(5) {
            match self.below(4) {
                0 => text.push_str(self.pick(TRAPS)),
                1 => text.push_str(self.pick(&[
                    "\n", " ", ":", "#", "'", "\"", "a", "-", "0", ".", "\\", "\t", "é",
                ])),
                2 => text.push_str(self.pick(&[
                    "some words",
                    "0x",
                    "1_",
                    "self.a == 'b'",
                    "b\n  c",
                    ": ",
                    " #",
                    "\n\n",
                ])),
                _ => {
                    let bound = self.pick(&[0x80, 0x800, 0x11_0000]);
                    text.extend(
                        u32::try_from(self.below(bound))
                            .ok()
                            .and_then(char::from_u32),
                    );
                }
            }
        }
        text
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 7 } else { 12 }) {
            0 => Value::Null,
            1 => self.pick(&[true, false]).into(),
            2 => (i64::try_from(self.below(1 << 40)).unwrap() - (1 << 39)).into(),
            3 => json!(f64::from_bits(((self.below(1 << 30) as u64) << 33) | 1)),
            4..=6 => self.text().into(),
            7..=9 => {
                let members = self.below(4);
                Value::Object(
                    (0..members)
                        .map(|_| (self.text(), self.value(depth - 1)))
                        .collect::<Map<_, _>>(),
                )
            }
            _ => {
                let items = self.below(4);
                (0..items).map(|_| self.value(depth - 1)).collect()
            }
        }
    }
}

#[test]
fn any_json_reads_back() {
    for seed in 0..4000 {
        let value = Random(seed).value(5);
        println!("seed {seed}");
        reads_back(&value);
    }
}
