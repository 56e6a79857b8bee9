//! What stands in for something in a variant, and has no counterpart by itself: what was kept of the enum comes back.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

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
        pub mark: Mark,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type")]
    pub enum Mark {
        None,
        Number(Number),
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Number {
        pub word: String,
    }
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Dial, version = "v1")]
    #[spoke(hub = v2::DialSpec, fallible(up))]
    pub struct DialSpec {
        pub mark: Mark,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Mark, fallible(up))]
    #[serde(tag = "type")]
    pub enum Mark {
        None,
        Number(Number),
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Number, fallible(up))]
    pub struct Number {
        #[spoke(rename = "word", values(1 = "one", 2 = "two"), or_back = 0)]
        pub number: i64,
    }
}

wheelwright::wheel!(Dials = v2::Dial, [v1::Dial]);

fn dial(version: &str, mark: &Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Dial", "metadata": {"name": "d"}, "spec": {"mark": mark},
    })
}

#[test]
fn what_was_kept_comes_back_where_its_stand_in_is_refused() {
    let new = dial("v2", &json!({"type": "Number", "word": "many"}));
    let mut old = Dials::convert_object(&new, "v1").unwrap();
    assert_eq!(old["spec"]["mark"], json!({"type": "Number", "number": 0}));
    assert_eq!(Dials::convert_object(&old, "v2").unwrap(), new);
    old["spec"]["mark"]["number"] = json!(3);
    let error = Dials::convert_object(&old, "v2").unwrap_err();
    assert_eq!(
        error.to_string(),
        ".spec.mark.number: 3 has no row in the table"
    );
}

#[test]
fn laws() {
    Dials::assert_laws();
}
