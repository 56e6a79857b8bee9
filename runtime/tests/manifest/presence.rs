//! Rules that read what serde fills in and the API server does not.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{
    CustomResource, Schema,
    check::{Finding, Problem},
    manifest, rule,
};

fn one() -> u32 {
    1
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Kite", namespaced)]
#[schema(
    rule("self.tails < 9"),
    rule("!has(self.length) || self.length > 1"),
    rule("self.width > 0 && has(self.width)"),
    rule("self.line__dash__length > 1"),
    rule("self.given > 0"),
    rule("self.perhaps > 0"),
    rule("size(self.bows) < 9"),
    rule("self.frame.sticks > 1 && self.frame.\n  joints > 1", message = "few"),
    rule("self.knots.all(k, k.turns > 0)"),
    rule("self.named.all(n, self.named[n].turns > 0)"),
    rule("self.inner > 0"),
    rule("self.?other.orValue(1) > 0")
)]
struct KiteSpec {
    #[serde(default = "one")]
    tails: u32,
    #[serde(default)]
    length: u32,
    #[serde(default)]
    width: u32,
    #[serde(default, rename = "line-length")]
    line: u32,
    #[serde(default)]
    #[schema(default)]
    given: u32,
    perhaps: Option<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(max_items = 5, items(max_length = 5))]
    bows: Vec<String>,
    frame: Frame,
    #[schema(max_items = 5)]
    knots: Vec<Knot>,
    #[schema(max_properties = 5)]
    named: BTreeMap<String, Knot>,
    #[serde(flatten)]
    flat: Flat,
    #[serde(default)]
    #[schema(no_default)]
    other: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(default)]
struct Frame {
    sticks: u32,
    joints: Option<u32>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Knot {
    #[serde(default)]
    #[schema(no_default)]
    turns: u32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
struct Flat {
    #[serde(default)]
    inner: u32,
}

fn found() -> Vec<(String, String, Finding)> {
    let report = manifest::of::<Kite>().check();
    let unguarded = |finding: &Finding| match &finding.problem {
        Problem::UnguardedField { rule, field, .. } => {
            Some((rule.clone(), field.clone(), finding.clone()))
        }
        _ => None,
    };
    assert!(report.is_ok(), "{report}");
    report.warnings().filter_map(unguarded).collect()
}

#[test]
fn what_serde_fills_in_is_asked_for_first() {
    let found = found();
    let rules: Vec<(&str, &str)> = found
        .iter()
        .map(|(rule, field, _)| (rule.as_str(), field.as_str()))
        .collect();
    assert_eq!(
        rules,
        [
            ("self.tails < 9", "tails"),
            ("self.line__dash__length > 1", "line-length"),
            ("size(self.bows) < 9", "bows"),
            (
                "self.frame.sticks > 1 && self.frame.\n  joints > 1",
                "sticks"
            ),
            ("self.knots.all(k, k.turns > 0)", "turns"),
            ("self.named.all(n, self.named[n].turns > 0)", "turns"),
            ("self.inner > 0", "inner"),
        ]
    );
}

/// The server's own answer to an object that Rust reads: the rule fails where one was warned of, and only there.
#[test]
fn a_rule_that_is_warned_of_fails_on_what_rust_reads() {
    let bare = json!({"frame": {"joints": 2}, "knots": [{}], "named": {"a": {}}, "perhaps": 1});
    serde_json::from_value::<KiteSpec>(bare.clone()).expect("serde fills in the rest");
    let warned: Vec<String> = found().into_iter().map(|(rule, ..)| rule).collect();
    for rule in &rule::of::<Kite>().expect("the CRD is accepted") {
        let failed = rule.run(&bare).err().map(|failure| failure.to_string());
        let lacks = failed
            .as_ref()
            .is_some_and(|text| text.contains("no such key: "));
        assert_eq!(
            lacks,
            warned.iter().any(|text| text == rule.text()),
            "{}: {failed:?}",
            rule.text()
        );
    }
}

#[test]
fn the_warning_names_the_rule_and_the_field_and_marks_where_it_is_read() {
    let found = found();
    let (.., first) = &found[0];
    let text = first.to_string();
    assert!(text.starts_with("warning: the rule reads `tails`, which serde fills in and the API server does not (`KiteSpec.tails` ("), "{text}");
    assert!(text.contains("presence.rs:"), "{text}");
    assert!(
        text.contains("\n    self.tails < 9\n    ^^^^^^^^^^\n  at `KiteSpec` ("),
        "{text}"
    );
    assert!(text.contains("`!has(self.tails) || …`"), "{text}");
    let (.., frame) = &found[3];
    let text = frame.to_string();
    let line = "\n    self.frame.sticks > 1 && self.frame.\n    ^^^^^^^^^^^^^^^^^\n";
    assert!(text.contains(line), "{text}");
}
