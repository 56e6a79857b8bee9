//! One YAML document: the parser's events as a tree, aliases and merges carried out, as a JSON value.

mod escapes;
mod events;
mod resolve;
mod scanning;

use std::borrow::Cow;

use crate::error::{ErrorKind, SyntaxError};
use crate::{Document, Position, position::Cursor};
use events::Failure;

/// In how many scalars of a document there may be what the parser does not know: each is a new beginning.
const MENDED: usize = 256;

/// Reads the first document of a text; one without a value is none.
pub(crate) fn read(text: &str, start: Position) -> Result<Option<Document>, SyntaxError> {
    if let Some(position) = first_control(text, start) {
        let kind = ErrorKind::Yaml("control characters are not allowed".to_owned());
        return Err(SyntaxError::new(position, kind));
    }
    if let Some(wrong) = scanning::line_break(text).or_else(|| scanning::byte_order_mark(text)) {
        let kind = ErrorKind::Yaml(wrong.what.to_owned());
        return Err(SyntaxError::new(
            Cursor::position_at(text, wrong.at, start),
            kind,
        ));
    }
    let mut mended = Cow::Borrowed(text);
    let mut left = MENDED;
    loop {
        let (mending, error) = match events::read(&mended, text, start) {
            Ok(None) => return Ok(None),
            Ok(Some(tree)) => {
                let document = resolve::document(&tree)?;
                return Ok((!document.value.is_null()).then_some(document));
            }
            Err(Failure::Syntax(error)) => return Err(error),
            Err(Failure::Escape(at, error)) => {
                let scalar = text.get(at..).unwrap_or_default();
                events::check_escapes(scalar, error.position)?;
                (escapes::mended(&mended, at), error)
            }
            Err(Failure::Dash(at, error)) => (scanning::without_dash(&mended, at), error),
        };
        left -= 1;
        match mending.filter(|_| left > 0) {
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
    Some(Cursor::position_at(text, text.find(is_control)?, start))
}
