//! The laws of conversion, tried on objects made from the schemas.

mod check;
#[cfg(test)]
mod random;
mod shrink;
mod violation;

use wheelwright_rules::Rules;

use super::{Converter, PlanError};
use crate::manifest::Manifest;
use check::Subject;
pub(crate) use shrink::shrink;

pub use violation::{Law, Violation};

/// How many objects each version is tried with, unless said.
const ROUNDS: usize = 1000;

/// Tries the laws of conversion. `Pizzas::laws()` makes one.
///
/// The laws, for objects that are defaulted at their own version, for each pair of versions:
///
/// - *round trip*: there and back, and there by way of every third version and back, is what it was, and nothing travels
///   any more;
/// - *edit*: an edit made at one version is what that version reads back from every other one, whatever was kept before;
/// - *untouched*: what an edit of a number, a text, a truth or a null at one version changes at another is what it would change
///   there if nothing were kept: all else is as it was (but for that value itself, the other values of a step that makes several
///   of one or one of several, and of a step with a stand-in; in lists without keys an edited item may be another one);
/// - *steady*: there, back and there again is what it was the first time, to the annotation;
/// - *defaults*: a complete object leaves with the defaults of the version it goes to;
/// - *valid*: what a valid object becomes is valid, but for values that the schema refuses there, which are counted in the
///   [report](crate::convert::Report);
/// - *sparse*: parts of objects, as server-side apply sends them, convert without failing, and come back as they were.
#[derive(Clone, Debug)]
pub struct Laws {
    manifest: Manifest,
    converter: Result<&'static Converter, PlanError>,
    rounds: usize,
    seed: u64,
    /// Whether what has to be there is always made: the types say so, and no schema asks for more than they.
    makes_all: bool,
}

impl Laws {
    pub(super) fn new(
        manifest: Manifest,
        converter: Result<&'static Converter, PlanError>,
    ) -> Self {
        Self {
            manifest,
            converter,
            rounds: ROUNDS,
            seed: 1,
            makes_all: false,
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

    /// Makes other objects. The same seed makes the same ones.
    #[must_use]
    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// Tries them. Returns how many objects could be tried; those that a fallible step has no counterpart for are not
    /// counted.
    ///
    /// # Errors
    ///
    /// The first violation, with the smallest object that shows it.
    pub fn check(&self) -> Result<usize, Box<Violation>> {
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
        let subject = Subject::new(converter, &rules, &crd, self.makes_all);
        subject.run(self.rounds, self.seed)
    }
}
