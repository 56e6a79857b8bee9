//! Whether a CRD is small enough to be sent and kept.

use std::fmt;

use serde_json::Value;

use super::{Doubt, DoubtKind};
use crate::path::FieldPath;

/// What a CRD is too large for, the smallest limit last passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Size {
    /// `kubectl apply`, which keeps what was applied in an annotation: all annotations of an object have 262,144 bytes.
    Apply,
    /// A Helm release, which is a Secret of at most 1 MiB, compressed.
    Helm,
    /// etcd, which takes requests of 1.5 MiB unless it is told otherwise.
    Etcd,
}

impl Size {
    const LIMITS: [(usize, Self); 3] = [
        (1_572_864, Self::Etcd),
        (1_048_576, Self::Helm),
        (262_144, Self::Apply),
    ];

    /// What an object of so many bytes is too large for, if it is.
    ///
    /// ```
    /// use wheelwright_rules::crd::Size;
    ///
    /// assert_eq!(Size::of(262_144), None);
    /// assert_eq!(Size::of(262_145), Some(Size::Apply));
    /// assert_eq!(Size::of(1_572_865), Some(Size::Etcd));
    /// ```
    #[must_use]
    pub fn of(bytes: usize) -> Option<Self> {
        let mut limits = Self::LIMITS.into_iter();
        limits.find_map(|(limit, size)| (bytes > limit).then_some(size))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Apply => {
                "`kubectl apply` notes what it applies down in an annotation, where 262144 bytes are the most; write \
                 `kubectl apply --server-side`, or cut descriptions"
            }
            Self::Helm => {
                "a Helm release has 1 MiB at most, compressed, and etcd takes 1.5 MiB; write `kubectl apply --server-side`, \
                 and cut descriptions"
            }
            Self::Etcd => "etcd takes 1.5 MiB at most; cut descriptions, or keep parts of the schema open",
        })
    }
}

pub(super) fn check(crd: &Value) -> Option<Doubt> {
    let bytes = crd.to_string().len();
    let size = Size::of(bytes)?;
    Some(Doubt::new(
        FieldPath::root(),
        DoubtKind::Size { bytes, size },
    ))
}
