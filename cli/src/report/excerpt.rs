//! The line of a file that something is about, with a caret under it.

use std::fmt::Write as _;

use wheelwright_yaml::Span;

/// How much of a line is shown.
const WIDTH: usize = 120;
const TAB: &str = "    ";

/// The lines that show a span of a text, each with a line break.
pub(crate) fn excerpt(text: &str, span: Span) -> String {
    let number = span.start.line.to_string();
    let Some(line) = text.lines().nth(span.start.line.saturating_sub(1)) else {
        return String::new();
    };
    let characters: Vec<char> = line.chars().collect();
    let start = span.start.column.saturating_sub(1).min(characters.len());
    let end = if span.end.line == span.start.line {
        span.end.column.saturating_sub(1)
    } else {
        line.trim_end().chars().count()
    };
    let end = end.clamp(start, characters.len()).max(start + 1);
    // A long line is cut around what is pointed at.
    let from = if end <= WIDTH {
        0
    } else {
        start.saturating_sub(WIDTH / 4)
    };
    let to = (from + WIDTH).min(characters.len());
    let part = |from: usize, to: usize| shown(characters.get(from..to).unwrap_or_default());
    let (before, after) = (
        if from > 0 { "… " } else { "" },
        if to < characters.len() { " …" } else { "" },
    );
    let indent = part(from, start).chars().count() + before.chars().count();
    let carets = part(start, end.min(to)).chars().count().max(1);
    let margin = " ".repeat(number.len());
    let mut lines = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(lines, "{margin} |");
    let _ = writeln!(lines, "{number} | {before}{}{after}", part(from, to));
    let _ = writeln!(
        lines,
        "{margin} | {}{}",
        " ".repeat(indent),
        "^".repeat(carets)
    );
    lines
}

/// Characters as they are shown, one column for each but the tab.
fn shown(characters: &[char]) -> String {
    let mut text = String::with_capacity(characters.len());
    for character in characters {
        match character {
            '\t' => text.push_str(TAB),
            control if control.is_control() => text.push(char::REPLACEMENT_CHARACTER),
            other => text.push(*other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use wheelwright_yaml::Position;

    use super::*;

    fn span(line: usize, start: usize, end: usize) -> Span {
        let at = |column| Position { line, column };
        Span {
            start: at(start),
            end: at(end),
        }
    }

    #[test]
    fn the_caret_is_under_the_value() {
        assert_eq!(
            excerpt("a: 1\né: \"größe\"\n", span(2, 4, 11)),
            "  |\n2 | é: \"größe\"\n  |    ^^^^^^^\n"
        );
        assert_eq!(
            excerpt("\ta: 1\n", span(1, 5, 6)),
            "  |\n1 |     a: 1\n  |        ^\n"
        );
    }

    #[test]
    fn long_lines_are_cut_around_it() {
        let text = format!("{}HERE{}", "x".repeat(1_000), "y".repeat(1_000));
        let lines = excerpt(&text, span(1, 1_001, 1_005));
        let (code, caret) = lines
            .split_once("\n1 ")
            .and_then(|(_, rest)| rest.split_once('\n'))
            .expect("three lines");
        let at = code.find("HERE").expect("it is shown");
        assert_eq!(
            caret.trim_end().chars().count(),
            code[..at].chars().count() + 2 + 4
        );
        assert!(code.chars().count() < 140, "{code}");
    }

    #[test]
    fn places_beyond_the_text_are_no_trouble() {
        assert_eq!(excerpt("a", span(7, 1, 2)), "");
        assert!(excerpt("a", span(1, 70, 72)).ends_with("^\n"));
        assert!(excerpt("", span(1, 1, 1)).is_empty());
    }
}
