//! What is valid, is read and is written again, is valid: combinators that `null` breaks are found.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{
    CustomResource, Schema,
    check::Problem,
    manifest::{self, Manifest},
};

/// What is valid, what is written of it, and what is null there.
fn found(manifest: &Manifest) -> Vec<(Value, Value, Vec<String>)> {
    let report = manifest.check();
    report
        .findings()
        .iter()
        .map(|finding| match &finding.problem {
            Problem::WrittenRefused {
                valid,
                written,
                nulls,
                ..
            } => (valid.clone(), written.clone(), nulls.clone()),
            _ => panic!("{finding}"),
        })
        .collect()
}

macro_rules! kinds {
    ($($module:ident { $($body:tt)* })*) => {$(
        mod $module {
            use super::*;
            #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
            #[crd(group = "example.com", version = "v1", kind = "Endpoint", namespaced)]
            $($body)*
        }
    )*};
}

kinds! {
    one_of {
        #[schema(one_of({ required: ["cluster"] }, { required: ["theUrl"] }))]
        pub struct EndpointSpec {
            pub cluster: Option<String>,
            #[serde(rename = "theUrl")]
            pub url: Option<String>,
        }
    }
    left_out {
        #[schema(one_of({ required: ["cluster"] }, { required: ["url"] }))]
        pub struct EndpointSpec {
            #[serde(skip_serializing_if = "Option::is_none")]
            pub cluster: Option<String>,
            #[serde(skip_serializing_if = "Option::is_none")]
            pub url: Option<String>,
        }
    }
    counted_by_rule {
        #[schema(exactly_one_of("cluster", "url"))]
        pub struct EndpointSpec {
            pub cluster: Option<String>,
            pub url: Option<String>,
        }
    }
    any_of {
        // `null` is there as well, so that nothing is refused that was not.
        #[schema(any_of({ required: ["cluster"] }, { required: ["url"] }), min_properties = 1)]
        pub struct EndpointSpec {
            pub cluster: Option<String>,
            pub url: Option<String>,
        }
    }
    not {
        #[schema(not = { required: ["cluster", "url"] })]
        pub struct EndpointSpec {
            pub cluster: Option<String>,
            pub url: Option<String>,
        }
    }
    most {
        #[schema(max_properties = 1)]
        pub struct EndpointSpec {
            pub cluster: Option<String>,
            pub url: Option<String>,
        }
    }
    unseen {
        // CEL does not see what has no type, so these are combinators.
        #[schema(exactly_one_of("any", "url"))]
        pub struct EndpointSpec {
            pub any: Option<Value>,
            pub url: Option<String>,
        }
    }
    nested {
        pub struct EndpointSpec {
            pub list: Vec<Part>,
            #[serde(flatten)]
            pub choice: Choice,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[schema(all_of({ not: { required: ["a", "b"] } }))]
        pub struct Part {
            pub a: Option<u8>,
            pub b: Option<u8>,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub enum Choice {
            #[schema(max_properties = 2)]
            One { a: Option<u8>, b: Option<u8>, c: Option<u8> },
            Other(String),
        }
    }
    inside {
        // The combinator of the outer type looks into the inner one.
        #[schema(not = { properties: { part: { required: ["b"] } } })]
        pub struct EndpointSpec {
            pub part: Part,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Part {
            pub b: Option<u8>,
        }
    }
    of_values {
        // A combinator that says nothing of members is nobody's problem: `null` is no number.
        pub struct EndpointSpec {
            #[schema(any_of({ minimum: 10 }, { multipleOf: 2 }), not = { enum: [4] })]
            pub size: Option<u8>,
        }
    }
    of_the_root {
        #[crd(root(not = { properties: { spec: { required: ["b"] } }, required: ["spec"] }))]
        pub struct EndpointSpec {
            pub a: u8,
            pub b: Option<u8>,
        }
    }
}

#[test]
fn a_combinator_that_null_breaks_is_an_error_that_names_both_ways_out() {
    let report = manifest::of::<one_of::Endpoint>().check();
    assert!(!report.is_ok());
    let text = report.to_string();
    for words in [
        "`EndpointSpec`",
        "written.rs:",
        "}: must validate one and only one schema (oneOf). Found 2 valid alternatives;",
        "skip_serializing_if = \"Option::is_none\"",
        "`#[schema(exactly_one_of(\"cluster\", \"url\"))]`",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
    let found = found(&manifest::of::<one_of::Endpoint>());
    let [(valid, written, nulls)] = &found[..] else {
        panic!("{found:?}");
    };
    // The one that is there may be either, and the other is null.
    let other = if valid.get("cluster").is_some() {
        "theUrl"
    } else {
        "cluster"
    };
    assert_eq!(nulls, &[other]);
    assert_eq!(written[other], Value::Null);
    assert_eq!(valid.as_object().unwrap().len(), 1);
}

#[test]
fn the_ways_out_are_ways_out() {
    for manifest in [
        manifest::of::<left_out::Endpoint>(),
        manifest::of::<counted_by_rule::Endpoint>(),
        manifest::of::<any_of::Endpoint>(),
        manifest::of::<of_values::Endpoint>(),
    ] {
        assert_eq!(found(&manifest), []);
    }
}

#[test]
fn every_key_that_looks_at_members_is_tried() {
    for (name, manifest) in [
        ("not", manifest::of::<not::Endpoint>()),
        ("most", manifest::of::<most::Endpoint>()),
        ("unseen", manifest::of::<unseen::Endpoint>()),
    ] {
        assert_eq!(found(&manifest).len(), 1, "{name}");
    }
}

#[test]
fn it_is_tried_wherever_a_type_stands() {
    let problems = found(&manifest::of::<nested::Endpoint>());
    assert_eq!(problems.len(), 2, "{problems:?}");
    let [(valid, written, nulls)] = &found(&manifest::of::<inside::Endpoint>())[..] else {
        panic!();
    };
    assert_eq!(
        (valid, written, &nulls[..]),
        (
            &json!({"part": {}}),
            &json!({"part": {"b": null}}),
            &["part.b".to_owned()][..]
        )
    );
    let [(_, written, _)] = &found(&manifest::of::<of_the_root::Endpoint>())[..] else {
        panic!();
    };
    assert_eq!(written["spec"]["b"], Value::Null);
}
