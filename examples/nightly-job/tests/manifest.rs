//! The committed CRDs are what the types give.

use nightly_job::{MaintenanceNightlyJobs, loose::LooseNightlyJobs};

#[test]
fn committed_manifests() {
    wheelwright::assert_manifest!(MaintenanceNightlyJobs, "crd.yaml");
    wheelwright::assert_manifest!(LooseNightlyJobs, "loose.crd.yaml");
}
