//! A migration, from what there is to what is to be.

use std::collections::BTreeSet;
use std::time::Duration;

use kube_client::Client;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::access::STORED_VERSIONS;
use crate::definition::Definition;
use crate::error::MigrationError;
use crate::object::MANAGER;
use crate::progress::Progress;
use crate::report::{Dropped, Report, Standing, Way};
use crate::request::{Answer, Ask, Cluster, read, segment};
use crate::server::Ended;
use crate::sweep::{Mode, Pace, Sweep, Swept};

/// How often all is done again because the CRD was changed meanwhile.
const ROUNDS: u32 = 3;
/// How often the stored versions are written where others write the CRD at the same time.
const CONFLICTS: u32 = 10;

/// Who stores objects anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Migrator {
    /// The server where it can, else requests from here.
    #[default]
    Any,
    /// The server, by a `StorageVersionMigration`, and nobody else.
    Server,
    /// Requests from here.
    Client,
}

/// What is to be migrated, and how.
///
/// A migration may be ended at any moment, and run again: it does what is left.
#[derive(Clone, Debug)]
#[must_use = "nothing is done before `run`"]
pub struct Migration {
    crd: String,
    storage: Option<String>,
    drops: BTreeSet<String>,
    keeps: Option<BTreeSet<String>>,
    migrator: Migrator,
    page: u32,
    rate: u32,
    settle: Duration,
    patience: Duration,
    dry_run: bool,
}

impl Migration {
    /// The migration of a CRD's objects, `pizzas.example.com`, to the version that it stores.
    pub fn new(crd: impl Into<String>) -> Self {
        Self {
            crd: crd.into(),
            storage: None,
            drops: BTreeSet::new(),
            keeps: None,
            migrator: Migrator::default(),
            page: 500,
            rate: 100,
            settle: Duration::from_secs(5),
            patience: Duration::from_mins(2),
            dry_run: false,
        }
    }

    /// The version that the CRD has to store; if it stores another, nothing is done. By default any is right.
    pub fn storage(mut self, version: impl Into<String>) -> Self {
        self.storage = Some(version.into());
        self
    }

    /// A version that is to go. What `managedFields` have at it is removed once it is not served, but for labels, annotations and other
    /// metadata, and the report says what still stands in the way.
    pub fn drop_version(mut self, version: impl Into<String>) -> Self {
        self.drops.insert(version.into());
        self
    }

    /// The versions that stay: all others that the CRD has are to go.
    pub fn keep_versions(mut self, versions: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.keeps = Some(versions.into_iter().map(Into::into).collect());
        self
    }

    /// Who stores objects anew; by default the server where it can.
    pub fn by(mut self, migrator: Migrator) -> Self {
        self.migrator = migrator;
        self
    }

    /// How many objects are listed at a time; 500 by default.
    pub fn page(mut self, objects: u32) -> Self {
        self.page = objects;
        self
    }

    /// How many objects are written in a second at most; 100 by default, 0 for as many as the server takes, one at a time.
    pub fn rate(mut self, objects: u32) -> Self {
        self.rate = objects;
        self
    }

    /// How long to wait before the first object, so that every API server of the cluster has seen which version is stored; 5 seconds by
    /// default. A server that has not would still store at the version before, unnoticed.
    pub fn settle(mut self, wait: Duration) -> Self {
        self.settle = wait;
        self
    }

    /// How long the server's own migrator may say nothing new before it is given up; two minutes by default, for it takes a minute to
    /// learn of a new CRD.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Stores nothing: the server is asked of each object whether it would take it (`dryRun=All`).
    pub fn dry_run(mut self, dry_run: bool) -> Self {
        self.dry_run = dry_run;
        self
    }

    /// What there is to migrate and what stands in the way of versions that are to go. Lists all objects' metadata, and writes nothing.
    ///
    /// # Errors
    ///
    /// Where the cluster is not reached, has no such CRD, or a right to list its objects or to get the CRD is missing.
    pub async fn inspect(&self, client: &Client) -> Result<Report, MigrationError> {
        let cluster = Cluster(client);
        let definition = self.definition(&cluster, true).await?;
        let dropped = self.dropped(&definition);
        let asked = definition.asked_for()?;
        cluster.demand(&[definition.right("list")]).await?;
        let sweep = self.sweep(&cluster, &definition, asked, &dropped, Mode::Look);
        let swept = sweep.run(&mut |_| ()).await?;
        let mut report = Report {
            stored: definition.status.stored_versions.clone(),
            is_untrusted: definition.is_untrusted(),
            ..self.report(&definition)
        };
        add(&mut report, swept);
        self.judge(&cluster, &definition, &dropped, &mut report)
            .await;
        Ok(report)
    }

