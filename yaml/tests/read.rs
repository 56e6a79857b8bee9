//! What a file says. The expectations are what Go's sigs.k8s.io/yaml 1.6 and kubectl 1.36's reader make of the same text.
#![cfg(feature = "read")]

use serde_json::{Value, json};
use wheelwright_yaml::{ErrorKind, documents};

fn values(text: &str) -> Vec<Value> {
    documents(text)
        .into_iter()
        .map(|read| {
            read.unwrap_or_else(|error| panic!("{text:?}: {error}"))
                .value
        })
        .collect()
}

fn value(text: &str) -> Value {
    let mut values = values(text);
    assert_eq!(values.len(), 1, "{text:?}");
    values.remove(0)
}

fn error(text: &str) -> ErrorKind {
    let failed = documents(text).into_iter().find_map(Result::err);
    failed.unwrap_or_else(|| panic!("{text:?} is read")).kind
}

#[test]
fn booleans_are_those_of_yaml_1_1_also_as_keys() {
    assert_eq!(
        value("a: y\nb: NO\nc: On\nd: tRUE\ny: 1\noff: 2\n"),
        json!({"a": true, "b": false, "c": true, "d": "tRUE", "true": 1, "false": 2})
    );
    assert_eq!(
        value("'y': 'n'\n\"on\": \"off\"\n"),
        json!({"y": "n", "on": "off"})
    );
}

#[test]
fn numbers_are_those_of_go() {
    for (text, expected) in [
        ("017", json!(15)),
        ("0o17", json!(15)),
        ("0b101", json!(5)),
        ("+0x1F", json!(31)),
        ("1_000", json!(1000)),
        ("08", json!(8)),
        ("1e3", json!(1000)),
        ("1.0", json!(1)),
        ("-0.0", json!(0)),
        (".5", json!(0.5)),
        ("1.", json!(1)),
        ("9223372036854775807", json!(i64::MAX)),
        ("-9223372036854775808", json!(i64::MIN)),
        ("18446744073709551615", json!(u64::MAX)),
        (
            "18446744073709551616",
            json!(18_446_744_073_709_551_616_f64),
        ),
        ("-9223372036854775809", json!(-9.223_372_036_854_776e18)),
        ("4611686018427387904", json!(4_611_686_018_427_387_904_i64)),
        // Go writes the shortest text that stands for the float.
        (
            "4611686018427387904.0",
            json!(4_611_686_018_427_388_000_i64),
        ),
        ("123456789012345678.0", json!(123_456_789_012_345_680_i64)),
        ("1e400", json!("1e400")),
        ("0x", json!("0x")),
        ("1:30", json!("1:30")),
        ("0xg", json!("0xg")),
        ("--1", json!("--1")),
        ("+-1", json!("+-1")),
        ("1.5.5", json!("1.5.5")),
        (".", json!(".")),
        ("2001-01-01", json!("2001-01-01")),
        ("=", json!("=")),
        ("~", Value::Null),
        ("nUll", json!("nUll")),
    ] {
        assert_eq!(
            value(&format!("a: {text}\n")),
            json!({ "a": expected }),
            "{text}"
        );
    }
}

#[test]
fn keys_that_are_no_text_become_text() {
    assert_eq!(
        value("1: a\n1.5: b\n1e6: c\n0x1f: d\n0.00001: e\n1234567.5: f\n"),
        json!({"1": "a", "1.5": "b", "1e+06": "c", "31": "d", "1e-05": "e", "1.2345675e+06": "f"})
    );
    for text in ["~: x", "null: x", "? [a]\n: b", "18446744073709551615: x"] {
        assert_eq!(error(text), ErrorKind::Key, "{text}");
    }
}

#[test]
fn tags_decide() {
    assert_eq!(
        value(
            "a: !!str 5\nb: !!int '5'\nc: ! '5'\nd: !foo bar\ne: !!float 1\nf: !!bool y\ng: !!null ''\n"
        ),
        json!({"a": "5", "b": 5, "c": "5", "d": "bar", "e": 1, "f": true, "g": null})
    );
    for text in ["!!int x", "!!bool 1", "!!null x", "!!float y", "!!int 1.5"] {
        assert!(
            matches!(error(&format!("a: {text}")), ErrorKind::Tag { .. }),
            "{text}"
        );
    }
    assert_eq!(error("a: .nan"), ErrorKind::NotFinite);
    assert_eq!(error("a: -.inf"), ErrorKind::NotFinite);
}

