//! The committed CRD is what the types give.

#[test]
fn committed_manifest() {
    // With descriptions it has 600 kB, and `kubectl apply` takes 256 kB.
    wheelwright::assert_manifest!(
        { cron_job::CronJobs::manifest().max_description(0) },
        "crd.yaml"
    );
}
