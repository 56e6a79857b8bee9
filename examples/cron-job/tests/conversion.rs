//! A schedule in words and in fields.

use cron_job::{
    CronJobs, v1,
    v2::{self, CronSchedule},
};
use serde_json::{Value, json};

fn job(version: &str, schedule: &Value) -> Value {
    json!({
        "apiVersion": format!("batch.tutorial.kubebuilder.io/{version}"),
        "kind": "CronJob",
        "metadata": {"name": "nightly", "labels": {"app.kubernetes.io/name": "project"}},
        "spec": {
            "schedule": schedule,
            "startingDeadlineSeconds": 60,
            "concurrencyPolicy": "Allow",
            "jobTemplate": {"spec": {"template": {"spec": {
                "containers": [{"name": "hello", "image": "busybox", "args": ["/bin/sh", "-c", "date"]}],
                "restartPolicy": "OnFailure",
            }}}},
        },
    })
}

fn convert(object: &Value, version: &str) -> Value {
    CronJobs::convert_object(object, version).unwrap_or_else(|error| panic!("{error}"))
}

/// With fewer objects than `assert_laws` tries: those with a pod template are large.
#[test]
fn laws() {
    if let Err(violation) = CronJobs::laws().rounds(100).check() {
        panic!("{violation}");
    }
}

#[test]
fn fields() {
    for (words, fields) in [
        ("*/1 * * * *", json!({"minute": "*/1"})),
        ("* * * * *", json!({})),
        (
            "0 3 1 */2 MON",
            json!({"minute": "0", "hour": "3", "dayOfMonth": "1", "month": "*/2", "dayOfWeek": "MON"}),
        ),
        ("@daily", json!({"minute": "@daily"})),
        ("@every 5m", json!({"minute": "@every 5m"})),
    ] {
        let (old, new) = (job("v1", &json!(words)), job("v2", &fields));
        assert_eq!(convert(&old, "v2"), new);
        assert_eq!(convert(&new, "v1"), old);
    }
}

/// The tutorial's own code fails on the first two, and brings the others back as it would have written them.
#[test]
fn spellings_come_back() {
    for words in [
        "TZ=UTC 0 3 * * *",
        "",
        "0  3 * * *",
        "0 3 * * * ",
        "whenever",
    ] {
        let old = job("v1", &json!(words));
        assert_eq!(convert(&convert(&old, "v2"), "v1"), old);
    }
    for fields in [
        json!({"minute": "*"}),
        json!({"hour": ""}),
        json!({"month": "1 2"}),
    ] {
        let new = job("v2", &fields);
        assert_eq!(convert(&convert(&new, "v1"), "v2"), new);
    }
}

#[test]
fn an_edited_schedule_wins() {
    let mut new = convert(&job("v1", &json!("0  3 * * *")), "v2");
    new["spec"]["schedule"]["hour"] = json!("4");
    let old = convert(&new, "v1");
    assert_eq!(old["spec"]["schedule"], "0 4 * * *");
    assert_eq!(old["metadata"].get("annotations"), None);
}

/// Both versions have conditions, and the tutorial's own code forgets them.
#[test]
fn conditions_stay() {
    let mut old = job("v1", &json!("@daily"));
    old["status"] = json!({"conditions": [{
        "type": "Available", "status": "True", "reason": "Up", "message": "", "lastTransitionTime": "2026-03-01T08:00:00Z",
    }]});
    let new = convert(&old, "v2");
    assert_eq!(new["status"], old["status"]);
    assert_eq!(convert(&new, "v1"), old);
}

#[test]
fn typed() {
    let old = v1::CronJobSpec {
        schedule: "0 3 * * *".to_owned(),
        starting_deadline_seconds: Some(60),
        concurrency_policy: v1::ConcurrencyPolicy::Forbid,
        suspend: None,
        job_template: k8s_openapi::api::batch::v1::JobTemplateSpec::default(),
        successful_jobs_history_limit: None,
        failed_jobs_history_limit: Some(3),
    };
    let new = v2::CronJobSpec::from(old.clone());
    let schedule = CronSchedule {
        minute: Some("0".to_owned()),
        hour: Some("3".to_owned()),
        ..CronSchedule::default()
    };
    assert_eq!(new.schedule, schedule);
    assert_eq!(v1::CronJobSpec::from(new), old);
    let root = v2::CronJob::from(v1::CronJob::new("nightly", old.clone()));
    assert_eq!(v1::CronJob::from(root).spec, old);
}

#[test]
fn what_an_earlier_release_kept_comes_back() {
    upstream::comes_back(include_str!("kept.jsonl"), CronJobs::convert_object);
}
