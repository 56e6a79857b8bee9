//! The site, in three versions, each the spoke of the next: most of what may differ between versions.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

pub(crate) mod v1 {
    use super::{CustomResource, Deserialize, Schema, Serialize};

    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "site.e2e.example.com",
        version = "v1",
        kind = "Site", namespaced,
        storage,
        status = SiteStatus,
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct SiteSpec {
        pub(crate) title: String,
        #[schema(default = 2)]
        #[serde(default = "two")]
        pub(crate) replicas: u32,
        #[schema(list_map_keys("name"))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) listeners: Vec<Listener>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) routes: Vec<Route>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) owner: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) store: Option<Store>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) tags: Vec<String>,
        #[schema(default = 60, minimum = 0)]
        #[serde(default = "minute")]
        pub(crate) timeout_seconds: i64,
        #[schema(default = "rolling")]
        #[serde(default = "rolling")]
        pub(crate) strategy: String,
    }

    fn two() -> u32 {
        2
    }

    fn minute() -> i64 {
        60
    }

    pub(crate) fn rolling() -> String {
        "rolling".into()
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Listener {
        pub(crate) name: String,
        pub(crate) port: i32,
        #[schema(default = "TCP")]
        #[serde(default = "tcp")]
        pub(crate) protocol: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) tls: Option<String>,
    }

    pub(crate) fn tcp() -> String {
        "TCP".into()
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub(crate) struct Route {
        pub(crate) path: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) weight: Option<i32>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct Store {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) class: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) size_mi: Option<i64>,
    }

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct SiteStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) ready_replicas: Option<i32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) url: Option<String>,
    }
}

pub(crate) mod v1beta1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1::Site, version = "v1beta1", status = SiteStatus)]
    #[spoke(
        hub = v1::SiteSpec,
        part("store" = Option<v1::Store>),
        added(strategy = v1::rolling()),
        step(from_label = "site.e2e.example.com/owner", to = "owner"),
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct SiteSpec {
        pub(crate) title: String,
        #[schema(default = 1)]
        #[serde(default = "one")]
        pub(crate) replicas: u32,
        #[schema(list_map_keys("name"))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) listeners: Vec<Listener>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) routes: Vec<Route>,
        #[spoke(to = "store.class")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) store_class: Option<String>,
        #[spoke(to = "store.size_mi")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) store_size_mi: Option<i64>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) tags: Vec<String>,
        #[spoke(rename = "timeout_seconds", duration = "s", or = 30)]
        #[schema(default = "30s")]
        #[serde(default = "half_a_minute")]
        pub(crate) timeout: String,
        #[spoke(removed = blue())]
        #[schema(default = "blue")]
        #[serde(default = "blue")]
        pub(crate) theme: String,
    }

    fn one() -> u32 {
        1
    }

    fn half_a_minute() -> String {
        "30s".into()
    }

    pub(crate) fn blue() -> String {
        "blue".into()
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Listener, added(protocol = v1::tcp(), tls))]
    pub(crate) struct Listener {
        pub(crate) name: String,
        #[spoke(rename = "port")]
        pub(crate) number: i32,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) hostname: Option<String>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::Route, added(weight))]
    pub(crate) struct Route {
        pub(crate) path: String,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) retries: Option<i32>,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1::SiteStatus, added(url))]
    pub(crate) struct SiteStatus {
        #[spoke(rename = "ready_replicas")]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) ready: Option<i32>,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) phase: Option<String>,
    }
}

pub(crate) mod v1alpha1 {
    use super::{CustomResource, Deserialize, Schema, Serialize, Spoke, v1beta1};

    #[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[crd(hub = super::v1beta1::Site, version = "v1alpha1", status = SiteStatus)]
    #[spoke(
        hub = v1beta1::SiteSpec,
        added(store_class, store_size_mi, theme = v1beta1::blue()),
    )]
    #[serde(rename_all = "camelCase")]
    pub(crate) struct SiteSpec {
        #[spoke(rename = "title")]
        pub(crate) name: String,
        #[schema(default = 3)]
        #[serde(default = "three")]
        pub(crate) replicas: u32,
        #[schema(list_map_keys("name"))]
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) listeners: Vec<Listener>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) routes: Vec<Route>,
        #[spoke(delimited = ",", or_back = String::new())]
        #[serde(default)]
        pub(crate) tags: String,
        #[schema(default = "10s")]
        #[serde(default = "ten")]
        pub(crate) timeout: String,
        #[spoke(removed)]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) legacy: Option<bool>,
    }

    fn three() -> u32 {
        3
    }

    fn ten() -> String {
        "10s".into()
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1beta1::Listener, added(hostname))]
    pub(crate) struct Listener {
        pub(crate) name: String,
        pub(crate) number: i32,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1beta1::Route, added(retries))]
    pub(crate) struct Route {
        pub(crate) path: String,
    }

    #[derive(Schema, Spoke, Serialize, Deserialize, Clone, Debug)]
    #[spoke(hub = v1beta1::SiteStatus, added(phase))]
    pub(crate) struct SiteStatus {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub(crate) ready: Option<i32>,
    }
}

wheelwright::wheel!(pub(crate) Sites = v1::Site, [v1beta1::Site, v1alpha1::Site]);
