//! Semantic versions as the library of the server reads and orders them.

use std::cmp::Ordering;
use std::fmt;

use wheelwright_grammar::go_text::quote;

use crate::failure::{EvalError, Outcome};

/// A semantic version.
#[derive(Debug, Clone)]
pub struct Semver {
    pub(crate) major: u64,
    pub(crate) minor: u64,
    pub(crate) patch: u64,
    prerelease: Vec<Identifier>,
    build: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Identifier {
    Number(u64),
    Word(String),
}

impl Semver {
    /// `1.2.3-alpha.1+build`, nothing left out.
    pub(crate) fn parse(text: &str) -> Outcome<Self> {
        if text.is_empty() {
            return Err(EvalError::error("Version string empty"));
        }
        let mut parts = text.splitn(3, '.');
        let (Some(major), Some(minor), Some(rest)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(EvalError::error("No Major.Minor.Patch elements found"));
        };
        let major = number(major, "major", "Major")?;
        let minor = number(minor, "minor", "Minor")?;
        let (rest, build) = match rest.split_once('+') {
            Some((rest, build)) => (rest, Some(build)),
            None => (rest, None),
        };
        let (patch, prerelease) = match rest.split_once('-') {
            Some((patch, prerelease)) => (patch, Some(prerelease)),
            None => (rest, None),
        };
        let patch = number(patch, "patch", "Patch")?;
        let prerelease = match prerelease {
            Some(prerelease) => prerelease
                .split('.')
                .map(identifier)
                .collect::<Outcome<_>>()?,
            None => Vec::new(),
        };
        let build = match build {
            Some(build) => build.split('.').map(metadata).collect::<Outcome<_>>()?,
            None => Vec::new(),
        };
        Ok(Self {
            major,
            minor,
            patch,
            prerelease,
            build,
        })
    }

    /// Also `v1.2`, `1` and `1.02.3`.
    pub(crate) fn parse_normalized(text: &str) -> Outcome<Self> {
        let text = text.strip_prefix('v').unwrap_or(text);
        let mut parts: Vec<String> = text.splitn(3, '.').map(without_zeros).collect();
        if parts.len() < 3 {
            if parts.last().is_some_and(|part| part.contains(['+', '-'])) {
                return Err(EvalError::error(
                    "short version cannot contain PreRelease/Build meta data",
                ));
            }
            parts.resize(3, "0".to_owned());
        }
        Self::parse(&parts.join("."))
    }

    /// By precedence: what is built from does not count.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        (self.major, self.minor, self.patch)
            .cmp(&(other.major, other.minor, other.patch))
            .then_with(
                || match (self.prerelease.is_empty(), other.prerelease.is_empty()) {
                    (true, true) => Ordering::Equal,
                    (true, false) => Ordering::Greater,
                    (false, true) => Ordering::Less,
                    (false, false) => self.prerelease.cmp(&other.prerelease),
                },
            )
    }
}

fn without_zeros(part: &str) -> String {
    if part.len() < 2 {
        return part.to_owned();
    }
    let rest = part.trim_start_matches('0');
    if rest.starts_with(|c: char| c.is_ascii_digit()) {
        rest.to_owned()
    } else {
        format!("0{rest}")
    }
}

fn number(text: &str, name: &str, title: &str) -> Outcome<u64> {
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(EvalError::error(format!(
            "Invalid character(s) found in {name} number {}",
            quote(text)
        )));
    }
    if text.len() > 1 && text.starts_with('0') {
        return Err(EvalError::error(format!(
            "{title} number must not contain leading zeroes {}",
            quote(text)
        )));
    }
    text.parse().map_err(|_| not_a_number(text))
}

/// The error of `strconv.ParseUint`.
fn not_a_number(text: &str) -> EvalError {
    let reason = if text.is_empty() {
        "invalid syntax"
    } else {
        "value out of range"
    };
    EvalError::error(format!(
        "strconv.ParseUint: parsing {}: {reason}",
        quote(text)
    ))
}

fn is_word(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn identifier(text: &str) -> Outcome<Identifier> {
    if text.is_empty() {
        return Err(EvalError::error("Prerelease is empty"));
    }
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        if text.len() > 1 && text.starts_with('0') {
            return Err(EvalError::error(format!(
                "Numeric PreRelease version must not contain leading zeroes {}",
                quote(text)
            )));
        }
        return text
            .parse()
            .map(Identifier::Number)
            .map_err(|_| not_a_number(text));
    }
    if is_word(text) {
        return Ok(Identifier::Word(text.to_owned()));
    }
    Err(EvalError::error(format!(
        "Invalid character(s) found in prerelease {}",
        quote(text)
    )))
}

fn metadata(text: &str) -> Outcome<String> {
    if text.is_empty() {
        return Err(EvalError::error("Build meta data is empty"));
    }
    if !is_word(text) {
        return Err(EvalError::error(format!(
            "Invalid character(s) found in build meta data {}",
            quote(text)
        )));
    }
    Ok(text.to_owned())
}

impl fmt::Display for Semver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (index, identifier) in self.prerelease.iter().enumerate() {
            f.write_str(if index == 0 { "-" } else { "." })?;
            match identifier {
                Identifier::Number(number) => write!(f, "{number}")?,
                Identifier::Word(word) => f.write_str(word)?,
            }
        }
        for (index, word) in self.build.iter().enumerate() {
            write!(f, "{}{word}", if index == 0 { "+" } else { "." })?;
        }
        Ok(())
    }
}