    /// Stores all objects at the storage version, cleans `managedFields` of versions that are gone or go, and takes versions at which
    /// nothing is stored any more out of `status.storedVersions`. `progress` is told how far it is.
    ///
    /// # Errors
    ///
    /// Where the cluster is not reached, has no such CRD, a right is missing, a version that is to go is the one that is stored, or the
    /// CRD does not stay as it is. What was stored anew by then is; the next run does the rest. An object that the server refuses is no
    /// error, but in the report.
    pub async fn run(
        &self,
        client: &Client,
        mut progress: impl FnMut(&Progress) + Send,
    ) -> Result<Report, MigrationError> {
        let cluster = Cluster(client);
        let mut definition = self.definition(&cluster, true).await?;
        let dropped = self.dropped(&definition);
        let mut report = self.report(&definition);
        if let Some(version) = dropped
            .iter()
            .find(|version| *version == definition.storage())
        {
            return Err(MigrationError::DropsStorage {
                name: self.crd.clone(),
                version: version.clone(),
            });
        }
        definition.asked_for()?;
        let mut rights = vec![definition.right("list"), definition.right("patch")];
        if !self.dry_run {
            rights.push(STORED_VERSIONS);
        }
        cluster.demand(&rights).await?;
        if self.dry_run {
            self.rehearse(&cluster, &definition, &dropped, &mut report, &mut progress)
                .await?;
            return Ok(report);
        }

        let mut rounds = 0;
        loop {
            rounds += 1;
            let round = self
                .round(&cluster, definition, &dropped, &mut report, &mut progress)
                .await?;
            definition = match round {
                Round::Done(definition) => {
                    self.judge(&cluster, &definition, &dropped, &mut report)
                        .await;
                    return Ok(report);
                }
                Round::Changed(definition) => definition,
            };
            if rounds == ROUNDS {
                return Err(MigrationError::Changing {
                    what: format!("{} was changed during each of {ROUNDS} passes", self.crd),
                });
            }
            progress(&Progress::Again);
        }
    }

