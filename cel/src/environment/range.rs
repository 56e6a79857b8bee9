//! Several versions of Kubernetes at once.

use std::fmt;
use std::str::FromStr;

use super::KubeVersion;

/// The servers from one version to another, both included.
///
/// ```
/// use wheelwright_cel::KubeRange;
///
/// let range: KubeRange = "1.33..=1.36".parse()?;
/// assert_eq!((range.oldest().minor(), range.newest().minor()), (33, 36));
/// // To the newest that is known.
/// assert_eq!(">=1.33".parse(), "1.33..".parse::<KubeRange>());
/// // One server.
/// assert_eq!("1.33".parse::<KubeRange>()?.versions().count(), 1);
/// assert!("1.30..=1.36".parse::<KubeRange>().is_err());
/// # Ok::<(), wheelwright_cel::environment::ParseRangeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct KubeRange {
    oldest: KubeVersion,
    newest: KubeVersion,
}

impl KubeRange {
    /// From one version on.
    #[must_use]
    pub const fn from(oldest: KubeVersion) -> Self {
        Self {
            oldest,
            newest: KubeVersion::NEWEST,
        }
    }

    /// One version.
    #[must_use]
    pub const fn only(version: KubeVersion) -> Self {
        Self {
            oldest: version,
            newest: version,
        }
    }

    /// From one version to another, whichever is older.
    #[must_use]
    pub fn between(one: KubeVersion, other: KubeVersion) -> Self {
        Self {
            oldest: one.min(other),
            newest: one.max(other),
        }
    }

    /// Whether a version is in it.
    #[must_use]
    pub fn contains(self, version: KubeVersion) -> bool {
        (self.oldest..=self.newest).contains(&version)
    }

    /// The oldest server.
    #[must_use]
    pub const fn oldest(self) -> KubeVersion {
        self.oldest
    }

    /// The newest server.
    #[must_use]
    pub const fn newest(self) -> KubeVersion {
        self.newest
    }

    /// All of them, oldest first.
    #[must_use]
    pub fn versions(self) -> impl DoubleEndedIterator<Item = KubeVersion> {
        KubeVersion::all().filter(move |version| self.contains(*version))
    }

    /// Reads a pin, which is the range that a project is made for: a version by itself could be meant as the oldest or as
    /// the only one, so it is refused.
    pub fn parse_pin(text: &str) -> Result<Self, ParseRangeError> {
        let range: Self = text.parse()?;
        if text.trim().parse::<KubeVersion>().is_ok() {
            return Err(ParseRangeError {
                text: text.to_owned(),
                problem: Problem::Single(range.oldest),
            });
        }
        Ok(range)
    }
}

/// All that are known.
impl Default for KubeRange {
    fn default() -> Self {
        Self::from(KubeVersion::OLDEST)
    }
}

/// `1.33`, `>=1.33`, or `1.33..=1.36`
impl fmt::Display for KubeRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.oldest == self.newest {
            self.oldest.fmt(f)
        } else if self.newest == KubeVersion::NEWEST {
            write!(f, ">={}", self.oldest)
        } else {
            write!(f, "{}..={}", self.oldest, self.newest)
        }
    }
}

/// A text is no range of known versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseRangeError {
    text: String,
    problem: Problem,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Problem {
    Unknown,
    Empty,
    Single(KubeVersion),
}

impl fmt::Display for ParseRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, newest) = (&self.text, KubeVersion::NEWEST);
        match self.problem {
            Problem::Unknown => write!(
                f,
                "`{text}` are no known versions of Kubernetes: write `>=1.33` or `1.33..=1.36`, with versions from {} to \
                 {newest}",
                KubeVersion::OLDEST
            ),
            Problem::Empty => write!(
                f,
                "`{text}` has no version in it: write the older one first"
            ),
            Problem::Single(version) => write!(
                f,
                "`{text}` can be meant as the oldest version or as the only one: write `>={version}` or \
                 `{version}..={version}`"
            ),
        }
    }
}

impl std::error::Error for ParseRangeError {}

/// `1.33`, `>=1.33`, `1.33..`, `1.33..=1.36`
impl FromStr for KubeRange {
    type Err = ParseRangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let error = |problem| ParseRangeError {
            text: text.to_owned(),
            problem,
        };
        let version = |text: &str| {
            let version = text.trim().parse::<KubeVersion>();
            version.map_err(|_| error(Problem::Unknown))
        };
        let whole = text.trim();
        if let Some(oldest) = whole.strip_prefix(">=") {
            return version(oldest).map(Self::from);
        }
        let Some((oldest, newest)) = whole.split_once("..") else {
            return version(whole).map(Self::only);
        };
        let oldest = version(oldest)?;
        if newest.trim().is_empty() {
            return Ok(Self::from(oldest));
        }
        let newest = newest.strip_prefix('=');
        let newest = version(newest.ok_or_else(|| error(Problem::Unknown))?)?;
        if oldest > newest {
            return Err(error(Problem::Empty));
        }
        Ok(Self { oldest, newest })
    }
}

#[cfg(test)]
mod tests {
    use super::KubeRange;

    #[test]
    fn ranges_are_read_and_written() {
        for (text, oldest, newest, shown) in [
            ("1.33", 33, 33, "1.33"),
            (">=1.33", 33, 37, ">=1.33"),
            (" >= v1.33 ", 33, 37, ">=1.33"),
            ("1.33..", 33, 37, ">=1.33"),
            ("1.33..=1.37", 33, 37, ">=1.33"),
            ("1.31 ..= 1.36.2", 31, 36, "1.31..=1.36"),
            ("1.37..=1.37", 37, 37, "1.37"),
            (">=1.37", 37, 37, "1.37"),
        ] {
            let range: KubeRange = text.parse().unwrap();
            let found = (range.oldest().minor(), range.newest().minor());
            assert_eq!(found, (oldest, newest), "{text}");
            assert_eq!(range.to_string(), shown, "{text}");
            assert_eq!(range.to_string().parse(), Ok(range), "{text}");
        }
        for text in [
            "",
            "banana",
            "1.30",
            ">=1.30",
            ">=1.99",
            "1.31..=1.99",
            "1.31..1.36",
            "1.36..=1.31",
            "..=1.36",
            "..",
            ">1.33",
            "<=1.36",
            "1.31..=",
            ">=1.31..=1.36",
            "1.31, 1.32",
        ] {
            assert!(text.parse::<KubeRange>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_pin_says_where_it_ends() {
        let error = KubeRange::parse_pin("1.33").unwrap_err().to_string();
        assert!(error.contains("`>=1.33` or `1.33..=1.33`"), "{error}");
        assert_eq!(KubeRange::parse_pin(">=1.33"), ">=1.33".parse());
        let error = KubeRange::parse_pin(">=1.99").unwrap_err().to_string();
        assert!(error.contains("from 1.31 to 1.37"), "{error}");
    }
}
