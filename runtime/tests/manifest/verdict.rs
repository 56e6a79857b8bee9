//! What the API server refuses, and what no CRD can be made of, led back to the source.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{
    CustomResource, Schema,
    check::{Finding, Problem},
    manifest,
};

mod refused {
    use super::*;

    /// A default that the schema does not allow, which only running it shows.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Refused", namespaced, status = RefusedStatus)]
    pub struct RefusedSpec {
        #[schema(pattern = "^a", default)]
        #[serde(default = "b")]
        pub word: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct RefusedStatus {}

    fn b() -> String {
        "b".into()
    }
}

#[test]
fn the_servers_errors_lead_to_the_field() {
    let report = manifest::of::<refused::Refused>().check();
    let errors: Vec<&Finding> = report.errors().collect();
    let [error] = errors.as_slice() else {
        panic!("{report}")
    };
    assert_eq!(
        error.path().unwrap().to_string(),
        "spec.validation.openAPIV3Schema.properties[spec].properties[word].default"
    );
    let origin = error.origin.as_ref().unwrap();
    assert_eq!(
        (origin.rust_type(), origin.field()),
        ("RefusedSpec", Some("word"))
    );
    assert!(origin.file().ends_with("verdict.rs"));
    assert!(
        report
            .to_string()
            .contains("`RefusedSpec.word` (runtime/tests/manifest/verdict.rs:"),
        "{report}"
    );
}

mod given {
    use super::*;

    fn sample() -> serde_json::Value {
        json!({"type": "string", "examples": ["a"]})
    }

    /// A schema with a keyword that CRDs do not have.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Given", namespaced, status = GivenStatus)]
    pub struct GivenSpec {
        pub inner: Inner,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Inner {
        #[schema(with = sample)]
        #[serde(rename = "a.b")]
        pub dotted: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct GivenStatus {}
}

#[test]
fn a_keyword_that_a_crd_does_not_have_is_an_error() {
    let report = manifest::of::<given::Given>().check();
    let errors: Vec<&Finding> = report.errors().collect();
    let [error] = errors.as_slice() else {
        panic!("{report}")
    };
    assert!(
        matches!(error.problem, Problem::UnknownField(_)),
        "{report}"
    );
    let origin = error.origin.as_ref().unwrap();
    assert_eq!(
        (origin.rust_type(), origin.field()),
        ("Inner", Some("dotted"))
    );
}

mod strangers {
    use super::*;

    /// One kind.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v1",
        kind = "One",
        namespaced,
        storage,
        shortname = "o"
    )]
    pub struct OneSpec {}

    /// Another kind.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.org",
        version = "v1",
        kind = "Two",
        storage,
        cluster,
        plural = "ones"
    )]
    pub struct TwoSpec {}

    pub type Mixed = wheelwright::Wheel<One, (Two, ())>;
}

#[test]
fn a_wheel_of_strangers_is_refused() {
    let report = strangers::Mixed::check();
    let keys: Vec<&str> = report
        .errors()
        .filter_map(|finding| match finding.problem {
            Problem::Disagreement { key, .. } => Some(key),
            _ => None,
        })
        .collect();
    assert_eq!(
        keys,
        [
            "group",
            "kind",
            "singular",
            "list_kind",
            "scope",
            "shortname"
        ]
    );
    let mut server = report
        .errors()
        .filter_map(|finding| Some(finding.server()?.detail.as_str()));
    assert!(
        server.any(|detail| detail == "must contain unique version names"),
        "{report}"
    );
}

mod unlowered {
    use super::*;

    /// Things that no structural schema can say.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Unlowered", namespaced)]
    pub struct UnloweredSpec {
        pub first: Outer,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Outer {
        pub name: String,
        #[serde(flatten)]
        pub rest: Inner,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "at")]
    pub enum Inner {
        Here { name: String },
        There,
    }
}

