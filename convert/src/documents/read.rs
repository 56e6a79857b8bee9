//! The documents of a file.

use super::DocumentError;
use crate::{ConversionError, json::stream};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Yaml,
}

/// A document, as the text of its JSON.
pub(super) struct Document {
    pub(super) text: String,
    pub(super) line: usize,
}

type Read = Result<Document, Vec<DocumentError>>;

/// JSON is taken as it stands, with all digits; anything else is read as kubectl reads YAML.
pub(super) fn documents(file: &str) -> (Format, Vec<Read>) {
    let file = file.strip_prefix('\u{feff}').unwrap_or(file);
    let is_json = file.trim_start().starts_with(['{', '[']);
    if is_json && let Some(documents) = json(file) {
        return (Format::Json, documents);
    }
    let documents: Vec<Read> = wheelwright_yaml::documents(file)
        .into_iter()
        .map(|read| match read {
            Ok(document) => Ok(Document {
                text: document.value.to_string(),
                line: document.start().line,
            }),
            Err(error) => Err(vec![DocumentError {
                line: error.position.line,
                object: String::new(),
                error: ConversionError::new(format!(
                    "column {}: {}",
                    error.position.column, error.kind
                )),
            }]),
        })
        .collect();
    (Format::Yaml, documents)
}

/// JSON documents one behind the other, if it is that to the end.
fn json(file: &str) -> Option<Vec<Read>> {
    let mut line = 1;
    let mut counted = 0;
    let mut documents = Vec::new();
    for range in stream(file).ok()? {
        let before = file.get(counted..range.start).unwrap_or_default();
        line += before.matches('\n').count();
        counted = range.start;
        documents.push(Ok(Document {
            text: file.get(range)?.to_owned(),
            line,
        }));
    }
    Some(documents)
}
