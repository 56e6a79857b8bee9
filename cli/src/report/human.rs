//! Text for people.

use std::io::{self, Write};

use wheelwright_rules::KubeVersion;
use wheelwright_rules::crd::compare::Comparison;
use wheelwright_yaml::{Position, Span};

use super::excerpt::excerpt;
use super::{Compared, Finding, Judgement, Report, Severity, Verdict, location};
use crate::input::{Source, Unreadable};

pub(super) fn write(report: &Report, quiet: bool, output: &mut impl Write) -> io::Result<()> {
    for unreadable in &report.unreadable {
        write_unreadable(unreadable, output)?;
    }
    for judgement in &report.judgements {
        write_judgement(judgement, quiet, output)?;
    }
    if !quiet {
        write_summary(report, output)?;
    }
    Ok(())
}

fn write_unreadable(unreadable: &Unreadable, output: &mut impl Write) -> io::Result<()> {
    match &unreadable.at {
        Some((source, position)) => {
            writeln!(output, "error: cannot be read: {}", unreadable.reason)?;
            let end = Position {
                column: position.column + 1,
                ..*position
            };
            let span = Span {
                start: *position,
                end,
            };
            write_place(source, span, output)?;
        }
        None => writeln!(
            output,
            "error: {} cannot be read: {}",
            unreadable.name, unreadable.reason
        )?,
    }
    writeln!(output)
}

fn write_place(
    source: &std::rc::Rc<Source>,
    span: Span,
    output: &mut impl Write,
) -> io::Result<()> {
    let margin = " ".repeat(span.start.line.to_string().len());
    writeln!(output, "{margin}--> {}", location(source, span.start))?;
    output.write_all(excerpt(&source.text, span).as_bytes())
}

fn write_judgement(judgement: &Judgement, quiet: bool, output: &mut impl Write) -> io::Result<()> {
    let object = &judgement.object;
    // What was taken for granted is said with what came of it.
    let is_said = |finding: &&Finding| {
        !quiet || finding.severity != Severity::Note || is_refused(&judgement.verdict)
    };
    for finding in judgement.findings.iter().filter(is_said) {
        write_finding(judgement, finding, output)?;
        writeln!(output)?;
    }
    let place = object.place();
    match &judgement.verdict {
        Verdict::Refused | Verdict::Nothing => {
            write!(output, "refused: {object} ({place})")?;
            write_support(judgement, quiet, output)
        }
        _ if quiet => return Ok(()),
        Verdict::Skipped(reason) => writeln!(output, "skipped: {object} ({place}): {reason}"),
        Verdict::Accepted => {
            write!(output, "accepted: {object} ({place})")?;
            if let Some(remark) = &judgement.remark {
                write!(output, ", {remark}")?;
            }
            write_support(judgement, quiet, output)?;
            write_changes(judgement, output)
        }
    }?;
    if let Some(compared) = &judgement.compared {
        write_compared(judgement, compared, output)?;
    }
    for costs in &judgement.costs {
        write!(output, "\n{costs}")?;
    }
    if !judgement.findings.is_empty() || !judgement.costs.is_empty() {
        writeln!(output)?;
    }
    Ok(())
}

/// Ends the line with the servers that take the CRD as it is meant; what others lack has lines of its own.
fn write_support(judgement: &Judgement, quiet: bool, output: &mut impl Write) -> io::Result<()> {
    let support = judgement.support.as_ref().filter(|_| !quiet);
    let Some((support, servers)) = support.and_then(|support| Some((support, support.as_meant()?)))
    else {
        return writeln!(output);
    };
    let (oldest, newest) = (servers.oldest(), servers.newest());
    if is_refused(&judgement.verdict) {
        write!(output, ", but taken by {oldest}")?;
        if oldest != newest {
            write!(output, " to {newest}")?;
        }
    } else {
        write!(output, ", oldest server {oldest}")?;
        if oldest == KubeVersion::OLDEST {
            write!(output, " or older")?;
        }
        if newest != support.range.newest() {
            write!(output, ", newest {newest}")?;
        }
        if let Some(first) = support.taken_by.first().filter(|first| **first < oldest) {
            write!(output, ", taken from {first} on")?;
        }
    }
    writeln!(output)?;
    for reason in &support.reasons {
        write!(output, "  {reason}")?;
        if let Some(path) = reason
            .paths
            .first()
            .filter(|path| !path.segments().is_empty())
        {
            let place = judgement.object.locate(path);
            let start = place.key.unwrap_or(place.value).start;
            write!(output, ", line {}", start.line)?;
        }
        writeln!(output)?;
    }
    Ok(())
}

