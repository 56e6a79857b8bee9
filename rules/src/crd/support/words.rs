//! Reasons in sentences.

use std::fmt;

use wheelwright_cel::{KubeRange, KubeVersion};

use super::{Cause, Reason};
use crate::crd::cel::value_path;
use crate::crd::{Costs, RuleCost};
use crate::path::{FieldPath, Segment};

/// What a path speaks of: a value of the schema, as `spec.names[*]`, or else a part of the CRD.
fn place(path: &FieldPath) -> String {
    let in_schema = Segment::Field("openAPIV3Schema".to_owned());
    if path.segments().is_empty() {
        "the CRD".to_owned()
    } else if path.segments().contains(&in_schema) {
        value_path(path)
    } else {
        path.to_string()
    }
}

/// Servers in a sentence: `before 1.34`, `from 1.37 on`, `by 1.33 and 1.34`.
struct Where(KubeRange);

impl fmt::Display for Where {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(servers) = self;
        let (oldest, newest) = (servers.oldest(), servers.newest());
        if newest == KubeVersion::NEWEST {
            write!(f, "from {oldest} on")
        } else if oldest == newest {
            write!(f, "by {oldest}")
        } else {
            write!(f, "by {oldest} to {newest}")
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.cause, self.since()) {
            (Cause::Lacks(lack), Some(since)) => write!(f, "{} needs {since}", lack.what)?,
            (Cause::Lacks(lack), None) => {
                write!(f, "{} is gone {}", lack.what, Where(self.servers))?;
            }
            (
                Cause::Cost {
                    estimate,
                    elsewhere,
                    ..
                },
                _,
            ) => {
                self.cost(f, "a rule costs", (*estimate, *elsewhere, RuleCost::LIMIT))?;
            }
            (
                Cause::Costs {
                    estimate,
                    elsewhere,
                },
                _,
            ) => {
                self.cost(
                    f,
                    "all rules together cost",
                    (*estimate, *elsewhere, Costs::LIMIT),
                )?;
            }
            (Cause::Unfit { keyword }, Some(since)) => write!(
                f,
                "`{keyword}` is no number of its type, for which every value is refused from {since} on"
            )?,
            (Cause::Unfit { keyword }, None) => write!(
                f,
                "`{keyword}` is no number of its type, for which every value is refused, but not {}",
                Where(self.servers)
            )?,
            (Cause::Refused(detail), _) => {
                write!(f, "refused {}: {detail}", Where(self.servers))?;
            }
            (Cause::Unchecked { format }, Some(since)) => write!(
                f,
                "`format: {format}` is checked from {since} on, and ignored before"
            )?,
            (Cause::Unchecked { format }, None) => {
                write!(f, "`format: {format}` is ignored {}", Where(self.servers))?;
            }
            (Cause::Answers { function, before }, Some(since)) => {
                write!(f, "`{function}` is mended in {since}: before, it {before}")?;
            }
            (Cause::Answers { function, before }, None) => {
                write!(f, "`{function}` {before} {}", Where(self.servers))?;
            }
        }
        let mut places: Vec<String> = self.paths.iter().map(place).collect();
        places.dedup();
        let Some(first) = places.first() else {
            return Ok(());
        };
        match places.len() - 1 {
            0 => write!(f, " ({first})"),
            more => write!(f, " ({first} and {more} more)"),
        }
    }
}

impl Reason {
    /// What to write so that these servers take the CRD as it is meant, where something would do.
    #[must_use]
    pub fn advice(&self) -> Option<String> {
        match &self.cause {
            Cause::Lacks(lack) => lack.instead.clone(),
            Cause::Cost { remedy, .. } => remedy.as_ref().map(ToString::to_string),
            Cause::Unchecked { format } => Some(match format.as_str() {
                "int32" | "float" => "give it `minimum` and `maximum`, too".to_owned(),
                _ => "say it as `pattern`, too".to_owned(),
            }),
            _ => None,
        }
    }

    fn cost(
        &self,
        f: &mut fmt::Formatter<'_>,
        subject: &str,
        (estimate, elsewhere, limit): (u64, u64, u64),
    ) -> fmt::Result {
        match self.since() {
            Some(since) => write!(
                f,
                "{subject} {elsewhere} from {since} on, and {estimate} before, over the limit of {limit}"
            ),
            None => write!(
                f,
                "{subject} {estimate} {}, over the limit of {limit}, and {elsewhere} before",
                Where(self.servers)
            ),
        }
    }
}
