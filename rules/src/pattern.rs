//! Regular expressions as the server runs them: Go's syntax, unanchored, in linear time.

use regex::{Regex, RegexBuilder};
use wheelwright_grammar::pattern::Pattern;

/// How much memory one compiled pattern may take. Go has a limit of its own, a repetition of at most 1,000.
const SIZE_LIMIT: usize = 64 << 20;
/// Go stops at a nesting of 1,000.
const NEST_LIMIT: u32 = 4_000;

/// Compiles a pattern; the error is in words.
pub(crate) fn compile(pattern: &str) -> Result<Regex, String> {
    let pattern = Pattern::parse(pattern).map_err(|error| error.server())?;
    RegexBuilder::new(&pattern.to_regex())
        .size_limit(SIZE_LIMIT)
        .nest_limit(NEST_LIMIT)
        .build()
        .map_err(|error| error.to_string())
}
