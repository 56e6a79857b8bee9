//! Errors that a sample says it has.

/// An error that is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// The line of the text, from 1 on.
    pub(crate) line: usize,
    /// Part of the error.
    pub(crate) text: String,
}

const MARK: &str = "# error:";

/// What stands between the lines `---`, with the errors that are expected of it: the line that each begins with, from 1 on.
#[derive(Debug, Default)]
pub(crate) struct Expectations(Vec<(usize, Vec<Expectation>)>);

impl Expectations {
    pub(crate) fn of(text: &str) -> Self {
        let mut parts = vec![(1, Vec::new())];
        for (line, content) in (1..).zip(text.lines()) {
            if content.starts_with("---") {
                parts.push((line, Vec::new()));
            }
            if let (Some(text), Some((_, part))) = (expected(content), parts.last_mut()) {
                part.push(Expectation {
                    line,
                    text: text.to_owned(),
                });
            }
        }
        Self(parts)
    }

    /// Takes those of the document that begins in this line.
    pub(crate) fn take(&mut self, line: usize) -> Vec<Expectation> {
        let parts = self.0.iter_mut().rev();
        let part = parts.into_iter().find(|(first, _)| *first <= line);
        part.map(|(_, part)| std::mem::take(part))
            .unwrap_or_default()
    }
}

/// What a comment in the line expects.
fn expected(line: &str) -> Option<&str> {
    let at = line.match_indices(MARK).map(|(at, _)| at).find(|at| {
        let before = line.get(..*at).unwrap_or_default();
        before.is_empty() || before.ends_with([' ', '\t'])
    })?;
    let text = line.get(at + MARK.len()..)?.trim();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::Expectations;

    #[test]
    fn errors_are_of_the_document_that_they_stand_in() {
        let text = "# error: one\na: 1\nb: 2 # error: two  \n---\nc: '# error:x'\n--- # error: three\nd: 4\n# error:\n";
        let mut all = Expectations::of(text);
        let mut at = |line| {
            let taken = all.take(line).into_iter();
            taken.map(|of| (of.line, of.text)).collect::<Vec<_>>()
        };
        assert_eq!(at(2), [(1, "one".to_owned()), (3, "two".to_owned())]);
        assert_eq!(at(5), []);
        assert_eq!(at(7), [(6, "three".to_owned())]);
        assert_eq!(at(7), []);
    }
}
