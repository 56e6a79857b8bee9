//! The conversions of a kind in words: every field of every version, where it goes, what may be lost and where that is
//! kept.

mod loss;
mod markdown;
mod mermaid;
pub(super) mod narrowing;
mod path;
mod refusal;
mod rows;
mod terminal;
mod words;

use super::{
    Converter,
    plan::{Direction, FieldsPlan},
};

pub(super) use loss::BY_FUNCTION;
pub(super) use words::{listed, short};

/// How the versions of a kind convert to each other, field by field.
///
/// `Pizzas::plan()` of a `Wheel` makes one. It displays as a table for terminals;
/// [`markdown`](Self::markdown) and [`mermaid`](Self::mermaid) are for documents.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The API group.
    pub group: String,
    /// The kind.
    pub kind: String,
    /// The annotation in which what is lost is kept.
    pub annotation: String,
    /// The version that all others lead to.
    pub hub: String,
    /// Versions that share a struct: the version, and the one under whose name what both lose is kept.
    pub shared: Vec<(String, String)>,
    /// The spokes, each with the version that it maps to, in the order of `wheel!`.
    pub spokes: Vec<SpokePlan>,
}

/// How one version converts to the version that it is a spoke of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpokePlan {
    /// The version.
    pub version: String,
    /// The version that it maps to: the hub, or another spoke.
    pub hub: String,
    /// Its fields and those of its hub. `apiVersion` is set, `kind` and `metadata` are copied: they have a row where a step
    /// reads a label or an annotation.
    pub rows: Vec<Row>,
}

/// Some fields of the spoke and some of its hub, each made from the others.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Row {
    /// The spoke's fields, as paths from the object inwards: `.spec.toppings[name].quantity` within a list with that
    /// list-map key, `[*]` within another list, `.*` within a map. None where only the hub has something.
    pub spoke: Vec<String>,
    /// The hub's fields.
    pub hub: Vec<String>,
    /// The key of `#[spoke(…)]` that says so, or `same`; `parent` for objects that other steps reach into, `others` for
    /// fields that no schema names.
    pub step: &'static str,
    /// What the key says besides.
    pub detail: String,
    /// From the spoke to the hub.
    pub up: Way,
    /// From the hub to the spoke.
    pub down: Way,
    /// The line of the attribute, in the file of the spoke's type.
    pub line: Option<u32>,
    /// Whether functions map the whole value.
    by_functions: bool,
}

/// One direction of a [`Row`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Way {
    /// What the other version cannot hold.
    pub loss: Option<Loss>,
    /// Which values have no counterpart.
    pub refusal: Option<Refusal>,
    /// Which values that are valid the other version's schema may refuse.
    pub narrowing: Option<Narrowing>,
}

/// What the version that is converted to cannot hold. It is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Loss {
    /// What is lost.
    pub what: String,
    /// The version under whose name it is kept.
    pub owner: String,
    /// The paths, in that version, of the values that are kept, each as a whole.
    pub paths: Vec<String>,
}

/// Values that a step cannot map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Refusal {
    /// Which.
    pub what: String,
    /// Whether another value stands in for them (`or`, `or_back`), and they are kept. If not, the conversion of the object
    /// fails, and with it every list at that version.
    pub stand_in: bool,
}

/// Values that are valid at the version they come from, and may not be at the one they go to: it has narrower bounds, other
/// values or members that must be there. Where schemas do not tell, as of two patterns or of what a function makes, they may be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Narrowing {
    /// Which.
    pub what: String,
    /// Whether another value stands in for them (`or`, `or_back`), and they are kept. If not, they are delivered as they are:
    /// the API server does not validate what a webhook gives it, and refuses a later write that does not mend them, but for
    /// those that it lets be while they do not change.
    pub stand_in: bool,
}

impl Plan {
    /// The rows with values that are valid at one version and may be refused at the other, each with its version.
    pub fn narrowing(&self) -> impl Iterator<Item = (&SpokePlan, &Row)> {
        self.spokes.iter().flat_map(|spoke| {
            let rows = spoke.rows.iter().filter(|row| row.narrows());
            rows.map(move |row| (spoke, row))
        })
    }

    /// The rows whose step may refuse a value and has no stand-in, each with its version.
    pub fn without_stand_in(&self) -> impl Iterator<Item = (&SpokePlan, &Row)> {
        self.spokes.iter().flat_map(|spoke| {
            let rows = spoke.rows.iter().filter(|row| row.lacks_stand_in());
            rows.map(move |row| (spoke, row))
        })
    }

    /// The plan of a version that is a spoke.
    #[must_use]
    pub fn spoke(&self, version: &str) -> Option<&SpokePlan> {
        self.spokes.iter().find(|spoke| spoke.version == version)
    }

