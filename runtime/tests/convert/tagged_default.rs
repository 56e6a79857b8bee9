//! A label or annotation that is a member of a struct which stands by default: the struct's default, that of the member, or both
//! may say something of it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

macro_rules! zoned {
    ($name:ident [$($part:tt)*] [$($zone:tt)*]) => {
        pair!($name [spoke(hub = v2::KilnSpec)], {
            $($part)*
            pub part: Option<Part>,
        } Part {
            $($zone)*
            pub zone: Option<String>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub open: Option<bool>,
        };
        {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub part: Option<Part>,
        } Part [spoke(hub = v2::Part, step(from_annotation = "example.com/zone", to = "zone"))] {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub open: Option<bool>,
        });
    };
}

#[expect(clippy::unnecessary_wraps, reason = "serde calls it for the field")]
fn eu() -> Option<String> {
    Some("eu".to_owned())
}

zoned!(said_by_struct [#[schema(default = {"zone": "eu"})]]
    [#[serde(default, skip_serializing_if = "Option::is_none")]]);
zoned!(said_by_member [#[schema(default = {})]]
    [#[schema(default = "eu")] #[serde(default = "eu", skip_serializing_if = "Option::is_none")]]);
zoned!(said_by_both [#[schema(default = {"zone": "us"})]]
    [#[schema(default = "eu")] #[serde(default = "eu", skip_serializing_if = "Option::is_none")]]);
zoned!(another_said [#[schema(default = {"open": true})]]
    [#[serde(default, skip_serializing_if = "Option::is_none")]]);
zoned!(member_of_another [#[schema(default = {"open": true})]]
    [#[schema(default = "eu")] #[serde(default = "eu", skip_serializing_if = "Option::is_none")]]);

/// An object of v1 whose annotations are these.
fn annotated(annotations: &Value) -> Value {
    let mut object = kiln("v1", json!({}));
    object["metadata"]["annotations"] = annotations.clone();
    object
}

#[test]
fn what_never_had_the_annotation_has_none() {
    for (to, part) in [
        (
            said_by_struct::to as fn(&str, &Value) -> Value,
            json!({"zone": "eu"}),
        ),
        (said_by_member::to, json!({"zone": "eu"})),
        (said_by_both::to, json!({"zone": "us"})),
        (another_said::to, json!({"open": true})),
        (member_of_another::to, json!({"open": true, "zone": "eu"})),
    ] {
        let object = kiln("v1", json!({}));
        let there = to("v2", &object);
        assert_eq!(there["spec"]["part"], part);
        assert_eq!(to("v1", &there), object);
    }
}

#[test]
fn an_edit_of_the_struct_is_an_edit_of_the_annotation() {
    let mut there = said_by_struct::to("v2", &kiln("v1", json!({})));
    there["spec"]["part"]["zone"] = json!("us");
    let back = said_by_struct::to("v1", &there);
    assert_eq!(back["metadata"]["annotations"]["example.com/zone"], "us");
    assert_eq!(said_by_struct::to("v2", &back)["spec"], there["spec"]);
}

/// What is kept says that the member was absent, as beside an annotation of that name at v2: what v1 reads of that is what it says.
#[test]
fn an_annotation_of_that_name_stands_beside_an_absent_member() {
    let kept = r#"{"format":1,"kept":{"v2":{"spec":{"part":{"zone":[]}},"metadata":{"annotations":{"example.com/zone":[""]}}}}}"#;
    let object = annotated(&json!({
        "example.com/zone": "", "example.com/kept-by-conversion": kept,
    }));
    let there = said_by_struct::to("v2", &object);
    assert_eq!(there["spec"], json!({"part": {}}));
    let back = said_by_struct::to("v1", &there);
    assert_eq!(back["metadata"]["annotations"]["example.com/zone"], "");
    assert_eq!(back["spec"], object["spec"]);
}

/// Of who may write annotations: a label or annotation that is kept comes back only if what is there is made of it.
#[test]
fn no_other_annotation_comes_of_what_is_kept() {
    let mut there = said_by_struct::to("v2", &kiln("v1", json!({})));
    let annotation = &mut there["metadata"]["annotations"]["example.com/kept-by-conversion"];
    let mut kept: Value = serde_json::from_str(annotation.as_str().expect("text")).expect("JSON");
    kept["kept"]["v1"]["metadata"]["annotations"] = json!({"example.com/owner": ["me"]});
    *annotation = json!(kept.to_string());
    let back = said_by_struct::to("v1", &there);
    assert_eq!(
        back["metadata"]["annotations"].get("example.com/owner"),
        None
    );
}
