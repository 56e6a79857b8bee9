//! Each rule of a wheel, listed and run by itself.

use std::borrow::Cow;

use schemars::{JsonSchema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::admit::{Admission, NotValid, Refusal};
use wheelwright::rule::{self, NoRule, Rule, RuleFailure};
use wheelwright::{CustomResource, Schema};

/// A type of another crate, whose schema has a rule.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Elsewhere(String);

impl JsonSchema for Elsewhere {
    fn schema_name() -> Cow<'static, str> {
        "Elsewhere".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> schemars::Schema {
        json_schema!({
            "type": "string",
            "maxLength": 10,
            "x-kubernetes-validations": [{"rule": "self.startsWith('x')", "message": "must start with x"}],
        })
    }
}

mod v1 {
    use super::*;

    /// Something in replicas.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "Scaled",
        namespaced,
        storage,
        conversion(webhook(service = "a/b"))
    )]
    #[schema(rule(
        "self.minReplicas <= self.maxReplicas",
        message = "min must not exceed max",
        field_path = ".minReplicas"
    ))]
    #[serde(rename_all = "camelCase")]
    pub struct ScaledSpec {
        /// At least so many.
        #[schema(default = 2)]
        #[serde(default = "two")]
        pub min_replicas: u32,
        /// At most so many.
        pub max_replicas: u32,
        /// Where.
        #[schema(immutable)]
        pub zone: String,
        /// Of what.
        #[schema(max_items = 4)]
        pub parts: Vec<Part>,
        /// How often.
        #[schema(rule(
            "!oldSelf.hasValue() || self >= oldSelf.value()",
            message = "must not shrink",
            optional_old_self
        ))]
        pub times: u32,
        /// From another crate.
        pub elsewhere: Elsewhere,
    }

    fn two() -> u32 {
        2
    }

    /// A part.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(rule(
        rule = "self.size < 5",
        message_expression = "self.size > 5 ? 'far too large' : 'too large'",
        reason = "FieldValueForbidden"
    ))]
    pub struct Part {
        /// How large.
        pub size: i64,
        /// Nobody knows.
        #[schema(rule("self / 0 == 1"))]
        pub odd: i64,
    }
}

mod v0 {
    use super::*;

    /// Something in replicas.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Scaled, version = "v0")]
    pub struct ScaledSpec {
        /// As it was.
        #[schema(rule("self > 0"))]
        pub count: i64,
    }
}

wheelwright::wheel!(Everything = v1::Scaled, [v0::Scaled]);

fn rule(version: &str, path: &str, words: &str) -> Rule {
    let rules = Everything::rules().unwrap_or_else(|error| panic!("{error}"));
    let at = rules
        .at(version, path)
        .unwrap_or_else(|error| panic!("{error}"));
    at.find(words).unwrap_or_else(|error| panic!("{error}"))
}

fn spec(min_replicas: u32, max_replicas: u32) -> v1::ScaledSpec {
    v1::ScaledSpec {
        min_replicas,
        max_replicas,
        zone: "a".to_owned(),
        parts: Vec::new(),
        times: 1,
        elsewhere: Elsewhere("x".to_owned()),
    }
}

#[test]
fn every_rule_of_every_version_is_listed() {
    let rules = Everything::rules().expect("the CRD is good");
    let listed: Vec<_> = rules
        .iter()
        .map(|rule| (rule.version(), rule.path().to_string(), rule.text()))
        .collect();
    let expected = [
        ("v1", ".spec", "self.minReplicas <= self.maxReplicas"),
        ("v1", ".spec.elsewhere", "self.startsWith('x')"),
        ("v1", ".spec.parts[*]", "self.size < 5"),
        ("v1", ".spec.parts[*].odd", "self / 0 == 1"),
        (
            "v1",
            ".spec.times",
            "!oldSelf.hasValue() || self >= oldSelf.value()",
        ),
        ("v1", ".spec.zone", "self == oldSelf"),
        ("v0", ".spec.count", "self > 0"),
    ];
    let expected = expected.map(|(version, path, text)| (version, path.to_owned(), text));
    assert_eq!(listed, expected);
}

