//! The laws of conversion, tried on objects made from the schemas.

mod check;
mod limits;
#[cfg(test)]
mod random;
mod violation;

use std::{
    ffi::OsString,
    io::{self, Write},
    time::{Duration, Instant},
};

use wheelwright_rules::Rules;
use wheelwright_schema::Reader;

use super::{Converter, PlanError};
use crate::manifest::Manifest;
use check::Subject;
use limits::{Limits, Summary, Tried};

pub use violation::{Law, Violation};

/// How many objects each version is tried with, unless said.
const ROUNDS: usize = 1000;
/// How long they take in a test that says nothing: a kind with a pod template would take a minute for all rounds where
/// dependencies are not optimised.
const TIME: Duration = Duration::from_secs(5);
/// The environment variable that says another time, in seconds.
const SECONDS: &str = "WHEELWRIGHT_LAWS_SECONDS";

/// Tries the laws of conversion. `Pizzas::laws()` makes one.
///
/// The laws, for objects that are defaulted at their own version, for each pair of versions:
///
/// - *round trip*: there and back, and there by way of every third version and back, is what it was, and nothing travels
///   any more;
/// - *edit*: an edit made at one version is what that version reads back from every other one, whatever was kept before;
/// - *untouched*: what an edit of a number, a text, a truth or a null at one version changes at a version that is mapped to it is
///   what edits of that place would change there if nothing were kept. All else is as it was, unless it cannot be: with it put
///   back, the edit would not be read any more (in lists without keys an edited item may be another one);
/// - *steady*: there, back and there again is what it was the first time, to the annotation;
/// - *defaults*: a complete object leaves with the defaults of the version it goes to;
/// - *valid*: what a valid object becomes is valid, but for values that the schema refuses there, which are counted in the
///   [report](crate::Report);
/// - *read*: what an object becomes is read by the Rust type of the version, if it is read by its own;
/// - *sparse*: parts of objects, as server-side apply sends them, convert without failing, and come back as they were.
#[derive(Clone, Debug)]
pub struct Laws {
    manifest: Manifest,
    converter: Result<&'static Converter, PlanError>,
    /// Of all versions, or of none where no Rust types have the tables.
    readers: Vec<Reader>,
    rounds: usize,
    time: Option<Duration>,
    seed: u64,
    /// Whether what has to be there is always made: the types say so, and no schema asks for more than they.
    makes_all: bool,
    /// Versions, and places at which they may refuse what is valid elsewhere.
    refusals: Vec<(String, String)>,
}

impl Laws {
    /// Those of a wheel.
    #[doc(hidden)]
    #[must_use]
    pub fn new(
        manifest: Manifest,
        converter: Result<&'static Converter, PlanError>,
        readers: Vec<Reader>,
    ) -> Self {
        Self {
            manifest,
            converter,
            readers,
            rounds: ROUNDS,
            time: None,
            seed: 1,
            makes_all: false,
            refusals: Vec::new(),
        }
    }

    /// The schemas require what the types do, and nothing else.
    #[cfg(test)]
    fn of_types_alone(self) -> Self {
        Self {
            makes_all: true,
            ..self
        }
    }

    /// Tries each version with this many objects, 1000 unless said. A tenth of them is sparse.
    #[must_use]
    pub fn rounds(self, rounds: usize) -> Self {
        Self { rounds, ..self }
    }

    /// Ends when this time is over, but not before sixty objects were tried.
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self {
            time: Some(time),
            ..self
        }
    }

    /// Makes other objects. The same seed makes the same ones.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Lets a version refuse, at this place and within, what is valid at another one: for a rule in CEL or a scale that the one
    /// has and the other lacks, of which values that are copied know nothing. Whoever stores such objects cannot write them at
    /// that version before they are mended, unless the server's ratcheting lets them.
    ///
    /// The place is written as errors name it, with `[*]` for items and entries: `spec.source`, `spec.ports[*].name`; empty, it
    /// is the object.
    #[must_use]
    pub fn refuses(mut self, version: impl Into<String>, place: &str) -> Self {
        let place = match place.strip_prefix('.').unwrap_or(place) {
            "" => String::new(),
            place => format!(".{place}"),
        };
        self.refusals.push((version.into(), place));
        self
    }

    /// Tries them. Returns how many objects could be tried; those that a fallible step has no counterpart for are not
    /// counted.
    ///
    /// # Errors
    ///
    /// The first violation, with the smallest object that shows it.
    pub fn check(&self) -> Result<usize, Box<Violation>> {
        self.run(Instant::now()).map(|tried| tried.objects)
    }

    /// Tries them in the time of a test, and says on the error stream how much was tried:
    /// `Pizzas::laws().refuses("v1", "spec.source").assert()`. With nothing to say before, `Pizzas::assert_laws()` is shorter.
    ///
    /// # Panics
    ///
    /// With the smallest object that breaks a law, the law, the field and the seed; also where no object could be tried.
    #[track_caller]
    pub fn assert(self) {
        if let Err(what) = self.tried() {
            panic!("{what}");
        }
    }

    fn tried(self) -> Result<(), String> {
        let start = Instant::now();
        let laws = self.within(time(std::env::var_os(SECONDS))?);
        let tried = laws.run(start).map_err(|violation| violation.to_string())?;
        let summary = Summary {
            kind: laws.converter.as_ref().map_or("", |of| of.kind()),
            tried,
            rounds: laws.rounds,
            time: start.elapsed(),
        };
        if tried.objects == 0 {
            return Err(format!(
                "{summary}: none of the objects made from the schemas is valid and has a counterpart at every version, so that \
                 nothing is known; if patterns or rules are in the way, `laws().seed(…)` makes others"
            ));
        }
        if tried.is_cut {
            // Around what captures tests: what was not tried is no secret.
            drop(writeln!(io::stderr(), "{summary}"));
        } else {
            eprintln!("{summary}");
        }
        Ok(())
    }

    fn run(&self, start: Instant) -> Result<Tried, Box<Violation>> {
        let converter = match &self.converter {
            Ok(converter) => *converter,
            Err(error) => return Err(Box::new(Violation::unplanned(error))),
        };
        let crd = self
            .manifest
            .clone()
            .conversion(crate::manifest::Conversion::webhook_url(
                "https://localhost/convert",
            ))
            .json()
            .map_err(|report| Box::new(Violation::refused(&report)))?;
        let rules =
            Rules::from_stored_crd(&crd).map_err(|error| Box::new(Violation::refused(&error)))?;
        let subject = Subject::new(
            converter,
            &rules,
            &crd,
            &self.readers,
            self.makes_all,
            &self.refusals,
        );
        let limits = Limits {
            rounds: self.rounds,
            start,
            time: self.time,
        };
        subject.run(limits, self.seed)
    }
}

/// How long laws take in a test, as the environment has it.
fn time(said: Option<OsString>) -> Result<Duration, String> {
    let Some(said) = said else {
        return Ok(TIME);
    };
    let seconds = said.to_str().and_then(|said| said.parse().ok());
    seconds.map(Duration::from_secs).ok_or_else(|| {
        let said = said.display();
        format!("{SECONDS} is `{said}`: say how many seconds the laws of a kind are tried, as `60`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_long_they_take() {
        assert_eq!(time(None), Ok(Duration::from_secs(5)));
        assert_eq!(time(Some("60".into())), Ok(Duration::from_mins(1)));
        let wrong = time(Some("1m".into())).unwrap_err();
        assert!(
            wrong.starts_with("WHEELWRIGHT_LAWS_SECONDS is `1m`"),
            "{wrong}"
        );
    }
}
