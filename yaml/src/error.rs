//! Why a document cannot be read.

use std::fmt;

use crate::Position;

/// A document that cannot be read, and where it stops making sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// Where.
    pub position: Position,
    /// Why.
    pub kind: ErrorKind,
}

/// Why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The text is not YAML; what the parser says.
    Yaml(String),
    /// The text begins as JSON does and is neither JSON nor YAML; what the JSON parser says.
    Json(String),
    /// Something stands behind `---` on its line.
    Separator(String),
    /// A scalar does not fit its tag.
    Tag {
        /// The tag, such as `!!int`.
        tag: String,
        /// The text of the scalar.
        text: String,
    },
    /// An escape in a quoted text that kubectl does not know, such as `\\/`.
    Escape(String),
    /// A list, a map, null or an integer beyond 64 bits stands as a key.
    Key,
    /// What stands behind `<<` is neither a map nor a list of maps.
    Merge,
    /// `.inf` and `.nan` are numbers that JSON does not have.
    NotFinite,
    /// An anchor stands for something that it is itself part of.
    Recursive,
    /// Most of the document would be copies of anchors.
    Aliasing,
    /// Values are nested deeper than [`DEPTH`](crate::DEPTH).
    Depth,
}

impl SyntaxError {
    pub(crate) const fn new(position: Position, kind: ErrorKind) -> Self {
        Self { position, kind }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Yaml(text) | Self::Json(text) => f.write_str(text),
            Self::Separator(text) => write!(
                f,
                "`{text}` stands behind the `---` that separates documents: begin it on a line of its own"
            ),
            Self::Tag { tag, text } if tag == "!!binary" => write!(
                f,
                "`{text}` is tagged {tag}, which JSON has no form for: write its base64 text without the tag"
            ),
            Self::Tag { tag, text } => write!(f, "`{text}` is tagged {tag} and is none"),
            Self::Escape(escape) if escape.starts_with("\\u") || escape.starts_with("\\U") => {
                write!(
                    f,
                    "`{escape}` is no character: write the character itself, or its number as `\\U0001F355`"
                )
            }
            Self::Escape(escape) => write!(
                f,
                "kubectl knows no escape `{escape}`: write `{}`, or put the text in single quotes",
                escape.trim_start_matches('\\')
            ),
            Self::Key => f.write_str(
                "a key is a string, a boolean or a number: quote it if it is meant to be text",
            ),
            Self::Merge => f.write_str("`<<` takes a map or a list of maps"),
            Self::NotFinite => {
                f.write_str("JSON has no infinity and no NaN: quote it if it is meant to be text")
            }
            Self::Recursive => f.write_str("an anchor stands for something that contains it"),
            Self::Aliasing => f.write_str("nearly all of the document is copies of its anchors"),
            Self::Depth => write!(f, "values are nested deeper than {} levels", crate::DEPTH),
        }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.kind)
    }
}

impl std::error::Error for SyntaxError {}
