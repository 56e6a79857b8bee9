//! The cloud-native `at` command: run a command once, at a given time.

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// When to run what.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "cnat.programming-kubernetes.info",
    version = "v1alpha1",
    kind = "At", namespaced,
    status = AtStatus,
    derive(PartialEq),
    metadata(required),
    printcolumn(name = "Schedule", type = "string", path = ".spec.schedule"),
    printcolumn(name = "Phase", type = "string", path = ".status.phase"),
)]
pub struct AtSpec {
    /// UTC time at which the command runs.
    #[schema(format = "date-time")]
    pub schedule: String,
    /// What to run, in a shell.
    #[schema(min_length = 1)]
    pub command: String,
    /// The image the command runs in.
    #[schema(default = "busybox")]
    #[serde(default = "busybox")]
    pub image: String,
}

/// How far it has come.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct AtStatus {
    /// `PENDING`, `RUNNING` or `DONE`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
}

/// The three phases of an `At`.
#[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "UPPERCASE")]
pub enum Phase {
    /// Its time has not come.
    Pending,
    /// The command is running.
    Running,
    /// The command has run.
    Done,
}

fn busybox() -> String {
    "busybox".into()
}

wheelwright::wheel!(
    /// The one version of `At`.
    pub Ats = At
);
