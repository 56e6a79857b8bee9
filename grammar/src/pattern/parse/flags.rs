//! What starts with `(?`: flags, groups without capture, groups with a name.

use super::super::error::{ErrorCode, PatternError};
use super::{Flags, Parser, without_first};

impl<'p> Parser<'p> {
    pub(super) fn special_group(&mut self, text: &'p str) -> Result<&'p str, PatternError> {
        let named = ["(?P<", "(?<"].iter().find_map(|start| {
            // A start that is all there is counts as unknown flags.
            text.strip_prefix(start).filter(|rest| !rest.is_empty())
        });
        match named {
            Some(rest) => self.named_group(text, rest),
            None => self.flags(text),
        }
    }

    fn named_group(&mut self, text: &'p str, rest: &'p str) -> Result<&'p str, PatternError> {
        let bad = |part: &str| PatternError::new(ErrorCode::InvalidNamedCapture, part);
        let (name, after) = rest.split_once('>').ok_or_else(|| bad(text))?;
        if name.is_empty() || !name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) {
            let (read, _) = text.split_at(text.len() - after.len());
            return Err(bad(read));
        }
        self.open(true);
        Ok(after)
    }

    fn flags(&mut self, text: &'p str) -> Result<&'p str, PatternError> {
        let mut flags = self.flags;
        let mut on = true;
        let mut seen = false;
        let mut rest = text.strip_prefix("(?").unwrap_or(text);
        while let Some(c) = rest.chars().next() {
            rest = without_first(rest);
            match c {
                'i' => flags.set(Flags::FOLD, on),
                'm' => flags.set(Flags::MANY_LINES, on),
                's' => flags.set(Flags::DOT_TAKES_LINE_BREAK, on),
                'U' => flags.set(Flags::LAZY, on),
                '-' if on => on = false,
                ':' | ')' if on || seen => {
                    if c == ':' {
                        self.open(false);
                    }
                    self.flags = flags;
                    return Ok(rest);
                }
                _ => break,
            }
            seen = c != '-';
        }
        let (read, _) = text.split_at(text.len() - rest.len());
        Err(PatternError::new(ErrorCode::InvalidPerlOp, read))
    }
}
