//! What there is to say about a place.

use std::fmt;

use crate::source::Place;

/// What there is to say about a place in the sources. `Display` says it in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// What it asks of people.
    pub kind: Kind,
    /// Where.
    pub place: Place,
    /// What.
    pub text: String,
}

/// What a note asks of people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// To write something: it is left as it was, and the compiler refuses it until then.
    Hand,
    /// Nothing, but it may be good to know.
    Said,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.text)
    }
}
