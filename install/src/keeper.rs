//! The stanza is kept: what strips or rewrites it is undone.

use std::collections::BTreeMap;
use std::future::pending;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kube_client::Client;
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout};
use wheelwright_migration::request::Cluster;

use crate::crd::{self, Wanted};
use crate::error::InstallError;
use crate::install::{Install, get, path, update, write};
use crate::stanza::Stanza;

/// How often a CRD is looked at that cannot be watched, or at which something is wrong.
const POLL: Duration = Duration::from_secs(2);
/// How long a watch goes on; the server ends it then.
const WATCH: Duration = Duration::from_secs(55);
/// The waits after an installation that failed: each twice as long as the one before, up to the last.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LAST_WAIT: Duration = Duration::from_mins(1);
/// How long an older release leaves it to the newer one to restore its stanza.
const GRACE: Duration = Duration::from_secs(10);

/// How often the stanza of each CRD was restored. Clones count together.
#[derive(Clone, Debug, Default)]
pub struct Restored(Arc<Mutex<BTreeMap<String, u64>>>);

impl Restored {
    /// By CRD; those that were never restored are left out.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<String, u64> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn count(&self, crd: &str) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counts.entry(crd.to_owned()).or_default() += 1;
    }
}

impl Install {
    /// Installs the CRDs, tries again until that is done, and from the beginning on restores the stanza of each that is stripped of it or
    /// gets another. It ends only where [`check`](Self::check) finds something, and gives that back; all else is said by `tracing`.
    pub async fn keep(&self, client: &Client, restored: &Restored) -> InstallError {
        let wanted = match self.wanted() {
            Ok(wanted) => wanted,
            Err(error) => return error,
        };
        // Ends with this future.
        let mut keepers = JoinSet::new();
        for wanted in wanted {
            if wanted.stanza.is_some() {
                let keeper = Keeper {
                    install: self.clone(),
                    wanted,
                    restored: restored.clone(),
                    armed: None,
                    exposed: None,
                    trouble: String::new(),
                };
                let client = client.clone();
                keepers.spawn(async move { keeper.keep(&client).await });
            }
        }
        let mut wait = FIRST_WAIT;
        loop {
            match self.run(client).await {
                Ok(_) => return pending().await,
                Err(error) => tracing::error!(%error, "the CRDs are not installed yet"),
            }
            sleep(wait).await;
            wait = (wait * 2).min(LAST_WAIT);
        }
    }
}

struct Keeper {
    install: Install,
    wanted: Wanted,
    restored: Restored,
    /// The stanza as it was last right.
    armed: Option<Stanza>,
    /// Since when nothing converts that a newer release has to restore.
    exposed: Option<Instant>,
    /// What went wrong last time, so that it is said once.
    trouble: String,
}

/// When to look again.
enum Look {
    /// At the next change of what has this `resourceVersion`.
    AtChange(String),
    /// And in a while anyway.
    Soon(String),
    /// In a while: there is nothing to be watched.
    Absent,
    Now,
}

impl Keeper {
    async fn keep(mut self, client: &Client) {
        let cluster = Cluster(client);
        loop {
            match self.look(&cluster).await {
                Ok(Look::AtChange(version)) => {
                    self.trouble.clear();
                    self.wait(&cluster, &version).await;
                }
                Ok(Look::Soon(version)) => {
                    // What is worse may happen meanwhile.
                    let _ = timeout(POLL, self.wait(&cluster, &version)).await;
                }
                Ok(Look::Absent) => sleep(POLL).await,
                Ok(Look::Now) => {}
                Err(error) => {
                    self.complain(&error.to_string());
                    sleep(POLL).await;
                }
            }
        }
    }

