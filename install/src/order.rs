//! Which step comes next: served before stored.

use serde_json::Value;
use wheelwright_migration::request::Cluster;

use crate::crd;
use crate::error::InstallError;
use crate::install::{update, write};

/// What has to be before a step is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    Nothing,
    /// The webhook answers, if there is one.
    NothingOfReplicas,
    /// And every replica is new, as far as that can be known.
    NewReplicasIfKnown,
    /// And every replica is known to be new.
    NewReplicas,
}

/// A write, with the whole CRD.
#[derive(Debug)]
pub(crate) enum Step {
    Done,
    /// The metadata alone.
    Note(Value),
    /// All but the version that is stored.
    Serve(Value),
    /// The version that is stored, which is served already.
    Store(Value),
}

impl Step {
    /// The step from what is there to the target; none if what is there is there no longer. What the server makes of a CRD, defaults
    /// included, it says itself, by a dry run.
    pub(crate) async fn next(
        cluster: &Cluster<'_>,
        now: &Value,
        target: Value,
    ) -> Result<Option<Self>, InstallError> {
        let Some(last) = write(cluster, &update(&target, true), "update").await? else {
            return Ok(None);
        };
        if last["spec"] == now["spec"] {
            let is_same = ["labels", "annotations"]
                .iter()
                .all(|member| last["metadata"].get(member) == now["metadata"].get(member));
            return Ok(Some(if is_same {
                Self::Done
            } else {
                Self::Note(target)
            }));
        }
        let before = crd::storage(now);
        if before == crd::storage(&target) {
            return Ok(Some(Self::Serve(target)));
        }
        let mut served = target.clone();
        crd::store(&mut served, before);
        let Some(first) = write(cluster, &update(&served, true), "update").await? else {
            return Ok(None);
        };
        Ok(Some(if first["spec"] == now["spec"] {
            Self::Store(target)
        } else {
            Self::Serve(served)
        }))
    }
}