    /// As Markdown: a table for each spoke.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::write(self)
    }

    /// As a Mermaid flowchart: a node for each field, an arrow for each step, dotted where something is kept.
    #[must_use]
    pub fn mermaid(&self) -> String {
        mermaid::write(self)
    }

    /// What holds for all rows, a sentence each.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let mut remarks = Vec::new();
        for (version, owner) in &self.shared {
            remarks.push(format!(
                "{version} has the struct of {owner}: nothing is lost between them."
            ));
        }
        if self.spokes.is_empty() {
            remarks.push("There is one version, which converts to itself.".to_owned());
            return remarks;
        }
        remarks.push(format!(
            "What is lost is kept in the annotation {}, and comes back with the next conversion to its version.",
            self.annotation
        ));
        let (wholes, steps): (Vec<_>, Vec<_>) = self
            .without_stand_in()
            .partition(|(_, row)| row.is_of_all());
        let lacking = wholes.len() + steps.len();
        if lacking > 0 {
            let mut remark = format!(
                "{lacking} of the steps may refuse a value and {} no stand-in: one object with such a value makes every \
                 list at the other version fail.",
                if lacking == 1 { "has" } else { "have" }
            );
            if !steps.is_empty() {
                remark += " Add `or = …` (up) or `or_back = …` (down).";
            }
            if !wholes.is_empty() {
                remark += " For a whole spec or status nothing can stand in: write functions that give some value for \
                           every one, `with` and `back`; the original is kept.";
            }
            remarks.push(remark);
        }
        if self.narrowing().next().is_some() {
            remarks.push(
                "What the schema may refuse is valid at the version it comes from: with a stand-in (`or = …`, `or_back = …`) \
                 that is delivered in its place and it is kept, else it is delivered as it is, and counted in the report."
                    .to_owned(),
            );
        }
        remarks
    }
}

impl Row {
    /// Whether a value may be refused for which nothing stands in.
    #[must_use]
    pub fn lacks_stand_in(&self) -> bool {
        self.ways().iter().any(|(_, way)| way.lacks_stand_in())
    }

    /// Whether values that are valid at one version may be refused at the other.
    #[must_use]
    pub fn narrows(&self) -> bool {
        self.ways().iter().any(|(_, way)| way.narrowing.is_some())
    }

    /// Whether functions map all of a spec or status, where no field is around that could have a stand-in.
    fn is_of_all(&self) -> bool {
        let all = ["", ".spec", ".status"];
        self.by_functions && self.spoke.iter().all(|path| all.contains(&&**path))
    }

    fn ways(&self) -> [(&'static str, &Way); 2] {
        [("up", &self.up), ("down", &self.down)]
    }

    /// The step, and what its key says besides: `counted item name`.
    #[must_use]
    pub fn words(&self) -> String {
        if self.detail.is_empty() {
            self.step.to_owned()
        } else {
            format!("{} {}", self.step, self.detail)
        }
    }

    /// What may be lost or refused, up and down, a line each.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.marked_notes(str::to_owned, str::to_owned)
    }

    /// What is to be said of both directions, a line each. `code` marks what is not prose, `prose` what is.
    fn marked_notes(
        &self,
        code: impl Fn(&str) -> String,
        prose: impl Fn(&str) -> String,
    ) -> Vec<String> {
        let mut notes = Vec::new();
        for (direction, way) in self.ways() {
            if let Some(loss) = &way.loss {
                let paths: Vec<String> = loss.paths.iter().map(|path| code(path)).collect();
                notes.push(format!(
                    "{direction}: loses {}; kept as {} {}",
                    loss.what,
                    loss.owner,
                    paths.join(" and ")
                ));
            }
            if let Some(refusal) = &way.refusal {
                let outcome = if refusal.stand_in {
                    "a stand-in goes in its place"
                } else {
                    "NO STAND-IN: the object fails"
                };
                notes.push(format!("{direction}: refuses {}; {outcome}", refusal.what));
            }
            if let Some(narrowing) = &way.narrowing {
                let outcome = if narrowing.stand_in {
                    "a stand-in goes in its place"
                } else {
                    "it is delivered as it is"
                };
                let what = prose(&narrowing.what);
                notes.push(format!(
                    "{direction}: the schema may refuse {what}; {outcome}"
                ));
            }
        }
        notes
    }
}

impl Way {
    /// Whether a value may be refused for which nothing stands in.
    #[must_use]
    pub fn lacks_stand_in(&self) -> bool {
        self.refusal
            .as_ref()
            .is_some_and(|refusal| !refusal.stand_in)
    }

    const fn of(row: &mut Row, direction: Direction) -> &mut Self {
        match direction {
            Direction::Up => &mut row.up,
            Direction::Down => &mut row.down,
        }
    }
}

/// How one version maps to its hub, as a plan has it.
pub(crate) fn spoke_plan(plan: &FieldsPlan, version: &str, hub: &str) -> SpokePlan {
    SpokePlan {
        version: version.to_owned(),
        hub: hub.to_owned(),
        rows: rows::rows(plan, version, hub),
    }
}

impl Converter {
    /// How the versions convert to each other, in words.
    #[must_use]
    pub fn plan(&self) -> Plan {
        let hub = self.owners().next().unwrap_or_default();
        Plan {
            group: self.group().to_owned(),
            kind: self.kind().to_owned(),
            annotation: self.annotation().to_owned(),
            hub: hub.to_owned(),
            shared: self
                .shared()
                .map(|(version, owner)| (version.to_owned(), owner.to_owned()))
                .collect(),
            spokes: self
                .mapped()
                .map(|(version, hub, plan)| spoke_plan(plan, version, hub))
                .collect(),
        }
    }
}
