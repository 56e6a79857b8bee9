//! One YAML document: the parser's events as a tree, aliases and merges carried out, as a JSON value.

mod escapes;
mod events;
mod resolve;

use std::borrow::Cow;

use crate::error::{ErrorKind, SyntaxError};
use crate::{Document, Position};
use events::Failure;

/// In how many scalars of a document there may be a `\\'`: each is a new beginning.
const MENDED: usize = 256;

/// Reads the first document of a text; one without a value is none.
pub(crate) fn read(text: &str, start: Position) -> Result<Option<Document>, SyntaxError> {
    if let Some(position) = first_control(text, start) {
        let kind = ErrorKind::Yaml("control characters are not allowed".to_owned());
        return Err(SyntaxError::new(position, kind));
    }
    let mut mended = Cow::Borrowed(text);
    let mut left = MENDED;
    loop {
        let (at, error) = match events::read(&mended, text, start) {
            Ok(None) => return Ok(None),
            Ok(Some(tree)) => {
                let document = resolve::document(&tree)?;
                return Ok((!document.value.is_null()).then_some(document));
            }
            Err(Failure::Syntax(error)) => return Err(error),
            Err(Failure::Escape(at, error)) => (at, error),
        };
        let scalar = text.get(at..).unwrap_or_default();
        events::check_escapes(scalar, error.position)?;
        left -= 1;
        match escapes::mended(&mended, at).filter(|_| left > 0) {
            Some(text) => mended = Cow::Owned(text),
            None => return Err(error),
        }
    }
}

fn first_control(text: &str, start: Position) -> Option<Position> {
    let is_control = |c: char| {
        matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{7f}'..='\u{84}' | '\u{86}'..='\u{9f}'
            | '\u{fffe}' | '\u{ffff}')
    };
    let before = text
        .split(is_control)
        .next()
        .filter(|before| before.len() < text.len())?;
    let mut cursor = crate::position::Cursor::new(before, start);
    while cursor.step().is_some() {}
    Some(cursor.position)
}
