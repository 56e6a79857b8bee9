//! What a description says of deprecation: a paragraph that begins with `Deprecated:`, of a field or of one of its values.
//!
//! A schema of a CRD has no keyword for it; Kubernetes' own types say it so, by the [convention of Go][go], and tools that show
//! schemas show descriptions.
//!
//! [go]: https://go.dev/wiki/Deprecated

/// How the paragraph begins.
pub const WORD: &str = "Deprecated:";

/// A note of a description.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// The value that is deprecated, as a list of values names it: ``- `thick`: …``; none for the field itself.
    pub value: Option<String>,
    /// What is said: `use crust`.
    pub text: String,
}

/// The description with a note at its end.
///
/// ```
/// use wheelwright_grammar::deprecated::with_note;
///
/// assert_eq!(with_note("The dough.", "use crust"), "The dough.\n\nDeprecated: use crust");
/// assert_eq!(with_note("", "use crust"), "Deprecated: use crust");
/// ```
#[must_use]
pub fn with_note(description: &str, note: &str) -> String {
    let note = note.split_whitespace().collect::<Vec<_>>().join(" ");
    if description.is_empty() {
        format!("{WORD} {note}")
    } else {
        format!("{description}\n\n{WORD} {note}")
    }
}

/// The notes of a description. One begins with a line of its own and ends with the paragraph.
///
/// ```
/// use wheelwright_grammar::deprecated::notes;
///
/// let description = "- `thin`: As in Rome.\n- `thick`: As in Naples.\n\n  Deprecated: use\n  thin";
/// let notes = notes(description);
/// assert_eq!((notes[0].value.as_deref(), notes[0].text.as_str()), (Some("thick"), "use thin"));
/// ```
#[must_use]
pub fn notes(description: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let (mut value, mut is_open) = (None, false);
    for line in description.lines() {
        let mut text = line.trim();
        if let Some((name, rest)) = entry(line) {
            (value, is_open, text) = (Some(name.to_owned()), false, rest.trim());
        } else if !text.is_empty() && !line.starts_with(' ') && value.take().is_some() {
            is_open = false;
        }
        if let Some(said) = after_word(text) {
            notes.push(Note {
                value: value.clone(),
                text: said.trim().to_owned(),
            });
            is_open = true;
        } else if text.is_empty() {
            is_open = false;
        } else if let (true, Some(note)) = (is_open, notes.last_mut()) {
            if !note.text.is_empty() {
                note.text.push(' ');
            }
            note.text.push_str(text);
        }
    }
    notes
}

/// A line of a list of values: the value, and what follows it.
fn entry(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("- `")?.split_once("`:")
}

fn after_word(text: &str) -> Option<&str> {
    let (word, rest) = text.split_at_checked(WORD.len())?;
    word.eq_ignore_ascii_case(WORD).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{notes, with_note};

    fn said(description: &str) -> Vec<(Option<String>, String)> {
        let notes = notes(description).into_iter();
        notes.map(|note| (note.value, note.text)).collect()
    }

    #[test]
    fn what_is_written_is_read() {
        for description in ["", "The dough.", "Two\n\nparagraphs."] {
            let with = with_note(description, "use\ncrust,  or\tnothing");
            assert_eq!(said(&with), [(None, "use crust, or nothing".to_owned())]);
        }
    }

    #[test]
    fn a_note_is_a_paragraph_or_a_line_of_its_own() {
        assert_eq!(said("It is not Deprecated: at all."), []);
        assert_eq!(said("Deprecated in v2."), []);
        assert_eq!(
            said("An alias.\nDEPRECATED: use\nthat.\n\nMore."),
            [(None, "use that.".to_owned())]
        );
        assert_eq!(said("Deprecated:"), [(None, String::new())]);
    }

    #[test]
    fn notes_of_values_end_with_the_list() {
        let description = "The dough.\n\n- `a`: First.\n  \n  Deprecated: use b\n- `b`: Deprecated: gone\n\nDeprecated: all of it";
        let value = |name: &str| Some(name.to_owned());
        assert_eq!(
            said(description),
            [
                (value("a"), "use b".to_owned()),
                (value("b"), "gone".to_owned()),
                (None, "all of it".to_owned()),
            ]
        );
    }
}
