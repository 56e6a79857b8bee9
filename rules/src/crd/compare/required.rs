//! Which fields must be there.

use serde_json::{Value, json};

use super::{Direction, Found, Kind, Spot};
use crate::schema::Schema;

pub(super) fn compare(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) {
    let at = |name: &str| Spot {
        field: spot.property(name).field,
        path: spot.path.child("required"),
    };
    let sides =
        |was: bool| -> (Option<Value>, Option<Value>) { (Some(json!(was)), Some(json!(!was))) };
    for name in new
        .required
        .iter()
        .filter(|name| !old.required.contains(name))
    {
        let has_default = new
            .properties
            .get(name)
            .is_some_and(|property| property.default.is_some());
        let (direction, words) = if has_default {
            (Direction::Other, "must be there, which its default sees to")
        } else {
            (Direction::Tightened, "must be there")
        };
        found.add(at(name), Kind::Required, direction, sides(false), words);
    }
    for name in old
        .required
        .iter()
        .filter(|name| !new.required.contains(name))
    {
        let had_default = old
            .properties
            .get(name)
            .is_some_and(|property| property.default.is_some());
        let direction = if had_default {
            Direction::Other
        } else {
            Direction::Loosened
        };
        let words = "may be absent";
        found.add(at(name), Kind::Required, direction, sides(true), words);
    }
}
