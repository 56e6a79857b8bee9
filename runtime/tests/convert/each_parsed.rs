//! Items of a list and values of a map that are texts in one version.

use std::{collections::BTreeMap, fmt, num::ParseIntError, str::FromStr};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Port {
    pub name: String,
    pub number: u16,
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.name, self.number)
    }
}

impl FromStr for Port {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (name, number) = text.split_once(':').unwrap_or(("", text));
        let (name, number) = (name.to_owned(), number.parse()?);
        Ok(Self { name, number })
    }
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Gate",
        namespaced,
        storage
    )]
    pub struct GateSpec {
        pub ports: Vec<Port>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub by_name: Option<BTreeMap<String, Port>>,
        pub numbers: Vec<String>,
        pub inner: Inner,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Inner {
        pub ports: Vec<Port>,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Gate, version = "v1")]
    #[spoke(
        hub = v2::GateSpec,
        fallible(up, down),
        part("inner" = v2::Inner),
        part_back("outer" = Outer),
        step(from("outer.texts"), to = "inner.ports", each(parsed)),
    )]
    pub struct GateSpec {
        #[spoke(each(parsed), or = Vec::new())]
        pub ports: Vec<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(each(parsed))]
        pub by_name: Option<BTreeMap<String, String>>,
        #[spoke(each(parsed, reversed))]
        pub numbers: Vec<i64>,
        pub outer: Outer,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub struct Outer {
        pub texts: Vec<String>,
    }
}

wheelwright::wheel!(Gates = v2::Gate, [v1::Gate]);

fn gate(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Gate", "metadata": {"name": "g"}, "spec": spec,
    })
}

fn texts(ports: &[&str]) -> v1::GateSpec {
    let texts = |all: &[&str]| {
        all.iter()
            .map(|text| (*text).to_owned())
            .collect::<Vec<_>>()
    };
    v1::GateSpec {
        ports: texts(ports),
        by_name: Some(BTreeMap::from([("a".to_owned(), "b:2".to_owned())])),
        numbers: vec![3],
        outer: v1::Outer {
            texts: texts(&["c:4"]),
        },
    }
}

#[test]
fn each_text_becomes_what_it_stands_for_and_back() {
    let old = texts(&["http:80", "443"]);
    let spec = json!({
        "ports": [{"name": "http", "number": 80}, {"name": "", "number": 443}],
        "by_name": {"a": {"name": "b", "number": 2}},
        "numbers": ["3"],
        "inner": {"ports": [{"name": "c", "number": 4}]},
    });
    let object = gate("v1", serde_json::to_value(&old).unwrap());
    let new = Gates::convert_object(&object, "v2").unwrap();
    assert_eq!(new["spec"], spec);
    assert_eq!(Gates::convert_object(&new, "v1").unwrap(), object);
    let value = v2::GateSpec::try_from(old).unwrap();
    assert_eq!(serde_json::to_value(&value).unwrap(), spec);
    // By value, each text is as it is written.
    let back = v1::GateSpec::try_from(value).unwrap();
    assert_eq!(back.ports, ["http:80", ":443"]);
}

#[test]
fn the_list_has_a_stand_in_where_a_text_is_none() {
    let old = texts(&["http:80", "none"]);
    let object = gate("v1", serde_json::to_value(&old).unwrap());
    let new = Gates::convert_object(&object, "v2").unwrap();
    assert_eq!(new["spec"]["ports"], json!([]));
    assert_eq!(Gates::convert_object(&new, "v1").unwrap(), object);
    assert_eq!(v2::GateSpec::try_from(old).unwrap().ports, []);
}

#[test]
fn without_one_the_item_is_named() {
    let mut old = texts(&[]);
    old.outer.texts.push("d".to_owned());
    let object = gate("v1", serde_json::to_value(&old).unwrap());
    let error = Gates::convert_object(&object, "v2").unwrap_err();
    assert!(
        error.to_string().contains(".spec.outer.texts[1]"),
        "{error}"
    );
    let error = v2::GateSpec::try_from(old).unwrap_err();
    assert!(error.to_string().contains("invalid digit"), "{error}");
}

#[test]
fn the_laws_hold() {
    Gates::assert_laws();
}
