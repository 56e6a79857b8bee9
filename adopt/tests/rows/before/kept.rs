//! Types whose `JsonSchema` somebody else asks for, and one that has it by hand.

use std::borrow::Cow;

use kube::{CustomResource, CustomResourceExt};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Form::crd()]
}

#[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "example.com", version = "v1", kind = "Form", namespaced)]
pub struct FormSpec {
    pub page: Page,
    pub colour: Colour,
    pub alone: Alone,
}

/// Shown in a browser, too.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Page {
    #[schemars(length(max = 80))]
    pub title: String,
    pub line: Line,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Line {
    pub text: String,
}

#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Alone {
    #[schemars(length(max = 80))]
    pub text: String,
}

/// Of no custom resource.
#[derive(JsonSchema, Serialize, Deserialize, Clone, Debug)]
pub struct Answer {
    #[schemars(length(max = 80))]
    pub text: String,
}

pub fn page() -> schemars::Schema {
    schema_for!(Page)
}

/// `#aabbcc`.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Colour(String);

impl JsonSchema for Colour {
    fn schema_name() -> Cow<'static, str> {
        "Colour".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^#[0-9a-f]{6}$"})
    }
}