    async fn look(&mut self, cluster: &Cluster<'_>) -> Result<Look, InstallError> {
        let Some(now) = get(cluster, &self.wanted.name, false).await? else {
            self.armed = None;
            return Ok(Look::Absent);
        };
        let version = version(&now);
        if crd::annotation(&now, &crd::disarmed_annotation(&now)).is_some() {
            return Ok(Look::AtChange(version));
        }
        let newer = self.install.newer(&now);
        let found = Stanza::of(&now);
        if crd::is_exposed(&now) {
            let since = *self.exposed.get_or_insert_with(Instant::now);
            if newer.is_some() && since.elapsed() < GRACE {
                return Ok(Look::Soon(version));
            }
            return self.restore(cluster, now, "None").await;
        }
        self.exposed = None;
        let ours = self.wanted.stanza.clone();
        match found {
            Ok(Some(found)) if ours.is_some_and(|ours| found.is_same(&ours)) => {
                let is_known = self.armed.as_ref().is_none_or(|armed| *armed == found);
                if is_known || self.install.probe.ask(cluster, &now, &found).await.is_ok() {
                    // Who renews the certificate writes another caBundle, by which the webhook answers.
                    self.armed = Some(found);
                    return Ok(Look::AtChange(version));
                }
                match self.proven(cluster, &now).await? {
                    Ok(armed) => {
                        self.armed = Some(armed);
                        self.restore(
                            cluster,
                            now,
                            "another caBundle, by which it does not answer",
                        )
                        .await
                    }
                    // Neither would help.
                    Err(error) => {
                        self.complain(&format!("the webhook does not answer: {error}"));
                        Ok(Look::Soon(version))
                    }
                }
            }
            // What a newer release has is its own matter, and what it last had is restored for it.
            Ok(found) if newer.is_some() => {
                self.armed = found;
                Ok(Look::AtChange(version))
            }
            // It was never armed, and nothing is corrupted meanwhile: the installation arms it in its turn.
            Ok(None) if self.armed.is_none() => Ok(Look::AtChange(version)),
            Ok(None) => self.restore(cluster, now, "None").await,
            Ok(Some(found)) => {
                let url = found.place().url();
                self.restore(cluster, now, &url).await
            }
            Err(error) => self.restore(cluster, now, &error).await,
        }
    }

    /// Puts back what was right, even while nobody answers: requests fail then, and without it objects are corrupted or somebody else's.
    /// What this process never saw right has to answer first.
    async fn restore(
        &mut self,
        cluster: &Cluster<'_>,
        now: Value,
        found: &str,
    ) -> Result<Look, InstallError> {
        let armed = match &self.armed {
            Some(armed) => armed.clone(),
            None => match self.proven(cluster, &now).await? {
                Ok(armed) => armed,
                Err(error) => {
                    self.complain(&format!(
                        "it is {found}, and the webhook that is to be there does not answer: {error}"
                    ));
                    return Ok(Look::Soon(version(&now)));
                }
            },
        };
        let mut body = now;
        armed.write(&mut body);
        if write(cluster, &update(&body, false), "update")
            .await?
            .is_some()
        {
            tracing::warn!(
                crd = self.wanted.name,
                found,
                "the conversion stanza was not as installed: restored"
            );
            self.restored.count(&self.wanted.name);
            self.armed = Some(armed);
        }
        Ok(Look::Now)
    }

    /// The stanza by which the webhook answers now: as it was last right, or of this release.
    async fn proven(
        &self,
        cluster: &Cluster<'_>,
        now: &Value,
    ) -> Result<Result<Stanza, String>, InstallError> {
        let mut candidates: Vec<Stanza> = self.armed.iter().cloned().collect();
        match self.install.candidates(None, &self.wanted) {
            Ok(ours) => candidates.extend(ours),
            Err(error) if candidates.is_empty() => return Err(error),
            Err(_) => {}
        }
        Ok(self.install.try_all(cluster, now, &candidates).await)
    }

    /// Until the CRD is another, or might be.
    async fn wait(&self, cluster: &Cluster<'_>, version: &str) {
        let collection = path("");
        let path = format!(
            "{}?watch=true&fieldSelector=metadata.name%3D{}&resourceVersion={version}&timeoutSeconds={}",
            collection.trim_end_matches('/'),
            self.wanted.name,
            WATCH.as_secs()
        );
        let begun = Instant::now();
        let mut is_changed = false;
        let is_watched = cluster.lines(&path, |_| {
            is_changed = true;
            false
        });
        let is_watched = is_watched.await;
        if !is_watched || !is_changed && begun.elapsed() < POLL {
            sleep(POLL).await;
        }
    }

    fn complain(&mut self, trouble: &str) {
        if self.trouble != trouble {
            tracing::error!(
                crd = self.wanted.name,
                trouble,
                "the conversion stanza is not kept"
            );
            trouble.clone_into(&mut self.trouble);
        }
    }
}

fn version(crd: &Value) -> String {
    crd["metadata"]["resourceVersion"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}
