//! Rules in CEL, which are matched by their text.

use serde_json::json;

use super::{Direction, Found, Kind, Spot};
use crate::schema::{Schema, ValidationRule};

pub(super) fn compare(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    let spot = spot.keyword("x-kubernetes-validations");
    let text = |rule: &ValidationRule| rule.rule.trim().to_owned();
    let find = |rules: &'_ [ValidationRule], wanted: &ValidationRule| {
        rules.iter().position(|rule| text(rule) == text(wanted))
    };
    for gone in &old.validations {
        if find(&new.validations, gone).is_none() {
            let sides = (Some(json!(text(gone))), None);
            let words = format!("the rule `{}` is gone", text(gone));
            found.add(spot.clone(), Kind::Rule, Direction::Loosened, sides, words);
        }
    }
    for (index, rule) in new.validations.iter().enumerate() {
        let at = Spot {
            path: spot.path.index(index),
            ..spot.clone()
        };
        let before = find(&old.validations, rule).and_then(|at| old.validations.get(at));
        let (direction, words, was) = match before {
            None => (
                Direction::Tightened,
                format!("the rule `{}` is new", text(rule)),
                None,
            ),
            Some(before) if before.optional_old_self != rule.optional_old_self => (
                Direction::Changed,
                format!("optionalOldSelf of the rule `{}` differs", text(rule)),
                Some(json!(text(rule))),
            ),
            Some(before) if !is_said_alike(before, rule) => (
                Direction::Other,
                format!("the rule `{}` is said otherwise when it fails", text(rule)),
                Some(json!(text(rule))),
            ),
            Some(_) => continue,
        };
        let sides = (was, Some(json!(text(rule))));
        found.add(at, Kind::Rule, direction, sides, words);
    }
}

fn is_said_alike(a: &ValidationRule, b: &ValidationRule) -> bool {
    a.message == b.message
        && a.message_expression == b.message_expression
        && a.reason == b.reason
        && a.field_path == b.field_path
}
