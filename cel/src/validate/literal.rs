//! Literal durations, times and patterns.

use wheelwright_grammar::duration;
use wheelwright_grammar::pattern::Pattern;
use wheelwright_grammar::time::{FIRST_SECOND, LAST_SECOND, Time};

use crate::syntax::{Literal, NodeKind};

use super::Validator;

impl Validator<'_> {
    pub(super) fn literals(&mut self) {
        let checked = self.checked;
        for node in checked.ast().nodes() {
            let NodeKind::Call {
                function,
                arguments,
                ..
            } = checked.ast().kind(node)
            else {
                continue;
            };
            let Some(argument) = arguments.first() else {
                continue;
            };
            let NodeKind::Literal(literal) = checked.ast().kind(*argument) else {
                continue;
            };
            let hint = match (&**function, literal) {
                ("duration", Literal::String(text)) if duration::parse(text).is_none() => {
                    "a duration is written like '1h30m', '-1.5s' or '300ms'; there are no days"
                }
                // Up to 1.36 this was declared, and always failed.
                ("duration", Literal::Int(_)) => {
                    "a duration is written like '1h30m', '-1.5s' or '300ms'"
                }
                ("timestamp", Literal::String(text)) if !is_time(text) => {
                    "a timestamp is written like '2024-01-02T03:04:05Z'"
                }
                ("timestamp", Literal::Int(seconds)) if !is_in_range(*seconds) => {
                    "seconds from 1970, of the years 1 to 9999"
                }
                // The first argument is the pattern only where it is called on the text; the server does not care.
                ("matches", Literal::String(pattern)) => match Pattern::parse(pattern) {
                    Ok(_) => continue,
                    Err(error) => {
                        let message = format!("invalid {function} argument");
                        self.report(*argument, message, Some(error.to_string()));
                        continue;
                    }
                },
                _ => continue,
            };
            self.report(
                *argument,
                format!("invalid {function} argument"),
                Some(hint.to_owned()),
            );
        }
    }
}

/// From year 1 to 9999.
fn is_in_range(seconds: i64) -> bool {
    (FIRST_SECOND..=LAST_SECOND).contains(&seconds)
}

fn is_time(text: &str) -> bool {
    Time::parse(text).is_ok_and(|time| is_in_range(time.seconds))
}
