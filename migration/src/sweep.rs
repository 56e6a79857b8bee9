//! Storing all objects anew, by writes that change nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::value::RawValue;
use tokio::time::{Instant, sleep_until};

use crate::definition::Definition;
use crate::error::MigrationError;
use crate::list::List;
use crate::object::{Entry, MANAGER, Object, moved, rewrite};
use crate::progress::Progress;
use crate::report::{MAX_MANAGERS, ManagedFields, Objects, RefusedObject};
use crate::request::{Answer, Ask, Cluster, Failure, METADATA, METADATA_LIST, read};

/// How often an object is tried that others write meanwhile.
const CONFLICTS: u32 = 10;
/// How many refused objects are listed.
const MAX_REFUSED: usize = 100;
/// How many objects in a row the server may fail for before it counts as down.
const FAILURES: u32 = 3;

/// What is done with each object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// It is only read.
    Look,
    /// The server is asked what it would do.
    Try,
    /// It is stored anew.
    Write,
}

/// A pass over all objects.
pub(crate) struct Sweep<'s> {
    pub(crate) cluster: &'s Cluster<'s>,
    pub(crate) definition: &'s Definition,
    /// The version to ask at.
    pub(crate) version: &'s str,
    /// Versions that are to go.
    pub(crate) dropped: &'s BTreeSet<String>,
    pub(crate) mode: Mode,
    /// Objects that have no entry to clean are left alone: the server has stored them anew.
    pub(crate) cleans_only: bool,
    pub(crate) page: u32,
    pub(crate) pace: Pace,
}

/// What a pass found.
#[derive(Default)]
pub(crate) struct Swept {
    pub(crate) objects: Objects,
    pub(crate) refused: Vec<RefusedObject>,
    pub(crate) is_stopped: bool,
    pub(crate) managed_fields: BTreeMap<String, ManagedFields>,
    failures_in_row: u32,
}

/// So many writes in a second.
pub(crate) struct Pace {
    interval: Duration,
    next: Instant,
}

impl Pace {
    /// As fast as the server answers if the rate is 0.
    pub(crate) fn new(rate: u32) -> Self {
        Self {
            interval: Duration::from_secs(1).checked_div(rate).unwrap_or_default(),
            next: Instant::now(),
        }
    }

    async fn wait(&mut self) {
        if self.interval.is_zero() {
            return;
        }
        sleep_until(self.next).await;
        // What was not used is not made up for.
        self.next = Instant::now().max(self.next) + self.interval;
    }
}

