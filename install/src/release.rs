//! How old a release is: its version, by semver's precedence.

use std::cmp::Ordering;

use crate::error::InstallError;

/// `1.4.0`, `v2`, `1.4.0-rc.1+build`: numbers with dots, and what comes before a release.
#[derive(Clone, Debug)]
pub(crate) struct Release {
    text: String,
    numbers: Vec<u64>,
    /// What comes before the release; nothing is newer than anything.
    before: Vec<String>,
}

impl Release {
    pub(crate) fn parse(text: &str) -> Result<Self, InstallError> {
        Self::read(text).ok_or_else(|| InstallError::Release {
            release: text.chars().take(100).collect(),
        })
    }

    fn read(text: &str) -> Option<Self> {
        let bare = text.strip_prefix('v').unwrap_or(text);
        let (bare, _build) = bare.split_once('+').unwrap_or((bare, ""));
        let (numbers, before) = match bare.split_once('-') {
            Some((numbers, before)) => (numbers, Some(before)),
            None => (bare, None),
        };
        let numbers: Option<Vec<u64>> = numbers
            .split('.')
            .map(|number| number.parse().ok())
            .collect();
        let parts = before.map(|before| before.split('.').map(str::to_owned).collect());
        let before: Vec<String> = parts.unwrap_or_default();
        if text.len() > 100 || before.iter().any(String::is_empty) {
            return None;
        }
        let mut numbers = numbers?;
        while numbers.last() == Some(&0) {
            numbers.pop();
        }
        Some(Self {
            text: text.to_owned(),
            numbers,
            before,
        })
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// By <https://semver.org/#spec-item-11>, for any count of numbers.
    pub(crate) fn precedence(&self, other: &Self) -> Ordering {
        let numbers = self.numbers.cmp(&other.numbers);
        numbers.then_with(|| match (self.before.as_slice(), other.before.as_slice()) {
            ([], []) => Ordering::Equal,
            ([], _) => Ordering::Greater,
            (_, []) => Ordering::Less,
            (ours, theirs) => {
                let pairs = ours.iter().zip(theirs);
                let mut parts = pairs.map(|(ours, theirs)| part(ours, theirs));
                let first = parts.find(|order| order.is_ne());
                first.unwrap_or_else(|| ours.len().cmp(&theirs.len()))
            }
        })
    }
}

/// Numbers are older than words.
fn part(ours: &str, theirs: &str) -> Ordering {
    match (ours.parse::<u64>(), theirs.parse::<u64>()) {
        (Ok(ours), Ok(theirs)) => ours.cmp(&theirs),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => ours.cmp(theirs),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases_are_ordered_as_semver_says() {
        // The first line is semver's own example.
        let ordered = [
            "1.0.0-alpha",
            "1.0.0-alpha.1",
            "1.0.0-alpha.beta",
            "1.0.0-beta",
            "1.0.0-beta.2",
            "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0",
            "1.0.1",
            "v1.2",
            "1.10.0+build.7",
            "2",
        ];
        let releases: Vec<Release> = ordered
            .iter()
            .map(|text| Release::parse(text).unwrap())
            .collect();
        for (left, one) in releases.iter().enumerate() {
            for (right, other) in releases.iter().enumerate() {
                assert_eq!(one.precedence(other), left.cmp(&right), "{one:?} {other:?}");
            }
        }
        let (short, long) = (
            Release::parse("v1.2").unwrap(),
            Release::parse("1.2.0+x").unwrap(),
        );
        assert!(short.precedence(&long).is_eq());
        for no_release in [
            "",
            "v",
            "one",
            "1..2",
            "1.-2",
            "1.0-",
            "1.0-a..b",
            "99999999999999999999",
        ] {
            assert!(Release::parse(no_release).is_err(), "{no_release}");
        }
    }
}
