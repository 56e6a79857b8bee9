//! Every form equals the manifest that the documentation shows, and the committed YAML is what the types give.

use std::{fs, path::Path};

use cron_tab::{extend, versions};
use serde_json::{Value, json};
use wheelwright::manifest::Manifest;

/// The manifests of the documentation carry no descriptions.
fn json(manifest: Manifest) -> Value {
    manifest
        .max_description(0)
        .json()
        .unwrap_or_else(|report| panic!("{report}"))
}

fn documented(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("documented")
        .join(file);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// What an API server makes of both spellings: `nullable: false` is its absence, and `versions` has no order.
fn normal(mut crd: Value) -> Value {
    drop_false_nullable(&mut crd);
    if let Some(versions) = crd
        .pointer_mut("/spec/versions")
        .and_then(Value::as_array_mut)
    {
        versions.sort_by_key(|version| version["name"].to_string());
    }
    crd
}

fn drop_false_nullable(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|key, value| !(key == "nullable" && *value == json!(false)));
            members.values_mut().for_each(drop_false_nullable);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_false_nullable),
        _ => {}
    }
}

macro_rules! forms {
    ($($test:ident: $wheel:ty;)*) => {$(
        #[test]
        fn $test() {
            let form = stringify!($test);
            wheelwright::assert_manifest!($wheel, &format!("{form}.crd.yaml"));
            assert_eq!(normal(json(<$wheel>::manifest())), normal(documented(&format!("{form}.json"))));
        }
    )*};
}

forms! {
    plain: extend::plain::CronTabs;
    validated: extend::validated::CronTabs;
    defaulted: extend::defaulted::CronTabs;
    columns: extend::columns::CronTabs;
    subresources: extend::subresources::CronTabs;
    categories: extend::categories::CronTabs;
    unchanged: versions::unchanged::CronTabs;
    webhook: versions::webhook::CronTabs;
}

/// Where the documentation shows a schema only.
macro_rules! schemas {
    ($($test:ident: $wheel:ty;)*) => {$(
        #[test]
        fn $test() {
            let form = stringify!($test);
            wheelwright::assert_manifest!($wheel, &format!("{form}.crd.yaml"));
            let crd = json(<$wheel>::manifest());
            let mut wanted = documented(&format!("{form}.schema.json"));
            if let Some(schema) = wanted.as_object_mut() {
                schema.remove("description");
            }
            let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
            assert_eq!(normal(schema.clone()), normal(wanted));
        }
    )*};
}

schemas! {
    ruled: extend::ruled::CronTabs;
    nullable: extend::nullable::CronTabs;
    restricted_name: extend::restricted_name::CronTabs;
}

#[test]
fn deprecated() {
    wheelwright::assert_manifest!(versions::deprecated::CronTabs, "deprecated.crd.yaml");
    let crd = json(versions::deprecated::CronTabs::manifest());
    let said: Vec<_> = crd["spec"]["versions"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|version| {
            let member = |name: &str| version.get(name).cloned().unwrap_or_default();
            json!([
                member("name"),
                member("served"),
                member("storage"),
                member("deprecated"),
                member("deprecationWarning")
            ])
        })
        .collect();
    let warning = "example.com/v1alpha1 CronTab is deprecated; see http://example.com/v1alpha1-v1 for instructions to \
                   migrate to example.com/v1 CronTab";
    assert_eq!(
        said,
        [
            json!(["v1", true, true, null, null]),
            json!(["v1beta1", true, false, true, null]),
            json!(["v1alpha1", true, false, true, warning]),
        ]
    );
}

#[test]
fn removed() {
    wheelwright::assert_manifest!(versions::removed::CronTabs, "removed.crd.yaml");
    let crd = json(versions::removed::CronTabs::manifest());
    let versions = &crd["spec"]["versions"];
    assert_eq!(versions[0]["name"], "v1");
    assert_eq!(
        (&versions[1]["name"], &versions[1]["served"]),
        (&json!("v1beta1"), &json!(false))
    );
}
