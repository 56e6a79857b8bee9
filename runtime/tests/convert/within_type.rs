//! Values that the other side's Rust type cannot hold, whatever its schema says.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Belt",
        namespaced,
        storage
    )]
    pub struct BeltSpec {
        pub seconds: i32,
        pub length: u8,
        pub size: i32,
        pub turns: Option<u8>,
        pub each: Vec<i32>,
        pub moving: bool,
        pub port: u16,
        pub delay: String,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Belt, version = "v1")]
    #[spoke(hub = v2::BeltSpec, fallible(up))]
    pub struct BeltSpec {
        #[spoke(factor = 60, rename = "seconds")]
        pub minutes: i32,
        #[spoke(duration = "s")]
        pub length: String,
        #[spoke(quantity = "Mi")]
        pub size: String,
        #[spoke(factor = 3, or = Some(0))]
        pub turns: Option<u8>,
        #[spoke(each(factor = 60))]
        pub each: Vec<i32>,
        #[spoke(values("yes" = true, "no" = false))]
        pub moving: String,
        #[spoke(coerced)]
        pub port: String,
        #[spoke(duration = "s", reversed, or_back = 0)]
        pub delay: i64,
    }
}

wheelwright::wheel!(pub(crate) Belts = v2::Belt, [v1::Belt]);

fn belt(spec: Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Belt", "metadata": {"name": "b"}, "spec": spec})
}

fn spec() -> Value {
    json!({
        "minutes": 2, "length": "90s", "size": "1Gi", "turns": 2, "each": [1], "moving": "yes", "port": "80", "delay": 1,
    })
}

#[test]
fn what_is_beyond_the_other_integer_is_the_last_within_and_kept() {
    let old = belt(json!({
        "minutes": i32::MAX, "length": "1h", "size": "1Ei", "turns": 100, "each": [1, i32::MIN], "moving": "yes",
        "port": "80", "delay": 1,
    }));
    let new = Belts::convert_object(&old, "v2").unwrap();
    assert_eq!(
        new["spec"],
        json!({
            "seconds": i32::MAX, "length": 255, "size": i32::MAX, "turns": 0, "each": [60, i32::MIN], "moving": true,
            "port": 80, "delay": "1s",
        })
    );
    assert_eq!(Belts::convert_object(&new, "v1").unwrap(), old);
    let typed: v1::Belt = serde_json::from_value(old.clone()).unwrap();
    let typed = v2::BeltSpec::try_from(typed.spec).unwrap();
    assert_eq!(serde_json::to_value(typed).unwrap(), new["spec"]);
}

#[test]
fn what_has_no_row_and_is_of_another_type_is_refused() {
    for (member, value, says) in [
        (
            "moving",
            "maybe",
            ".spec.moving: \"maybe\" has no row in the table",
        ),
        (
            "port",
            "70000",
            ".spec.port: 70000 is too large or too small",
        ),
    ] {
        let mut spec = spec();
        spec[member] = json!(value);
        let error = Belts::convert_object(&belt(spec), "v2").unwrap_err();
        assert_eq!(error.to_string(), says);
    }
}

#[test]
fn nothing_is_lost() {
    Belts::assert_laws();
}
