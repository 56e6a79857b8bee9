//! What is wrong with a manifest, and where.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{
    CustomResource, Schema,
    check::{PathProblem, Problem},
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
    #[crd(group = "example.com", version = "v1", kind = "Defaulted", namespaced)]
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
        #[serde(skip_serializing_if = "is_eight")]
        #[schema(default = 9)]
        pub eight: i32,
    }

    impl Default for Nested {
        fn default() -> Self {
            Self {
                five: 5,
                six: 6,
                eight: 8,
            }
        }
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde asks for"
    )]
    fn is_eight(number: &i32) -> bool {
        *number == 8
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
                &differ(
                    json!({"five": 5, "six": 7, "eight": 9}),
                    json!({"five": 5, "six": 6, "eight": 9})
                )
            ),
            (Some("six"), &differ(json!(7), json!(6))),
            (Some("eight"), &differ(json!(9), json!(8))),
        ]
    );
}

mod loose {
    use super::*;

    /// Integers whose bounds the author does not want to see.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v1", kind = "Loose", namespaced)]
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
        group = "example.com", version = "v1", kind = "Unseen", namespaced,
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