#[test]
fn a_rule_has_its_source_and_its_cost() {
    let order = rule("v1", ".spec", "minReplicas");
    let origin = order.origin().expect("it is in this file");
    assert_eq!((origin.rust_type(), origin.field()), ("ScaledSpec", None));
    assert!(
        origin.file().ends_with("admit/rules.rs"),
        "{}",
        origin.file()
    );
    // Two variables, two fields and a comparison, once for an object.
    assert_eq!(order.cost().map(|cost| cost.charged), Some(5));
    assert_eq!(order.field_path(), ".minReplicas");

    let odd = rule("v1", ".spec.parts[*].odd", "self");
    let origin = odd.origin().expect("it is in this file");
    assert_eq!((origin.rust_type(), origin.field()), ("Part", Some("odd")));
    // A variable, a division and a comparison, for each of four parts.
    let cost = odd.cost().expect("it is charged");
    assert_eq!((cost.estimate, cost.cardinality, cost.charged), (3, 4, 12));

    let size = rule("v1", ".spec.parts[*]", "self.size");
    assert_eq!(size.reason(), Some("FieldValueForbidden"));
    assert!(size.message_cost().is_some());
    // The same numbers as the report of the CRD.
    let report = Everything::check();
    let costs = report.costs().iter().flat_map(|costs| &costs.rules);
    let charged: u64 = costs.map(|cost| cost.charged).sum();
    let rules = Everything::rules().expect("the CRD is good");
    let own = rules
        .iter()
        .flat_map(|rule| [rule.cost(), rule.message_cost()]);
    assert_eq!(own.flatten().map(|cost| cost.charged).sum::<u64>(), charged);
}

#[test]
fn typed_values_and_json_are_tried() {
    let order = rule("v1", ".spec", "min must not exceed");
    assert_eq!(order.run(&spec(1, 3)).expect("1 <= 3").cost, 5);
    let broken = order.run(&spec(3, 1)).expect_err("3 > 1");
    assert!(broken.is_broken());
    assert_eq!(broken.message(), "min must not exceed max");

    // The default is 2, a field that nobody knows is dropped.
    assert!(order.run(&json!({"maxReplicas": 1, "unknown": 1})).is_err());
    assert!(order.run(&json!({"maxReplicas": 2})).is_ok());
}

#[test]
fn what_is_said_is_what_a_whole_object_is_told() {
    let part = v1::Part { size: 7, odd: 1 };
    let mut whole = spec(3, 1);
    whole.parts.push(part.clone());
    let refused =
        Everything::validate(&v1::Scaled::new("s", whole.clone())).expect_err("it breaks rules");
    let NotValid::Refused(Refusal::Invalid(errors)) = refused else {
        panic!("{refused}")
    };
    let told: Vec<String> = errors.iter().map(ToString::to_string).collect();

    let order = rule("v1", ".spec", "minReplicas")
        .run(&whole)
        .expect_err("3 > 1");
    assert!(told.contains(&order.to_string()), "{order}: {told:?}");
    let size = rule("v1", ".spec.parts[*]", "self.size")
        .run(&part)
        .expect_err("7 is too large");
    assert_eq!(size.message(), "far too large");
    let in_place = size.to_string().replace("[*]", "[0]");
    assert!(told.contains(&in_place), "{in_place}: {told:?}");
    let odd = rule("v1", ".spec.parts[*].odd", "self")
        .run(&1)
        .expect_err("it divides by 0");
    assert!(matches!(odd, RuleFailure::Failed { .. }), "{odd}");
    let in_place = odd.to_string().replace("[*]", "[0]");
    assert!(told.contains(&in_place), "{in_place}: {told:?}");
}

#[test]
fn transitions_need_the_value_before() {
    let stays = rule("v1", ".spec.zone", "oldSelf");
    assert!(stays.uses_old_self());
    assert!(stays.run_update("a", "a").is_ok());
    assert_eq!(
        stays
            .run_update("b", "a")
            .expect_err("it changed")
            .message(),
        "the value cannot be changed"
    );
    let not_run = stays.run("a").expect_err("nothing was tried");
    assert_eq!(
        not_run,
        RuleFailure::NotRun {
            is_transition: true
        }
    );

    let grows = rule("v1", ".spec.times", "shrink");
    assert!(grows.is_optional_old_self());
    assert!(grows.run(&1).is_ok());
    assert!(grows.run_update(&2, &1).is_ok());
    assert!(grows.run_update(&1, &2).is_err());
}

