//! Enums whose variants map, flattened into the struct around them: on both sides, on one, and in each form that serde
//! flattens.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Mirror",
        namespaced,
        storage
    )]
    pub(crate) struct MirrorSpec {
        pub(crate) name: String,
        #[serde(flatten)]
        pub(crate) from: Origin,
        #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
        pub(crate) to: Option<Destination>,
        #[serde(flatten)]
        pub(crate) every: Schedule,
        #[serde(default)]
        pub(crate) paused: bool,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "origin", rename_all = "camelCase")]
    pub(crate) enum Origin {
        Git {
            repository: String,
            #[serde(default = "main_branch")]
            branch: String,
        },
        Bucket(Bucket),
        Nothing,
    }

    pub(crate) fn main_branch() -> String {
        "main".to_owned()
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Bucket {
        pub(crate) bucket: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) region: Option<String>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub(crate) enum Destination {
        Registry { host: String, port: u16 },
        Volume(String),
        Nowhere,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "when", content = "at")]
    pub(crate) enum Schedule {
        Cron(String),
        Once,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = v2::Mirror, version = "v1")]
    #[spoke(hub = v2::MirrorSpec)]
    pub(crate) struct MirrorSpec {
        pub(crate) name: String,
        #[serde(flatten)]
        #[spoke(rename = "from")]
        pub(crate) source: Origin,
        #[serde(flatten, default, skip_serializing_if = "Option::is_none")]
        pub(crate) to: Option<Destination>,
        // Not flattened in this version.
        #[spoke(rename = "every")]
        pub(crate) schedule: Schedule,
        #[serde(default)]
        pub(crate) paused: bool,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "type", rename_all = "camelCase")]
    #[spoke(hub = v2::Origin)]
    pub(crate) enum Origin {
        Git {
            #[spoke(rename = "repository")]
            url: String,
            #[serde(default = "v2::main_branch")]
            branch: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[spoke(removed)]
            depth: Option<u32>,
        },
        #[spoke(rename = "Bucket")]
        S3(Bucket),
        Nothing,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v2::Bucket)]
    pub(crate) struct Bucket {
        #[spoke(rename = "bucket")]
        pub(crate) store: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) region: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    #[spoke(hub = v2::Destination)]
    pub(crate) enum Destination {
        #[spoke(rename = "Registry")]
        Oci {
            #[spoke(rename = "host")]
            hostname: String,
            port: u16,
        },
        Volume(String),
        #[spoke(rename = "Nowhere")]
        Null,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[serde(tag = "kind", content = "value")]
    #[spoke(hub = v2::Schedule)]
    pub(crate) enum Schedule {
        Cron(String),
        #[spoke(rename = "Once")]
        Never,
    }
}

wheelwright::wheel!(pub(crate) Mirrors = v2::Mirror, [v1::Mirror]);

fn mirror(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "Mirror",
        "metadata": {"name": "m"},
        "spec": spec,
    })
}

fn converted(object: &Value, version: &str) -> Value {
    Mirrors::convert_object(object, version).expect("it converts")
}

#[test]
fn variants_map_among_the_members_around_them() {
    let old = mirror(
        "v1",
        json!({
            "name": "a", "type": "git", "url": "u", "branch": "b",
            "oci": {"hostname": "h", "port": 5},
            "schedule": {"kind": "Cron", "value": "@daily"}, "paused": true,
        }),
    );
    let new = converted(&old, "v2");
    assert_eq!(
        new["spec"],
        json!({
            "name": "a", "origin": "git", "repository": "u", "branch": "b",
            "registry": {"host": "h", "port": 5},
            "when": "Cron", "at": "@daily", "paused": true,
        })
    );
    assert_eq!(new["metadata"], json!({"name": "m"}), "nothing is lost");
    assert_eq!(converted(&new, "v1"), old);
}

#[test]
fn a_variant_without_content_is_a_member_without_value() {
    let old = mirror(
        "v1",
        json!({"name": "a", "type": "nothing", "null": null, "schedule": {"kind": "Never"}, "paused": false}),
    );
    let new = converted(&old, "v2");
    assert_eq!(
        new["spec"],
        json!({"name": "a", "origin": "nothing", "nowhere": null, "when": "Once", "paused": false})
    );
    assert_eq!(converted(&new, "v1"), old);
}

#[test]
fn what_a_variant_loses_is_kept_and_an_edit_beside_it_stays() {
    let old = mirror(
        "v1",
        json!({
            "name": "a", "type": "git", "url": "u", "branch": "b", "depth": 1,
            "schedule": {"kind": "Never"}, "paused": false,
        }),
    );
    let mut new = converted(&old, "v2");
    assert_eq!(converted(&new, "v1"), old);
    new["spec"]["branch"] = json!("release");
    let mut edited = old.clone();
    edited["spec"]["branch"] = json!("release");
    assert_eq!(converted(&new, "v1"), edited);
    // Of another variant the depth says nothing.
    new["spec"] =
        json!({"name": "a", "origin": "bucket", "bucket": "c", "when": "Once", "paused": false});
    let other = json!({"name": "a", "type": "s3", "store": "c", "schedule": {"kind": "Never"}, "paused": false});
    assert_eq!(converted(&new, "v1")["spec"], other);
}

#[test]
fn a_part_that_says_no_variant_is_left_out_and_kept() {
    let part = json!({
        "apiVersion": "example.com/v1", "kind": "Mirror", "metadata": {},
        "spec": {"url": "u", "schedule": {"value": "@daily"}, "paused": true},
    });
    let new = converted(&part, "v2");
    assert_eq!(new["spec"], json!({"paused": true}));
    assert_eq!(converted(&new, "v1"), part);
}

#[test]
fn values_convert_as_objects_do() {
    let old: v1::MirrorSpec = serde_json::from_value(json!({
        "name": "a", "type": "s3", "store": "s", "volume": "v", "schedule": {"kind": "Never"},
    }))
    .expect("it reads");
    let new = v2::MirrorSpec::from(old);
    assert_eq!(
        serde_json::to_value(new).expect("it writes"),
        json!({"name": "a", "origin": "bucket", "bucket": "s", "volume": "v", "when": "Once", "paused": false})
    );
}

#[test]
fn laws() {
    Mirrors::assert_laws();
}
