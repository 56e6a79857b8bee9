//! Types whose `JsonSchema` somebody else asks for, and one that has it by hand.

use std::borrow::Cow;

use kube::CustomResourceExt;
use wheelwright::CustomResource;
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

pub fn crds() -> Vec<crate::Crd> {
    vec![Form::crd()]
}

#[derive(CustomResource, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Form", namespaced)]
pub struct FormSpec {
    pub page: Page,
    pub colour: Colour,
    pub alone: Alone,
}

/// Shown in a browser, too.
#[derive(JsonSchema, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Page {
    #[schemars(length(max = 80))]
    #[schema(max_length = 80)]
    pub title: String,
    pub line: Line,
}

#[derive(JsonSchema, wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Line {
    pub text: String,
}

#[derive(wheelwright::Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Alone {
    #[schema(max_length = 80)]
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
