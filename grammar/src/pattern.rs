//! Regular expressions as Go's `regexp` package takes them: the syntax RE2 with Perl's flags.
//!
//! Sources: the page "Syntax" of `regexp/syntax` in Go 1.26 and that package's behaviour; a schema's `pattern` is
//! compiled with `regexp.Compile`, searched for anywhere in the value, in linear time.
//!
//! [`Pattern::parse`] decides whether Go would take a pattern. [`Pattern::to_regex`] writes the same language for
//! Rust's `regex` crate in its default, Unicode mode.

mod class;
mod ecma;
mod error;
mod escape;
mod fold;
mod fold_tables;
mod limits;
mod node;
mod parse;
mod sample;
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

    /// The language in the syntax of the `regex` crate.
    ///
    /// Classes are those of Unicode 15.0, which Go 1.26 carries, whatever the crate's version has. Counted
    /// repetitions can make the compiled form large and deep: raise the crate's size and nesting limits, or
    /// treat what exceeds them as too big to decide.
    #[must_use]
    pub fn to_regex(&self) -> String {
        translate::to_regex(&self.tree)
    }

    /// The language in the syntax of [ECMA-262], as JSON Schema has patterns, for engines with and without its flag `u`. None
    /// where engines differ: classes of Unicode, words and lines, characters that count twice in UTF-16, and what comes out
    /// longer than 8 KiB.
    ///
    /// ```
    /// use wheelwright_grammar::pattern::Pattern;
    ///
    /// let ecma = |text| Pattern::parse(text).expect("Go takes it").to_ecma();
    /// assert_eq!(ecma(r"\A(?P<name>\w\s?)\z").as_deref(), Some(r"^[0-9A-Z_a-z][\t\n\u000C\r ]?$"));
    /// assert_eq!(ecma(r"(?i)^a{"), Some("^[Aa]\\{".to_owned()));
    /// assert_eq!(ecma(r"\pL"), None);
    /// ```
    ///
    /// [ECMA-262]: https://json-schema.org/draft-07/json-schema-validation#rfc.section.4.3
    #[must_use]
    pub fn to_ecma(&self) -> Option<String> {
        ecma::to_ecma(&self.tree)
    }

    /// A text that matches, for trying things out. `choose` picks one of so many.
    ///
    /// Positions (`^` inside, `\b`) and Unicode's classes are not looked into: where a pattern has them, the text
    /// may not match.
    ///
    /// ```
    /// use wheelwright_grammar::pattern::Pattern;
    ///
    /// let pattern = Pattern::parse("^(?:red|blue)-[0-9]{2}$").expect("Go takes it");
    /// assert_eq!(pattern.sample(&mut |_| 0), "red-00");
    /// assert_eq!(pattern.sample(&mut |count| count - 1), "blue-99");
    /// ```
    pub fn sample(&self, choose: &mut dyn FnMut(usize) -> usize) -> String {
        sample::sample(&self.tree, choose)
    }
}

#[cfg(test)]
mod tests;
