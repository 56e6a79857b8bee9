//! Fields that are the name and namespace of the object.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

/// References of the hub have no namespace, which is the object's; its path begins with both.
pub(crate) mod object_names {
    use super::*;

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

        #[derive(
            CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq,
        )]
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

    mapping!(Routes = v2::Route, [v1::Route], rounds = 500);
}
