//! The webhook is taken away, so that nothing waits for it once it is gone.

use kube_client::Client;
use serde_json::Value;
use wheelwright_migration::request::Cluster;
use wheelwright_migration::{Migration, Migrator, Progress, Report};

use crate::crd::{self, Wanted};
use crate::error::InstallError;
use crate::install::{Install, get, update, write};
use crate::report::Uninstalled;
use crate::stanza::{self, Stanza};

/// How often a CRD is looked at again because others wrote it.
const ROUNDS: u32 = 20;

impl Install {
    /// Makes the CRDs need no webhook any more, while it still answers: every object is stored at the storage version, the other versions
    /// go, and the stanza with them. Objects stay. Who keeps the stanza leaves it, until the CRDs are installed again: a replica that starts
    /// does that, so let none start after this.
    ///
    /// It may be ended at any moment, and run again.
    ///
    /// # Errors
    ///
    /// Where the webhook is needed and does not answer, an object cannot be stored anew, or a newer release has installed the CRD: nothing is
    /// taken away then.
    pub async fn uninstall(
        &self,
        client: &Client,
        mut progress: impl FnMut(&Progress) + Send,
    ) -> Result<Vec<Uninstalled>, InstallError> {
        let cluster = Cluster(client);
        let mut uninstalled = Vec::new();
        for (position, wanted) in self.wanted()?.iter().enumerate() {
            let now = get(&cluster, &wanted.name, position == 0).await?;
            uninstalled.push(match now {
                None => Uninstalled {
                    crd: wanted.name.clone(),
                    version: None,
                    migrated: None,
                },
                Some(_) => self.take(&cluster, wanted, &mut progress).await?,
            });
        }
        Ok(uninstalled)
    }

    async fn take(
        &self,
        cluster: &Cluster<'_>,
        wanted: &Wanted,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Uninstalled, InstallError> {
        for _ in 0..ROUNDS {
            let Some(now) = get(cluster, &wanted.name, false).await? else {
                return Ok(Uninstalled {
                    crd: wanted.name.clone(),
                    version: None,
                    migrated: None,
                });
            };
            if let Some(release) = self.yields_to(&now) {
                return Err(InstallError::Newer {
                    crd: wanted.name.clone(),
                    release,
                });
            }
            let storage = crd::storage(&now).to_owned();
            if crd::stored(&now) != [storage.as_str()] {
                self.demand_webhook(cluster, &now, wanted).await?;
                let migration = self.migration(wanted).storage(&storage);
                let report = migration.run(cluster.0, &mut *progress).await?;
                if !report.is_migrated() {
                    return Err(not_migrated(&now, wanted, report.to_string()));
                }
                continue;
            }
            let body = alone(&now, &storage);
            if body != now
                && write(cluster, &update(&body, false), "update")
                    .await?
                    .is_none()
            {
                continue;
            }
            tracing::info!(crd = wanted.name, version = storage, "disarmed");
            let migrated = self.clean(cluster, wanted, &storage, progress).await?;
            return Ok(Uninstalled {
                crd: wanted.name.clone(),
                version: Some(storage),
                migrated: Some(migrated),
            });
        }
        Err(InstallError::Changing {
            crd: wanted.name.clone(),
        })
    }

    fn migration(&self, wanted: &Wanted) -> Migration {
        Migration::new(&wanted.name).settle(self.settle)
    }

    /// `managedFields` of versions that are gone would make server-side apply fail.
    async fn clean(
        &self,
        cluster: &Cluster<'_>,
        wanted: &Wanted,
        storage: &str,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Report, InstallError> {
        let migration = self.migration(wanted).storage(storage).by(Migrator::Client);
        Ok(migration.run(cluster.0, progress).await?)
    }

    /// Objects are stored that have to be converted once more.
    async fn demand_webhook(
        &self,
        cluster: &Cluster<'_>,
        now: &Value,
        wanted: &Wanted,
    ) -> Result<(), InstallError> {
        let why = match Stanza::of(now) {
            Ok(Some(stanza)) => {
                let asked = self.probe.ask(cluster, now, &stanza).await;
                let Err(error) = asked else { return Ok(()) };
                format!(
                    "{} does not answer, so that nothing was taken away; start it, and uninstall while it runs: {error}",
                    stanza.place().url()
                )
            }
            Ok(None) if !crd::is_exposed(now) => return Ok(()),
            Ok(None) => {
                "its versions differ and its strategy is None; install once more, then uninstall"
                    .to_owned()
            }
            Err(why) => why,
        };
        Err(not_migrated(now, wanted, why))
    }
}

/// The CRD with one version and nothing that converts.
fn alone(now: &Value, storage: &str) -> Value {
    let mut body = now.clone();
    if let Some(versions) = body["spec"]["versions"].as_array_mut() {
        versions.retain(|version| version["name"] == storage);
        for version in versions {
            version["served"] = true.into();
        }
    }
    stanza::disarm(&mut body);
    let disarmed = crd::disarmed_annotation(&body);
    crd::set(&mut body, "annotations", &disarmed, Some("true"));
    body
}

fn not_migrated(now: &Value, wanted: &Wanted, why: String) -> InstallError {
    let stored = crd::stored(now);
    InstallError::NotMigrated {
        crd: wanted.name.clone(),
        stored: stored.into_iter().map(str::to_owned).collect(),
        why,
    }
}
