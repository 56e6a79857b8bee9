//! What is kept of an object as a whole: of a version in between, and of its status.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

mod v3 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "example.com", version = "v3", kind = "Kiln", namespaced, status = KilnStatus, storage)]
    pub struct KilnSpec {
        pub body: Option<Body>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Body {
        #[serde(default)]
        #[schema(default)]
        pub shell: Shell,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Shell {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(default = {})]
        pub paint: Option<BTreeMap<String, i64>>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct KilnStatus {
        pub fire: Option<Fire>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct Fire {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub heat: Option<i64>,
    }
}

mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v3::Kiln, version = "v2", status = KilnStatus)]
    #[spoke(hub = v3::KilnSpec, part("body" = Option<v3::Body>, "body.shell" = v3::Shell))]
    pub struct KilnSpec {
        #[spoke(to = "body.shell.paint")]
        pub paint: Option<BTreeMap<String, i64>>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v3::KilnStatus)]
    pub struct KilnStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<Fire>,
        #[schema(default = 2)]
        #[spoke(to = "fire.heat")]
        pub heat: Option<i64>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v3::Fire, elsewhere(heat))]
    pub struct Fire {}
}

mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v2::Kiln, version = "v1", status = KilnStatus)]
    #[spoke(hub = v2::KilnSpec, added(paint = Some(BTreeMap::new())))]
    pub struct KilnSpec {}

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::KilnStatus)]
    pub struct KilnStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fire: Option<v2::Fire>,
        pub heat: Option<i64>,
    }
}

wheelwright::wheel!(pub(crate) Kilns = v3::Kiln, [v2::Kiln, v1::Kiln]);

fn along(object: &Value, route: &[&str]) -> Value {
    route.iter().fold(object.clone(), |object, version| {
        Kilns::convert_object(&object, version).expect("it converts")
    })
}

fn kiln(version: &str, spec: Value, status: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Kiln", "metadata": {"name": "k"},
        "spec": spec, "status": status,
    })
}

#[test]
fn laws() {
    Kilns::assert_laws();
}

#[test]
fn what_a_version_in_between_was_as_a_whole_goes_on_to_the_next() {
    let object = kiln("v2", json!({"paint": null}), json!({"heat": 1}));
    assert_eq!(along(&object, &["v3", "v1", "v2"]), object);
}

#[test]
fn a_status_comes_back_where_nothing_wrote_it() {
    let object = kiln("v3", json!({"body": null}), json!({"fire": null}));
    let there = along(&object, &["v2"]);
    assert_eq!(along(&there, &["v3"]), object);

    // One of the two was written since.
    let mut heated = there.clone();
    heated["status"]["heat"] = 5.into();
    let back = along(&heated, &["v3"]);
    assert_eq!(
        [&back["spec"], &back["status"]],
        [&json!({"body": null}), &json!({"fire": {"heat": 5}})]
    );
    let mut painted = there.clone();
    painted["spec"]["paint"] = json!({"red": 1});
    let back = along(&painted, &["v3"]);
    assert_eq!(
        back["spec"],
        json!({"body": {"shell": {"paint": {"red": 1}}}})
    );
    assert_eq!(back["status"], json!({"fire": null}));

    // No status is made of what is kept of one.
    let mut bare = there;
    bare.as_object_mut().map(|members| members.remove("status"));
    assert_eq!(along(&bare, &["v3"]).get("status"), None);
}
