//! Which version of an API comes first.
//!
//! Kubernetes documentation, "Versions in `CustomResourceDefinitions`", section "Version priority":
//! names that look like Kubernetes versions come first, released before beta before alpha, then by
//! larger numbers; all other names follow in alphabetical order.

use std::cmp::Ordering;

/// How settled a version is; greater is more settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// `v1alpha1`, with its number.
    Alpha(i64),
    /// `v1beta1`, with its number.
    Beta(i64),
    /// `v1`.
    Stable,
}

/// A version name of the Kubernetes form: `v1`, `v2beta3`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Version {
    /// The number after `v`.
    pub major: i64,
    /// Whether it is stable, beta or alpha.
    pub stage: Stage,
}

impl Version {
    /// Reads a name of the form `v<major>[alpha|beta<minor>]` whose numbers fit in 64 bits.
    ///
    /// Source: `parseKubeVersion` of apimachinery's `version` package.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let rest = name.strip_prefix('v')?;
        let (major, rest) = leading_number(rest)?;
        let stage = if rest.is_empty() {
            Stage::Stable
        } else if let Some(minor) = rest.strip_prefix("alpha") {
            Stage::Alpha(whole_number(minor)?)
        } else {
            Stage::Beta(whole_number(rest.strip_prefix("beta")?)?)
        };
        Some(Self { major, stage })
    }

    fn rank(self) -> (u8, i64, i64) {
        match self.stage {
            Stage::Alpha(minor) => (0, self.major, minor),
            Stage::Beta(minor) => (1, self.major, minor),
            Stage::Stable => (2, self.major, 0),
        }
    }
}

fn leading_number(text: &str) -> Option<(i64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

fn whole_number(text: &str) -> Option<i64> {
    leading_number(text)
        .filter(|(_, rest)| rest.is_empty())
        .map(|(number, _)| number)
}

/// Compares two version names; the greater one has the higher priority.
///
/// Source: `CompareKubeAwareVersionStrings` of apimachinery's `version` package.
#[must_use]
pub fn compare(left: &str, right: &str) -> Ordering {
    match (Version::parse(left), Version::parse(right)) {
        (Some(a), Some(b)) => a.rank().cmp(&b.rank()),
        (Some(_), None) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        (None, None) => right.cmp(left),
    }
}

/// Sorts version names as discovery lists them: highest priority first.
pub fn sort_by_priority<T: AsRef<str>>(names: &mut [T]) {
    names.sort_by(|left, right| compare(right.as_ref(), left.as_ref()));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documented_order_holds_for_every_pair() {
        let order = [
            "v10",
            "v2",
            "v1",
            "v11beta2",
            "v10beta3",
            "v3beta1",
            "v12alpha1",
            "v11alpha2",
            "foo1",
            "foo10",
        ];
        for (i, higher) in order.iter().enumerate() {
            for lower in &order[i + 1..] {
                assert_eq!(
                    compare(higher, lower),
                    Ordering::Greater,
                    "{higher} before {lower}"
                );
                assert_eq!(
                    compare(lower, higher),
                    Ordering::Less,
                    "{lower} after {higher}"
                );
            }
        }
        let mut shuffled = [
            "foo10",
            "v1",
            "v12alpha1",
            "v10beta3",
            "v10",
            "foo1",
            "v11alpha2",
            "v3beta1",
            "v2",
            "v11beta2",
        ];
        sort_by_priority(&mut shuffled);
        assert_eq!(shuffled, order);
    }

    #[test]
    fn names_that_only_resemble_versions_come_last() {
        for name in [
            "v",
            "V1",
            "v1gamma1",
            "v1beta",
            "v1beta1x",
            "1",
            "v1alpha1beta1",
            "v-1",
        ] {
            assert_eq!(Version::parse(name), None, "{name}");
        }
        // The server reads the numbers into 64 bits; what does not fit is no version.
        assert!(Version::parse("v9223372036854775807").is_some());
        assert_eq!(Version::parse("v9223372036854775808"), None);
        assert_eq!(
            compare("v1alpha1", "v9223372036854775808"),
            Ordering::Greater
        );
    }

    #[test]
    fn leading_zeros_count_as_the_number() {
        assert_eq!(compare("v01", "v1"), Ordering::Equal);
        assert_eq!(compare("v02", "v1"), Ordering::Greater);
    }
}
