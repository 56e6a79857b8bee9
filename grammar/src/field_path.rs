//! Field paths: what `selectableFields` and a rule's `fieldPath` name in a schema.
//!
//! Source: `ValidFieldPath` of apiextensions' CEL validation. The server reads such a path while it walks the
//! schema, so a wrong name early in a path hides bad syntax later. [`steps`] is therefore lazy: walk the schema
//! with each step before asking for the next.

use std::borrow::Cow;
use std::fmt;

/// One step from a schema to a schema within.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<'p>(
    /// The name of the property, or the key of the map.
    pub Cow<'p, str>,
);

/// Why the API server refuses a field path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldPathError {
    /// Brackets, where only dots are allowed.
    ArrayNotation,
    /// No such field in the schema. Not found here but by whoever walks the schema.
    NoSuchField,
    /// The path ends in the middle of a step.
    UnexpectedEnd,
    /// Something other than a string in single quotes stands in brackets.
    NotQuoted(String),
    /// An escape in quotes that there is not.
    BadEscape(String),
    /// The bracket is not closed.
    NoBracket(String),
    /// A step that starts neither with a dot nor with a bracket.
    NoDot(String),
}

impl FieldPathError {
    /// What the API server answers, to be put behind `is an invalid path: ` for selectable fields.
    #[must_use]
    pub fn server(&self) -> String {
        match self {
            Self::ArrayNotation => "array notation is not allowed".to_owned(),
            Self::NoSuchField => "does not refer to a valid field".to_owned(),
            Self::UnexpectedEnd => "unexpected end of JSON path".to_owned(),
            Self::NotQuoted(token) => format!("expected single quoted string but got {token}"),
            Self::BadEscape(escape) => {
                format!("invalid string literal: invalid escape char {escape}")
            }
            Self::NoBracket(token) => format!("expected ] but got {token}"),
            Self::NoDot(token) => format!("expected [ or . but got: {token}"),
        }
    }
}

impl fmt::Display for FieldPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ArrayNotation => {
                f.write_str("write names joined by dots, without brackets: `.spec.color`")
            }
            Self::NoSuchField => f.write_str("there is no such field in the schema"),
            Self::UnexpectedEnd => f.write_str("the path ends too early; write `.spec.color`"),
            Self::NotQuoted(token) => write!(f, "`{token}` is not quoted; write `['{token}']`"),
            Self::BadEscape(escape) => {
                write!(f, "`{escape}` is no escape; write `\\\\` for a backslash")
            }
            Self::NoBracket(token) => write!(f, "write `]` before `{token}`"),
            Self::NoDot(token) => write!(f, "write a dot before `{token}`: `.{token}`"),
        }
    }
}

impl std::error::Error for FieldPathError {}

/// The steps of a path, read one by one; the first error is the last item.
#[must_use]
pub fn steps(path: &str, allow_brackets: bool) -> Steps<'_> {
    Steps {
        rest: path,
        allow_brackets,
        bracket_open: false,
        failed: false,
    }
}

/// See [`steps`].
#[derive(Debug, Clone)]
pub struct Steps<'p> {
    rest: &'p str,
    allow_brackets: bool,
    bracket_open: bool,
    failed: bool,
}

impl<'p> Steps<'p> {
    /// A delimiter, a string in quotes, or everything up to the next delimiter.
    fn token(&mut self) -> Option<&'p str> {
        let bytes = self.rest.as_bytes();
        let end = match bytes.first()? {
            b'.' | b'[' | b']' => 1,
            b'\'' => bytes
                .windows(2)
                .position(|pair| pair[1] == b'\'' && pair[0] != b'\\')
                .map_or(bytes.len(), |before| before + 2),
            _ => bytes
                .iter()
                .position(|b| matches!(b, b'.' | b'[' | b']'))
                .unwrap_or(bytes.len()),
        };
        let (token, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(token)
    }

