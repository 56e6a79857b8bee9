//! Regular expressions as Go's `regexp` package takes them: the syntax RE2 with Perl's flags.
//!
//! Sources: the page "Syntax" of `regexp/syntax` in Go 1.26 and that package's behaviour; a schema's `pattern` is
//! compiled with `regexp.Compile`, searched for anywhere in the value, in linear time.
//!
//! [`Pattern::parse`] decides whether Go would take a pattern. [`Pattern::to_regex`] writes the same language for
//! Rust's `regex` crate in its default, Unicode mode.

mod class;
mod error;
mod escape;
mod fold;
mod fold_tables;
mod limits;
mod node;
mod parse;
mod translate;
mod unicode;

pub use error::{ErrorCode, PatternError};

use node::Tree;

/// A regular expression that Go's `regexp.Compile` takes.
#[derive(Debug, Clone)]
pub struct Pattern {
    tree: Tree,
}

impl Pattern {
    /// Parses a pattern, or says as Go does what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        parse::parse(text).map(|tree| Self { tree })
    }

    /// The same language in the syntax of the `regex` crate.
    ///
    /// Classes are those of Unicode 15.0, which Go 1.26 carries, whatever the crate's version has. Counted
    /// repetitions can make the compiled form large and deep: raise the crate's size and nesting limits, or
    /// treat what exceeds them as too big to decide.
    #[must_use]
    pub fn to_regex(&self) -> String {
        translate::to_regex(&self.tree)
    }
}

#[cfg(test)]
mod tests;
