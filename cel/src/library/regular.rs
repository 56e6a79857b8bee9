//! Regular expressions: Go's syntax, translated for the `regex` crate, linear in the text.

use std::collections::HashMap;
use std::sync::Arc;

use regex::{Regex, RegexBuilder};
use wheelwright_grammar::pattern::Pattern;

use crate::failure::{EvalError, Outcome};

/// How much memory one compiled pattern may take. Go has a limit of its own, a repetition of at most 1,000.
const SIZE_LIMIT: usize = 64 << 20;
/// Go stops at a nesting of 1,000.
const NEST_LIMIT: u32 = 4_000;
/// How many patterns that are no literals one evaluation may compile, and how much memory one of them may take.
const MOST_PATTERNS: usize = 2_000;
const SMALL_SIZE_LIMIT: usize = 8 << 20;

/// Compiles a pattern; the error is Go's text.
pub(crate) fn compile(pattern: &str) -> Result<Regex, String> {
    compile_within(pattern, SIZE_LIMIT)
}

fn compile_within(pattern: &str, size: usize) -> Result<Regex, String> {
    let parsed = Pattern::parse(pattern).map_err(|error| error.server())?;
    RegexBuilder::new(&parsed.to_regex())
        .size_limit(size)
        .nest_limit(NEST_LIMIT)
        .build()
        .map_err(|error| error.to_string())
}

/// The patterns of one evaluation that are no literals, compiled once each.
#[derive(Debug, Default)]
pub(crate) struct Patterns(HashMap<String, Result<Arc<Regex>, String>>);

impl Patterns {
    /// The pattern compiled, or Go's words why it is none.
    pub(crate) fn get(&mut self, pattern: &str) -> Outcome<Result<Arc<Regex>, String>> {
        if let Some(known) = self.0.get(pattern) {
            return Ok(known.clone());
        }
        if self.0.len() >= MOST_PATTERNS {
            return Err(EvalError::over_budget());
        }
        let compiled = compile_within(pattern, SMALL_SIZE_LIMIT).map(Arc::new);
        self.0.insert(pattern.to_owned(), compiled.clone());
        Ok(compiled)
    }
}

/// The first match, or nothing.
pub(crate) fn find<'t>(regex: &Regex, text: &'t str) -> &'t str {
    regex.find(text).map_or("", |found| found.as_str())
}

/// The matches, at most so many if the limit is not negative. An empty match right after a match does not count.
pub(crate) fn find_all<'t>(regex: &Regex, text: &'t str, limit: i64) -> Vec<&'t str> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    regex
        .find_iter(text)
        .take(limit)
        .map(|found| found.as_str())
        .collect()
}
