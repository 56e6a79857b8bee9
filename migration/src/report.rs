//! What there is to migrate, and what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;

/// How many managers of a version are named.
pub(crate) const MAX_MANAGERS: usize = 20;

/// Which way objects were stored anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Way {
    /// There was nothing to do.
    #[default]
    None,
    /// The server did it, for a `StorageVersionMigration`.
    Server,
    /// By requests from here.
    Client,
}

/// How many objects were met, and what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Objects {
    /// How many were listed.
    pub seen: u64,
    /// Stored anew; in a dry run, those that the server would take.
    pub rewritten: u64,
    /// Stored at the storage version already: the server had nothing to write.
    pub current: u64,
    /// Written by somebody else meanwhile, which stores them anew.
    pub written_by_others: u64,
    /// Deleted meanwhile.
    pub gone: u64,
    /// Those whose `managedFields` lost entries of versions that go.
    pub cleaned: u64,
    /// Those that the server refused to store anew.
    pub refused: u64,
}

/// An object that the server refused to store anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RefusedObject {
    /// Its namespace, empty for a cluster's object.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// The server's words.
    pub message: String,
}

/// Entries of `managedFields` at a version.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ManagedFields {
    /// How many objects have one.
    pub objects: u64,
    /// Whose they are, the first twenty.
    pub managers: BTreeSet<String>,
}

/// What a CRD says of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum Standing {
    /// It has no such version, or none any more.
    Gone,
    /// It is neither served nor the one that is stored.
    Retired,
    /// It is served.
    Served,
    /// It is the one that is stored.
    Storage,
}

/// A version that is to go, and what stands in the way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Dropped {
    /// The version.
    pub version: String,
    /// What the CRD says of it.
    pub standing: Standing,
    /// Whether `status.storedVersions` has it, or the server's own migrator failed.
    pub is_stored: bool,
    /// Whether the API server that answered was asked for it since it started. It counts deprecated versions alone; `None` where its
    /// metrics cannot be read or the version is not deprecated.
    pub is_requested: Option<bool>,
    /// What `managedFields` still have at it.
    pub managed_fields: ManagedFields,
}

impl Dropped {
    /// Whether a CRD without the version is taken and hurts nobody who can be known.
    #[must_use]
    pub fn may_go(&self) -> bool {
        matches!(self.standing, Standing::Gone | Standing::Retired)
            && !self.is_stored
            && self.managed_fields.objects == 0
    }

    /// What stands in the way, and what to do about it; the last lines may be hints.
    fn obstacles(&self, crd: &str) -> Vec<String> {
        let version = &self.version;
        let mut obstacles = Vec::new();
        if self.standing == Standing::Storage {
            obstacles.push(format!(
                "it is the version that is stored: give another one `storage: true`, then `wheelwright migrate {crd}`"
            ));
        } else if self.is_stored {
            obstacles.push(format!(
                "objects may be stored at it: `wheelwright migrate {crd} --drop {version}`"
            ));
        }
        if self.standing == Standing::Served {
            obstacles.push(
                "it is served: set `served: false`, see whether a client fails, then migrate once more".to_owned(),
            );
        }
        if self.managed_fields.objects > 0 {
            let managers: Vec<&str> = self
                .managed_fields
                .managers
                .iter()
                .map(String::as_str)
                .collect();
            let hint = if self.standing == Standing::Served {
                "let them apply at another version, which keeps what they own; what is left when it is no longer served is \
                 removed by the next migration"
            } else {
                "let them apply at another version, which keeps what they own, or migrate with it as one to drop, which removes \
                 the entries"
            };
            obstacles.push(format!(
                "managedFields of {} objects are at it, of {}: {hint}",
                self.managed_fields.objects,
                managers.join(", "),
            ));
        }
        if self.is_requested == Some(true) {
            obstacles.push(
                "clients asked for it since the API server started (apiserver_requested_deprecated_apis); its audit log says who"
                    .to_owned(),
            );
        }
        obstacles
    }
}

