//! One YAML document: the parser's events as a tree, aliases and merges carried out, as a JSON value.

mod events;
mod resolve;

use crate::error::{ErrorKind, SyntaxError};
use crate::{Document, Position};

/// Reads the first document of a text; one without a value is none.
pub(crate) fn read(text: &str, start: Position) -> Result<Option<Document>, SyntaxError> {
    if let Some(position) = first_control(text, start) {
        let kind = ErrorKind::Yaml("control characters are not allowed".to_owned());
        return Err(SyntaxError::new(position, kind));
    }
    let Some(tree) = events::read(text, start)? else {
        return Ok(None);
    };
    let document = resolve::document(&tree)?;
    Ok((!document.value.is_null()).then_some(document))
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
