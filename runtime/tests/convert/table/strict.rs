//! Rows that are wrong, and what is said of them.

use super::run::all;

/// What is said of one row of a mapping, which is wrong.
fn said(mapping: &str, row: &str) -> String {
    let text = format!("{mapping}:\n- {row}\n");
    let (_, failures) = all("rows/of.yaml", &text);
    assert_eq!(failures.len(), 1, "{row}: {failures:?}");
    failures.concat()
}

/// Says of each row of the labels' first mapping what it says.
fn wrong(rows: &[(&str, &str)]) {
    for (row, words) in rows {
        let said = said("label_fields", row);
        assert!(said.contains(words), "{words} in\n{said}\nof {row}");
    }
}

#[test]
fn a_file_has_rows_of_mappings() {
    assert!(said("nothing", "{name: n}").contains("`nothing` is no mapping"));
    assert!(all("rows/of.yaml", "label_fields: []").1[0].contains("has no rows"));
    assert!(all("rows/of.yaml", "{").1[0].starts_with("rows/of.yaml: "));
    let twice = "label_fields: [{name: n}]\nlabel_fields: [{name: n}]";
    assert!(all("rows/of.yaml", twice).1[0].contains("duplicate"));
}

#[test]
fn a_row_says_what_it_is_about() {
    wrong(&[
        ("{from: v1, object: {}}", "it has no `name`"),
        ("{name: n, object: {}}", "missing field `from`"),
        (
            "{name: n, from: v1, object: {}, expct: {}}",
            "unknown field `expct`",
        ),
        ("{name: n, from: v1}", "it has one of `object` and `part`"),
        ("{name: n, from: v1, object: {}, part: {}}", "it has one of"),
        (
            "{name: n, from: v1, object: {kind: Claim}}",
            "`kind` is not said",
        ),
        (
            "{name: n, from: v7, object: {}}",
            "`v7` is none of the versions",
        ),
        (
            "{name: n, from: v1, to: v7, object: {}}",
            "`v7` is none of the versions",
        ),
        (
            "{name: n, from: v1, object: {}, expect: {}}",
            "an outcome says nothing",
        ),
        (
            "{name: n, from: v1, object: {}, route: [], edit: {}}",
            "a `route` says all hops",
        ),
        ("{name: n, from: v1, object: {}, route: []}", "goes nowhere"),
        (
            "{name: n, from: v1, cases: [{object: {}}]}",
            "1 `cases`; one is a row",
        ),
        (
            "{name: n, from: v1, part: {}, values: \"no\"}",
            "there are no values",
        ),
        (
            "{name: n, from: v1, object: {}, values: \"no\"}",
            "no values are tried of which \"no\" could be said",
        ),
    ]);
    let chain = said(
        "books_through_hub",
        "{name: n, from: v1, object: {spec: {books: []}}}",
    );
    assert!(chain.contains("`to` which of the versions"), "{chain}");
}

#[test]
fn what_comes_of_it_is_what_it_says() {
    wrong(&[
        (
            "{name: n, from: v1, object: {spec: {size: 1}}, expect: {spec: {size: 2}}}",
            "v1 → v2: /spec/size: expected 2, found 1",
        ),
        (
            "{name: n, from: v1, object: {spec: {size: 1}}, expect: {sepc: {size: 1}}}",
            "/sepc: expected {\"size\":1}, found nothing",
        ),
        (
            "{name: n, from: v1, object: {spec: {size: 1}}, expect: {at: {/spec/size: 2}}}",
            "/spec/size: the whole: expected 2, found 1",
        ),
        (
            "{name: n, from: v1, object: {spec: {size: 1}}, expect: {at: {/spec/note: 2}}}",
            "/spec/note: expected 2, found nothing",
        ),
        (
            "{name: n, from: v1, object: {spec: {size: 1}}, expect: {lacks: [/spec/size]}}",
            "/spec/size: expected nothing, found 1",
        ),
        (
            "{name: n, from: v1, object: {spec: {size: 1}}, expect: {kept: true}}",
            "it keeps nothing",
        ),
        (
            "{name: n, from: v1, object: {}, expect: {kept: {/kept: {}}}}",
            "kept /kept the whole: expected {}, found null",
        ),
        (
            "{name: n, from: v1, object: {spec: {}}, expect: {fails: [words]}}",
            "expected to fail with a message with [\"words\"]",
        ),
        (
            "{name: n, from: v1, object: {spec: {}}, back: {spec: {size: 1}}}",
            "v2 → v1: /spec/size: expected 1, found nothing",
        ),
        (
            "{name: n, from: v1, object: {spec: {}}, edit: {kind: Claim}}",
            "the edit: it changes nothing",
        ),
        (
            "{name: n, from: v1, object: {spec: {}}, forge: {kept: {}}}",
            "the forgery: nothing is kept",
        ),
        (
            "{name: n, from: v1, object: {spec: {}}, edit: {spec: {size: 1}}, back: {spec: {}}}",
            "v2 → v1: /spec/size: expected nothing, found 1",
        ),
    ]);
}

#[test]
fn no_member_is_there_that_an_outcome_does_not_speak_of() {
    let row = "{name: n, from: v1, object: {spec: {}, status: {}}, expect: {spec: {}}}";
    let said = said("status_labels", row);
    assert!(
        said.contains("/status: expected nothing, found {}"),
        "{said}"
    );
}

/// Of a label that is a field, metadata that a row says nothing of is not what it was.
#[test]
fn metadata_is_spoken_of_where_it_changes() {
    let row = "{name: n, from: v2, object: {spec: {cluster: one}}}";
    let said = said("label_fields", row);
    assert!(
        said.contains("/metadata/labels: expected nothing, found"),
        "{said}"
    );
}

#[test]
fn values_become_what_objects_do() {
    let no_value = "{name: n, from: v1, object: {spec: {book: 5}}}";
    let no_value = said("required_groups", no_value);
    assert!(
        no_value.contains("as a value of Rust it becomes something else"),
        "{no_value}"
    );
    let alike = "{name: n, from: v1, object: {spec: {}}, values: they differ}";
    let alike = said("required_groups", alike);
    assert!(
        alike.contains("values become what objects do, though"),
        "{alike}"
    );
}

#[test]
fn a_failure_says_where_its_row_and_its_mapping_are() {
    let text = "label_fields:\n- {name: one, from: v1, object: {}}\n- name: two\n  from: v1\n  object: {}\n  expect: {spec: {}}\n";
    let (rows, failures) = all("rows/of.yaml", text);
    assert_eq!((rows, failures.len()), (2, 1));
    let said = &failures[0];
    assert!(
        said.starts_with("rows/of.yaml:3 label_fields: two\n"),
        "{said}"
    );
    assert!(said.ends_with("mappings/labels.rs"), "{said}");
}

#[test]
fn each_case_is_named() {
    let row = "{name: n, from: v1, expect: {spec: {size: 1}}, cases: [{object: {spec: {size: 1}}}, {object: {}}]}";
    let text = format!("label_fields:\n- {row}\n");
    let (rows, failures) = all("rows/of.yaml", &text);
    assert_eq!((rows, failures.len()), (2, 1));
    assert!(failures[0].contains("n (case 2 of 2)"), "{failures:?}");
}
