//! Texts in Rust: literals and doc comments from which the same text comes back.

/// Characters that rustc refuses in comments and warns of in literals, because they turn the direction of the text around.
const fn turns(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

fn is_plain(text: &str) -> bool {
    text.chars()
        .all(|c| !turns(c) && (!c.is_control() || matches!(c, '\n' | '\t')))
}

/// A string literal. It is raw where that reads better.
pub(crate) fn literal(text: &str) -> String {
    if !text.contains(['"', '\\', '\n']) || !is_plain(text) {
        return format!("{text:?}");
    }
    let mut hashes = 0;
    let mut run = None;
    for c in text.chars() {
        run = match (c, run) {
            ('"', _) => Some(0),
            ('#', Some(length)) => Some(length + 1),
            _ => None,
        };
        hashes = hashes.max(run.map_or(0, |length| length + 1));
    }
    let hashes = "#".repeat(hashes);
    format!("r{hashes}\"{text}\"{hashes}")
}

/// Whether a doc comment gives this very text, and rustdoc does not run any of it as a test.
pub(crate) fn is_doc(text: &str) -> bool {
    let is_line = |line: &str| {
        line == line.trim_end()
            && !line.starts_with("    ")
            && !line.starts_with('\t')
            && !line.contains("```")
            && !line.contains("~~~")
    };
    !text.is_empty()
        && is_plain(text)
        && !text.starts_with('\n')
        && !text.ends_with('\n')
        && text.split('\n').all(is_line)
}

/// The lines of a doc comment, without a margin.
pub(crate) fn doc(text: &str, slashes: &str) -> Vec<String> {
    text.split('\n')
        .map(|line| format!("{slashes} {line}").trim_end().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_needs_no_more_hashes_than_its_text() {
        for (text, wanted) in [
            ("plain", "\"plain\""),
            ("a\\d", "r\"a\\d\""),
            ("say \"a\"", "r#\"say \"a\"\"#"),
            ("\"#\"", "r##\"\"#\"\"##"),
            ("nul\0 and \\", "\"nul\\0 and \\\\\""),
            ("turned \u{202e}\"", "\"turned \\u{202e}\\\"\""),
        ] {
            assert_eq!(literal(text), wanted);
        }
    }

    #[test]
    fn a_doc_comment_stands_where_it_gives_the_text_back() {
        for text in [
            "One.",
            "One.\n\n* two `*/`\n  \\ \"three\"",
            " indented",
            "ü",
            "a # b",
        ] {
            assert!(is_doc(text), "{text:?}");
        }
        for text in [
            "",
            "ends ",
            "ends\n",
            "\nbegins",
            "a\r\nb",
            "a\0",
            "turned \u{202e}",
            "code:\n\n    let it run",
            "```\ncode\n```",
            "\tx",
            "a\u{a0}\nb",
        ] {
            assert!(!is_doc(text), "{text:?}");
        }
        assert_eq!(doc("a\n\nb", "///"), ["/// a", "///", "/// b"]);
    }
}
