//! Annotations as GitHub Actions reads them from the output of a step.

use std::fmt::Write as _;
use std::io::{self, Write};

use wheelwright_rules::crd::compare::Direction;
use wheelwright_yaml::Span;

use super::{Compared, Judgement, Report, Severity, Verdict};

pub(super) fn write(report: &Report, output: &mut impl Write) -> io::Result<()> {
    for unreadable in &report.unreadable {
        let span = unreadable.at.as_ref().map(|(_, position)| Span {
            start: *position,
            end: *position,
        });
        let line = command(
            Severity::Error,
            &unreadable.name,
            span,
            "cannot be read",
            &unreadable.reason,
        );
        writeln!(output, "{line}")?;
    }
    for judgement in &report.judgements {
        let object = &judgement.object;
        let title = match judgement.verdict {
            Verdict::Refused | Verdict::Nothing => format!("{object} is refused"),
            _ => object.to_string(),
        };
        for finding in &judgement.findings {
            let start = object.start();
            let span = finding.span().unwrap_or(Span { start, end: start });
            let text = match &finding.help {
                Some(help) => format!("{}\n{help}", finding.text),
                None => finding.text.clone(),
            };
            let line = command(
                finding.severity,
                &object.source.name,
                Some(span),
                &title,
                &text,
            );
            writeln!(output, "{line}")?;
        }
        if let Some(compared) = &judgement.compared {
            write_compared(judgement, compared, output)?;
        }
    }
    Ok(())
}

/// What differs. Whatever hurts somebody is a warning.
fn write_compared(
    judgement: &Judgement,
    compared: &Compared,
    output: &mut impl Write,
) -> io::Result<()> {
    let title = format!("{} differs from {}", judgement.object, compared.old);
    for difference in &compared.comparison.differences {
        let severity = match difference.direction {
            Direction::Loosened | Direction::Other => Severity::Note,
            _ => Severity::Warning,
        };
        let (place, _) = judgement.place_of(difference);
        let line = command(
            severity,
            &judgement.object.source.name,
            Some(place.key.unwrap_or(place.value)),
            &title,
            &difference.to_string(),
        );
        writeln!(output, "{line}")?;
    }
    Ok(())
}

pub(crate) fn command(
    severity: Severity,
    file: &str,
    span: Option<Span>,
    title: &str,
    text: &str,
) -> String {
    let name = match severity {
        Severity::Note => "notice",
        other => other.name(),
    };
    let mut line = format!("::{name} file={}", property(file));
    if let Some(Span { start, end }) = span {
        // Writing to a string does not fail.
        let _ = write!(line, ",line={},endLine={}", start.line, end.line);
        // Columns are taken of one line only.
        if start.line == end.line {
            let last = end.column.saturating_sub(1).max(start.column);
            let _ = write!(line, ",col={},endColumn={last}", start.column);
        }
    }
    let _ = write!(line, ",title={}::{}", property(title), data(text));
    line
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use wheelwright_yaml::Position;

    use super::*;

    /// The escapes are those of GitHub's toolkit.
    #[test]
    fn what_would_end_a_part_is_escaped() {
        let start = Position { line: 3, column: 5 };
        let end = Position { line: 3, column: 9 };
        assert_eq!(
            command(
                Severity::Error,
                "a,b:c.yaml",
                Some(Span { start, end }),
                "x: y",
                "100%\nof: a, b"
            ),
            "::error file=a%2Cb%3Ac.yaml,line=3,endLine=3,col=5,endColumn=8,title=x%3A y::100%25%0Aof: a, b"
        );
    }
}
