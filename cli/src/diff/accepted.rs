//! The file of findings that are accepted.

use std::fs;
use std::rc::Rc;

use wheelwright_release::{Report, accept};
use wheelwright_yaml::Position;

use crate::input::files::text;
use crate::input::{Source, Unreadable};

/// Accepts what the file says; its lines that say nothing are returned.
pub(super) fn apply(report: &mut Report, file: &str) -> Vec<Unreadable> {
    let text = match fs::File::open(file).and_then(text) {
        Ok(text) => text,
        Err(error) => {
            return vec![Unreadable {
                name: file.to_owned(),
                at: None,
                reason: error.to_string(),
            }];
        }
    };
    let errors = accept(report, &text).err().unwrap_or_default();
    let source = Rc::new(Source {
        name: file.to_owned(),
        text,
    });
    errors
        .into_iter()
        .map(|error| Unreadable {
            name: file.to_owned(),
            at: Some((
                Rc::clone(&source),
                Position {
                    line: error.line,
                    column: 1,
                },
            )),
            reason: error.reason,
        })
        .collect()
}
