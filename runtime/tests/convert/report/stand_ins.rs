//! Stand-ins that a schema refuses, or that panic.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

mod refused {
    use super::*;

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
    use super::*;

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
