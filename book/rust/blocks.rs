//! Fenced code in pages: what it is, and what of it is run.

#![allow(
    dead_code,
    reason = "it is a part of several programs of tests, none of which needs all"
)]

/// A fenced block: ```` ```console,cluster ````, say.
pub(crate) struct Block<'t> {
    /// What stands behind the fence.
    pub(crate) info: &'t str,
    /// The lines within, each with its end.
    pub(crate) code: &'t str,
}

impl<'t> Block<'t> {
    pub(crate) fn language(&self) -> &'t str {
        self.info.split(',').next().unwrap_or_default()
    }

    /// Whether this word stands behind the language.
    pub(crate) fn says(&self, word: &str) -> bool {
        self.info.split(',').skip(1).any(|own| own == word)
    }

    /// The value of `name=value` behind the language.
    pub(crate) fn value(&self, name: &str) -> Option<&'t str> {
        let mut words = self.info.split(',').skip(1);
        words.find_map(|word| word.strip_prefix(name)?.strip_prefix('='))
    }

    /// What follows `$`, each with what it is to say.
    pub(crate) fn commands(&self) -> Vec<(&'t str, &'t str)> {
        let parts: Vec<&str> = match self.code.strip_prefix("$ ") {
            Some(code) => code.split("\n$ ").collect(),
            None => panic!("a command begins with `$ `: {}", self.code),
        };
        let part = |part: &'t str| part.split_once('\n').unwrap_or((part, ""));
        parts.into_iter().map(part).collect()
    }
}

/// The blocks of a page.
pub(crate) fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut rest = text;
    while let Some(begin) = rest.find("\n```") {
        let info = &rest[begin + 4..];
        let Some((info, code)) = info.split_once('\n') else {
            break;
        };
        let end = if code.starts_with("```") {
            0
        } else {
            code.find("\n```").map_or(code.len(), |end| end + 1)
        };
        blocks.push(Block {
            info,
            code: &code[..end],
        });
        rest = code[end..].strip_prefix("```").unwrap_or_default();
    }
    blocks
}

/// Whether this is what was expected, where `…` is anything.
pub(crate) fn is_said(said: &str, expected: &str) -> bool {
    let (said, expected) = (said.trim_end(), expected.trim_end());
    let mut parts = expected.split('…');
    let Some(mut rest) = parts.next().and_then(|first| said.strip_prefix(first)) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}
