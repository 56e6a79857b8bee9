//! Flattened fields of one version alone: the members that must be there are, at the version that has them.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

use super::pair::{kiln, pair};

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub(crate) struct Heat {
    pub(crate) on: bool,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub(crate) struct Extra {
    pub(crate) heat: Heat,
    #[schema(default = 3)]
    pub(crate) more: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Fuel {
    #[default]
    None,
    Wood {
        logs: i64,
    },
    Gas(Heat),
}

pair! {
    by_default [spoke(hub = v2::KilnSpec, added(fuel))],
    {
        #[serde(flatten)]
        pub fuel: Fuel,
    };
    {
        #[serde(flatten)]
        #[spoke(removed)]
        pub extra: Extra,
    }
}

pair! {
    said [spoke(hub = v2::KilnSpec, added(fuel = Fuel::Wood { logs: 2 }))],
    {
        #[serde(flatten)]
        pub fuel: Fuel,
    };
    {
        #[serde(flatten)]
        #[spoke(removed = Extra { heat: Heat { on: true }, more: Some(2) })]
        pub extra: Extra,
    }
}

#[test]
fn members_are_made_of_the_default_or_of_what_the_mapping_says() {
    let spec = |convert: fn(&str, &Value) -> Value, to: &str, spec: Value| {
        let from = if to == "v1" { "v2" } else { "v1" };
        convert(to, &kiln(from, spec))["spec"].clone()
    };
    assert_eq!(
        spec(by_default::to, "v1", json!({"none": null})),
        json!({"heat": {"on": false}, "more": 3})
    );
    assert_eq!(
        spec(said::to, "v1", json!({"gas": {"on": true}})),
        json!({"heat": {"on": true}, "more": 2})
    );
    assert_eq!(
        spec(
            by_default::to,
            "v2",
            json!({"heat": {"on": true}, "more": 1})
        ),
        json!({"none": null})
    );
    assert_eq!(
        spec(said::to, "v2", json!({"heat": {"on": true}, "more": 1})),
        json!({"wood": {"logs": 2}})
    );
}
