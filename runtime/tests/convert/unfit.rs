//! Values that the other version's schema refuses.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Probe",
        namespaced,
        storage
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct ProbeSpec {
        #[schema(min_items = 1)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) hosts: Option<Vec<String>>,
        #[schema(min_length = 1)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
        #[schema(min_length = 1)]
        pub(crate) title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) limits: Option<Limits>,
        #[schema(minimum = 0)]
        pub(crate) timeout_seconds: i32,
        #[schema(minimum = 1)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) generation: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[schema(min_properties = 1)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct Limits {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) most: Option<i32>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Probe, version = "v1")]
    #[spoke(hub = v2::ProbeSpec)]
    pub(crate) struct ProbeSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) hosts: Option<Vec<String>>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) note: Option<String>,
        pub(crate) title: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) limits: Option<Limits>,
        #[spoke(rename = "timeout_seconds", duration = "s", or = 30)]
        pub(crate) timeout: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(or = None)]
        pub(crate) generation: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Limits)]
    pub(crate) struct Limits {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) most: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(removed)]
        pub(crate) least: Option<i32>,
    }
}

wheelwright::wheel!(pub(crate) Probes = v2::Probe, [v1::Probe]);

fn probe(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Probe",
        "metadata": {"name": "p"},
        "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Probes::convert_object(object, version).expect("it converts")
}

#[test]
fn what_is_empty_becomes_absent_where_the_other_schema_wants_more_and_comes_back() {
    let old = probe(
        "v1",
        json!({"hosts": [ ], "note": "", "title": "", "limits": {"least": 1}, "timeout": "1m0s"}),
    );
    let new = convert(&old, "v2");
    // A required member stays as it is.
    assert_eq!(new["spec"], json!({"title": "", "timeoutSeconds": 60}));
    assert_eq!(convert(&new, "v1"), old);

    let mut edited = new;
    edited["spec"]["hosts"] = json!(["a"]);
    edited["spec"]["limits"] = json!({"most": 2});
    let back = convert(&edited, "v1");
    assert_eq!(
        back["spec"],
        json!({"hosts": ["a"], "note": "", "title": "", "limits": {"least": 1, "most": 2}, "timeout": "1m0s"}),
    );
}

#[test]
fn a_stand_in_takes_the_place_of_what_the_other_schema_refuses() {
    for timeout in ["-5s", "1000000h", "soon"] {
        let old = probe("v1", json!({"title": "t", "timeout": timeout}));
        let new = convert(&old, "v2");
        assert_eq!(new["spec"], json!({"title": "t", "timeoutSeconds": 30}));
        assert_eq!(convert(&new, "v1"), old);
    }
}

#[test]
fn absence_stands_in_for_what_the_other_schema_refuses() {
    let old = probe(
        "v1",
        json!({"title": "t", "timeout": "1s", "generation": 0}),
    );
    let new = convert(&old, "v2");
    assert_eq!(new["spec"], json!({"title": "t", "timeoutSeconds": 1}));
    assert_eq!(convert(&new, "v1"), old);
    let good = probe(
        "v1",
        json!({"title": "t", "timeout": "1s", "generation": 7}),
    );
    assert_eq!(convert(&good, "v2")["spec"]["generation"], 7);
}

#[test]
fn laws() {
    Probes::assert_laws();
}

mod stand_in {
    use serde::{Deserialize, Serialize};
    use serde_json::json;
    use wheelwright::{CustomResource, Schema, Spoke};

    mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Knob",
            namespaced,
            storage
        )]
        pub struct KnobSpec {
            #[schema(minimum = 1)]
            pub level: i64,
            #[schema(min_length = 1)]
            pub name: String,
        }
    }

    mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Knob, version = "v1")]
        #[spoke(hub = v2::KnobSpec)]
        pub struct KnobSpec {
            #[spoke(coerced, or = 0)]
            pub level: String,
            #[serde(default)]
            #[schema(min_length = 1)]
            pub name: String,
        }
    }

    wheelwright::wheel!(pub(crate) Knobs = v2::Knob, [v1::Knob]);

    #[test]
    fn what_stands_in_and_what_is_made_of_nothing_is_counted_where_it_is_refused() {
        for spec in [json!({"level": "x", "name": "n"}), json!({"level": "1"})] {
            let review = json!({
                "apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
                "request": {"uid": "u", "desiredAPIVersion": "example.com/v2", "objects": [{
                    "apiVersion": "example.com/v1", "kind": "Knob", "metadata": {"name": "k"}, "spec": spec,
                }]},
            });
            let (_, report) = Knobs::convert_reporting(review.to_string()).expect("a review");
            assert_eq!(report.conversions[0].unfit, 1, "{spec}");
        }
    }
}

mod panicking {
    use serde::{Deserialize, Serialize};
    use serde_json::json;
    use wheelwright::{CustomResource, Schema, Spoke};

    fn none() -> i64 {
        panic!("there is none")
    }

    mod v2 {
        use super::*;

        #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(
            group = "example.com",
            version = "v2",
            kind = "Dial",
            namespaced,
            storage
        )]
        pub struct DialSpec {
            #[schema(minimum = 1)]
            pub level: i64,
            #[schema(max_length = 3)]
            pub name: String,
        }
    }

    mod v1 {
        use super::*;

        #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[crd(hub = v2::Dial, version = "v1")]
        #[spoke(hub = v2::DialSpec)]
        pub struct DialSpec {
            #[spoke(coerced, or = none())]
            pub level: String,
            pub name: String,
        }
    }

    wheelwright::wheel!(pub(crate) Dials = v2::Dial, [v1::Dial]);

    #[test]
    fn a_stand_in_that_panics_fails_only_where_it_is_needed() {
        let dial = |level| {
            json!({
                "apiVersion": "example.com/v1", "kind": "Dial", "metadata": {"name": "d"},
                "spec": {"level": level, "name": "long"},
            })
        };
        let review = json!({
            "apiVersion": "apiextensions.k8s.io/v1", "kind": "ConversionReview",
            "request": {"uid": "u", "desiredAPIVersion": "example.com/v2", "objects": [dial("2")]},
        });
        let (_, report) = Dials::convert_reporting(review.to_string()).expect("a review");
        assert_eq!(report.conversions[0].unfit, 1);
        let why = Dials::convert_object(&dial("x"), "v2").expect_err("it is needed");
        assert!(why.to_string().contains("panicked"), "{why}");
    }
}
