//! A nested struct that steps around it complete, and one that nothing moves into.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

fn now() -> String {
    "0s".to_owned()
}

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Pool",
        namespaced,
        storage
    )]
    pub struct PoolSpec {
        pub expires: i32,
        pub disruption: Disruption,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limited: Option<Limited>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Disruption {
        #[schema(default = "0s")]
        #[serde(default = "now")]
        pub after: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Limited {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub shares: Option<i32>,
        #[schema(default = 0)]
        #[serde(default)]
        pub percent: i32,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Pool, version = "v1")]
    #[spoke(
        hub = v2::PoolSpec,
        step(from("disruption.expires"), to = "expires"),
        step(from("limited.shares"), to = "limited.shares", with = |shares| shares, back = or_thirty),
    )]
    pub struct PoolSpec {
        pub disruption: Disruption,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub limited: Option<Limited>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Disruption)]
    pub struct Disruption {
        #[spoke(or = now())]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub after: Option<String>,
        #[spoke(elsewhere)]
        pub expires: i32,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Limited, elsewhere(shares))]
    pub struct Limited {
        #[spoke(elsewhere)]
        #[serde(default)]
        pub shares: i32,
        #[schema(default = 0)]
        #[serde(default)]
        pub percent: i32,
    }

    fn or_thirty(shares: Option<i32>) -> i32 {
        shares.unwrap_or(30)
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
fn nothing_travels_for_a_struct_that_a_step_around_it_completes() {
    let old = pool("v1", json!({"disruption": {"expires": 5}}));
    let new = convert(&old, "v2");
    assert_eq!(
        new["spec"],
        json!({"expires": 5, "disruption": {"after": "0s"}})
    );
    assert_eq!(convert(&new, "v1"), old);
}

#[test]
fn functions_of_nothing_make_no_struct() {
    let new = pool("v2", json!({"expires": 5, "disruption": {"after": "1s"}}));
    let old = convert(&new, "v1");
    let spec = json!({"disruption": {"expires": 5, "after": "1s"}});
    assert_eq!(old, pool("v1", spec));
    assert_eq!(convert(&old, "v2"), new);

    let new = pool(
        "v2",
        json!({"expires": 5, "disruption": {"after": "1s"}, "limited": {"percent": 1}}),
    );
    let old = convert(&new, "v1");
    assert_eq!(old["spec"]["limited"], json!({"shares": 30, "percent": 1}));
    assert_eq!(convert(&old, "v2"), new);
}

#[test]
fn laws() {
    Pools::assert_laws();
}
