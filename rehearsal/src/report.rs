//! What became of all objects.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Value, json};

use crate::problem::Problem;

/// So many problems are kept; of the others, only how many there are.
pub(crate) const MOST: usize = 1000;

/// What became of all objects.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// How many objects of the kind there were.
    pub objects: u64,
    /// How many of other kinds were left aside.
    pub others: u64,
    /// How many of the objects have problems.
    pub troubled: u64,
    /// How many problems there are, by their [names](crate::Cause::name).
    pub counts: BTreeMap<&'static str, u64>,
    /// The problems, up to a thousand of them.
    pub problems: Vec<Problem>,
    /// By the version that objects were read at, and the one that they were converted to.
    pub versions: BTreeMap<(String, String), Versions>,
}

/// What became of objects from one version to another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Versions {
    /// How many objects.
    pub objects: u64,
    /// How many of them converted.
    pub converted: u64,
    /// How many came back as they were.
    pub back: u64,
    /// How many keep something in the annotation.
    pub keeping: u64,
    /// The most bytes of that annotation's value.
    pub largest: usize,
}

impl Versions {
    pub(crate) fn add(&mut self, other: Self) {
        self.objects += other.objects;
        self.converted += other.converted;
        self.back += other.back;
        self.keeping += other.keeping;
        self.largest = self.largest.max(other.largest);
    }
}

impl Report {
    /// Whether nothing would go wrong.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.troubled == 0
    }

    /// The report as JSON: `objects`, `others`, `troubled`, `counts` by name, `problems` with `namespace`, `name`, `version`, `cause`
    /// and `text`, and `versions` with `from`, `to` and the counts of [`Versions`].
    #[must_use]
    pub fn json(&self) -> Value {
        let problems = self.problems.iter().map(|problem| {
            json!({
                "namespace": problem.namespace, "name": problem.name, "version": problem.version,
                "cause": problem.cause.name(), "text": problem.cause.to_string(),
            })
        });
        let versions = self.versions.iter().map(|((from, to), of)| {
            json!({
                "from": from, "to": to, "objects": of.objects, "converted": of.converted, "back": of.back,
                "keeping": of.keeping, "largest": of.largest,
            })
        });
        json!({
            "objects": self.objects, "others": self.others, "troubled": self.troubled, "counts": self.counts,
            "problems": problems.collect::<Vec<_>>(), "versions": versions.collect::<Vec<_>>(),
        })
    }

    pub(crate) fn add(&mut self, problems: Vec<Problem>) {
        self.troubled += u64::from(!problems.is_empty());
        for problem in problems {
            *self.counts.entry(problem.cause.name()).or_default() += 1;
            if self.problems.len() < MOST {
                self.problems.push(problem);
            }
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for problem in &self.problems {
            writeln!(f, "{problem}")?;
        }
        let all: u64 = self.counts.values().sum();
        let listed = u64::try_from(self.problems.len()).unwrap_or(u64::MAX);
        if all > listed {
            writeln!(f, "and {} more", all - listed)?;
        }
        if !self.versions.is_empty() {
            let row = |cells: [&str; 7]| {
                let [from, to, objects, converted, back, keeping, largest] = cells;
                format!(
                    "{from:<12} {to:<12} {objects:>9} {converted:>9} {back:>10} {keeping:>12} {largest:>14}"
                )
            };
            let head = [
                "from",
                "to",
                "objects",
                "converted",
                "came back",
                "keep some",
                "largest bytes",
            ];
            writeln!(f, "{}", row(head))?;
            for ((from, to), of) in &self.versions {
                let numbers =
                    [of.objects, of.converted, of.back, of.keeping].map(|of| of.to_string());
                let [objects, converted, back, keeping] = numbers.each_ref().map(String::as_str);
                let cells = [
                    from,
                    to,
                    objects,
                    converted,
                    back,
                    keeping,
                    &of.largest.to_string(),
                ];
                writeln!(f, "{}", row(cells))?;
            }
        }
        let counts = self.counts.iter();
        let counts: Vec<String> = counts
            .map(|(name, count)| format!("{count} {name}"))
            .collect();
        let said = if counts.is_empty() {
            "nothing would go wrong".to_owned()
        } else {
            format!(
                "{} of them in trouble ({})",
                self.troubled,
                counts.join(", ")
            )
        };
        let ending = if self.objects == 1 { "" } else { "s" };
        write!(f, "{} object{ending}, {said}", self.objects)?;
        if self.others > 0 {
            write!(f, "; {} of other kinds left aside", self.others)?;
        }
        Ok(())
    }
}
