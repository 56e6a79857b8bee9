//! Steps that read the object's name and namespace.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v2 {
    use super::*;

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(
        group = "example.com",
        version = "v2",
        kind = "Route",
        storage,
        namespaced
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct RouteSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) target: Option<Reference>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) others: Vec<Reference>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        pub(crate) by_name: BTreeMap<String, Reference>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) title: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) path: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) moved: Option<Moved>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Reference {
        pub(crate) name: String,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Moved {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) size: Option<u8>,
    }
}

pub(crate) mod v1 {
    use super::*;

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[crd(hub = v2::Route, version = "v1")]
    #[spoke(
        hub = v2::RouteSpec,
        part("moved" = Option<v2::Moved>),
        step(from_name, to = "title"),
        step(from("frame.size"), to = "moved.size"),
        step(from("frame.namespace"), from_namespace),
        part_back("frame" = Option<Frame>),
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct RouteSpec {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) target: Option<Reference>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) others: Vec<Reference>,
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        pub(crate) by_name: BTreeMap<String, Reference>,
        /// The whole path where it is not under the object's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(from_namespace, from_name, with = absolute, back = relative)]
        pub(crate) path: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) frame: Option<Frame>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
    pub(crate) struct Frame {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) size: Option<u8>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) namespace: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[spoke(hub = v2::Reference)]
    pub(crate) struct Reference {
        pub(crate) name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[spoke(from_namespace)]
        pub(crate) namespace: Option<String>,
    }

    fn own(namespace: Option<String>, name: Option<String>) -> String {
        format!(
            "/{}/{}/",
            namespace.unwrap_or_default(),
            name.unwrap_or_default()
        )
    }

    fn absolute(
        path: Option<String>,
        namespace: Option<String>,
        name: Option<String>,
    ) -> Option<String> {
        let path = path?;
        Some(if path.starts_with('/') {
            path
        } else {
            own(namespace, name) + &path
        })
    }

    fn relative(
        path: Option<String>,
        namespace: Option<String>,
        name: Option<String>,
    ) -> Option<String> {
        let path = path?;
        Some(
            path.strip_prefix(&own(namespace, name))
                .unwrap_or(&path)
                .to_owned(),
        )
    }
}

wheelwright::wheel!(pub(crate) Routes = v2::Route, [v1::Route]);

#[test]
fn laws() {
    if let Err(violation) = Routes::laws().rounds(500).check() {
        panic!("{violation}");
    }
}

fn route(version: &str, spec: Value) -> Value {
    json!({
        "apiVersion": format!("example.com/{version}"), "kind": "Route",
        "metadata": {"name": "r", "namespace": "prod"}, "spec": spec,
    })
}

fn convert(object: &Value, version: &str) -> Value {
    Routes::convert_object(object, version).expect("it converts")
}

#[test]
fn what_the_object_is_called_stands_where_nothing_was_kept() {
    let hub = route(
        "v2",
        json!({
            "target": {"name": "a"}, "others": [{"name": "b"}, {"name": "c"}], "byName": {"x": {"name": "d"}},
            "title": "r", "path": "/prod/r/index", "moved": {"size": 1},
        }),
    );
    let reference = |name: &str| json!({"name": name, "namespace": "prod"});
    let spoke = route(
        "v1",
        json!({
            "target": reference("a"), "others": [reference("b"), reference("c")], "byName": {"x": reference("d")},
            "path": "index", "frame": {"size": 1, "namespace": "prod"},
        }),
    );
    assert_eq!(convert(&hub, "v1"), spoke);
    // Nothing travels, as nothing is lost.
    assert_eq!(convert(&spoke, "v2"), hub);
}

#[test]
fn another_name_is_kept_and_so_is_none() {
    let spoke = route(
        "v1",
        json!({
            "target": {"name": "a", "namespace": "other"}, "others": [{"name": "b"}, {"name": "c", "namespace": "prod"}],
            "frame": {"namespace": "third"},
        }),
    );
    let there = convert(&spoke, "v2");
    assert_eq!(
        there["spec"],
        json!({"target": {"name": "a"}, "others": [{"name": "b"}, {"name": "c"}], "title": "r"})
    );
    assert_eq!(convert(&there, "v1"), spoke);

    let hub = route("v2", json!({"title": "another"}));
    let there = convert(&hub, "v1");
    assert_eq!(there["spec"], json!({}));
    assert_eq!(convert(&there, "v2"), hub);
}

#[test]
fn parts_of_objects_get_nothing_of_it() {
    let part = json!({
        "apiVersion": "example.com/v2", "kind": "Route", "spec": {"others": [{}, {"name": "b"}]},
    });
    let there = convert(&part, "v1");
    assert_eq!(there["spec"], json!({"others": [{}, {"name": "b"}]}));
    assert_eq!(there["metadata"], json!({}));
}

#[test]
fn root_objects_of_rust_know_their_name() {
    let mut hub = v2::Route::new(
        "r",
        serde_json::from_value(json!({"target": {"name": "a"}})).expect("a spec"),
    );
    hub.metadata.namespace = Some("prod".to_owned());
    let spoke = v1::Route::from(hub.clone());
    assert_eq!(
        spoke
            .spec
            .target
            .as_ref()
            .and_then(|target| target.namespace.as_deref()),
        Some("prod")
    );
    // A value by itself has none.
    let value = v1::RouteSpec::from(hub.spec);
    assert_eq!(value.target.and_then(|target| target.namespace), None);
}

#[test]
fn the_plan_says_where_it_comes_from() {
    let plan = Routes::plan().expect("a plan").markdown();
    assert!(plan.contains("metadata.namespace"), "{plan}");
}
