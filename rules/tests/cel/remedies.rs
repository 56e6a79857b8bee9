//! Which bound makes a rule cheap enough: with it the rule is taken, and with one more it is not.

use serde_json::{Value, json};
use wheelwright_rules::crd::{self, Report, RuleCost};

fn check(schema: &Value) -> Report {
    crd::check(&json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "widgets.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"kind": "Widget", "plural": "widgets"},
            "versions": [{
                "name": "v1", "served": true, "storage": true,
                "schema": {"openAPIV3Schema": {"type": "object", "properties": {"spec": schema}}},
            }],
        },
    }))
}

fn only_rule(report: &Report) -> &RuleCost {
    &report.costs[0].rules[0]
}

/// Puts a keyword at a pointer into the schema.
fn bounded(schema: &Value, pointer: &str, keyword: &str, bound: i64) -> Value {
    let mut schema = schema.clone();
    let node = schema.pointer_mut(pointer).expect("it is there");
    node[keyword] = bound.into();
    schema
}

#[test]
fn a_list_that_the_rule_goes_through() {
    let schema = json!({
        "type": "object",
        "properties": {"names": {"type": "array", "items": {"type": "string", "maxLength": 63}}},
        "x-kubernetes-validations": [{"rule": "self.names.all(a, self.names.exists_one(b, a == b))"}],
    });
    let report = check(&schema);
    let remedy = report.remedy(&report.errors[0]).expect("it is too dear");
    let found = &remedy.unbounded[0];
    assert_eq!(
        (found.place().as_str(), found.keyword),
        ("spec.names", "maxItems")
    );
    let largest = found.largest.expect("a bound helps");
    assert_eq!(
        remedy.to_string(),
        format!("give `spec.names` maxItems: {largest} or less")
    );
    let with = |bound| check(&bounded(&schema, "/properties/names", "maxItems", bound));
    assert!(with(largest).is_accepted());
    assert!(!with(largest + 1).is_accepted());
}

#[test]
fn a_list_around_the_rule() {
    let schema = json!({
        "type": "object",
        "properties": {"list": {"type": "array", "items": {
            "type": "string", "maxLength": 1000,
            "x-kubernetes-validations": [{"rule": "self.matches('^[a-z]+$')"}],
        }}},
    });
    let report = check(&schema);
    let rule = only_rule(&report);
    assert!(rule.is_over() && !rule.is_bounded, "{rule:?}");
    assert_eq!(rule.charged, rule.estimate * rule.cardinality);
    let remedy = rule.remedy.as_ref().expect("it is too dear");
    let found = &remedy.unbounded[0];
    assert_eq!(
        (found.place().as_str(), found.keyword),
        ("spec.list", "maxItems")
    );
    let largest = found.largest.expect("a bound helps");
    let with = |bound| check(&bounded(&schema, "/properties/list", "maxItems", bound));
    assert!(with(largest).is_accepted());
    assert!(!with(largest + 1).is_accepted());
}

#[test]
fn two_lists_around_the_rule_need_both_a_bound() {
    let schema = json!({
        "type": "object",
        "properties": {"outer": {"type": "array", "items": {"type": "array", "items": {
            "type": "string", "maxLength": 1000,
            "x-kubernetes-validations": [{"rule": "self.matches('^[a-z]+$')"}],
        }}}},
    });
    let report = check(&schema);
    let remedy = only_rule(&report).remedy.as_ref().expect("it is too dear");
    let both = remedy.together.expect("bounds help");
    let with = |bound| {
        let outer = bounded(&schema, "/properties/outer", "maxItems", bound);
        check(&bounded(
            &outer,
            "/properties/outer/items",
            "maxItems",
            bound,
        ))
    };
    assert!(with(both).is_accepted());
    assert!(!with(both + 1).is_accepted());
}

/// Neither the lists around a rule nor what it goes through can be left without a bound.
#[test]
fn what_is_around_and_what_is_within_are_bounded_together() {
    let schema = json!({
        "type": "object",
        "properties": {"items": {"type": "array", "items": {
            "type": "object",
            "properties": {"tags": {"type": "array", "items": {"type": "string"}}},
            "x-kubernetes-validations": [{"rule": "self.tags.all(t, self.tags.exists_one(u, u == t))"}],
        }}},
    });
    let report = check(&schema);
    let remedy = only_rule(&report).remedy.as_ref().expect("it is too dear");
    assert_eq!(remedy.unbounded.len(), 3, "{remedy:?}");
    let each = remedy.together.expect("bounds help");
    let with = |bound| {
        let items = bounded(&schema, "/properties/items", "maxItems", bound);
        let tags = "/properties/items/items/properties/tags";
        let lists = bounded(&items, tags, "maxItems", bound);
        check(&bounded(
            &lists,
            &format!("{tags}/items"),
            "maxLength",
            bound,
        ))
    };
    assert!(with(each).is_accepted());
    assert!(!with(each + 1).is_accepted());
}

/// A server of 1.37 says of the first that it is over 100 times too dear, and takes the second.
#[test]
fn numbers_are_not_joined_to_texts() {
    let with = |message: &str| {
        check(&json!({
            "type": "object",
            "properties": {"max": {"type": "integer"}},
            "x-kubernetes-validations": [{"rule": "self.max > 3", "messageExpression": message}],
        }))
    };
    let report = with("'max is ' + string(self.max)");
    assert!(!report.is_accepted());
    let remedies = report.costs[0]
        .rules
        .iter()
        .filter_map(|rule| rule.remedy.as_ref());
    let said: Vec<String> = remedies.map(ToString::to_string).collect();
    assert!(
        said.iter().any(|said| said.contains(".format([")),
        "{said:?}"
    );
    assert!(with("'max is %d'.format([self.max])").is_accepted());
}

/// The table names every rule with its share, the dearest first.
#[test]
fn costs_are_listed() {
    let report = check(&json!({
        "type": "object",
        "properties": {"a": {"type": "integer"}, "s": {"type": "string", "maxLength": 100}},
        "x-kubernetes-validations": [
            {"rule": "self.a > 0"},
            {"rule": "self.s.contains('x')", "messageExpression": "'not ' + self.s"},
        ],
    }));
    assert!(report.is_accepted());
    let costs = &report.costs[0];
    let charged: Vec<u64> = costs.rules.iter().map(|rule| rule.charged).collect();
    assert_eq!(costs.total, charged.iter().sum::<u64>());
    assert_eq!(costs.rules.len(), 3);
    let shares: f64 = costs.rules.iter().map(|rule| costs.share(rule)).sum();
    assert!((shares - 1.0).abs() < 1e-9);
    let table = costs.to_string();
    let (contains, greater) = (table.find("contains"), table.find("self.a > 0"));
    assert!(contains.is_some() && contains < greater, "{table}");
}
