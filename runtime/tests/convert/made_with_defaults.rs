//! Values that a conversion makes up have what the API server sets within them, so that they do not read as edited.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct Stack {
    #[schema(default = [])]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
}

pub mod fuels {
    use super::*;

    pub mod v2 {
        use super::*;

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type", content = "of")]
        pub enum Fuel {
            Wood { stack: Stack },
        }
    }

    pub mod v1 {
        use super::*;

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type", content = "of")]
        #[spoke(hub = super::v2::Fuel)]
        pub enum Fuel {
            Wood {
                stack: Stack,
            },
            #[spoke(removed = super::v2::Fuel::Wood { stack: Stack::default() })]
            Gas,
        }
    }
}

pair!(variant [spoke(hub = v2::KilnSpec)], {
    pub fuel: fuels::v2::Fuel,
};
{
    pub fuel: fuels::v1::Fuel,
});

#[test]
fn what_stands_in_for_a_variant() {
    let object = kiln("v1", json!({"fuel": {"type": "Gas"}}));
    let there = variant::to("v2", &object);
    let wood = json!({"type": "Wood", "of": {"stack": {"logs": []}}});
    assert_eq!(there["spec"]["fuel"], wood);
    assert_eq!(variant::to("v1", &there), object);
}

pair!(implied [spoke(hub = v2::KilnSpec)], {
    pub fire: Fire,
    pub spare: Vec<Fire>,
} Fire {
    pub under: Under,
} Under {
    #[schema(default = [])]
    #[serde(default)]
    pub logs: Vec<String>,
    #[schema(default = [])]
    #[serde(default)]
    pub tools: Vec<String>,
};
{
    #[serde(default)]
    pub fire: Fire,
    #[spoke(wrap)]
    #[serde(default)]
    pub spare: Fire,
} Fire [spoke(hub = v2::Fire)] {
    pub under: Under,
} Under [spoke(hub = v2::Under)] {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub logs: Vec<String>,
    #[schema(default = [])]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<String>,
});

#[test]
fn what_is_made_of_what_serde_reads_of_nothing() {
    let object = kiln("v1", json!({}));
    let there = implied::to("v2", &object);
    let fire = json!({"under": {"logs": [], "tools": []}});
    assert_eq!(there["spec"], json!({"fire": fire, "spare": [fire]}));
    assert_eq!(implied::to("v1", &there), object);
}

pub mod whole_types {
    use super::*;

    pub mod v2 {
        use super::*;

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Burner {
            pub inner: Inner,
        }

        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Inner {
            pub stack: Stack,
        }
    }

    pub mod v1 {
        use super::*;

        #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
        #[serde(tag = "type")]
        #[spoke(hub = super::v2::Burner, with = up, back = down)]
        pub enum Burner {
            Wood { stack: Stack },
            Gas,
        }

        fn up(burner: Burner) -> super::v2::Burner {
            let stack = match burner {
                Burner::Wood { stack } => stack,
                Burner::Gas => Stack::default(),
            };
            super::v2::Burner {
                inner: super::v2::Inner { stack },
            }
        }

        fn down(burner: super::v2::Burner) -> Burner {
            Burner::Wood {
                stack: burner.inner.stack,
            }
        }
    }
}

pair!(by_functions [spoke(hub = v2::KilnSpec)], {
    pub one: whole_types::v2::Burner,
    pub some: Vec<whole_types::v2::Burner>,
    pub by_name: BTreeMap<String, whole_types::v2::Burner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<whole_types::v2::Burner>,
    pub wrapped: Vec<whole_types::v2::Burner>,
    pub put_in: whole_types::v2::Burner,
};
{
    pub one: whole_types::v1::Burner,
    pub some: Vec<whole_types::v1::Burner>,
    pub by_name: BTreeMap<String, whole_types::v1::Burner>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<whole_types::v1::Burner>,
    #[spoke(wrap, or_back = whole_types::v1::Burner::Gas)]
    pub wrapped: whole_types::v1::Burner,
    #[spoke(or = whole_types::v2::Burner { inner: whole_types::v2::Inner { stack: Stack::default() } })]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub put_in: Option<whole_types::v1::Burner>,
});

#[test]
fn what_functions_for_a_whole_type_return() {
    let gas = json!({"type": "Gas"});
    let object = kiln(
        "v1",
        json!({"one": gas, "some": [gas], "by_name": {"a": gas}, "other": gas, "wrapped": gas}),
    );
    let burner = json!({"inner": {"stack": {"logs": []}}});
    let there = by_functions::to("v2", &object);
    let spec = json!({
        "one": burner, "some": [burner], "by_name": {"a": burner}, "other": burner,
        "wrapped": [burner], "put_in": burner,
    });
    assert_eq!(there["spec"], spec);
    assert_eq!(by_functions::to("v1", &there), object);
}
