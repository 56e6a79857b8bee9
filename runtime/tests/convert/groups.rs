//! Groups of fields that steps from several places make, within the items of a list.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Pool",
        namespaced,
        storage
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct PoolSpec {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub(crate) members: Vec<Member>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) limits: Option<Limits>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Member {
        pub(crate) name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) health: Option<Health>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[schema(min_properties = 1)]
    pub(crate) struct Health {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) enabled: Option<bool>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) repair: Option<Repair>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[schema(min_properties = 1)]
    pub(crate) struct Repair {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) range: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) most: Option<i32>,
    }

    /// `extra` is only here, and nobody says what it is for others.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    pub(crate) struct Limits {
        #[schema(opaque)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) both: Option<Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) extra: Option<String>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Pool, version = "v1")]
    #[spoke(
        hub = v2::PoolSpec,
        part("limits" = Option<v2::Limits>),
        part_back("limit" = Option<Limit>),
        step(from("limit.least", "limit.most"), to = "limits.both", with = both, back = each),
        added("limits.extra"),
    )]
    pub(crate) struct PoolSpec {
        #[schema(list_map_keys("name"))]
        #[serde(default)]
        pub(crate) members: Vec<Member>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) limit: Option<Limit>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(
        hub = v2::Member,
        part_back("strategy" = Option<Strategy>),
        step(from("strategy.most"), to = "health.repair.most"),
    )]
    pub(crate) struct Member {
        pub(crate) name: String,
        #[spoke(rename = "health")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) check: Option<Check>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) strategy: Option<Strategy>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
    #[spoke(hub = v2::Health, part("repair" = Option<v2::Repair>), elsewhere("repair.most"))]
    pub(crate) struct Check {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) enabled: Option<bool>,
        #[spoke(to = "repair.range")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) range: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Strategy {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) most: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Limit {
        #[schema(opaque)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) least: Option<Value>,
        #[schema(opaque)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) most: Option<Value>,
    }

    fn both(least: Option<Value>, most: Option<Value>) -> Option<Value> {
        (least.is_some() || most.is_some()).then(|| json!([least, most]))
    }

    fn each(both: Option<Value>) -> (Option<Value>, Option<Value>) {
        let at = |index: usize| {
            both.as_ref()?
                .get(index)
                .filter(|value| !value.is_null())
                .cloned()
        };
        (at(0), at(1))
    }
}

wheelwright::wheel!(pub(crate) Pools = v2::Pool, [v1::Pool]);

fn pool(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Pool", "metadata": {"name": "p"}, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Pools::convert_object(object, version).expect("it converts")
}

#[test]
fn laws() {
    if let Err(violation) = Pools::laws().rounds(500).check() {
        panic!("{violation}");
    }
}

#[test]
fn a_group_in_a_group_that_a_step_made_is_none_on_the_way_back() {
    let spoke = pool(
        "v1",
        json!({"members": [{"name": "a", "strategy": {"most": 3}}]}),
    );
    let hub = convert(&spoke, "v2");
    assert_eq!(
        hub["spec"]["members"],
        json!([{"name": "a", "health": {"repair": {"most": 3}}}])
    );
    assert_eq!(convert(&hub, "v1"), spoke);
}

#[test]
fn none_is_no_null_though_the_schema_takes_one() {
    let hub = pool("v2", json!({"members": []}));
    assert_eq!(convert(&hub, "v1"), pool("v1", json!({"members": []})));
    let hub = pool("v2", json!({"members": [], "limits": {"both": [1, null]}}));
    let spoke = pool("v1", json!({"members": [], "limit": {"least": 1}}));
    assert_eq!(convert(&hub, "v1"), spoke);
    assert_eq!(convert(&spoke, "v2"), hub);
}

#[test]
fn an_object_that_was_kept_is_an_empty_one() {
    let kept = |spec: Value| {
        let mut hub = pool("v2", json!({"members": []}));
        let kept = json!({"format": 1, "kept": {"v1": {"spec": spec}}});
        hub["metadata"]["annotations"] =
            json!({"example.com/kept-by-conversion": kept.to_string()});
        convert(&hub, "v1")["spec"].clone()
    };
    assert_eq!(
        kept(json!({"limit": ["object", {}, {}]})),
        json!({"members": [], "limit": {}})
    );
    // Of what the schema does not know, nothing comes back.
    assert_eq!(
        kept(json!({"limit": ["object", {"x": 1}, {}]})),
        json!({"members": [], "limit": {}})
    );
    for garbage in [json!([]), json!("x"), json!(null)] {
        let spec = kept(json!({"limit": ["object", garbage, {}]}));
        assert_eq!(spec, json!({"members": []}), "{garbage}");
    }
}
