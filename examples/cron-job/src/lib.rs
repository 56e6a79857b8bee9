//! kubebuilder's `CronJob`: a job on a schedule, with a pod template from `k8s-openapi`, in two versions.
//!
//! Read [`v1`] first (the hub, which is stored), then [`v2`], where the schedule is a struct.
//!
//! ```
//! use cron_job::CronJobs;
//! use serde_json::json;
//!
//! let job = json!({
//!     "apiVersion": "batch.tutorial.kubebuilder.io/v1",
//!     "kind": "CronJob",
//!     "metadata": {"name": "nightly"},
//!     "spec": {"schedule": "0 3 * * *", "jobTemplate": {}, "concurrencyPolicy": "Allow"},
//! });
//! let newer = CronJobs::convert_object(&job, "v2").unwrap();
//! assert_eq!(newer["spec"]["schedule"], json!({"minute": "0", "hour": "3"}));
//! ```

pub mod v1;
pub mod v2;

wheelwright::wheel!(
    /// Both versions of `CronJob`.
    pub CronJobs = v1::CronJob, [v2::CronJob]
);
