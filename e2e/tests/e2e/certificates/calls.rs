//! Calls through the API server, each of which needs the webhook.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use e2e::{Answer, Result};
use serde_json::{Value, json};
use tokio::time::sleep;

use super::site::Site;

/// A CA bundle that the API server just took is in use after about 40 ms.
const RETRY: Duration = Duration::from_millis(100);
/// Longer than a connection stays open without a request.
const PAUSE: Duration = Duration::from_millis(300);

/// What came of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Outcome {
    pub(super) calls: usize,
    /// Those that failed the first time.
    pub(super) retried: Vec<String>,
    /// Those that failed twice.
    pub(super) failed: Vec<String>,
}

#[derive(Clone, Default)]
pub(super) struct Calls(Arc<Mutex<Outcome>>);

impl Calls {
    pub(super) fn outcome(&self) -> Outcome {
        let outcome = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        outcome.clone()
    }

    /// Calls until the runtime ends.
    pub(super) fn go_on(&self, site: &Arc<Site>) {
        let (calls, site) = (self.clone(), Arc::clone(site));
        tokio::spawn(async move {
            loop {
                calls.round(&site).await;
                sleep(PAUSE).await;
            }
        });
    }

    /// One of each kind.
    pub(super) async fn round(&self, site: &Site) {
        for call in [Call::Read, Call::Create, Call::Refusal] {
            let first = call.complaint(site).await;
            let mut second = None;
            if first.is_some() {
                sleep(RETRY).await;
                second = call.complaint(site).await;
            }
            let mut outcome = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            outcome.calls += 1;
            outcome.retried.extend(first);
            outcome.failed.extend(second);
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Call {
    /// Which is a conversion.
    Read,
    /// Which is changed by the mutating handler and let through by the validating one.
    Create,
    /// By the validating handler.
    Refusal,
}

impl Call {
    /// None if all is as it should be.
    async fn complaint(self, site: &Site) -> Option<String> {
        let answer = match self {
            Self::Read => converted(site).await,
            Self::Create => mutated(site).await,
            Self::Refusal => refused(site).await,
        };
        match answer {
            Ok(None) => None,
            Ok(Some(answer)) => Some(format!("{self:?}: {} {}", answer.code, answer.body)),
            Err(error) => Some(format!("{self:?}: {error}")),
        }
    }
}

fn seal(wax: &str) -> Value {
    json!({
        "apiVersion": "certificates.e2e.example.com/v1", "kind": "Seal",
        "metadata": {"name": "tried", "namespace": "default"}, "spec": {"wax": wax},
    })
}

/// Stores the seal that is read.
pub(super) async fn store(site: &Site) -> Result {
    let mut stored = seal("red");
    stored["metadata"]["name"] = json!("stored");
    let created = site.cluster.create(site.crd.objects("v1"), &stored).send();
    created.await?.ok()?;
    Ok(())
}

async fn converted(site: &Site) -> Result<Option<Answer>> {
    let path = site.crd.object("v1beta1", "stored");
    let answer = site.cluster.get(path).send().await?;
    let good = answer.code == 200 && answer.at("/spec/colour") == "red";
    Ok((!good).then_some(answer))
}

async fn mutated(site: &Site) -> Result<Option<Answer>> {
    let objects = site.crd.objects("v1");
    let created = site.cluster.create(objects, &seal("blue")).dry_run();
    let answer = created.send().await?;
    let good = answer.code == 201 && answer.at("/spec/by") == "the webhook";
    Ok((!good).then_some(answer))
}

async fn refused(site: &Site) -> Result<Option<Answer>> {
    let objects = site.crd.objects("v1");
    let created = site.cluster.create(objects, &seal("none")).dry_run();
    let answer = created.send().await?;
    let message = answer.at("/message").as_str().unwrap_or_default();
    let good = answer.code == 400 && message.ends_with("a seal without wax");
    Ok((!good).then_some(answer))
}
