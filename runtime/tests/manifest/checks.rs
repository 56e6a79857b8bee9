//! What is wrong with a manifest, and where.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{
    CustomResource, Schema,
    check::{Finding, PathProblem, Problem},
    manifest,
};

fn problems<R: CustomResource>() -> Vec<Problem> {
    manifest::of::<R>()
        .check()
        .findings()
        .iter()
        .map(|finding| finding.problem.clone())
        .collect()
}

mod defaults {
    use super::*;

    /// Serde's defaults beside the schema's.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Defaulted")]
    pub struct DefaultedSpec {
        #[schema(default = 1)]
        #[serde(default = "one")]
        pub same: i32,
        #[schema(default = 2)]
        #[serde(default = "one")]
        pub other: i32,
        #[schema(default = 1.0)]
        #[serde(default = "one_half_twice")]
        pub float: f64,
        /// Nothing chosen is no value that differs.
        #[schema(default = "a")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub option: Option<String>,
        /// The API server fills in what is below.
        #[schema(default = {})]
        #[serde(default)]
        pub nested: Nested,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(default)]
    pub struct Nested {
        #[schema(default = 5)]
        pub five: i32,
        #[schema(default = 7)]
        pub six: i32,
    }

    impl Default for Nested {
        fn default() -> Self {
            Self { five: 5, six: 6 }
        }
    }

    fn one() -> i32 {
        1
    }

    fn one_half_twice() -> f64 {
        0.5 + 0.5
    }
}

#[test]
fn serdes_defaults_are_run_and_compared() {
    let report = manifest::of::<defaults::Defaulted>().check();
    let found: Vec<(Option<&str>, &Problem)> = report
        .errors()
        .map(|finding| (finding.origin.as_ref().unwrap().field(), &finding.problem))
        .collect();
    let differ = |schema, serde| Problem::DefaultsDiffer { schema, serde };
    assert_eq!(
        found,
        [
            (Some("other"), &differ(json!(2), json!(1))),
            (
                Some("nested"),
                &differ(json!({"five": 5, "six": 7}), json!({"five": 5, "six": 6}))
            ),
            (Some("six"), &differ(json!(7), json!(6))),
        ]
    );
}

mod loose {
    use super::*;

    /// Integers whose bounds the author does not want to see.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Loose")]
    pub struct LooseSpec {
        #[schema(no_bounds)]
        pub loose: u32,
        #[schema(no_bounds, minimum = 0, maximum = 100)]
        pub bound: u32,
        #[schema(no_bounds)]
        pub signed: i64,
        #[schema(format = "")]
        pub plain: i32,
        #[schema(format = "date-tme")]
        pub misspelt: String,
        #[schema(format = "semver")]
        pub own: String,
    }
}

#[test]
fn what_may_surprise_is_a_warning() {
    let report = manifest::of::<loose::Loose>().check();
    assert!(report.is_ok(), "{report}");
    let found: Vec<&Problem> = report.warnings().map(|finding| &finding.problem).collect();
    assert_eq!(
        found,
        [
            &Problem::LooseInteger {
                min: 0,
                max: u32::MAX.into()
            },
            &Problem::UnknownFormat {
                format: "date-tme".into(),
                near: Some("date-time")
            },
            &Problem::UnknownFormat {
                format: "semver".into(),
                near: None
            },
        ]
    );
}

mod unseen {
    use super::*;

    fn shape() -> serde_json::Value {
        json!({
            "type": "object", "properties": {"colour": {"type": "string"}, "count": {"type": "integer"}}
        })
    }

    /// Paths into what only a function knows.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com", version = "v1", kind = "Unseen",
        printcolumn(name = "Good", type = "string", path = ".spec.shape.colour"),
        printcolumn(name = "Lost", type = "string", path = ".spec.shape.color"),
        printcolumn(name = "Misfit", type = "integer", path = ".spec.shape.colour"),
        scale(spec = ".spec.shape.count", status = ".status.shape.count"),
        status = UnseenStatus
    )]
    pub struct UnseenSpec {
        #[schema(with = shape)]
        pub shape: serde_json::Value,
        #[serde(default)]
        pub list: Vec<Item>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct UnseenStatus {
        #[schema(with = shape)]
        pub shape: serde_json::Value,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Item {
        #[schema(column(name = "Many"))]
        pub name: String,
    }
}

#[test]
fn paths_are_followed_where_no_const_could() {
    let found = problems::<unseen::Unseen>();
    let known = || vec!["colour".to_owned(), "count".to_owned()];
    let kinds: Vec<&PathProblem> = found
        .iter()
        .filter_map(|problem| {
            if let Problem::Path { problem, .. } = problem {
                Some(problem)
            } else {
                None
            }
        })
        .collect();
    assert_eq!(
        kinds,
        [
            &PathProblem::Lost {
                name: "color".into(),
                known: known()
            },
            &PathProblem::Misfit {
                is: "string",
                wants: "a `string` column"
            },
            &PathProblem::Many,
            &PathProblem::MayBeAbsent,
        ]
    );
}

mod refused {
    use super::*;

    /// A default that the schema does not allow, which only running it shows.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Refused", status = RefusedStatus)]
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
    assert!(origin.file().ends_with("checks.rs"));
    assert!(
        report
            .to_string()
            .contains("`RefusedSpec.word` (runtime/tests/manifest/checks.rs:"),
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
    #[crd(group = "example.com", version = "v1", kind = "Given", status = GivenStatus)]
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
    #[crd(group = "example.com", version = "v1", kind = "Unlowered")]
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
    pub struct Inner {
        pub name: String,
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
  at `RefusedSpec.word` (runtime/tests/manifest/checks.rs:{line})
  instead: give a default that the schema allows, or allow it"
        )
    );
}
