//! Versions of Kubernetes.

use std::fmt;
use std::str::FromStr;

/// A minor version of Kubernetes whose API server's CEL is known: 1.31 to 1.37.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KubeVersion {
    minor: u8,
}

impl KubeVersion {
    /// The oldest that is known.
    pub const OLDEST: Self = Self { minor: 31 };
    /// The newest that is known, and the default.
    pub const NEWEST: Self = Self { minor: 37 };

    /// 1.`minor`, if it is known.
    #[must_use]
    pub const fn new(minor: u8) -> Option<Self> {
        if minor < Self::OLDEST.minor || minor > Self::NEWEST.minor {
            return None;
        }
        Some(Self { minor })
    }

    /// The minor version: the 37 of 1.37.
    #[must_use]
    pub const fn minor(self) -> u8 {
        self.minor
    }

    /// All that are known, oldest first.
    #[must_use]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (Self::OLDEST.minor..=Self::NEWEST.minor).map(|minor| Self { minor })
    }

    pub(crate) const fn before(self) -> Self {
        Self {
            minor: self.minor - 1,
        }
    }

    pub(crate) const fn at_least(self, minor: u8) -> bool {
        self.minor >= minor
    }
}

impl Default for KubeVersion {
    fn default() -> Self {
        Self::NEWEST
    }
}

impl fmt::Display for KubeVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "1.{}", self.minor)
    }
}

/// A text is no version whose CEL is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseVersionError {
    text: String,
}

impl fmt::Display for ParseVersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is no known version of Kubernetes: write one from {} to {}",
            self.text,
            KubeVersion::OLDEST,
            KubeVersion::NEWEST
        )
    }
}

impl std::error::Error for ParseVersionError {}

/// `1.37`, `v1.37`, `1.37.2`
impl FromStr for KubeVersion {
    type Err = ParseVersionError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = || {
            let text = text.strip_prefix('v').unwrap_or(text);
            let rest = text.strip_prefix("1.")?;
            let (minor, patch) = rest.split_once('.').unwrap_or((rest, "0"));
            let digits =
                |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            if !digits(minor) || !digits(patch) {
                return None;
            }
            Self::new(minor.parse().ok()?)
        };
        known().ok_or_else(|| ParseVersionError {
            text: text.to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::KubeVersion;

    #[test]
    fn versions_are_read_as_people_write_them() {
        for text in ["1.33", "v1.33", "1.33.4"] {
            assert_eq!(text.parse(), Ok(KubeVersion { minor: 33 }), "{text}");
        }
        for text in [
            "", "1", "1.", "1.30", "1.38", "2.33", "1.33.", "1.33.x", "1.+33", "33",
        ] {
            assert!(text.parse::<KubeVersion>().is_err(), "{text}");
        }
    }
}
