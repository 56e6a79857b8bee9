//! `v1beta1` of `Stall`.

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(hub = super::v1::Stall, version = "v1beta1")]
#[spoke(
    hub = super::v1::StallSpec,
    fallible(up, down),
    part("image" = Option<super::v1::Image>),
    part_back("version" = Option<Version>),
    step(
        from("version.major", "version.minor"),
        to = "release",
        format = "v{major}.{minor}"
    ),
    added("image.pull")
)]
#[serde(rename_all = "camelCase")]
pub struct StallSpec {
    #[spoke(to("host", "port"), format = "{host}:{port}")]
    pub address: String,
    #[schema(items(int_or_string))]
    #[spoke(each(quantity = "Gi"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disks: Option<Vec<IntOrString>>,
    #[spoke(rename = "grace_millis", factor = 1000)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grace_seconds: Option<i64>,
    #[spoke(to("image.repository", "image.tag"), format = "{repository}:{tag}")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    #[spoke(rename = "memory_mi", quantity = "Mi")]
    pub memory: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    #[spoke(counted(item = "name", count = "quantity"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub toppings: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<Version>,
    #[spoke(factor(1, 1000))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Version {
    pub major: i32,
    pub minor: i32,
}