#[test]
fn merges_override_what_stands_before_them() {
    let anchors = "x: &x {b: 1}\ny: &y {b: 2, c: 3}\n";
    for (map, expected) in [
        ("{<<: *x, b: 5}", json!({"b": 5})),
        ("{b: 5, <<: *x}", json!({"b": 1})),
        ("{<<: [*x, *y]}", json!({"b": 1, "c": 3})),
        ("{'<<': 5}", json!({"<<": 5})),
        ("{<<: {a: 1}}", json!({"a": 1})),
    ] {
        assert_eq!(
            value(&format!("{anchors}d: {map}\n"))["d"],
            expected,
            "{map}"
        );
    }
    assert_eq!(error("d: {<<: 5}"), ErrorKind::Merge);
    assert_eq!(error("x: &x [1]\nd: {<<: *x}"), ErrorKind::Merge);
}

#[test]
fn documents_are_split_at_lines_of_dashes() {
    assert_eq!(
        values("# only a comment\n---\na: 1\n--- # two\n\n---   \nb: 2\n...\nc: ignored\n---\n"),
        [json!({"a": 1}), json!({"b": 2})]
    );
    assert_eq!(values(""), [] as [Value; 0]);
    assert_eq!(values("---\n# nothing\n---\nnull\n"), [] as [Value; 0]);
    assert_eq!(error("--- a: 1\n"), ErrorKind::Separator("a: 1".to_owned()));
    assert_eq!(value("a: |\n  x\n  ---\n"), json!({"a": "x\n---\n"}));
}

#[test]
fn a_broken_document_leaves_the_others_readable() {
    let read = documents("a: 1\n---\nb: [\n---\nc: 3\n");
    assert_eq!(read.len(), 3);
    assert!(read[0].is_ok() && read[2].is_ok());
    assert!(matches!(&read[1], Err(error) if error.position.line == 4 || error.position.line == 3));
}

/// Each verdict is what go.yaml.in/yaml/v2 2.4.4 says, which sigs.k8s.io/yaml 1.6 reads with.
#[test]
fn escapes_are_those_of_go() {
    for (escape, expected) in [
        ("\\0", "\0"),
        ("\\a", "\u{7}"),
        ("\\b", "\u{8}"),
        ("\\t", "\t"),
        ("\\\t", "\t"),
        ("\\n", "\n"),
        ("\\v", "\u{b}"),
        ("\\f", "\u{c}"),
        ("\\r", "\r"),
        ("\\e", "\u{1b}"),
        ("\\ ", " "),
        ("\\\"", "\""),
        ("\\'", "'"),
        ("\\\\", "\\"),
        ("\\N", "\u{85}"),
        ("\\_", "\u{a0}"),
        ("\\L", "\u{2028}"),
        ("\\P", "\u{2029}"),
        ("\\x41", "A"),
        ("\\u12345", "\u{1234}5"),
        ("\\U0001F355", "\u{1f355}"),
        ("\\uFFFE", "\u{fffe}"),
    ] {
        assert_eq!(
            value(&format!("a: \"{escape}\"\n")),
            json!({ "a": expected }),
            "{escape}"
        );
    }
    for other in (0x21..0x7f).map(char::from) {
        if !"0abtnvfre \"'\\N_LPxuU".contains(other) {
            let escape = format!("\\{other}");
            let text = format!("a: \"{escape}\"\n");
            assert_eq!(error(&text), ErrorKind::Escape(escape), "{text}");
        }
    }
    for escape in [
        "\\ud83c\\udf55",
        "\\uD800",
        "\\U00110000",
        "\\U0000D800",
        "\\é",
    ] {
        let text = format!("a: \"{escape}\"\n");
        assert!(matches!(error(&text), ErrorKind::Escape(_)), "{text}");
    }
}

