//! What stands in brackets: an index, a slice, names, or a filter.

use super::{Parser, PathError, Segment, parse_template};

impl<'p> Parser<'p> {
    pub(super) fn array(&mut self) -> Result<(), PathError> {
        let end = self.rest.find([']', '\n']).ok_or(PathError::Array)?;
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest.strip_prefix(']').ok_or(PathError::Array)?;
        if text.contains(',') {
            for item in text.split(',') {
                parse_template(&format!("{{[{}]}}", item.trim_matches(' ')), self.depth)?;
            }
            self.segments.push(Segment::Any);
            return Ok(());
        }
        let name = text
            .strip_prefix('\'')
            .and_then(|rest| rest.strip_suffix('\''));
        if let Some(name) = name.filter(|name| !name.contains('\'')) {
            self.segments
                .extend(parse_template(&format!("{{.{name}}}"), self.depth)?);
            return Ok(());
        }
        if text != "*" && !is_slice(text) {
            return Err(PathError::Index(text.to_owned()));
        }
        self.segments.push(Segment::Items);
        Ok(())
    }

    pub(super) fn filter(&mut self) -> Result<(), PathError> {
        let text = self.filter_text()?;
        let not_operator = |c: char| !matches!(c, '!' | '<' | '>' | '=');
        let left = text.find(|c| !not_operator(c)).unwrap_or(text.len());
        let (left, rest) = text.split_at(left);
        let mut right = rest.find(not_operator).unwrap_or(rest.len());
        // An operator at the very end gives its last character to the right side, if it can.
        if right == rest.len() && right >= 2 {
            right -= 1;
        }
        let (operator, right) = rest.split_at(right);
        let comparison =
            !left.is_empty() && !operator.is_empty() && !right.is_empty() && !right.contains('\n');
        let sides = if comparison {
            vec![left, right]
        } else {
            vec![text]
        };
        for side in sides {
            parse_template(&format!("{{{side}}}"), self.depth)?;
        }
        self.segments.push(Segment::Items);
        Ok(())
    }

    /// What stands between `[?(` and `)]`; a parenthesis within quotes does not close.
    fn filter_text(&mut self) -> Result<&'p str, PathError> {
        let mut quote = None;
        let mut closed = false;
        let mut previous = '\0';
        for (at, c) in self.rest.char_indices() {
            match c {
                '\n' => return Err(PathError::Filter),
                '"' | '\'' if quote.is_none() => quote = Some(c),
                '"' | '\'' if previous != '\\' && quote == Some(c) => closed = true,
                ')' if quote.is_some() == closed => {
                    let (text, rest) = self.rest.split_at(at);
                    self.rest = rest.strip_prefix(")]").ok_or(PathError::Filter)?;
                    return Ok(text);
                }
                _ => {}
            }
            previous = c;
        }
        Err(PathError::Filter)
    }
}

/// `[1]`, `[1:2]`, `[::2]`: up to three numbers that fit in 64 bits, each but the first optional.
fn is_slice(text: &str) -> bool {
    let mut parts = 0;
    text.split(':').all(|part| {
        parts += 1;
        let digits = part.strip_prefix('-').unwrap_or(part);
        parts <= 3
            && digits.bytes().all(|b| b.is_ascii_digit())
            && (part.is_empty() || part.parse::<i64>().is_ok())
    })
}
