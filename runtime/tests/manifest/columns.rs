//! Printer columns, subresources and selectable fields.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wheelwright::{CustomResource, Schema, manifest};

fn version_of<R: CustomResource>() -> Value {
    let crd = manifest::of::<R>()
        .json()
        .unwrap_or_else(|report| panic!("{report}"));
    let mut version = crd["spec"]["versions"][0].clone();
    version.as_object_mut().unwrap().remove("schema");
    version
}

/// A job on a schedule.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(
    group = "example.com", version = "v1", kind = "Job", namespaced, status = JobStatus,
    scale(spec = ".spec.replicas", status = ".status.replicas", selector = ".status.labelSelector"),
    selectable = ".spec.image", selectable = ".spec.nested.deep",
    printcolumn(
        name = "Spec", type = "string", path = ".spec.cronSpec",
        description = "The cron spec defining the interval a CronJob is run"
    ),
    printcolumn(name = "Age", type = "date", path = ".metadata.creationTimestamp")
)]
#[serde(rename_all = "camelCase")]
pub struct JobSpec {
    /// When to run.
    pub cron_spec: String,
    /// What to run. Pulled anew each time.
    #[schema(column(name = "Image"))]
    pub image: String,
    /// How many.
    #[schema(column(
        name = "Replicas",
        description = "The number of jobs",
        priority = 1,
        format = "int32"
    ))]
    pub replicas: i32,
    /// More.
    pub nested: Nested,
    /// Shown as a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<Choice>,
}

/// A nest.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Nested {
    #[schema(column(name = "Deep"))]
    pub deep: bool,
    #[schema(column(name = "Ratio"))]
    #[serde(rename = "the.ratio")]
    pub ratio: f64,
}

/// One or the other.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Choice {
    /// The one.
    One {
        /// What is in it.
        #[schema(column(name = "One"))]
        content: String,
    },
    /// The other.
    Other {},
}

/// How it is.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct JobStatus {
    #[schema(column(name = "Since"), format = "date-time")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_selector: Option<String>,
}

#[test]
fn columns_on_fields_follow_the_declared_ones() {
    assert_eq!(
        version_of::<Job>()["additionalPrinterColumns"],
        json!([
            {
                "name": "Spec", "type": "string", "jsonPath": ".spec.cronSpec",
                "description": "The cron spec defining the interval a CronJob is run"
            },
            {"name": "Age", "type": "date", "jsonPath": ".metadata.creationTimestamp"},
            {"name": "Image", "type": "string", "jsonPath": ".spec.image", "description": "What to run"},
            {
                "name": "Replicas", "type": "integer", "jsonPath": ".spec.replicas", "description": "The number of jobs",
                "format": "int32", "priority": 1
            },
            {"name": "Deep", "type": "boolean", "jsonPath": ".spec.nested.deep"},
            {"name": "Ratio", "type": "number", "jsonPath": ".spec.nested.the\\.ratio"},
            {"name": "One", "type": "string", "jsonPath": ".spec.choice.One.content", "description": "What is in it"},
            {"name": "Since", "type": "date", "jsonPath": ".status.since"}
        ])
    );
}

#[test]
fn subresources_and_selectable_fields_are_those_of_the_attribute() {
    let version = version_of::<Job>();
    assert_eq!(
        version["subresources"],
        json!({
            "status": {},
            "scale": {
                "specReplicasPath": ".spec.replicas",
                "statusReplicasPath": ".status.replicas",
                "labelSelectorPath": ".status.labelSelector"
            }
        })
    );
    assert_eq!(
        version["selectableFields"],
        json!([{"jsonPath": ".spec.image"}, {"jsonPath": ".spec.nested.deep"}])
    );
}
