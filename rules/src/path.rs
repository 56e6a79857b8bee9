//! Where a value sits: the field paths of the API server.

use std::fmt::{self, Write as _};

/// One step of a [`FieldPath`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment {
    /// A named field: `.name`.
    Field(String),
    /// A key of a map: `[key]`.
    Key(String),
    /// A position in a list: `[3]`.
    Index(usize),
}

/// A path as the API server prints it: `spec.versions[0].name`; the empty path prints as `<nil>`.
///
/// ```
/// use wheelwright_rules::FieldPath;
///
/// let path = FieldPath::root().child("spec").child("ports").index(2).child("name");
/// assert_eq!(path.to_string(), "spec.ports[2].name");
/// assert_eq!(FieldPath::root().to_string(), "<nil>");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FieldPath(Vec<Segment>);

impl FieldPath {
    /// The path of nothing in particular.
    #[must_use]
    pub const fn root() -> Self {
        Self(Vec::new())
    }

    /// A path with one more step, to the field `name`.
    #[must_use]
    pub fn child(&self, name: impl Into<String>) -> Self {
        self.with(Segment::Field(name.into()))
    }

    /// A path with one more step, to the key `key` of a map.
    #[must_use]
    pub fn key(&self, key: impl Into<String>) -> Self {
        self.with(Segment::Key(key.into()))
    }

    /// A path with one more step, to the item at `index`.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        self.with(Segment::Index(index))
    }

    /// The steps from the root on.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    fn with(&self, segment: Segment) -> Self {
        let mut segments = Vec::with_capacity(self.0.len() + 1);
        segments.extend_from_slice(&self.0);
        segments.push(segment);
        Self(segments)
    }
}

impl From<Vec<Segment>> for FieldPath {
    fn from(segments: Vec<Segment>) -> Self {
        Self(segments)
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("<nil>");
        }
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Field(name) if position == 0 => f.write_str(name)?,
                Segment::Field(name) => write!(f, ".{name}")?,
                Segment::Key(key) => write!(f, "[{key}]")?,
                Segment::Index(index) => write!(f, "[{index}]")?,
            }
        }
        Ok(())
    }
}

/// A place while walking a value: linked through the call stack, made a [`FieldPath`] only for a report.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At<'a> {
    parent: Option<&'a At<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Root,
    Field(&'a str),
    Extra(&'a str),
    Key(&'a str),
    Index(usize),
}

impl Step<'_> {
    fn segment(self) -> Option<Segment> {
        Some(match self {
            Self::Root => return None,
            Self::Field(name) | Self::Extra(name) => Segment::Field(name.to_owned()),
            Self::Key(key) => Segment::Key(key.to_owned()),
            Self::Index(index) => Segment::Index(index),
        })
    }
}

impl<'a> At<'a> {
    pub(crate) const ROOT: At<'static> = At {
        parent: None,
        step: Step::Root,
    };

    pub(crate) const fn field(&'a self, name: &'a str) -> At<'a> {
        At {
            parent: Some(self),
            step: Step::Field(name),
        }
    }

    /// A field in a path of the server's own, where an empty name reads as an empty key.
    pub(crate) const fn child(&'a self, name: &'a str) -> At<'a> {
        if name.is_empty() {
            self.key(name)
        } else {
            self.field(name)
        }
    }

    /// A key that no property names: as a path the same as a field, but in [`At::text`] always behind a dot.
    pub(crate) const fn extra(&'a self, name: &'a str) -> At<'a> {
        At {
            parent: Some(self),
            step: Step::Extra(name),
        }
    }

    pub(crate) const fn key(&'a self, key: &'a str) -> At<'a> {
        At {
            parent: Some(self),
            step: Step::Key(key),
        }
    }

    pub(crate) const fn index(&'a self, index: usize) -> At<'a> {
        At {
            parent: Some(self),
            step: Step::Index(index),
        }
    }

    pub(crate) const fn is_root(&self) -> bool {
        matches!(self.step, Step::Root)
    }

    pub(crate) fn to_path(self) -> FieldPath {
        FieldPath(self.steps().filter_map(Step::segment).collect())
    }

    /// The path of a validation error in a value that is itself at `prefix`. The server has it as a text, takes one that
    /// is all empty names for none, and appends it to the prefix as if it were a field.
    pub(crate) fn path_below(self, prefix: &FieldPath) -> FieldPath {
        let is_empty = |step: &Step<'_>| matches!(step, Step::Root | Step::Field(""));
        let mut own = self.steps().skip_while(is_empty).filter_map(Step::segment);
        let mut segments = prefix.0.clone();
        match own.next() {
            Some(Segment::Field(name)) if name.is_empty() => {
                let rest = FieldPath(own.by_ref().collect());
                match rest.0.first() {
                    None => {}
                    Some(Segment::Field(_)) => segments.push(Segment::Field(format!(".{rest}"))),
                    Some(_) => segments.push(Segment::Field(rest.to_string())),
                }
            }
            Some(Segment::Index(index)) if !segments.is_empty() => {
                segments.push(Segment::Field(format!("[{index}]")));
            }
            first => segments.extend(first),
        }
        segments.extend(own);
        FieldPath(segments)
    }

    /// The path as the server writes it into the sentences of a validation error.
    pub(crate) fn text(self) -> String {
        let mut text = String::new();
        for step in self.steps() {
            match step {
                Step::Root => {}
                Step::Field(name) if text.is_empty() => text.push_str(name),
                Step::Field(name) | Step::Extra(name) => text.extend([".", name]),
                Step::Key(key) => text.extend(["[", key, "]"]),
                // Writing to a string does not fail.
                Step::Index(index) => drop(write!(text, "[{index}]")),
            }
        }
        text
    }

    fn steps(self) -> impl Iterator<Item = Step<'a>> {
        let mut steps = vec![self.step];
        let mut parent = self.parent;
        while let Some(at) = parent {
            steps.push(at.step);
            parent = at.parent;
        }
        steps.into_iter().rev()
    }
}
