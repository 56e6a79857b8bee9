//! Values that a step refuses by themselves.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Lamp",
        namespaced,
        storage,
        no_spec
    )]
    pub(crate) struct LampFields {
        pub(crate) level: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) host: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) port: Option<String>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Lamp, version = "v1", no_spec)]
    #[spoke(hub = v2::LampFields, fallible(up))]
    pub(crate) struct LampFields {
        #[spoke(try_with = level, back = word)]
        pub(crate) level: String,
        #[spoke(to("host", "port"), format = "{host}:{port}")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) address: Option<String>,
    }
}

fn level(word: String) -> Result<u8, String> {
    match word.as_str() {
        "off" => Ok(0),
        "on" => Ok(100),
        other => Err(format!("`{other}` is no level")),
    }
}

fn word(level: u8) -> String {
    match level {
        0 => "off",
        100 => "on",
        _ => "dimmed",
    }
    .to_owned()
}

wheelwright::wheel!(pub(crate) Lamps = v2::Lamp, [v1::Lamp]);

fn lamp(version: &str, level: impl Into<Value>) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Lamp",
        "metadata": {"name": "l"},
        "level": level.into(),
    })
}

#[test]
fn what_was_made_of_a_kept_value_comes_back_though_it_is_refused_by_itself() {
    let new = lamp("v2", 40);
    let old = Lamps::convert_object(&new, "v1").expect("every level has a word");
    assert_eq!(old["level"], "dimmed");
    assert_eq!(Lamps::convert_object(&old, "v2"), Ok(new));

    let error = Lamps::convert_object(&lamp("v1", "dimmed"), "v2").expect_err("which level?");
    assert_eq!(error.to_string(), ".level: `dimmed` is no level");
    let mut edited = old;
    edited["level"] = "bright".into();
    assert!(Lamps::convert_object(&edited, "v2").is_err());
}

#[test]
fn parts_of_a_format_may_be_empty() {
    let mut old = lamp("v1", "on");
    for (address, host, port) in [(":8080", "", "8080"), ("a:", "a", ""), (":", "", "")] {
        old["address"] = address.into();
        let new = Lamps::convert_object(&old, "v2").expect("it has a colon");
        assert_eq!((&new["host"], &new["port"]), (&json!(host), &json!(port)));
        assert_eq!(Lamps::convert_object(&new, "v1").as_ref(), Ok(&old));
    }
}

#[test]
fn errors_of_typed_values_name_the_field_once() {
    let old = v1::LampFields {
        level: "on".to_owned(),
        address: Some("nowhere".to_owned()),
    };
    let error = v2::LampFields::try_from(old).expect_err("it has no colon");
    assert_eq!(error.path, ".address");
    let old = v1::LampFields {
        level: "dimmed".to_owned(),
        address: None,
    };
    let error = v2::LampFields::try_from(old).expect_err("which level?");
    assert_eq!(error.path, ".level");
}

#[test]
fn laws() {
    Lamps::assert_laws();
}
