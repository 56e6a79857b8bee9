//! Messages that are one of several values.

use crate::message::{self, Makes};
use crate::syntax::{NodeKind, Span};

use super::Validator;

impl Validator<'_> {
    /// A server sets the fields of a message in the order of a table of hashes, and of these the last counts.
    pub(super) fn messages(&mut self) {
        let checked = self.checked;
        for node in checked.ast().nodes() {
            let NodeKind::Struct { name, fields } = checked.ast().kind(node) else {
                continue;
            };
            if message::named(name).is_none_or(|message| message.makes != Makes::Value) {
                continue;
            }
            let Some((first, rest)) = fields.split_first() else {
                continue;
            };
            let Some(other) = rest.iter().find(|other| other.name != first.name) else {
                continue;
            };
            let message = format!(
                "the fields '{}' and '{}' are of one value, and a server sets either by chance",
                first.name, other.name
            );
            let value = checked.ast().node(other.value).span;
            let span = Span::new(other.position as usize, value.range().end);
            let hint = "write one of them".to_owned();
            self.reports
                .at(self.text, other.position, span, message, Some(hint));
        }
    }
}