    fn step(&mut self) -> Result<Option<Step<'p>>, FieldPathError> {
        if std::mem::take(&mut self.bracket_open) {
            match self.token() {
                Some("]") => {}
                Some(token) => return Err(FieldPathError::NoBracket(token.to_owned())),
                None => return Err(FieldPathError::UnexpectedEnd),
            }
        }
        match self.token() {
            None => Ok(None),
            Some(".") => {
                let name = self.token().ok_or(FieldPathError::UnexpectedEnd)?;
                Ok(Some(Step(Cow::Borrowed(name))))
            }
            Some("[") if !self.allow_brackets => Err(FieldPathError::ArrayNotation),
            Some("[") => {
                let token = self.token().ok_or(FieldPathError::UnexpectedEnd)?;
                let quoted = token
                    .strip_prefix('\'')
                    .and_then(|rest| rest.strip_suffix('\''))
                    .ok_or_else(|| FieldPathError::NotQuoted(token.to_owned()))?;
                self.bracket_open = true;
                Ok(Some(Step(unescape(quoted)?)))
            }
            Some(token) => Err(FieldPathError::NoDot(token.to_owned())),
        }
    }
}

impl<'p> Iterator for Steps<'p> {
    type Item = Result<Step<'p>, FieldPathError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let step = self.step().transpose();
        self.failed = matches!(step, Some(Err(_)));
        step
    }
}

fn unescape(quoted: &str) -> Result<Cow<'_, str>, FieldPathError> {
    if !quoted.contains('\\') {
        return Ok(Cow::Borrowed(quoted));
    }
    let mut plain = String::with_capacity(quoted.len());
    let mut failed = None;
    let mut characters = quoted.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        match characters.next() {
            Some('a') => plain.push('\u{7}'),
            Some('b') => plain.push('\u{8}'),
            Some('f') => plain.push('\u{c}'),
            Some('n') => plain.push('\n'),
            Some('r') => plain.push('\r'),
            Some('t') => plain.push('\t'),
            Some('v') => plain.push('\u{b}'),
            Some(same @ ('\'' | '\\')) => plain.push(same),
            // The server names the last bad escape; a line break cannot be escaped, nor can the end.
            Some('\n') => plain.push_str("\\\n"),
            None => plain.push('\\'),
            Some(other) => failed = Some(format!("\\{other}")),
        }
    }
    failed.map_or(Ok(Cow::Owned(plain)), |escape| {
        Err(FieldPathError::BadEscape(escape))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> Result<Vec<String>, FieldPathError> {
        steps(path, true)
            .map(|step| step.map(|Step(name)| name.into_owned()))
            .collect()
    }

    #[test]
    fn dots_and_brackets_step() {
        for (path, names) in [
            ("", vec![]),
            (".spec.color", vec!["spec", "color"]),
            (".spec['a.b']['c\\'d']", vec!["spec", "a.b", "c'd"]),
            ("['a\\\\b\\n']", vec!["a\\b\n"]),
            (".a-b.c d", vec!["a-b", "c d"]),
            // A delimiter directly after a dot is taken for the name; no schema has such a property.
            ("..a", vec!["."]),
        ] {
            let read: Vec<_> = steps(path, true).take(names.len()).collect();
            let expected: Vec<_> = names.iter().map(|name| Ok(Step((*name).into()))).collect();
            assert_eq!(read, expected, "{path}");
        }
    }

    #[test]
    fn errors_are_those_of_the_server() {
        for (path, words) in [
            ("spec", "expected [ or . but got: spec"),
            (".spec.", "unexpected end of JSON path"),
            (".spec]", "expected [ or . but got: ]"),
            (".spec[0]", "expected single quoted string but got 0"),
            (".spec['a'", "unexpected end of JSON path"),
            (".spec['a'.b", "expected ] but got ."),
            (
                ".spec['a\\q']",
                "invalid string literal: invalid escape char \\q",
            ),
            (".spec['a", "expected single quoted string but got 'a"),
            (".spec[", "unexpected end of JSON path"),
        ] {
            assert_eq!(
                read(path).map_err(|error| error.server()),
                Err(words.to_owned()),
                "{path}"
            );
        }
        assert_eq!(
            steps(".spec['a']", false).last(),
            Some(Err(FieldPathError::ArrayNotation)),
        );
    }

    #[test]
    fn steps_before_an_error_are_given() {
        let mut steps = steps(".spec[0]", true);
        assert_eq!(steps.next(), Some(Ok(Step("spec".into()))));
        assert!(matches!(steps.next(), Some(Err(_))));
        assert_eq!(steps.next(), None);
    }
}