    /// One pass over all objects, and the stored versions if the CRD is still what it was before.
    async fn round(
        &self,
        cluster: &Cluster<'_>,
        mut definition: Definition,
        dropped: &BTreeSet<String>,
        report: &mut Report,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Round, MigrationError> {
        let mut cleans_only = definition.is_migrated();
        if !cleans_only {
            if definition.is_untrusted() {
                // Until all objects are stored anew, no version may be taken away.
                let all = definition.spec.versions.iter();
                let all: Vec<String> = all.map(|version| version.name.clone()).collect();
                definition = self
                    .write_stored(cluster, definition, |_| Some((all.clone(), None)))
                    .await?;
                let what = "an earlier migration by the server failed: all versions count as stored until this one is done";
                report.notes.push(what.to_owned());
            }
            if !self.settle.is_zero() {
                progress(&Progress::Settling { wait: self.settle });
                sleep(self.settle).await;
            }
            let asks_server = match self.migrator {
                Migrator::Any => !definition.is_untrusted(),
                Migrator::Server => true,
                Migrator::Client => false,
            };
            if asks_server {
                cleans_only = self
                    .ask_server(cluster, &mut definition, report, progress)
                    .await?;
            }
        }
        let before = definition;
        let asked = before.asked_for()?.to_owned();
        if !cleans_only {
            report.way = Way::Client;
        }
        let mut sweep = self.sweep(cluster, &before, &asked, dropped, Mode::Write);
        sweep.cleans_only = cleans_only;
        let swept = sweep.run(progress).await?;
        let is_whole = swept.objects.refused == 0 && !swept.is_stopped;
        add(report, swept);
        let after = self.definition(cluster, false).await?;
        self.same(&before, &after)?;
        if !is_whole {
            report.stored.clone_from(&after.status.stored_versions);
            report.is_untrusted = after.is_untrusted();
            return Ok(Round::Done(after));
        }
        let generation = before.metadata.generation;
        let written = self
            .write_stored(cluster, after, |now| {
                // Another specification may have stored objects otherwise meanwhile.
                let is_same = now.metadata.generation == generation;
                (is_same && !now.is_migrated())
                    .then(|| (vec![now.storage().to_owned()], now.trusted_conditions()))
            })
            .await?;
        self.same(&before, &written)?;
        if written.metadata.generation != generation {
            return Ok(Round::Changed(written));
        }
        report.stored.clone_from(&written.status.stored_versions);
        Ok(Round::Done(written))
    }

    /// Has the server do it, if it can. Whether it did.
    async fn ask_server(
        &self,
        cluster: &Cluster<'_>,
        definition: &mut Definition,
        report: &mut Report,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<bool, MigrationError> {
        let is_demanded = self.migrator == Migrator::Server;
        let version = cluster.migrator().await?;
        let Some(version) = version else {
            if is_demanded {
                let reason = "the server has no StorageVersionMigration at v1 or v1beta1";
                return Err(MigrationError::ServerFailed {
                    reason: reason.to_owned(),
                });
            }
            return Ok(false);
        };
        match cluster.demand(&Cluster::migrator_rights()).await {
            Ok(()) => {}
            Err(error @ MigrationError::NoRight { .. }) if !is_demanded => {
                report.notes.push(format!(
                    "the server has a migrator of its own, but {error}; the objects are stored anew from here"
                ));
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
        let before = definition.clone();
        let ended = cluster
            .migrate(&before, version, self.patience, progress)
            .await?;
        *definition = self.definition(cluster, false).await?;
        self.same(&before, definition)?;
        let reason = match ended {
            Ended::Succeeded if definition.is_migrated() => {
                report.way = Way::Server;
                return Ok(true);
            }
            Ended::Succeeded => {
                "the server's migrator ended, but left status.storedVersions as it was, for the CRD was changed meanwhile"
                    .to_owned()
            }
            Ended::Silent(reason) => reason,
            Ended::Failed(reason) => {
                // It has set them all the same.
                let stored = before.status.stored_versions.clone();
                *definition = self
                    .write_stored(cluster, definition.clone(), |now| {
                        let mut kept = stored.clone();
                        kept.retain(|name| now.version(name).is_some());
                        for name in &now.status.stored_versions {
                            if !kept.contains(name) {
                                kept.push(name.clone());
                            }
                        }
                        (kept.len() > now.status.stored_versions.len()).then_some((kept, None))
                    })
                    .await?;
                cluster.forget_migration(definition, version).await?;
                format!("the server's migrator failed: {reason}")
            }
        };
        tracing::warn!(crd = self.crd, reason, "the server did not migrate");
        if is_demanded {
            return Err(MigrationError::ServerFailed { reason });
        }
        progress(&Progress::Instead {
            reason: reason.clone(),
        });
        report.notes.push(reason);
        Ok(false)
    }

    /// What the server would say of each object.
    async fn rehearse(
        &self,
        cluster: &Cluster<'_>,
        definition: &Definition,
        dropped: &BTreeSet<String>,
        report: &mut Report,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<(), MigrationError> {
        let mut sweep = self.sweep(
            cluster,
            definition,
            definition.asked_for()?,
            dropped,
            Mode::Try,
        );
        sweep.cleans_only = definition.is_migrated();
        let swept = sweep.run(progress).await?;
        add(report, swept);
        report.stored.clone_from(&definition.status.stored_versions);
        report.is_untrusted = definition.is_untrusted();
        report.dry_run = true;
        self.judge(cluster, definition, dropped, report).await;
        Ok(())
    }

    /// Writes `status.storedVersions`, and conditions if they are given, where `change` says so of the CRD as it is. What it says holds
    /// for that state of it alone: whoever writes the CRD meanwhile has it asked again.
    async fn write_stored(
        &self,
        cluster: &Cluster<'_>,
        mut definition: Definition,
        change: impl Fn(&Definition) -> Option<(Vec<String>, Option<Vec<Value>>)> + Send + Sync,
    ) -> Result<Definition, MigrationError> {
        let path = format!("{}/status?fieldManager={MANAGER}", path(&self.crd));
        for _ in 0..CONFLICTS {
            let Some((stored, conditions)) = change(&definition) else {
                return Ok(definition);
            };
            let mut patch = json!({
                "metadata": {"resourceVersion": definition.metadata.resource_version, "uid": definition.metadata.uid},
                "status": {"storedVersions": stored},
            });
            if let Some(conditions) = conditions {
                patch["status"]["conditions"] = conditions.into();
            }
            let ask = Ask::merge_patch(&path, patch.to_string());
            match cluster.ask(&ask).await? {
                Answer::Failure(failure) if failure.code == 409 => {
                    definition = self.definition(cluster, false).await?;
                }
                Answer::Failure(failure) if failure.is_missing_right("patch") => {
                    return Err(STORED_VERSIONS.missing(failure.message));
                }
                answer => {
                    tracing::info!(
                        crd = self.crd,
                        stored = stored.join(", "),
                        "the stored versions are written"
                    );
                    return read(&ask, answer);
                }
            }
        }
        Err(MigrationError::Changing {
            what: format!("others write {} all the time", self.crd),
        })
    }

    /// The CRD as it is; `is_first` if nothing was asked before.
    pub(crate) async fn definition(
        &self,
        cluster: &Cluster<'_>,
        is_first: bool,
    ) -> Result<Definition, MigrationError> {
        let ask = Ask::get(path(&self.crd));
        let answer = if is_first {
            cluster.ask_first(&ask).await?
        } else {
            cluster.ask(&ask).await?
        };
        let definition: Definition = match answer {
            Answer::Failure(failure) if failure.code == 404 => {
                return Err(MigrationError::NoDefinition {
                    name: self.crd.clone(),
                });
            }
            Answer::Failure(failure) if failure.is_missing_right("get") => {
                return Err(MigrationError::NoRight {
                    verb: "get".to_owned(),
                    resource: "customresourcedefinitions.apiextensions.k8s.io".to_owned(),
                    message: failure.message,
                });
            }
            answer => read(&ask, answer)?,
        };
        if let Some(expected) = &self.storage
            && expected != definition.storage()
        {
            return Err(MigrationError::OtherStorage {
                name: self.crd.clone(),
                found: definition.storage().to_owned(),
                expected: expected.clone(),
            });
        }
        Ok(definition)
    }

    /// Whether the CRD is the one from before, and stores what it stored.
    fn same(&self, before: &Definition, after: &Definition) -> Result<(), MigrationError> {
        if before.metadata.uid != after.metadata.uid {
            return Err(MigrationError::Changing {
                what: format!("{} was deleted and made anew meanwhile", self.crd),
            });
        }
        if before.storage() != after.storage() {
            let (from, to) = (before.storage(), after.storage());
            return Err(MigrationError::Changing {
                what: format!("{} stored {from} and now stores {to}", self.crd),
            });
        }
        Ok(())
    }

    fn dropped(&self, definition: &Definition) -> BTreeSet<String> {
        let mut dropped = self.drops.clone();
        if let Some(keeps) = &self.keeps {
            let versions = definition.spec.versions.iter();
            let others = versions
                .map(|version| &version.name)
                .filter(|name| !keeps.contains(*name));
            dropped.extend(others.cloned());
        }
        dropped
    }

    fn sweep<'s>(
        &self,
        cluster: &'s Cluster<'s>,
        definition: &'s Definition,
        version: &'s str,
        dropped: &'s BTreeSet<String>,
        mode: Mode,
    ) -> Sweep<'s> {
        Sweep {
            cluster,
            definition,
            version,
            dropped,
            mode,
            cleans_only: false,
            page: self.page,
            pace: Pace::new(self.rate),
        }
    }

    fn report(&self, definition: &Definition) -> Report {
        Report {
            crd: self.crd.clone(),
            storage: definition.storage().to_owned(),
            stored_before: definition.status.stored_versions.clone(),
            ..Report::default()
        }
    }

    /// What stands in the way of the versions that are to go.
    async fn judge(
        &self,
        cluster: &Cluster<'_>,
        definition: &Definition,
        dropped: &BTreeSet<String>,
        report: &mut Report,
    ) {
        if dropped.is_empty() {
            return;
        }
        let (group, plural) = (&definition.spec.group, &definition.spec.names.plural);
        let requested = cluster.requested(group, plural).await;
        if requested.is_none() {
            report.notes.push(
                "the API server's /metrics cannot be read: who still asks for a version is not known".to_owned(),
            );
        }
        for version in dropped {
            let known = definition.version(version);
            let is_counted = known.is_some_and(|known| known.deprecated);
            let requested = requested.as_ref().filter(|_| is_counted);
            report.dropped.push(Dropped {
                version: version.clone(),
                standing: match known {
                    None => Standing::Gone,
                    Some(known) if known.storage => Standing::Storage,
                    Some(known) if known.served => Standing::Served,
                    Some(_) => Standing::Retired,
                },
                is_stored: definition.status.stored_versions.contains(version)
                    || definition.is_untrusted(),
                is_requested: requested.map(|requested| requested.contains(version)),
                managed_fields: report
                    .managed_fields
                    .get(version)
                    .cloned()
                    .unwrap_or_default(),
            });
        }
    }
}

/// How a pass ended.
enum Round {
    Done(Definition),
    /// The CRD was changed meanwhile.
    Changed(Definition),
}

fn path(crd: &str) -> String {
    let crd = segment(crd);
    format!("/apis/apiextensions.k8s.io/v1/customresourcedefinitions/{crd}")
}

/// Takes what a pass found; the counts of the last pass are those that hold.
fn add(report: &mut Report, swept: Swept) {
    report.objects = swept.objects;
    report.refused = swept.refused;
    report.is_stopped = swept.is_stopped;
    report.managed_fields = swept.managed_fields;
}