#[test]
fn an_update_is_held_to_transitions_and_forgiven_old_faults() {
    let object = |spec: &v1::ScaledSpec| {
        let mut object =
            serde_json::to_value(v1::Scaled::new("s", spec.clone())).expect("it is JSON");
        object["metadata"]["resourceVersion"] = json!("1");
        object
    };
    let told = |old: &v1::ScaledSpec, new: &v1::ScaledSpec| {
        let update = Admission::update(object(new), object(old));
        let outcome = Everything::admit(update).expect("the CRD is good");
        let errors = outcome.errors().iter().map(ToString::to_string);
        errors.collect::<Vec<String>>()
    };
    // The order of replicas is broken before and after: a rule of `spec` is forgiven only where all of `spec` is as it was.
    let old = spec(3, 1);
    assert!(told(&old, &old).is_empty());
    let mut new = old.clone();
    new.times += 1;
    let errors = told(&old, &new);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].starts_with("spec.minReplicas: "), "{errors:?}");

    let old = spec(1, 3);
    let mut new = old.clone();
    new.zone.push('x');
    let errors = told(&old, &new);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(
        errors[0].starts_with("spec.zone: Invalid value: "),
        "{errors:?}"
    );
    assert!(
        errors[0].ends_with(": the value cannot be changed"),
        "{errors:?}"
    );
    let mut more = old.clone();
    more.times += 1;
    assert!(told(&old, &more).is_empty());
    let errors = told(&more, &old);
    assert_eq!(errors.len(), 1, "{errors:?}");
    assert!(errors[0].ends_with(": must not shrink"), "{errors:?}");
}

#[test]
fn a_foreign_rule_is_run_like_any_other() {
    let rule = rule("v1", ".spec.elsewhere", "start");
    assert!(rule.run(&Elsewhere("xylophone".to_owned())).is_ok());
    let error = rule.run("zither").expect_err("it begins with z");
    assert_eq!(error.message(), "must start with x");
}

#[test]
fn a_value_of_another_type_is_no_answer_of_the_rule() {
    let order = rule("v1", ".spec", "minReplicas");
    for wrong in [json!({"maxReplicas": "1"}), json!([]), json!(null)] {
        let error = order.run(&wrong).expect_err("it is no spec");
        assert!(
            matches!(error, RuleFailure::Mistyped(_)),
            "{wrong}: {error}"
        );
    }
    let error = order
        .run(&std::collections::HashMap::from([((), 1)]))
        .expect_err("JSON has no such keys");
    assert!(matches!(error, RuleFailure::Unwritable(_)), "{error}");
}

#[test]
fn what_is_not_there_is_named() {
    let rules = Everything::rules().expect("the CRD is good");
    let said = |error: NoRule| error.to_string();
    assert_eq!(
        said(rules.at("v2", ".spec").expect_err("no v2")),
        "no version `v2` has rules: did you mean `v1`?"
    );
    assert_eq!(
        said(rules.at("v1", ".spec.zon").expect_err("misspelt")),
        "v1 has no rules at `.spec.zon`: did you mean `.spec.zone`?"
    );
    assert!(matches!(rules.at("v1", ".spec[0]"), Err(NoRule::Path(_))));
    let at = rules.at("v1", ".spec").expect("it has one");
    assert_eq!(
        said(at.find("maxima").expect_err("there is none")),
        "no rule there has `maxima` in its expression or message\n  self.minReplicas <= self.maxReplicas"
    );
}

/// With two rules at one place.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v3", kind = "Alone", cluster)]
pub struct AloneSpec {
    /// Between two.
    #[schema(rule("self > 1"), rule("self < 9"))]
    pub size: i64,
}

#[test]
fn a_kind_of_one_version_needs_no_wheel() {
    let rules = rule::of::<Alone>().expect("the CRD is good");
    let at = rules.at("v3", ".spec.size").expect("it has two");
    assert_eq!(at.iter().count(), 2);
    assert!(matches!(at.find("self"), Err(NoRule::Several { .. })));
    let least = at.find("> 1").expect("one has it");
    assert!(least.run(&2).is_ok());
    assert!(least.run(&1).is_err());
    let line = least.to_string();
    assert!(
        line.starts_with("v3 .spec.size: self > 1, cost 2 of 10000000, at `AloneSpec.size` ("),
        "{line}"
    );
}
