//! Nothing is lost between `hostPort` and `host` + `port`.

use host_port::{CronTabs, v1, v1beta1};
use serde_json::{Value, json};
use wheelwright::ConversionError;

fn cron_tab(version: &str, fields: &Value) -> Value {
    let mut object = json!({
        "apiVersion": format!("example.com/{version}"),
        "kind": "CronTab",
        "metadata": {"name": "local"},
    });
    if let (Some(object), Some(fields)) = (object.as_object_mut(), fields.as_object()) {
        object.extend(fields.clone());
    }
    object
}

fn convert(object: &Value, version: &str) -> Value {
    CronTabs::convert_object(object, version).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn laws() {
    CronTabs::assert_laws();
}

#[test]
fn a_host_may_have_colons() {
    let old = cron_tab("v1beta1", &json!({"hostPort": "[::1]:80"}));
    let new = cron_tab("v1", &json!({"host": "[::1]", "port": "80"}));
    assert_eq!(convert(&old, "v1"), new);
    assert_eq!(convert(&new, "v1beta1"), old);
}

/// The older version has no words for a host without a port, nor for a port with a colon in it.
#[test]
fn what_has_no_counterpart_travels() {
    for fields in [
        json!({"host": "localhost"}),
        json!({"port": "80"}),
        json!({"host": "localhost", "port": "80:81"}),
        json!({"host": "", "port": ""}),
    ] {
        let new = cron_tab("v1", &fields);
        assert_eq!(convert(&convert(&new, "v1beta1"), "v1"), new);
    }
}

#[test]
fn an_edit_wins_over_what_travelled() {
    let new = cron_tab("v1", &json!({"host": "localhost"}));
    let mut old = convert(&new, "v1beta1");
    assert_eq!(old.get("hostPort"), None);
    old["hostPort"] = json!("example.com:80");
    let edited = convert(&old, "v1");
    assert_eq!(
        edited,
        cron_tab("v1", &json!({"host": "example.com", "port": "80"}))
    );
}

#[test]
fn typed() -> Result<(), ConversionError> {
    let old = v1beta1::CronTabFields {
        host_port: Some("localhost:1234".to_owned()),
    };
    let new = v1::CronTabFields {
        host: Some("localhost".to_owned()),
        port: Some("1234".to_owned()),
    };
    assert_eq!(v1::CronTabFields::try_from(old.clone())?, new);
    assert_eq!(v1beta1::CronTabFields::from(new.clone()), old);

    let root = v1::CronTab::try_from(v1beta1::CronTab::new("local", old.clone()))?;
    assert_eq!(root.spec, new);
    assert_eq!(v1beta1::CronTab::from(root).spec, old);

    let unlike = v1beta1::CronTabFields {
        host_port: Some("localhost".to_owned()),
    };
    let error = v1::CronTabFields::try_from(unlike).expect_err("it has no port");
    assert_eq!(
        error.to_string(),
        ".hostPort: hostPort could not be parsed into a separate host and port: \"localhost\""
    );
    Ok(())
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(include_str!("kept.jsonl"), CronTabs::convert_object);
}