#[test]
fn an_escape_is_refused_where_it_stands() {
    let text = "a: 1\nb: !!str &x \"a\n  b\\/c\"\n";
    let failed = documents(text).into_iter().find_map(Result::err);
    let failed = failed.expect("it is refused");
    assert_eq!(failed.kind, ErrorKind::Escape("\\/".to_owned()));
    assert_eq!(failed.position.to_string(), "3:4");
    // Only what is in double quotes has escapes, and JSON has that one.
    assert_eq!(
        value("a: '\\/'\nb: \\/\nc: |\n  \"\\/\n"),
        json!({"a": "\\/", "b": "\\/", "c": "\"\\/\n"})
    );
    assert_eq!(value("{\"a\": \"\\/\"}"), json!({"a": "/"}));
}

#[test]
fn apostrophes_may_be_escaped_among_quotes() {
    assert_eq!(
        value("a: \"it\\'s \\\"\\x22\\' \\u0022\"\nb: 'x\\'\n\"k\\'\": &y \"\\'\"\nc: *y\n"),
        json!({"a": "it's \"\"' \"", "b": "x\\", "k'": "'", "c": "'"})
    );
    let many = "- \"\\'\"\n".repeat(10_000);
    assert!(matches!(error(&many), ErrorKind::Yaml(_)));
}

#[test]
fn what_a_port_of_libyaml_takes_is_read() {
    // Lines of a text in quotes or of a flow list may stand where keys do.
    assert_eq!(
        value("a:\n  b: \"c\n  d\ne\"\n  f: [g,\n  h]\n"),
        json!({"a": {"b": "c d e", "f": ["g", "h"]}})
    );
    // A dash is a text where nothing stands behind it.
    assert_eq!(
        value("a: [sh, -]\nb: [-,-1]\nc: {d: -}\ne: -x\nf:\n- ? g\n- h\n"),
        json!({
            "a": ["sh", "-"],
            "b": ["-", -1],
            "c": {"d": "-"},
            "e": "-x",
            "f": [{"g": null}, "h"],
        })
    );
    // A last line is one without a break behind it.
    assert_eq!(value("a: |\n  b"), json!({"a": "b\n"}));
    // Tabs that do not indent.
    assert_eq!(
        value("a:\tb\nc: |2\n  \td\ne: [f,\n\tg]\nh: |\t\n  i\tj\n"),
        json!({"a": "b", "c": "\td\n", "e": ["f", "g"], "h": "i\tj\n"})
    );
}

/// kubectl reads other values there than a reader of YAML 1.2: neither is given.
#[test]
fn what_is_read_in_two_ways_is_refused() {
    for text in [
        "a: {b:}\n",
        "a: [b, c:]\n",
        "a: b\u{2028}c\n",
        "a: b\u{85}\nc: d\n",
        "# a\n\u{feff}b: c\n",
    ] {
        assert!(matches!(error(text), ErrorKind::Yaml(_)), "{text:?}");
    }
}

#[test]
fn json_is_read_as_json() {
    assert_eq!(
        values("\u{feff}{\"a\": 1.0, \"b\": 1e3}\n{\"c\": \"y\"}"),
        [json!({"a": 1.0, "b": 1000.0}), json!({"c": "y"})]
    );
    assert_eq!(
        values("{\"a\":1}\n---\n{\"b\":2}\n"),
        [json!({"a": 1}), json!({"b": 2})]
    );
    assert_eq!(value("{a: y}"), json!({"a": true}));
    assert_eq!(value("[1, y]"), json!([1, true]));
    // As YAML the number would be a text; a server that gets the JSON refuses it.
    assert!(matches!(error("{\"a\": 1e999}"), ErrorKind::Json(_)));
    assert!(matches!(error("{\"a\": [}"), ErrorKind::Json(_)));
}

#[test]
fn what_kubectl_cannot_read_is_refused() {
    for text in [
        "a:1\nb: 2\n",
        "\ta: b\n",
        "a: b: c\n",
        "a: - b\n",
        "a: @x\n",
        "a: {b: c\n",
        "a: *b\n",
        "a: \u{7}\n",
        "- a\nb: c\n",
        // YAML 1.2 takes these.
        "a:\n  -\tb\n",
        "\t- a\n",
        "a: |-\n  \tb\n  c\n",
        "a: &&b c\n",
        "a: {b\n  c: d}\n",
    ] {
        assert!(matches!(error(text), ErrorKind::Yaml(_)), "{text:?}");
    }
    assert_eq!(error("a: &a [*a]\n"), ErrorKind::Recursive);
}
