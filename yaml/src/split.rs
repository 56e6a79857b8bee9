//! Where documents begin and end.

use crate::error::{ErrorKind, SyntaxError};
use crate::{Document, Position, json, tree};

type Read = Result<Document, SyntaxError>;

pub(crate) fn documents(text: &str) -> Vec<Read> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut found = Vec::new();
    if !text.trim_start().starts_with('{') {
        read_yaml(text, Position::START, &mut found);
        return found;
    }
    // JSON as long as it is JSON. After one value it may still be YAML that begins like JSON, and after two it is not.
    let mut rest = json::Reader::new(text);
    loop {
        let before = rest;
        match rest.read() {
            None => return found,
            Some(Ok(document)) => found.push(Ok(document)),
            Some(Err(failure)) => {
                let is_yaml = failure.may_be_yaml && found.len() < 2;
                let mut documents = Vec::new();
                if is_yaml {
                    let (text, position) = before.remaining();
                    read_yaml(text, position, &mut documents);
                }
                if is_yaml && !matches!(documents.first(), Some(Err(_))) {
                    found.extend(documents);
                } else {
                    found.push(Err(failure.error));
                }
                return found;
            }
        }
    }
}

fn read_yaml(text: &str, start: Position, found: &mut Vec<Read>) {
    const SEPARATOR: &str = "---";
    let mut chunk = Chunk { from: 0, start };
    let (mut offset, mut line) = (0, start.line);
    for whole in text.split_inclusive('\n') {
        let after = offset + whole.len();
        let at_margin = offset > 0 || start.column == 1;
        if let Some(behind) = whole.strip_prefix(SEPARATOR).filter(|_| at_margin) {
            chunk.read(text.get(chunk.from..offset), found);
            chunk = Chunk {
                from: after,
                start: Position {
                    line: line + 1,
                    column: 1,
                },
            };
            let behind = behind.trim();
            if !behind.is_empty() && !behind.starts_with('#') {
                let position = Position { line, column: 4 };
                let kind = ErrorKind::Separator(behind.to_owned());
                found.push(Err(SyntaxError::new(position, kind)));
                return;
            }
        }
        offset = after;
        line += 1;
    }
    chunk.read(text.get(chunk.from..), found);
}

struct Chunk {
    from: usize,
    start: Position,
}

impl Chunk {
    fn read(&self, text: Option<&str>, found: &mut Vec<Read>) {
        found.extend(tree::read(text.unwrap_or_default(), self.start).transpose());
    }
}
