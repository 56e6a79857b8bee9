//! Findings that somebody accepted, with a reason, in a file.

use std::fmt;

use crate::finding::{BACK, Course, Report};

/// A line of the file that says nothing of use.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AcceptError {
    /// The line, from 1 on.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for AcceptError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for AcceptError {}

/// Accepts findings: each line of the text is `<id> <place>: <reason>`, as [`Finding::key`](crate::Finding::key) gives the first
/// two; blank lines and those that begin with `#` say nothing.
///
/// What is accepted is listed, and does not count. Lines that begin with `rollback-` are about the way back and say nothing of an
/// upgrade, nor do others of a rollback: one file serves both.
///
/// # Errors
///
/// For each line that is of another form, gives no reason, or accepts nothing that was found.
pub fn accept(report: &mut Report, text: &str) -> Result<(), Vec<AcceptError>> {
    let mut errors = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with(BACK) != (report.course == Course::Rollback) {
            continue;
        }
        let mut fail = |reason: String| {
            errors.push(AcceptError {
                line: line_number,
                reason,
            });
        };
        let Some((key, reason)) = line.split_once(": ") else {
            fail("write `<id> <place>: <reason>`, as `wheelwright diff` names them".to_owned());
            continue;
        };
        let reason = reason.trim();
        if reason.is_empty() {
            fail("say why it is accepted, after the colon".to_owned());
            continue;
        }
        let mut is_used = false;
        for finding in &mut report.findings {
            if finding.key() == key.trim() {
                finding.accepted = Some(reason.to_owned());
                is_used = true;
            }
        }
        if !is_used {
            fail(format!(
                "nothing is found that is `{}`; take the line out",
                key.trim()
            ));
        }
    }
    report.sort();
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}
