//! Keywords that constrain a value by itself.

use serde_json::{Map, Value, json};
use wheelwright_grammar::pattern::Pattern;

use super::defaults::{count, has_below, is_set};
use crate::words::{is, text};

/// Where floats no longer tell integers apart, servers and engines compare differently.
const EXACT: f64 = 9_007_199_254_740_992.0;
/// What every date and time that a server takes begins with; JSON Schema's `date-time` takes fewer.
const DATE_TIME: &str = "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}";

/// The keywords of a node that JSON Schema has, too.
pub(super) struct Keywords<'s> {
    own: &'s Value,
    /// The node outside of combinators that is about the same value.
    main: &'s Value,
    pub(super) out: Map<String, Value>,
    /// Whether they say all that the schema says: what is less is not to be negated.
    pub(super) is_exact: bool,
}

impl<'s> Keywords<'s> {
    pub(super) fn of(own: &'s Value, main: &'s Value) -> Self {
        let mut keywords = Self {
            own,
            main,
            out: Map::new(),
            is_exact: true,
        };
        keywords.numbers();
        keywords.texts();
        keywords.counts();
        keywords.enumeration();
        keywords.required();
        keywords
    }

    fn put(&mut self, keyword: &str, value: impl Into<Value>) {
        self.out.insert(keyword.to_owned(), value.into());
    }

    fn number(&self, keyword: &str) -> Option<(&'s Value, f64)> {
        let value = self.own.get(keyword)?;
        Some((value, value.as_f64()?))
    }

    fn numbers(&mut self) {
        for (keyword, exclusive) in [
            ("minimum", "exclusiveMinimum"),
            ("maximum", "exclusiveMaximum"),
        ] {
            match self.number(keyword) {
                Some((value, number)) if number.abs() < EXACT => {
                    // A server cuts off the fraction before it compares an integer.
                    self.is_exact &= number.fract() == 0.0;
                    let is_exclusive = is(self.own, exclusive);
                    let (cut, cuts_off) = if keyword == "minimum" {
                        (number.floor(), number > 0.0)
                    } else {
                        (number.ceil(), number < 0.0)
                    };
                    let is_looser = cuts_off && number.fract() != 0.0 && !is_exclusive;
                    let keyword = if is_exclusive { exclusive } else { keyword };
                    let bound = if is_looser { cut.into() } else { value.clone() };
                    self.put(keyword, bound);
                }
                Some(_) => self.is_exact = false,
                None => {}
            }
        }
        if let Some((value, number)) = self.number("multipleOf") {
            // Of fractions each engine has an idea of its own.
            let is_same = number > 0.0
                && number < EXACT
                && number.fract() == 0.0
                && text(self.main, "type") == "integer";
            if is_same {
                self.put("multipleOf", value.clone());
            }
            self.is_exact = false;
        }
    }

    fn texts(&mut self) {
        let pattern = text(self.own, "pattern");
        if !pattern.is_empty() {
            match Pattern::parse(pattern)
                .ok()
                .and_then(|pattern| pattern.to_ecma())
            {
                Some(pattern) => self.put("pattern", pattern),
                None => self.is_exact = false,
            }
        }
        let format = text(self.own, "format");
        if !format.is_empty() {
            self.is_exact = false;
        }
        if text(self.main, "type") == "string" {
            match format {
                "date" | "ipv6" => self.put("format", format),
                "date-time" if pattern.is_empty() => self.put("pattern", DATE_TIME),
                _ => {}
            }
        }
    }

    fn counts(&mut self) {
        for keyword in [
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "minProperties",
            "maxProperties",
        ] {
            let Some(bound) = self.own.get(keyword).and_then(Value::as_i64) else {
                continue;
            };
            let set = if keyword.ends_with("Properties") {
                count(self.main)
            } else {
                0
            };
            // What a server sets counts for it, and is not there yet.
            self.is_exact &= set == 0;
            let bound = if keyword == "minProperties" {
                bound.saturating_sub(set)
            } else {
                bound
            };
            match bound {
                0.. => self.put(keyword, bound),
                // Nothing has less than nothing: JSON Schema has no words for it.
                _ => self.is_exact = false,
            }
        }
        self.is_exact &= !is(self.own, "uniqueItems");
    }

    fn enumeration(&mut self) {
        let Some(listed) = self.own.get("enum").and_then(Value::as_array) else {
            return;
        };
        let type_name = text(self.main, "type");
        // For a server null equals nothing, any number with these whole digits is an integer of the list unless the type says
        // more, and the number of a character is the character.
        let values: Vec<&Value> = listed.iter().filter(|value| !value.is_null()).collect();
        let is_alike = |value: &&Value| match value {
            Value::Number(number) => {
                type_name != "integer" && number.as_f64().is_none_or(|number| number.fract() == 0.0)
            }
            Value::String(text) => type_name != "string" && text.chars().count() == 1,
            Value::Array(_) | Value::Object(_) => has_below(self.main),
            _ => false,
        };
        if values.is_empty() || values.iter().any(is_alike) {
            self.is_exact &= listed.is_empty();
            return;
        }
        self.is_exact &= !values
            .iter()
            .any(|value| value.is_array() || value.is_object());
        let values: Vec<Value> = values.into_iter().cloned().collect();
        self.put("enum", unique(values));
    }

    /// What has a default is there once the server has set it.
    fn required(&mut self) {
        let names = self.own.get("required").and_then(Value::as_array);
        let names: Vec<&Value> = names.into_iter().flatten().collect();
        let asked: Vec<&Value> = names
            .iter()
            .copied()
            .filter(|name| name.as_str().is_none_or(|name| !is_set(self.main, name)))
            .collect();
        self.is_exact &= asked.len() == names.len();
        if !asked.is_empty() {
            let asked = asked.into_iter().cloned().collect();
            self.put("required", unique(asked));
        }
    }

    /// Sets of strings: numbers that are written differently are two items for a server.
    pub(super) fn sets(&mut self) {
        let items = self
            .own
            .get("items")
            .map_or("", |items| text(items, "type"));
        if text(self.own, "x-kubernetes-list-type") == "set" && items == "string" {
            self.put("uniqueItems", true);
        }
    }
}

fn unique(values: Vec<Value>) -> Value {
    let mut kept: Vec<Value> = Vec::new();
    for value in values {
        if !kept.contains(&value) {
            kept.push(value);
        }
    }
    json!(kept)
}