impl Sweep<'_> {
    pub(crate) async fn run(
        mut self,
        progress: &mut (dyn FnMut(&Progress) + Send),
    ) -> Result<Swept, MigrationError> {
        let mut swept = Swept::default();
        let path = self.definition.objects(self.version);
        let mut list = List::new(self.cluster, self.definition.right("list"), path)
            .accept(METADATA_LIST)
            .limit(self.page);
        // Of a list that expires, what was written since then is stored anew already.
        while let Some(page) = list.next().await? {
            for object in page.objects {
                swept.objects.seen += 1;
                self.object(object, &mut swept).await?;
                if swept.failures_in_row == FAILURES {
                    swept.is_stopped = true;
                    return Ok(swept);
                }
            }
            let (done, remaining) = (swept.objects.seen, page.remaining);
            tracing::info!(
                crd = self.definition.metadata.name,
                done,
                remaining,
                "a page of objects is done"
            );
            progress(&Progress::Objects { done, remaining });
        }
        Ok(swept)
    }

    async fn object(
        &mut self,
        mut object: Object,
        swept: &mut Swept,
    ) -> Result<(), MigrationError> {
        let (mut is_rewritten, mut is_cleaned, mut is_disowned) = (false, false, false);
        for _ in 0..CONFLICTS {
            let kept = self.kept(&object);
            if self.mode == Mode::Look || self.cleans_only && kept.is_none() {
                self.count_entries(&object, swept);
                return Ok(());
            }
            let before = object.metadata.resource_version.clone();
            let ask = self.rewrite(&object, kept.as_deref());
            let cleans = self.has_stale(&object);
            self.pace.wait().await;
            let failure = match self.cluster.ask(&ask).await? {
                Answer::Failure(failure) => failure,
                answer => {
                    object = read(&ask, answer)?;
                    is_rewritten |=
                        object.metadata.resource_version != before || self.mode == Mode::Try;
                    is_cleaned |= cleans;
                    // Defaults that the server filled in would count as this client's, and the next who applies them would meet a
                    // conflict.
                    if self.mode == Mode::Write && !is_disowned && Self::is_ours(&object) {
                        is_disowned = true;
                        continue;
                    }
                    self.finish(&object, is_rewritten, is_cleaned, swept);
                    return Ok(());
                }
            };
            let name = &object.metadata.name;
            if failure.is_gone(name) {
                swept.gone();
                return Ok(());
            }
            if failure.is_missing_right("patch") {
                return Err(self.definition.right("patch").missing(failure.message));
            }
            if failure.code != 409 {
                swept.refuse(&object, failure);
                return Ok(());
            }
            // A webhook may deny with the code of a conflict: it is one only if there is another version of the object now.
            let path = self
                .definition
                .object(self.version, &object.metadata.namespace, name);
            let ask = Ask::get(path).accept(METADATA);
            let now: Object = match self.cluster.ask(&ask).await? {
                Answer::Failure(failure) if failure.is_gone(name) => {
                    swept.gone();
                    return Ok(());
                }
                answer => read(&ask, answer)?,
            };
            if now.metadata.resource_version == before {
                swept.refuse(&object, failure);
                return Ok(());
            }
            // Who wrote it has stored it anew.
            if self.kept(&now).is_none() {
                swept.objects.written_by_others += 1;
                swept.failures_in_row = 0;
                self.count_entries(&now, swept);
                return Ok(());
            }
            object = now;
        }
        let failure = Failure::new(format!("others wrote it {CONFLICTS} times meanwhile"));
        swept.refuse(&object, failure);
        Ok(())
    }

    fn finish(&self, object: &Object, is_rewritten: bool, is_cleaned: bool, swept: &mut Swept) {
        swept.failures_in_row = 0;
        if is_rewritten {
            swept.objects.rewritten += 1;
        } else {
            swept.objects.current += 1;
        }
        swept.objects.cleaned += u64::from(is_cleaned);
        self.count_entries(object, swept);
    }

    /// What a dry run would clean is not counted as left either.
    fn count_entries(&self, object: &Object, swept: &mut Swept) {
        let group = &self.definition.spec.group;
        let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for raw in &object.metadata.managed_fields {
            let entry = Entry::of(raw);
            if let Some(version) = entry.version(group)
                && (self.dropped.contains(version) || self.definition.version(version).is_none())
                && !(self.mode == Mode::Try && self.is_stale(version))
            {
                let managers = versions.entry(version.to_owned()).or_default();
                managers.insert(entry.manager);
            }
        }
        for (version, managers) in versions {
            let found = swept.managed_fields.entry(version).or_default();
            found.objects += 1;
            for manager in managers {
                if found.managers.len() < MAX_MANAGERS {
                    found.managers.insert(manager);
                }
            }
        }
    }

    fn rewrite(&self, object: &Object, kept: Option<&[Box<RawValue>]>) -> Ask {
        let metadata = &object.metadata;
        let path = self
            .definition
            .object(self.version, &metadata.namespace, &metadata.name);
        let dry_run = if self.mode == Mode::Try {
            "&dryRun=All"
        } else {
            ""
        };
        let path = format!("{path}?fieldManager={MANAGER}{dry_run}");
        Ask::merge_patch(path, rewrite(metadata, kept)).accept(METADATA)
    }

    /// The entries of `managedFields` that are to be, unless they are so.
    fn kept(&self, object: &Object) -> Option<Vec<Box<RawValue>>> {
        let Definition { spec, .. } = self.definition;
        let to = format!("{}/{}", spec.group, self.version);
        let mut kept = Vec::new();
        let mut stale = Vec::new();
        for raw in &object.metadata.managed_fields {
            let entry = Entry::of(raw);
            let version = entry.version(&spec.group);
            if entry.manager == MANAGER {
                continue;
            }
            if version.is_some_and(|version| self.is_stale(version)) {
                stale.push(raw);
                kept.extend(moved(raw, &to, false));
            } else {
                kept.push(raw.clone());
            }
        }
        if kept.is_empty() {
            kept.extend(stale.first().and_then(|raw| moved(raw, &to, true)));
        }
        let is_changed = !stale.is_empty() || kept.len() < object.metadata.managed_fields.len();
        is_changed.then_some(kept)
    }

    /// Whether entries at a version are to go: no one can write at it any more, and it is gone or about to be. Server-side apply fails
    /// on an object with an entry of a version that is gone (kubernetes/kubernetes#111937).
    fn is_stale(&self, version: &str) -> bool {
        match self.definition.version(version) {
            None => true,
            Some(known) => !known.served && self.dropped.contains(version),
        }
    }

    fn has_stale(&self, object: &Object) -> bool {
        let group = &self.definition.spec.group;
        let mut entries = object.metadata.managed_fields.iter();
        entries.any(|raw| {
            let entry = Entry::of(raw);
            let version = entry.version(group);
            version.is_some_and(|version| self.is_stale(version))
        })
    }

    fn is_ours(object: &Object) -> bool {
        let mut entries = object.metadata.managed_fields.iter();
        entries.any(|entry| Entry::of(entry).manager == MANAGER)
    }
}

impl Swept {
    fn gone(&mut self) {
        self.objects.gone += 1;
        self.failures_in_row = 0;
    }

    fn refuse(&mut self, object: &Object, failure: Failure) {
        self.failures_in_row = if failure.is_passing() {
            self.failures_in_row + 1
        } else {
            0
        };
        self.objects.refused += 1;
        let (namespace, name) = (&object.metadata.namespace, &object.metadata.name);
        tracing::warn!(
            namespace,
            name,
            code = failure.code,
            message = failure.message,
            "an object is not stored anew"
        );
        if self.refused.len() < MAX_REFUSED {
            self.refused.push(RefusedObject {
                namespace: namespace.clone(),
                name: name.clone(),
                message: failure.message,
            });
        }
    }
}
