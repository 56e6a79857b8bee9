//! Where values stand.
#![cfg(feature = "read")]

use wheelwright_rules::FieldPath;
use wheelwright_yaml::{Document, documents};

fn only(text: &str) -> Document {
    let mut read = documents(text);
    assert_eq!(read.len(), 1, "{text:?}");
    read.remove(0)
        .unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn path(steps: &str) -> FieldPath {
    let mut path = FieldPath::root();
    for step in steps.split('/').filter(|step| !step.is_empty()) {
        path = match step.parse() {
            Ok(index) => path.index(index),
            Err(_) => path.child(step),
        };
    }
    path
}

/// The text of the line on which a value stands, from its first character on.
fn text_at(text: &str, steps: &str) -> String {
    let start = only(text).locate(&path(steps)).value.start;
    let line = text.lines().nth(start.line - 1).unwrap_or_default();
    line.chars().skip(start.column - 1).collect()
}

const TEXT: &str = "\
# é
kind: Pizza
spec:
  größe: 3 # cm
  toppings:
  - name: ham
  - {name: olive, 'no': [1, \"two\"]}
  text: |
    long
";

#[test]
fn each_value_has_a_place() {
    for (steps, expected) in [
        ("kind", "Pizza"),
        ("spec/größe", "3 # cm"),
        ("spec/toppings/0", "name: ham"),
        ("spec/toppings/0/name", "ham"),
        ("spec/toppings/1", "{name: olive, 'no': [1, \"two\"]}"),
        ("spec/toppings/1/no/1", "\"two\"]}"),
        ("spec/text", "long"),
    ] {
        assert_eq!(text_at(TEXT, steps), expected, "{steps}");
    }
}

#[test]
fn json_has_places_too() {
    let text = "\n {\"kind\": \"Pizza\",\n  \"spec\": {\"a\\u0062\": [1, {\"c\": -2.5e3}]} }";
    for (steps, expected) in [
        ("", "{\"kind\": \"Pizza\","),
        ("kind", "\"Pizza\","),
        ("spec/ab", "[1, {\"c\": -2.5e3}]} }"),
        ("spec/ab/1/c", "-2.5e3}]} }"),
    ] {
        assert_eq!(text_at(text, steps), expected, "{steps}");
    }
}

#[test]
fn documents_know_their_lines_in_the_file() {
    let text = "a: 1\n---\n# b\nb: 2\n---\n{\"c\": 3}\n";
    let starts: Vec<String> = documents(text)
        .into_iter()
        .filter_map(|read| Some(read.ok()?.start().to_string()))
        .collect();
    assert_eq!(starts, ["1:1", "4:1", "6:1"]);
}

#[test]
fn a_path_that_leads_nowhere_ends_at_what_is_there() {
    let place = only(TEXT).locate(&path("spec/toppings/5/name"));
    assert_eq!((place.steps, place.value.start.line), (2, 6));
    assert_eq!(
        place.key.map(|key| key.start.to_string()).as_deref(),
        Some("5:3")
    );
}

#[test]
fn an_alias_stands_where_its_anchor_does() {
    let text = "a: &a {b: 1}\nc: *a\nd:\n  <<: *a\n";
    for steps in ["a/b", "c/b", "d/b"] {
        assert_eq!(text_at(text, steps), "1}", "{steps}");
    }
}

#[test]
fn keys_that_are_given_twice_are_noted() {
    for text in [
        "a:\n- b: 1\n  c: 2\n  b: 3\n",
        "{\"a\": [\n {\"b\": 1,\n \"c\": 2,\n  \"b\": 3}]}",
    ] {
        let document = only(text);
        assert_eq!(document.value["a"][0]["b"], 3, "{text}");
        let found: Vec<_> = document
            .duplicates
            .iter()
            .map(|duplicate| (duplicate.path.to_string(), duplicate.key.start.to_string()))
            .collect();
        assert_eq!(found, [("a[0].b".to_owned(), "4:3".to_owned())], "{text}");
        assert_eq!(
            document.locate(&path("a/0/b")).value.start.line,
            4,
            "{text}"
        );
    }
    assert_eq!(only("a: &a {b: 1}\nc: {b: 2, <<: *a}\n").duplicates, []);
}

#[test]
fn paths_in_one_text_are_followed_whatever_dots_keys_have() {
    let text = "a:\n  b.c:\n  - d: 1\n  b: 2\n";
    for (path, expected) in [
        ("a.b.c[0].d", "1"),
        ("a.b", "2"),
        ("a.b.c[0]", "d: 1"),
        ("a.b.x", "2"),
    ] {
        let start = only(text).locate_text(path).value.start;
        let line = text.lines().nth(start.line - 1).unwrap_or_default();
        assert_eq!(line.get(start.column - 1..), Some(expected), "{path}");
    }
}
