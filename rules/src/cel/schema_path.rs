//! Ways down a schema, as people write them.

use std::fmt;
use std::str::FromStr;

use crate::path::{At, FieldPath};

/// Where in an object values stand: `.spec.toppings[*].name`; `.` is the object itself.
///
/// A `JSONPath` of kubectl, without what picks among values: a field is `.name` or `['na.me']`, and `[*]` is each item of a
/// list or each value of a map, also written `.*`. The dot in front may be left out.
///
/// ```
/// use wheelwright_rules::cel::SchemaPath;
///
/// let path: SchemaPath = "spec.toppings[*]['a.b']".parse()?;
/// assert_eq!(path.to_string(), ".spec.toppings[*]['a.b']");
/// assert_eq!(SchemaPath::default().to_string(), ".");
///
/// let error = ".spec.toppings[0]".parse::<SchemaPath>().expect_err("it picks an item");
/// assert_eq!(error.to_string(), "`.spec.toppings[0]`: write `[*]` instead of `[0]`: a schema is that of all items");
/// # Ok::<(), wheelwright_rules::cel::SchemaPathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SchemaPath(Vec<SchemaStep>);

/// A step of a [`SchemaPath`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SchemaStep {
    /// To a property.
    Field(String),
    /// To each item of a list, or each value of a map.
    Each,
}

/// A text is no [`SchemaPath`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaPathError {
    path: String,
    reason: String,
}

impl fmt::Display for SchemaPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.path, self.reason)
    }
}

impl std::error::Error for SchemaPathError {}

impl SchemaPath {
    /// The steps from the object down.
    #[must_use]
    pub fn steps(&self) -> &[SchemaStep] {
        &self.0
    }

    /// Whether it is the object itself.
    #[must_use]
    pub const fn is_root(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn field(&self, name: &str) -> Self {
        self.with(SchemaStep::Field(name.to_owned()))
    }

    pub(super) fn each(&self) -> Self {
        self.with(SchemaStep::Each)
    }

    /// As the server prints the places of values; which of a list's they are, is not known.
    pub(super) fn to_field_path(&self) -> FieldPath {
        with_place(self.steps(), At::ROOT, &mut |at| at.to_path())
    }

    fn with(&self, step: SchemaStep) -> Self {
        let mut steps = self.0.clone();
        steps.push(step);
        Self(steps)
    }
}

/// Calls a function with the place of the values that steps lead to.
pub(super) fn with_place<T>(
    steps: &[SchemaStep],
    at: At<'_>,
    use_it: &mut dyn FnMut(At<'_>) -> T,
) -> T {
    match steps {
        [] => use_it(at),
        [SchemaStep::Field(name), rest @ ..] => with_place(rest, at.field(name), use_it),
        [SchemaStep::Each, rest @ ..] => with_place(rest, at.key("*"), use_it),
    }
}

impl fmt::Display for SchemaPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(".");
        }
        for step in &self.0 {
            match step {
                SchemaStep::Each => f.write_str("[*]")?,
                SchemaStep::Field(name) if is_plain(name) => write!(f, ".{name}")?,
                SchemaStep::Field(name) => {
                    let name = name.replace('\\', "\\\\").replace('\'', "\\'");
                    write!(f, "['{name}']")?;
                }
            }
        }
        Ok(())
    }
}

/// Whether a name can stand behind a dot.
fn is_plain(name: &str) -> bool {
    let ends =
        |c: char| matches!(c, '.' | '[' | ']' | '\'' | '"' | '\\' | '*') || c.is_whitespace();
    !name.is_empty() && !name.contains(ends)
}

impl FromStr for SchemaPath {
    type Err = SchemaPathError;

    fn from_str(path: &str) -> Result<Self, Self::Err> {
        let mut steps = Vec::new();
        let mut rest = match path {
            "." => "",
            path => path,
        };
        while !rest.is_empty() {
            let (step, after) = if rest.starts_with('[') {
                bracket(rest)
            } else if rest.starts_with('.') || steps.is_empty() {
                dotted(rest.strip_prefix('.').unwrap_or(rest))
            } else {
                Err(format!("write a dot or `[` before `{rest}`"))
            }
            .map_err(|reason| SchemaPathError {
                path: path.to_owned(),
                reason,
            })?;
            steps.push(step);
            rest = after;
        }
        Ok(Self(steps))
    }
}

/// The step behind a dot, and what follows.
fn dotted(rest: &str) -> Result<(SchemaStep, &str), String> {
    if rest.starts_with('[') {
        return bracket(rest);
    }
    let end = rest.find(['.', '[']).unwrap_or(rest.len());
    let (name, after) = rest.split_at(end);
    match name {
        "" => Err("a name is missing behind a dot".to_owned()),
        "*" => Ok((SchemaStep::Each, after)),
        name if is_plain(name) => Ok((SchemaStep::Field(name.to_owned()), after)),
        name => Err(format!("write `['…']` around the name `{name}`")),
    }
}

/// The step in brackets, and what follows.
fn bracket(rest: &str) -> Result<(SchemaStep, &str), String> {
    if let Some(after) = rest.strip_prefix("[*]") {
        return Ok((SchemaStep::Each, after));
    }
    let mut characters = rest.char_indices().skip(1);
    let Some((_, quote @ ('\'' | '"'))) = characters.next() else {
        let inside = rest.split_inclusive(']').next().unwrap_or(rest);
        return Err(match inside {
            "[]" => "write `[*]` instead of `[]`".to_owned(),
            inside if inside.ends_with(']') => {
                format!("write `[*]` instead of `{inside}`: a schema is that of all items")
            }
            _ => "a `[` is not closed: write `[*]` or `['name']`".to_owned(),
        });
    };
    let mut name = String::new();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => name.extend(characters.next().map(|(_, escaped)| escaped)),
            end if end == quote => {
                let after = rest.get(at + 1..).unwrap_or_default();
                let after = after.strip_prefix(']');
                let after = after.ok_or("write `]` behind the name in quotes")?;
                return Ok((SchemaStep::Field(name), after));
            }
            other => name.push(other),
        }
    }
    Err("a name in quotes does not end".to_owned())
}

#[cfg(test)]
mod tests {
    use super::SchemaPath;

    #[test]
    fn what_is_printed_is_read_again() {
        for (text, printed) in [
            ("", "."),
            (".", "."),
            ("spec", ".spec"),
            (".spec.a-b.c_d", ".spec.a-b.c_d"),
            (".spec.*", ".spec[*]"),
            (".spec[*][*].x", ".spec[*][*].x"),
            (".['spec']", ".spec"),
            (".m['a.b/c']", ".m['a.b/c']"),
            (".m[\"it's\"]", ".m['it\\'s']"),
            (".m['']", ".m['']"),
            (".größe", ".größe"),
        ] {
            let path: SchemaPath = text.parse().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(path.to_string(), printed, "{text}");
            assert_eq!(printed.parse(), Ok(path), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, says) in [
            ("..", "a name is missing"),
            (".spec.", "a name is missing"),
            (".spec[0]", "write `[*]` instead of `[0]`"),
            (".spec[]", "write `[*]` instead of `[]`"),
            (".spec[", "not closed"),
            (".spec['a", "does not end"),
            (".spec['a'", "write `]`"),
            (".spec['a\\", "does not end"),
            (".spec[*]name", "write a dot"),
            (".a b", "around the name `a b`"),
        ] {
            let error = text.parse::<SchemaPath>().expect_err(text).to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
