//! Objects of a cluster.

use std::{error, fmt};

use wheelwright_migration::{Client, MigrationError, live};

use crate::rehearsal::Rehearsal;

/// A cluster whose objects cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClusterError {
    /// The CRD says no plural, so that the cluster cannot be asked.
    NoName,
    /// The cluster is not reached, has no such CRD or serves no version of it, the right to list is missing, or it cannot list.
    Unread(MigrationError),
}

impl fmt::Display for ClusterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoName => f.write_str("the CRD has no `spec.names.plural` to ask a cluster for"),
            Self::Unread(error) => error.fmt(f),
        }
    }
}

impl error::Error for ClusterError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Self::NoName => None,
            Self::Unread(error) => error.source(),
        }
    }
}

impl Rehearsal {
    /// Tries all objects of a cluster, in all namespaces, as the release that is installed there stores and converts them; nothing is
    /// written. Takes the rights to get the CRD and to list its objects. Says after each object how many there were, and how many
    /// follow where the server says it.
    ///
    /// # Errors
    ///
    /// Where they cannot be read. What was read before is tried.
    pub async fn read_cluster(
        &mut self,
        client: &Client,
        mut progress: impl FnMut(u64, Option<u64>),
    ) -> Result<(), ClusterError> {
        let name = self.name().ok_or(ClusterError::NoName)?.to_owned();
        let read = live::each(client, &name, |object, follow| {
            self.object(object);
            progress(self.count(), follow);
        });
        read.await.map_err(ClusterError::Unread)
    }
}
