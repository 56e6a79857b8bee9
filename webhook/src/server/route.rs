//! Which path is for what.

use std::{borrow::Cow, time::Duration};

use wheelwright_grammar::duration;

use crate::admission::Stage;

/// What a path asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Route<'a> {
    /// `/convert`, or `/convert/v1/pizza` for one kind.
    Convert(Option<Cow<'a, str>>),
    /// `/admit/v1/pizza`, `/validate/v1/pizza`.
    Admit {
        stage: Stage,
        review_version: ReviewVersion,
        kind: Cow<'a, str>,
    },
    Healthz,
    Readyz,
    Metrics,
    Unknown,
}

/// The version of the review API that a path names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReviewVersion {
    V1,
    V1beta1,
}

impl ReviewVersion {
    fn of(segment: &str) -> Option<Self> {
        match segment {
            "v1" => Some(Self::V1),
            "v1beta1" => Some(Self::V1beta1),
            _ => None,
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::V1 => "v1",
            Self::V1beta1 => "v1beta1",
        }
    }
}

impl<'a> Route<'a> {
    /// Reads the path of a URL.
    pub(super) fn of(path: &'a str) -> Self {
        Self::read(path).unwrap_or(Self::Unknown)
    }

    fn read(path: &'a str) -> Option<Self> {
        let mut segments = path.strip_prefix('/')?.split('/').map(decode);
        let first = segments.next()??;
        let version = segments.next();
        let kind = segments.next();
        if segments.next().is_some() {
            return None;
        }
        let named = match (version, kind) {
            (None, None) => None,
            (Some(version), Some(kind)) => Some((
                ReviewVersion::of(&version?)?,
                kind.filter(|kind| !kind.is_empty())?,
            )),
            _ => return None,
        };
        let admit = |stage, (review_version, kind)| Self::Admit {
            stage,
            review_version,
            kind,
        };
        match (&*first, named) {
            ("convert", named) => Some(Self::Convert(named.map(|(_, kind)| kind))),
            ("admit", Some(named)) => Some(admit(Stage::Mutating, named)),
            ("validate", Some(named)) => Some(admit(Stage::Validating, named)),
            ("healthz", None) => Some(Self::Healthz),
            ("readyz", None) => Some(Self::Readyz),
            ("metrics", None) => Some(Self::Metrics),
            _ => None,
        }
    }

    /// The label of metrics.
    pub(super) const fn label(&self) -> &'static str {
        match self {
            Self::Convert(_) => "convert",
            Self::Admit {
                stage: Stage::Mutating,
                ..
            } => "admit",
            Self::Admit {
                stage: Stage::Validating,
                ..
            } => "validate",
            Self::Healthz => "healthz",
            Self::Readyz => "readyz",
            Self::Metrics => "metrics",
            Self::Unknown => "other",
        }
    }

    /// Whether reviews are sent there.
    pub(super) const fn is_review(&self) -> bool {
        matches!(self, Self::Convert(_) | Self::Admit { .. })
    }
}

/// Undoes percent-encoding; `None` for what is no encoding or no UTF-8. A slash that is encoded separates nothing.
fn decode(segment: &str) -> Option<Cow<'_, str>> {
    if !segment.contains('%') {
        return Some(Cow::Borrowed(segment));
    }
    let mut bytes = segment.bytes();
    let mut out = Vec::with_capacity(segment.len());
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            out.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok().map(Cow::Owned)
}

/// How long the client says that it waits: `?timeout=30s`. What is no duration bounds nothing.
pub(super) fn timeout(query: Option<&str>) -> Option<Duration> {
    let value = query?
        .split('&')
        .find_map(|pair| pair.strip_prefix("timeout="))?;
    let value = decode(value)?;
    let nanoseconds = u64::try_from(duration::parse(&value)?).ok()?;
    (nanoseconds > 0).then(|| Duration::from_nanos(nanoseconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_positive_durations_of_go() {
        for (query, timeout) in [
            ("timeout=30s", Some(30_000)),
            ("a=b&timeout=1m0.5s", Some(60_500)),
            ("timeout=%2B250ms", Some(250)),
            ("timeout=0s", None),
            ("timeout=-1s", None),
            ("timeout=30", None),
            ("", None),
        ] {
            let expected = timeout.map(Duration::from_millis);
            assert_eq!(super::timeout(Some(query)), expected, "{query}");
        }
        assert_eq!(super::timeout(None), None);
    }

    #[test]
    fn paths_are_read() {
        let convert = |kind: &'static str| Route::Convert(Some(Cow::Borrowed(kind)));
        assert_eq!(Route::of("/convert"), Route::Convert(None));
        assert_eq!(Route::of("/convert/v1/pizza"), convert("pizza"));
        assert_eq!(Route::of("/convert/v1beta1/piz%7Aa"), convert("pizza"));
        assert_eq!(Route::of("/%63onvert/v1/pizza"), convert("pizza"));
        assert_eq!(
            Route::of("/validate/v1beta1/pizza"),
            Route::Admit {
                stage: Stage::Validating,
                review_version: ReviewVersion::V1beta1,
                kind: "pizza".into(),
            }
        );
        assert_eq!(Route::of("/healthz"), Route::Healthz);
    }

    #[test]
    fn other_paths_are_unknown() {
        for path in [
            "",
            "/",
            "*",
            "convert",
            "/convert/",
            "/convert/v1",
            "/convert/v1/",
            "/convert/v2/pizza",
            "/convert/v1/pizza/",
            "/convert/v1/pizza/x",
            "//convert",
            "/convert//v1/pizza",
            "/convert%2Fv1%2Fpizza",
            "/convert/v1/pizz%",
            "/admit",
            "/convert/v1/%ff",
            "/healthz/",
            "/healthz/v1/x",
            "/../convert",
            "/convert/v1/%7",
        ] {
            assert_eq!(Route::of(path), Route::Unknown, "{path}");
        }
    }

    #[test]
    fn timeouts_are_read() {
        let seconds = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(timeout(Some("timeout=30s")), seconds(30));
        assert_eq!(timeout(Some("a=b&timeout=1m&c")), seconds(60));
        assert_eq!(timeout(Some("timeout=1%73")), seconds(1));
        for query in [
            "",
            "timeout",
            "timeout=",
            "timeout=soon",
            "timeout=0s",
            "timeout=-1s",
            "xtimeout=1s",
            "timeout=%zz",
        ] {
            assert_eq!(timeout(Some(query)), None, "{query}");
        }
        assert_eq!(timeout(None), None);
    }
}
