//! One target for each entry point. None may panic or hang, and what they say must agree.

use std::future::ready;

use fuzz::fuzz;
use k8s_openapi::ByteString;
use pizza::{
    Pizzas,
    menu::Menu,
    restaurant::{TOPPINGS, check_toppings, give_toppings},
    v1beta1::Pizza,
};
use serde_json::Value;
use wheelwright::webhook::admission::{Hooks, KeepAnnotation, Stage};
use wheelwright_grammar::pattern::Pattern;
use wheelwright_rules::{Admission, OpenApi, Rules, crd, json, openapi};

fn parsed(input: &[u8]) -> Option<Value> {
    json::parse(input).ok().map(|document| document.value)
}

/// Whether two values are the same but for the form of numbers.
fn is_alike(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_alike(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(name, a)| b.get(name).is_some_and(|b| is_alike(a, b)))
        }
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => a == b,
    }
}

/// Whatever is read has a place, and reads the same again.
#[test]
fn yaml() {
    fuzz("yaml", |input| {
        let text = String::from_utf8_lossy(input);
        for document in wheelwright_yaml::documents(&text).into_iter().flatten() {
            assert!(document.start().line >= 1);
            let written = wheelwright_yaml::write::to_string(&document.value);
            let again = wheelwright_yaml::documents(&written);
            let again = again.into_iter().next().and_then(Result::ok);
            // A document that is nothing but null is none.
            let again = again.map_or(Value::Null, |again| again.value);
            assert!(is_alike(&again, &document.value), "{written}");
        }
    });
}

/// A CRD that is accepted can be compiled and published; one that stays as it is can be updated.
#[test]
fn crd_check() {
    fuzz("crd", |input| {
        let Some(crd) = parsed(input) else { return };
        let report = crd::check(&crd);
        assert_eq!(report, crd::check(&crd));
        for error in &report.errors {
            assert!(!crd::source_path(error).to_string().is_empty());
        }
        if report.is_accepted() {
            let update = crd::check_update(&crd, &crd);
            assert!(update.is_accepted(), "{:?}", update.errors);
            if let Ok(rules) = Rules::from_crd(&crd) {
                for version in rules.versions() {
                    for kind in [OpenApi::V2, OpenApi::V3] {
                        assert_eq!(
                            openapi(&crd, version.name(), kind).is_some(),
                            version.is_served()
                        );
                    }
                }
            }
        }
    });
}

/// Two CRDs in one list: the update from one to the other is answered.
#[test]
fn crd_update() {
    fuzz("crd", |input| {
        let Some(crd) = parsed(input) else { return };
        let mut other = crd.clone();
        if let Some(spec) = other.get_mut("spec").and_then(Value::as_object_mut) {
            spec.remove("conversion");
        }
        let _ = crd::check_update(&crd, &other);
        let _ = crd::check_update(&other, &crd);
    });
}

/// Requests of `{crd, object}`: what is stored is valid, and stored as it is when it is written again.
#[test]
fn objects() {
    fuzz("object", |input| {
        let Some(request) = parsed(input) else { return };
        let (Some(crd), Some(object)) = (request.get("crd"), request.get("object")) else {
            return;
        };
        let Ok(rules) = Rules::from_stored_crd(crd) else {
            return;
        };
        for version in rules.versions() {
            let outcome = version.admit(Admission::create(object.clone()));
            let is_accepted = outcome.refusal.is_none();
            let Some(stored) = outcome.object.filter(|_| is_accepted) else {
                continue;
            };
            let again = version.admit(Admission::create(stored.clone()));
            assert_eq!(again.unknown_fields, [""; 0]);
            assert!(again.refusal.is_none(), "{:?}", again.refusal);
            let read = rules.read(stored.clone(), version.name());
            assert!(read.is_ok(), "{read:?}");
        }
    });
}

/// What compiles matches in time that is no more than linear.
#[test]
fn patterns() {
    fuzz("pattern", |input| {
        let text = String::from_utf8_lossy(input);
        let schema = serde_json::json!({"type": "object", "properties": {"a": {"type": "string", "pattern": text}}});
        let mut crd = parsed(CRD).unwrap_or_default();
        if let Some(place) = crd.pointer_mut("/spec/versions/0/schema/openAPIV3Schema") {
            *place = schema;
        }
        let is_pattern = Pattern::parse(&text).is_ok();
        assert_eq!(
            crd::check(&crd).is_accepted(),
            is_pattern || text.is_empty()
        );
        if let Ok(rules) = Rules::from_stored_crd(&crd) {
            let values = [text.repeat(20), "aA0-.\u{e9}\n".repeat(500)];
            for version in rules.versions() {
                for value in &values {
                    let _ = version.validate(&serde_json::json!({ "a": value }));
                }
            }
        }
    });
}

const CRD: &[u8] = br#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    "metadata": {"name": "kites.example.com"}, "spec": {"group": "example.com", "names": {"kind": "Kite", "plural": "kites"},
    "scope": "Namespaced", "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {}}}]}}"#;

/// A review is answered by a review, whole or not at all.
#[test]
fn conversion() {
    fuzz("conversion", |input| {
        let Ok(answer) = Pizzas::convert(input) else {
            return;
        };
        // Numbers beyond a double are JSON that `serde_json` does not read.
        let Ok(request) = serde_json::from_slice::<Value>(input) else {
            return;
        };
        let answer: Value = serde_json::from_slice(&answer).expect("JSON");
        let response = &answer["response"];
        let converted = response["convertedObjects"].as_array();
        if response["result"]["status"] == "Success" {
            let asked = request["request"]["objects"].as_array();
            assert_eq!(converted.map(Vec::len), asked.map(Vec::len));
        } else {
            assert!(converted.is_none(), "{answer}");
            assert!(response["result"]["message"].is_string(), "{answer}");
        }
    });
}

/// A patch can be applied to the object that was sent, and what comes of it needs no other.
#[test]
fn admission() {
    let menu = Menu::of(TOPPINGS);
    let hooks = Hooks::builder()
        .wheel::<Pizzas>()
        .mutate::<Pizza>(KeepAnnotation)
        .mutate::<Pizza>(give_toppings)
        .validate::<Pizza, _>(move |order| ready(check_toppings(&menu, order)))
        .build()
        .expect("hooks");
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let answer = |stage, body: Vec<u8>| {
        let answer = runtime.block_on(hooks.answer(stage, None, None, body.into()));
        serde_json::from_slice::<Value>(&answer.body).unwrap_or_default()
    };
    fuzz("admission", |input| {
        answer(Stage::Validating, input.to_vec());
        let first = answer(Stage::Mutating, input.to_vec());
        let Some(patch) = patch_of(&first) else {
            return;
        };
        let mut review: Value = serde_json::from_slice(input).expect("JSON was read");
        json_patch::patch(&mut review["request"]["object"], &patch).expect("it applies");
        let second = answer(Stage::Mutating, review.to_string().into_bytes());
        assert_eq!(second["response"]["allowed"], true, "{second}");
        assert!(patch_of(&second).is_none(), "{first} and then {second}");
    });
}

fn patch_of(answer: &Value) -> Option<json_patch::Patch> {
    let patch = answer["response"].get("patch")?;
    let ByteString(text) = serde_json::from_value(patch.clone()).expect("base64");
    Some(serde_json::from_slice(&text).expect("a JSON patch"))
}
