//! What a valid object becomes is valid: objects have what they must have, where an edit or a default made them, or are not.

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Case {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<i64>,
    pub(crate) text: String,
}

pair! {
    by_default [spoke(hub = v2::KilnSpec, part_back("case" = Option<Case>),
        step(from("case.size"), to = "size"), step(from("case.text"), to = "text"))],
    {
        #[serde(default)]
        #[schema(default = 2)]
        pub size: Option<i64>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(default = {"size": 3, "text": "a"})]
        pub case: Option<Case>,
    }
}

#[test]
fn a_part_that_lacks_something_is_its_default() {
    let object = kiln("v2", json!({"size": 2}));
    let there = by_default::to("v1", &object);
    assert_eq!(there["spec"], json!({"case": {"size": 3, "text": "a"}}));
    assert_eq!(by_default::to("v2", &there), object);
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Outer {
    pub(crate) inner: Inner,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub(crate) struct Inner {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) names: Option<String>,
    pub(crate) parts: Vec<String>,
}

pair! {
    within [spoke(hub = v2::KilnSpec, part_back("case" = Option<Outer>, "case.inner" = Inner),
        step(from("case.inner.names"), to = "names", delimited = ",", or_back = Some("b".to_owned())), step(from("case.inner.parts"), to = "parts", or = Vec::new()))],
    {
        #[serde(default)]
        #[schema(default = [])]
        pub names: Vec<String>,
        #[serde(default)]
        #[schema(default = [])]
        pub parts: Vec<String>,
    };
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub case: Option<Outer>,
    }
}

#[test]
fn an_edit_makes_all_that_must_be_beside_it() {
    let object = kiln("v1", json!({}));
    let mut there = within::to("v2", &object);
    there["spec"] = json!({"names": ["a"], "parts": []});
    let back = within::to("v1", &there);
    assert_eq!(
        back["spec"],
        json!({"case": {"inner": {"names": "a", "parts": []}}})
    );
    assert_eq!(within::to("v2", &back)["spec"], there["spec"]);
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(tag = "kind")]
pub(crate) enum Fuel {
    #[default]
    Wood,
    Gas {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hot: Option<bool>,
    },
    Coal,
}

#[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[serde(tag = "kind")]
#[spoke(hub = Fuel, added(Gas = Self::Coal { dust: 8 }))]
pub(crate) enum OldFuel {
    #[default]
    Wood,
    Coal {
        #[spoke(removed = 6)]
        dust: i64,
    },
}

pair! {
    of_another_variant [spoke(hub = v2::KilnSpec)],
    {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fuel: Option<Fuel>,
    };
    {
        #[spoke(or_back = OldFuel::Wood)]
        pub fuel: OldFuel,
    }
}

#[test]
fn a_value_of_another_variant_lends_no_members() {
    let object = kiln("v2", json!({"fuel": {"kind": "Gas", "hot": true}}));
    let mut there = of_another_variant::to("v1", &object);
    assert_eq!(there["spec"], json!({"fuel": {"kind": "Coal", "dust": 8}}));
    there["spec"] = json!({"fuel": {"kind": "Wood"}});
    let back = of_another_variant::to("v2", &there);
    assert_eq!(back["spec"], json!({"fuel": {"kind": "Wood"}}));
}

fn two() -> i64 {
    2
}

pair! {
    in_items [spoke(hub = v2::KilnSpec)],
    {
        #[schema(list_map_keys("name"))]
        pub shelves: Vec<Shelf>,
    }
    Shelf {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tray: Option<Tray>,
        #[serde(default = "two")]
        pub pots: i64,
    }
    Tray {};
    {
        #[schema(list_map_keys("name"))]
        pub shelves: Vec<Shelf>,
    }
    Shelf [spoke(hub = v2::Shelf, step(from("tray.pots"), to = "pots", or = 2))] {
        pub name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub tray: Option<Tray>,
    }
    Tray [spoke(hub = v2::Tray)] {
        #[spoke(elsewhere)]
        pub pots: i64,
    }
}

#[test]
fn what_serde_reads_of_nothing_stands_in_a_struct_that_must_have_it() {
    let object = kiln(
        "v2",
        json!({"shelves": [{"name": "a", "tray": {}}, {"name": "b"}]}),
    );
    let there = in_items::to("v1", &object);
    assert_eq!(
        there["spec"],
        json!({"shelves": [{"name": "a", "tray": {"pots": 2}}, {"name": "b"}]})
    );
    assert_eq!(in_items::to("v2", &there), object);
}
