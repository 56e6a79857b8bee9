//! Regular expressions as the server runs them: Go's RE2 syntax, unanchored, in linear time.

use regex::Regex;

/// How much memory one compiled pattern may take. The server has its own limit: a repetition of at most 1,000.
const SIZE_LIMIT: usize = 16 << 20;

/// Compiles a pattern; the error is in words.
pub(crate) fn compile(pattern: &str) -> Result<Regex, String> {
    regex::RegexBuilder::new(pattern)
        .size_limit(SIZE_LIMIT)
        .nest_limit(250)
        .build()
        .map_err(|error| error.to_string())
}
