//! The nightly maintenance job, the example that structural schemas were made for: an attacker writes
//! `privileged: true`, which nobody declared, and the API server prunes it.

pub mod loose;

use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema};

/// What the maintenance team runs each night, and where.
#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(
    group = "operations.example.com",
    version = "v1",
    kind = "MaintenanceNightlyJob",
    namespaced,
    shortname = "mnj",
    derive(PartialEq)
)]
#[schema(exactly_one_of("command", "shell"))]
pub struct MaintenanceNightlyJobSpec {
    /// A program to run.
    #[schema(min_length = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// A script to run in a shell.
    #[schema(min_length = 1)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shell: Option<String>,
    /// The machines to run it on.
    #[schema(items(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))]
    #[serde(default)]
    pub machines: Vec<String>,
}

wheelwright::wheel!(
    /// The job, strict.
    pub MaintenanceNightlyJobs = MaintenanceNightlyJob
);
