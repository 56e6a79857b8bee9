//! Whether a CRD is small enough to be sent and kept.

use serde_json::Value;

use super::{Finding, Problem};

/// What etcd keeps in one entry, unless it is told otherwise.
const ETCD: usize = 1_572_864;
/// What all annotations of an object may hold, `kubectl.kubernetes.io/last-applied-configuration` among them.
const ANNOTATIONS: usize = 262_144;

pub(super) fn check(crd: &Value) -> Option<Finding> {
    let bytes = crd.to_string().len();
    let problem = if bytes > ETCD {
        Problem::TooLarge { bytes }
    } else {
        Problem::LargeToApply { bytes }
    };
    (bytes > ANNOTATIONS).then(|| Finding::new(problem))
}