const fn is_refused(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Refused | Verdict::Nothing)
}

fn write_compared(
    judgement: &Judgement,
    compared: &Compared,
    output: &mut impl Write,
) -> io::Result<()> {
    let Comparison {
        differences,
        documentation,
        ..
    } = &compared.comparison;
    write!(output, "  against {}: ", compared.old)?;
    match differences.len() {
        0 => write!(output, "no difference in meaning")?,
        1 => write!(output, "1 difference")?,
        several => write!(output, "{several} differences")?,
    }
    match documentation {
        0 => writeln!(output)?,
        1 => writeln!(output, "; 1 description differs")?,
        several => writeln!(output, "; {several} descriptions differ")?,
    }
    for difference in differences {
        let (place, _) = judgement.place_of(difference);
        let start = place.key.unwrap_or(place.value).start;
        let place = location(&judgement.object.source, start);
        writeln!(output, "  {difference} ({place})")?;
    }
    Ok(())
}

fn write_changes(judgement: &Judgement, output: &mut impl Write) -> io::Result<()> {
    for change in &judgement.changes {
        match &change.set {
            Some(value) => {
                write!(output, "  + {}: ", change.path)?;
                crate::json::write(&mut *output, value)?;
                writeln!(output)?;
            }
            None => writeln!(output, "  - {}", change.path)?,
        }
    }
    Ok(())
}

fn write_finding(
    judgement: &Judgement,
    finding: &Finding,
    output: &mut impl Write,
) -> io::Result<()> {
    writeln!(output, "{}: {}", finding.severity.name(), finding.text)?;
    let source = &judgement.object.source;
    let margin = if let Some(span) = finding.span() {
        write_place(source, span, output)?;
        span.start.line.to_string().len()
    } else {
        writeln!(output, " --> {}", judgement.object.place())?;
        1
    };
    if let Some(help) = &finding.help {
        writeln!(output, "{} = {help}", " ".repeat(margin))?;
    }
    Ok(())
}

fn write_summary(report: &Report, output: &mut impl Write) -> io::Result<()> {
    let (accepted, refused) = (
        report.count(&Verdict::Accepted),
        report.count(&Verdict::Refused),
    );
    let judged = accepted + refused;
    let subject = report.subject;
    match judged {
        0 => write!(output, "no {subject} found")?,
        1 => write!(output, "1 {subject}: ")?,
        _ => write!(output, "{judged} {subject}s: ")?,
    }
    match (accepted, refused) {
        (0, 0) => {}
        (_, 0) => write!(output, "accepted")?,
        (0, _) => write!(output, "refused")?,
        _ => write!(output, "{accepted} accepted, {refused} refused")?,
    }
    let nothing = report.count(&Verdict::Nothing);
    if nothing > 0 {
        write!(
            output,
            "; {nothing} refused that {} of a kind",
            match nothing {
                1 => "is no object",
                _ => "are no objects",
            }
        )?;
    }
    let skipped = report.judgements.len() - judged - nothing;
    if skipped > 0 {
        write!(output, "; {skipped} skipped")?;
    }
    let unreadable = report.unreadable.len();
    if unreadable > 0 {
        write!(output, "; {unreadable} not readable")?;
    }
    writeln!(output)
}
