//! What was found, in the form that was asked for.

pub(crate) mod excerpt;
pub(crate) mod github;
mod human;
mod json;

use std::io::{self, Write};
use std::rc::Rc;

use serde_json::Value;
use wheelwright_rules::FieldError;
use wheelwright_rules::crd::compare::{Comparison, Difference, Direction};
use wheelwright_rules::crd::{Costs, Support};
use wheelwright_yaml::{Place, Position, Span};

use crate::Exit;
use crate::apply::Change;
use crate::arguments::{Deny, Form, Shown};
use crate::input::{Object, Source, Unreadable};

/// What was found about some objects.
#[derive(Debug)]
pub(crate) struct Report {
    /// What the objects that count are called: `CRD`.
    pub(crate) subject: &'static str,
    pub(crate) judgements: Vec<Judgement>,
    pub(crate) unreadable: Vec<Unreadable>,
}

/// What was found about one object.
#[derive(Debug)]
pub(crate) struct Judgement {
    pub(crate) object: Object,
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Finding>,
    /// What a server would store.
    pub(crate) stored: Option<Value>,
    /// What it changes before.
    pub(crate) changes: Vec<Change>,
    /// What else there is to say of an object that is accepted.
    pub(crate) remark: Option<String>,
    /// What its rules cost, if that is asked.
    pub(crate) costs: Vec<Costs>,
    /// Which servers take it as a new CRD, or of an update that is refused, which take that.
    pub(crate) support: Option<Support>,
    /// What differs from the CRD whose place it takes.
    pub(crate) compared: Option<Compared>,
}

/// A CRD compared with another.
#[derive(Debug)]
pub(crate) struct Compared {
    pub(crate) comparison: Comparison,
    /// Where the other one stands.
    pub(crate) old: String,
}

impl Judgement {
    /// An object that is refused for one reason.
    pub(crate) fn refused(object: Object, finding: Finding) -> Self {
        Self {
            verdict: Verdict::Refused,
            findings: vec![finding],
            ..Self::skipped(object, "")
        }
    }

    /// A document that is no object of a kind.
    pub(crate) fn nothing(object: Object, finding: Finding) -> Self {
        Self {
            verdict: Verdict::Nothing,
            ..Self::refused(object, finding)
        }
    }

    /// An object that is not judged.
    pub(crate) fn skipped(object: Object, reason: &str) -> Self {
        Self {
            object,
            verdict: Verdict::Skipped(reason.to_owned()),
            findings: Vec::new(),
            stored: None,
            changes: Vec::new(),
            remark: None,
            costs: Vec::new(),
            support: None,
            compared: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accepted,
    Refused,
    /// It is no object of a kind, and is refused as such.
    Nothing,
    /// It was not judged, for this reason.
    Skipped(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Severity {
    Error,
    Warning,
    /// What was taken for granted.
    Note,
}

impl Severity {
    const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// One thing that was found.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) severity: Severity,
    /// The line of a server.
    pub(crate) text: String,
    /// Where in the file, if it is about something there.
    pub(crate) place: Option<Place>,
    /// Whether the place is that of the value itself, not of one around it.
    pub(crate) is_exact: bool,
    /// What to write instead.
    pub(crate) help: Option<String>,
    /// The server's own error.
    pub(crate) error: Option<FieldError>,
}

impl Finding {
    pub(crate) fn new(severity: Severity, text: impl Into<String>) -> Self {
        Self {
            severity,
            text: text.into(),
            place: None,
            is_exact: false,
            help: None,
            error: None,
        }
    }

    pub(crate) fn at(mut self, place: Place, is_exact: bool) -> Self {
        self.place = Some(place);
        self.is_exact = is_exact;
        self
    }

    /// What to point at: a value on one line, else the key.
    fn span(&self) -> Option<Span> {
        let place = self.place?;
        let value = place.value;
        let is_short = value.start.line == value.end.line && value.start != value.end;
        Some(match place.key {
            Some(key) if !self.is_exact || !is_short => key,
            _ => value,
        })
    }
}

impl Judgement {
    /// Refuses an object that a server takes, for what is not to be taken here.
    fn deny(&mut self, what: &[Deny]) {
        if matches!(self.verdict, Verdict::Skipped(_) | Verdict::Nothing) {
            return;
        }
        if what.contains(&Deny::Warnings) {
            for finding in &mut self.findings {
                if finding.severity == Severity::Warning {
                    finding.severity = Severity::Error;
                }
            }
        }
        let is_denied = |difference: &&Difference| match difference.direction {
            Direction::Tightened => what.contains(&Deny::Tightened),
            Direction::Changed => what.contains(&Deny::Changed),
            Direction::Pruned => what.contains(&Deny::Pruned),
            Direction::Reread => what.contains(&Deny::Reread),
            _ => false,
        };
        let differences = self.compared.iter();
        let differences = differences.flat_map(|compared| &compared.comparison.differences);
        let denied: Vec<Finding> = differences
            .filter(is_denied)
            .map(|difference| {
                let (place, is_exact) = self.place_of(difference);
                Finding::new(Severity::Error, difference.to_string()).at(place, is_exact)
            })
            .collect();
        self.findings.extend(denied);
        self.verdict = Verdict::of(&self.findings);
    }

    /// Where a difference stands in the new CRD, and whether it is there.
    fn place_of(&self, difference: &Difference) -> (Place, bool) {
        let place = self.object.locate(&difference.path);
        let is_exact = place.steps == difference.path.segments().len();
        (place, is_exact)
    }
}

impl Verdict {
    /// What is refused has an error.
    pub(crate) fn of(findings: &[Finding]) -> Self {
        let is_error = |finding: &Finding| finding.severity == Severity::Error;
        if findings.iter().any(is_error) {
            Self::Refused
        } else {
            Self::Accepted
        }
    }
}

impl Report {
    /// Refuses what is not to be taken, though a server takes it.
    pub(crate) fn denying(mut self, what: &[Deny]) -> Self {
        self.judgements
            .iter_mut()
            .for_each(|judgement| judgement.deny(what));
        self
    }

    pub(crate) fn exit(&self) -> Exit {
        let is = |wanted: &Verdict| self.judgements.iter().any(|found| found.verdict == *wanted);
        let accepted = is(&Verdict::Accepted);
        let refused = is(&Verdict::Refused) || is(&Verdict::Nothing);
        match (self.unreadable.is_empty(), refused, accepted) {
            (false, _, _) | (_, false, false) => Exit::Trouble,
            (true, true, _) => Exit::Refused,
            (true, false, true) => Exit::Success,
        }
    }

    pub(crate) fn write(&self, shown: Shown, output: &mut impl Write) -> io::Result<Exit> {
        match shown.form {
            Form::Human => human::write(self, shown.quiet, output)?,
            Form::Json => json::write(self, output)?,
            Form::Github => github::write(self, output)?,
        }
        Ok(self.exit())
    }

    fn count(&self, verdict: &Verdict) -> usize {
        let found = self.judgements.iter();
        found.filter(|found| found.verdict == *verdict).count()
    }
}

/// A place in a file, as editors take it.
fn location(source: &Rc<Source>, position: Position) -> String {
    format!("{}:{position}", source.name)
}