#[test]
fn what_has_no_schema_is_reported_where_it_is() {
    let report = manifest::of::<unlowered::Unlowered>().check();
    assert!(!report.is_ok());
    for error in report.errors() {
        assert!(matches!(error.problem, Problem::Schema(_)), "{report}");
        assert_eq!(error.origin.as_ref().unwrap().rust_type(), "Outer");
    }
}

mod ruled {
    use super::*;

    /// A rule.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Ruled", namespaced)]
    #[schema(rule("self.size > 0", message = "size must be positive"))]
    pub struct RuledSpec {
        pub size: i64,
    }
}

#[test]
fn rules_are_costed() {
    let report = manifest::of::<ruled::Ruled>().check();
    assert!(report.is_ok());
    let costs = report.costs();
    assert_eq!((costs.len(), costs[0].rules.len()), (1, 1));
    let rule = &costs[0].rules[0];
    assert_eq!(
        (rule.place().as_str(), rule.expression.as_str()),
        ("spec", "self.size > 0")
    );
    // By the documentation of cel-go: reading `self` and `size` is 1 each, and so is the comparison.
    assert_eq!((rule.estimate, rule.charged), (3, 3));
}

mod dear {
    use super::*;

    /// Names that must differ.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Dear", namespaced)]
    #[schema(rule("self.names.all(a, self.names.exists_one(b, a == b))"))]
    pub struct DearSpec {
        #[schema(items(max_length = 63))]
        pub names: Vec<String>,
    }
}

#[test]
fn a_rule_that_is_too_dear_names_the_field_to_bound() {
    let report = manifest::of::<dear::Dear>().check();
    let error = report.errors().next().unwrap();
    assert!(
        error
            .to_string()
            .contains("estimated rule cost exceeds budget"),
        "{error}"
    );
    let remedy = error.remedy.as_deref().unwrap();
    assert!(
        remedy.starts_with("bound `spec.names` (`DearSpec.names`"),
        "{remedy}"
    );
    assert!(remedy.contains("#[schema(max_items = "), "{remedy}");
}

#[test]
fn a_report_reads_as_one_paragraph_for_each_finding() {
    let report = manifest::of::<refused::Refused>().check();
    let line = report
        .errors()
        .next()
        .unwrap()
        .origin
        .as_ref()
        .unwrap()
        .line();
    assert_eq!(
        report.to_string(),
        format!(
            "\
refuseds.example.com: 1 error

error: the API server refuses it: \
spec.validation.openAPIV3Schema.properties[spec].properties[word].default: Invalid value: \"b\":  in body should match '^a'
  at `RefusedSpec.word` (runtime/tests/manifest/verdict.rs:{line})
  instead: give a default that the schema allows, or allow it"
        )
    );
}

mod large {
    use super::*;

    fn wordy() -> serde_json::Value {
        json!({"type": "string", "description": "word ".repeat(60_000)})
    }

    /// Many words.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Large", namespaced)]
    pub struct LargeSpec {
        #[schema(with = wordy)]
        pub word: String,
    }

    /// Far too many.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Larger", namespaced)]
    pub struct LargerSpec {
        pub a: Words,
        pub b: Words,
        pub c: Words,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Words {
        #[schema(with = wordy)]
        pub one: String,
        #[schema(with = wordy)]
        pub two: String,
    }
}

#[test]
fn a_crd_that_is_too_large_is_noticed() {
    let report = manifest::of::<large::Large>().check();
    assert!(report.is_ok());
    let found = |report: &wheelwright::check::Report| -> Vec<Problem> {
        report
            .findings()
            .iter()
            .map(|finding| finding.problem.clone())
            .collect()
    };
    assert!(
        matches!(found(&report).as_slice(), [Problem::LargeToApply { .. }]),
        "{report}"
    );
    assert_eq!(
        found(&manifest::of::<large::Large>().max_description(100).check()),
        []
    );
    let report = manifest::of::<large::Larger>().check();
    assert!(
        matches!(found(&report).as_slice(), [Problem::TooLarge { .. }]),
        "{report}"
    );
}
