//! What an API server makes of a wheel's objects, with no cluster.
#![allow(
    unreachable_pub,
    reason = "the types are public as users' are, and the derive copies that"
)]

mod rules;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::admit::{Admission, FieldValidation, NotValid, Refusal, Subresource, Verdict};
use wheelwright::{CustomResource, Schema, Spoke};

mod v1 {
    use super::*;

    /// A kite to fly.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(group = "example.com", version = "v1", kind = "Kite", storage, namespaced, status = KiteStatus, conversion(webhook(service = "kites/webhook", path = "/convert")))]
    pub struct KiteSpec {
        /// In metres.
        #[schema(default = 2, maximum = 9)]
        #[serde(default = "two")]
        pub span: u32,
        /// What it is made of.
        #[schema(min_length = 1)]
        pub cloth: String,
    }

    fn two() -> u32 {
        2
    }

    /// Where it is.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct KiteStatus {
        /// In metres.
        pub height: u32,
    }
}

mod v0 {
    use super::*;

    /// A kite to fly.
    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = super::v1::Kite, version = "v0", status = super::v1::KiteStatus)]
    #[spoke(hub = super::v1::KiteSpec)]
    pub struct KiteSpec {
        /// In metres.
        #[schema(default = 1)]
        #[serde(default = "one")]
        pub span: u32,
        /// What it is made of.
        #[spoke(to = "cloth")]
        pub material: String,
    }

    fn one() -> u32 {
        1
    }
}

wheelwright::wheel!(Kites = v1::Kite, [v0::Kite]);

fn kite(version: &str, spec: &Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Kite", "metadata": {"name": "k"}, "spec": spec})
}

#[test]
fn a_typed_object_is_valid_or_says_why_not() {
    let kite = |span, cloth: &str| {
        let cloth = cloth.to_owned();
        v1::Kite::new("k", v1::KiteSpec { span, cloth })
    };
    assert!(Kites::validate(&kite(3, "silk")).is_ok());
    let refused = Kites::validate(&kite(10, "")).expect_err("it breaks two rules");
    let NotValid::Refused(Refusal::Invalid(errors)) = &refused else {
        panic!("{refused}");
    };
    let paths: Vec<String> = errors.iter().map(|error| error.path.to_string()).collect();
    assert_eq!(paths, ["spec.cloth", "spec.span"]);
    assert_eq!(refused.to_string().lines().count(), 2);

    let unnamed = v1::Kite::new(
        "",
        v1::KiteSpec {
            span: 1,
            cloth: "silk".to_owned(),
        },
    );
    let text = Kites::validate(&unnamed)
        .expect_err("it needs a name")
        .to_string();
    assert_eq!(
        text,
        "metadata.name: Required value: name or generateName is required"
    );

    let spoke = v0::Kite::new(
        "k",
        v0::KiteSpec {
            span: 20,
            material: "silk".to_owned(),
        },
    );
    assert!(
        Kites::validate(&spoke).is_ok(),
        "that version has no maximum"
    );
}

#[test]
fn an_object_is_judged_by_its_own_version() {
    for (version, span) in [("v1", 2), ("v0", 1)] {
        let outcome = Kites::admit(kite(version, &json!({"material": "m", "cloth": "c"})))
            .expect("the CRD is good");
        assert_eq!(outcome.verdict(), Verdict::Accepted);
        assert_eq!(outcome.object.expect("it is read")["spec"]["span"], span);
    }
    let outcome = Kites::admit(kite("v7", &json!({}))).expect("the CRD is good");
    assert_eq!(
        outcome.refusal,
        Some(Refusal::BadRequest(
            "the API version in the data (example.com/v7) does not match the expected API version (example.com/v1)".to_owned()
        ))
    );
}

#[test]
fn requests_of_every_kind_are_judged() {
    let old = kite("v1", &json!({"span": 20, "cloth": "c"}));
    let mut new = kite("v1", &json!({"span": 20, "cloth": "d", "tail": true}));
    new["metadata"]["resourceVersion"] = json!("1");
    let mut stored = old.clone();
    stored["metadata"]["resourceVersion"] = json!("1");
    let update = Admission::update(new.clone(), stored.clone());
    let outcome = Kites::admit(update.clone()).expect("the CRD is good");
    assert_eq!(
        outcome.verdict(),
        Verdict::Accepted,
        "the old fault is tolerated: {outcome:?}"
    );

    let strict = Admission {
        field_validation: FieldValidation::Strict,
        ..update
    };
    let outcome = Kites::admit(strict).expect("the CRD is good");
    assert_eq!(outcome.verdict(), Verdict::Refused);

    new["status"] = json!({"height": -1});
    let status = Admission {
        subresource: Subresource::Status,
        ..Admission::update(new, stored)
    };
    let outcome = Kites::admit(status).expect("the CRD is good");
    let paths: Vec<String> = outcome
        .errors()
        .iter()
        .map(|error| error.path.to_string())
        .collect();
    assert_eq!(paths, ["status.height"]);
}

#[test]
fn reading_defaults_by_the_stored_version_and_converts() {
    let stored = kite("v0", &json!({"material": "silk", "unknown": 1}));
    let read = Kites::read(stored.clone(), "v1").expect("it converts");
    assert_eq!(read["apiVersion"], "example.com/v1");
    assert_eq!(read["spec"], json!({"span": 1, "cloth": "silk"}));
    assert_eq!(
        Kites::read(stored.clone(), "v0").expect("it is stored so")["spec"],
        json!({"span": 1, "material": "silk"})
    );
    assert!(Kites::read(stored, "v9").is_err());
}