/// What there is to migrate, and what came of it. [`Display`](fmt::Display) is the text for people.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Report {
    /// The CRD: `pizzas.example.com`.
    pub crd: String,
    /// The version that is stored.
    pub storage: String,
    /// `status.storedVersions` before.
    pub stored_before: Vec<String>,
    /// `status.storedVersions` after.
    pub stored: Vec<String>,
    /// Whether the server's own migrator failed: what it set `status.storedVersions` to is not to be trusted until all objects have
    /// been stored anew.
    pub is_untrusted: bool,
    /// Whether nothing was to be changed.
    pub dry_run: bool,
    /// Which way objects were stored anew.
    pub way: Way,
    /// How many objects were met.
    pub objects: Objects,
    /// Those that the server refused to store anew, the first hundred.
    pub refused: Vec<RefusedObject>,
    /// Whether it was stopped, because one object after the other failed.
    pub is_stopped: bool,
    /// What else there is to know.
    pub notes: Vec<String>,
    /// The versions that are to go.
    pub dropped: Vec<Dropped>,
    /// What `managedFields` have at versions that are to go or gone, after what was cleaned.
    #[serde(skip)]
    pub(crate) managed_fields: BTreeMap<String, ManagedFields>,
}

impl Report {
    /// Whether every object is stored at the storage version, and the server knows.
    #[must_use]
    pub fn is_migrated(&self) -> bool {
        self.objects.refused == 0
            && !self.is_stopped
            && !self.is_untrusted
            && self.stored == [self.storage.as_str()]
    }

    /// Whether nothing is left to do: all is migrated, and each version that is to go may go. Of a dry run, whether no object was
    /// refused.
    #[must_use]
    pub fn is_done(&self) -> bool {
        if self.dry_run {
            return self.objects.refused == 0 && !self.is_stopped;
        }
        self.is_migrated() && self.dropped.iter().all(Dropped::may_go)
    }

    /// The report as JSON: an object with the fields of this type in camel case.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { crd, objects, .. } = self;
        writeln!(
            f,
            "{crd} stores {}; status.storedVersions: {}",
            self.storage,
            self.stored_before.join(", ")
        )?;
        if self.is_untrusted {
            writeln!(
                f,
                "the server's own migration failed, so that status.storedVersions may say too little: \
                 `wheelwright migrate {crd}` before a version goes"
            )?;
        }
        for note in &self.notes {
            writeln!(f, "{note}")?;
        }
        if self.way == Way::Server {
            writeln!(
                f,
                "the server's own migrator stored all objects anew; what follows is what managedFields took"
            )?;
        }
        if objects.seen > 0 || self.way == Way::Client {
            let anew = if self.dry_run {
                "would be stored anew"
            } else {
                "stored anew"
            };
            write!(f, "{} objects", objects.seen)?;
            // Of objects that were only looked at, or that the server stored anew, nothing else is known.
            if objects.rewritten + objects.current > 0 {
                let (rewritten, current) = (objects.rewritten, objects.current);
                write!(f, ": {rewritten} {anew}, {current} stored so already")?;
            }
            for (count, what) in [
                (objects.written_by_others, "written by others meanwhile"),
                (objects.gone, "gone meanwhile"),
                (objects.cleaned, "with managedFields cleaned"),
                (objects.refused, "refused"),
            ] {
                if count > 0 {
                    write!(f, ", {count} {what}")?;
                }
            }
            writeln!(f)?;
        }
        for object in &self.refused {
            let slash = if object.namespace.is_empty() { "" } else { "/" };
            writeln!(
                f,
                "refused: {}{slash}{}: {}",
                object.namespace, object.name, object.message
            )?;
        }
        let more = objects.refused - self.refused.len() as u64;
        if more > 0 {
            writeln!(f, "refused: {more} more")?;
        }
        if self.is_stopped {
            writeln!(
                f,
                "stopped: the server failed for one object after the other; see whether the CRD's webhook answers"
            )?;
        }
        if self.stored != self.stored_before {
            writeln!(f, "status.storedVersions: now {}", self.stored.join(", "))?;
        } else if objects.refused > 0 && !self.dry_run {
            writeln!(
                f,
                "status.storedVersions: left as it is, until no object is refused"
            )?;
        }
        for dropped in &self.dropped {
            let obstacles = dropped.obstacles(crd);
            let verdict = if dropped.standing == Standing::Gone && dropped.may_go() {
                "the CRD has no such version"
            } else if dropped.may_go() {
                "may go"
            } else {
                "cannot go yet"
            };
            writeln!(f, "{}: {verdict}", dropped.version)?;
            for obstacle in obstacles {
                writeln!(f, "  {obstacle}")?;
            }
        }
        Ok(())
    }
}
