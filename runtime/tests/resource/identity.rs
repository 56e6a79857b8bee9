//! What is read as which resource, and what is refused.

use serde_json::{Value, json};

use crate::pizza::{Pizza, v1alpha1};
use crate::variants::{Bulb, CronTab, Shade, ShadeSpec};

fn refusal<T: serde::de::DeserializeOwned + std::fmt::Debug>(text: &str) -> String {
    let error = serde_json::from_str::<T>(text).expect_err(text).to_string();
    // Without the position.
    error
        .split(" at line")
        .next()
        .unwrap_or_default()
        .to_owned()
}

#[test]
fn another_api_version_is_refused_by_name() {
    for (found, text) in [
        ("restaurant.example.com/v1", "a version that there is not"),
        (
            "restaurant.example.com/v1alpha1",
            "the version of another struct",
        ),
        ("example.com/v1beta1", "another group"),
        ("v1beta1", "no group"),
        ("restaurant.example.com", "no version"),
        ("restaurant.example.com/", "an empty version"),
        ("", "nothing"),
    ] {
        let expected =
            format!("expected apiVersion `restaurant.example.com/v1beta1`, found `{found}`");
        let object = format!(r#"{{"apiVersion":"{found}","kind":"Pizza","spec":{{"name":""}}}}"#);
        assert_eq!(refusal::<Pizza>(&object), expected, "{text}");
    }
}

#[test]
fn another_kind_is_refused_by_name() {
    let object =
        r#"{"apiVersion":"restaurant.example.com/v1beta1","kind":"Topping","spec":{"name":""}}"#;
    assert_eq!(
        refusal::<Pizza>(object),
        "expected kind `Pizza`, found `Topping`"
    );
}

#[test]
fn the_identity_is_judged_before_the_rest() {
    // Neither the spec nor the status is that of a pizza.
    for object in [
        r#"{"spec":1,"status":"x","kind":"Topping"}"#,
        r#"{"spec":1,"apiVersion":"restaurant.example.com/v1beta1","kind":"Topping"}"#,
        r#"{"apiVersion":"restaurant.example.com/v1beta1","spec":1,"kind":"Topping"}"#,
    ] {
        assert_eq!(
            refusal::<Pizza>(object),
            "expected kind `Pizza`, found `Topping`"
        );
    }
    let object = r#"{"hostName":1,"status":1,"apiVersion":"example.com/v3","kind":"CronTab"}"#;
    let expected = "expected apiVersion `example.com/v2` or `example.com/v1` or `example.com/v1beta1`, found `example.com/v3`";
    assert_eq!(refusal::<CronTab>(object), expected);
}

#[test]
fn broken_members_are_named_in_every_order() {
    for object in [
        r#"{"apiVersion":"restaurant.example.com/v1beta1","kind":"Pizza","spec":{"slices":1}}"#,
        r#"{"spec":{"slices":1},"apiVersion":"restaurant.example.com/v1beta1","kind":"Pizza"}"#,
    ] {
        assert!(
            refusal::<Pizza>(object).ends_with("missing field `name`"),
            "{object}"
        );
    }
    let twice = r#"{"kind":"Pizza","spec":{"name":""},"spec":{"name":""}}"#;
    assert_eq!(refusal::<Pizza>(twice), "duplicate field `spec`");
    for member in [
        r#""kind":"Pizza""#,
        r#""apiVersion":"restaurant.example.com/v1beta1""#,
        r#""metadata":{}"#,
        r#""status":null"#,
    ] {
        let twice = format!(r#"{{{member},{member},"spec":{{"name":""}}}}"#);
        assert!(
            refusal::<Pizza>(&twice).starts_with("duplicate field"),
            "{twice}"
        );
    }
    assert_eq!(
        refusal::<CronTab>(r#"{"hostName":"a","hostName":"b"}"#),
        "duplicate field `hostName`"
    );
    assert!(serde_json::from_str::<Pizza>("[]").is_err());
}

#[test]
fn items_of_lists_may_lack_their_identity() {
    let pizza: Pizza =
        serde_json::from_value(json!({ "spec": { "name": "x" }, "more": 1 })).unwrap();
    assert_eq!(pizza.spec.name, "x");
    assert_eq!(pizza.metadata, wheelwright::ObjectMeta::default());
}

#[test]
fn further_versions_of_the_struct_are_read() {
    for version in ["v2", "v1", "v1beta1"] {
        let object = json!({ "apiVersion": format!("example.com/{version}"), "kind": "CronTab", "hostName": "h" });
        let tab: CronTab = serde_json::from_value(object).unwrap();
        assert_eq!(json!(tab)["apiVersion"], "example.com/v2");
    }
}

#[test]
fn without_spec_other_members_are_the_structs_to_judge() {
    let object = r#"{"apiVersion":"example.com/v2","kind":"CronTab","hostName":"h","tool":1}"#;
    assert!(refusal::<CronTab>(object).starts_with("unknown field `tool`"));
    // An object's own members are none of the struct's.
    let object = r#"{"apiVersion":"example.com/v2","kind":"CronTab","metadata":{},"hostName":"h","status":null}"#;
    assert!(serde_json::from_str::<CronTab>(object).is_ok());
}

#[test]
fn an_absent_spec_is_an_error_unless_it_may_be_absent() {
    assert_eq!(
        refusal::<Pizza>(r#"{"kind":"Pizza"}"#),
        "missing field `spec`"
    );
    let broken = refusal::<Pizza>(
        r#"{"apiVersion":"restaurant.example.com/v1beta1","kind":"Pizza","spec":null}"#,
    );
    assert!(broken.contains("null"), "{broken}");
    let kind = "lamp-shade";
    let identity = json!({ "apiVersion": "example.com/v1", "kind": kind });
    for spec in [None, Some(Value::Null)] {
        let mut object = identity.clone();
        object
            .as_object_mut()
            .unwrap()
            .extend(spec.map(|spec| ("spec".to_owned(), spec)));
        let shade: Shade = serde_json::from_value(object).unwrap();
        assert_eq!(shade.spec, ShadeSpec::default());
    }
    assert_eq!(serde_json::from_str::<Bulb>("{}").unwrap().spec.watts, 0);
}

#[test]
fn a_spoke_has_the_identity_of_its_hub() {
    let object = json!({
        "apiVersion": "restaurant.example.com/v1alpha1",
        "kind": "Pizza",
        "metadata": {},
        "spec": { "name": "x" },
    });
    let pizza: v1alpha1::Pizza = serde_json::from_value(object.clone()).unwrap();
    assert_eq!(json!(pizza), object);
}
