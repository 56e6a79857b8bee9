//! The schedule as a struct of fields.

use k8s_openapi::api::batch::v1::JobTemplateSpec;
use serde::{Deserialize, Serialize};
use wheelwright::{CustomResource, Schema, Spoke};

use crate::v1::{self, ConcurrencyPolicy, CronJobStatus};

/// A job on a schedule.
#[derive(CustomResource, Schema, Spoke, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[crd(hub = v1::CronJob, version = "v2", status = CronJobStatus, derive(PartialEq))]
#[spoke(hub = v1::CronJobSpec)]
#[serde(rename_all = "camelCase")]
pub struct CronJobSpec {
    /// The schedule, field by field.
    #[spoke(with = written, back = read)]
    pub schedule: CronSchedule,
    /// Deadline in seconds for starting the job if it misses its scheduled time for any reason. Missed executions
    /// count as failed ones.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starting_deadline_seconds: Option<i64>,
    /// How to treat concurrent executions of the job.
    #[schema(default = "Allow")]
    #[serde(default)]
    pub concurrency_policy: ConcurrencyPolicy,
    /// Whether later executions are suspended; those already started go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suspend: Option<bool>,
    /// The job that is created.
    pub job_template: JobTemplateSpec,
    /// How many finished jobs are kept.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub successful_jobs_history_limit: Option<i32>,
    /// How many failed jobs are kept.
    #[schema(minimum = 0)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_jobs_history_limit: Option<i32>,
}

/// When a job runs; each field as in Cron format, see <https://en.wikipedia.org/wiki/Cron>, and any if it is absent.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct CronSchedule {
    /// The minutes; or a schedule without fields, such as `@daily`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minute: Option<String>,
    /// The hours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hour: Option<String>,
    /// The days of the month.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_of_month: Option<String>,
    /// The months.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub month: Option<String>,
    /// The days of the week.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_of_week: Option<String>,
}

/// The schedule in Cron format.
fn written(schedule: CronSchedule) -> String {
    let fields = [
        schedule.minute,
        schedule.hour,
        schedule.day_of_month,
        schedule.month,
        schedule.day_of_week,
    ];
    if let [Some(whole), None, None, None, None] = &fields
        && whole.starts_with('@')
    {
        return whole.clone();
    }
    fields
        .map(|field| field.unwrap_or_else(|| "*".to_owned()))
        .join(" ")
}

/// The fields of a schedule. What has not five of them stands in the first, where whoever reads it will refuse it:
/// to fail would make every list of jobs fail at this version, and to leave it out would say "every minute".
fn read(schedule: String) -> CronSchedule {
    let fields: Vec<&str> = schedule.split_whitespace().collect();
    let field = |field: &str| (field != "*").then(|| field.to_owned());
    match fields[..] {
        [minute, hour, day_of_month, month, day_of_week] => CronSchedule {
            minute: field(minute),
            hour: field(hour),
            day_of_month: field(day_of_month),
            month: field(month),
            day_of_week: field(day_of_week),
        },
        _ => CronSchedule {
            minute: Some(schedule),
            ..CronSchedule::default()
        },
    }
}
