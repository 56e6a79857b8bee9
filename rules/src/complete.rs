//! Filling an object that is not valid yet, so that a typed program can read it.

use serde_json::{Map, Number, Value};

use crate::default::{drop_nulls, set_defaults};
use crate::format::Format;
use crate::node::{Node, NumberRules, Types};

/// Values that are made up for one object; a schema of nested lists with many required items asks for any number.
const LIMIT: usize = 10_000;

/// Items that are made up for one list.
const ITEMS: i64 = 16;

/// Drops nulls that the schema does not allow, sets defaults, and makes up what is required and still missing.
pub(crate) fn complete(value: &mut Value, node: &Node) {
    drop_nulls(value, node);
    set_defaults(value, node);
    let mut complete = Complete { left: LIMIT };
    complete.value(value, node);
}

/// The value that says least where one of this schema must stand.
pub(crate) fn neutral(node: &Node) -> Option<Value> {
    let mut complete = Complete { left: LIMIT };
    complete.neutral(node)
}

struct Complete {
    left: usize,
}

impl Complete {
    fn value(&mut self, value: &mut Value, node: &Node) {
        match value {
            Value::Object(members) => {
                self.required(members, node, node);
                for (name, member) in members {
                    if let Some(schema) = node.member(name) {
                        self.value(member, schema);
                    }
                }
            }
            Value::Array(items) => {
                if let Some(schema) = node.items.as_deref() {
                    for item in items {
                        self.value(item, schema);
                    }
                }
            }
            _ => {}
        }
    }

    /// What `asks` requires of an object, by the schema that describes it.
    fn required(&mut self, members: &mut Map<String, Value>, asks: &Node, describes: &Node) {
        if let Some(rules) = &asks.checks().object {
            for name in &rules.required {
                if members.contains_key(&**name) {
                    continue;
                }
                // An alternative may say more of the value: the tag of a variant.
                let own = asks.properties.get(name);
                let schema = own
                    .filter(|own| own.checks().enumeration.is_some())
                    .or_else(|| describes.member(name))
                    .or(own);
                if let Some(value) = schema.and_then(|schema| self.neutral(schema)) {
                    members.insert((**name).to_owned(), value);
                }
            }
        }
        if let Some(combinators) = &asks.checks().combinators {
            for all in &combinators.all_of {
                self.required(members, all, describes);
            }
        }
    }

    /// A value that says nothing: the default, the first of an enum, the number nearest to 0, an empty text.
    fn neutral(&mut self, node: &Node) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        if let Some(default) = node.default_value() {
            return Some(default.clone());
        }
        let checks = node.checks();
        if let Some(first) = checks.enumeration.as_ref().and_then(|e| e.values.first()) {
            return Some(first.clone());
        }
        if node.types.has(Types::OBJECT) {
            let mut members = Map::new();
            if let Some(combinators) = &checks.combinators {
                let alternatives = [&combinators.one_of, &combinators.any_of];
                for first in alternatives.into_iter().filter_map(|list| list.first()) {
                    self.required(&mut members, first, node);
                }
            }
            let mut value = Value::Object(members);
            set_defaults(&mut value, node);
            self.value(&mut value, node);
            return Some(value);
        }
        if node.types.has(Types::INTEGER.and(Types::NUMBER)) {
            return number(checks.number.as_ref(), !node.types.has(Types::NUMBER));
        }
        if node.types.has(Types::STRING) {
            let format = checks.format.as_ref().and_then(|format| format.check);
            let least = checks.string.as_ref().and_then(|rules| rules.min);
            return Some(text(format, least).into());
        }
        if node.types.has(Types::BOOLEAN) {
            return Some(false.into());
        }
        if node.types.has(Types::ARRAY) {
            let least = checks.array.as_ref().and_then(|size| size.min).unwrap_or(0);
            let items = node.items.as_deref();
            let items = (0..least.min(ITEMS)).map_while(|_| self.neutral(items?));
            return Some(items.collect());
        }
        Some(Value::Null)
    }
}

fn number(rules: Option<&NumberRules>, whole: bool) -> Option<Value> {
    let mut value = 0.0_f64;
    if let Some(rules) = rules {
        let step = rules.multiple_of.filter(|step| *step > 0.0).unwrap_or(1.0);
        if let Some(minimum) = rules.minimum
            && (value < minimum.value || (minimum.exclusive && value <= minimum.value))
        {
            value = (minimum.value / step).ceil() * step;
            if minimum.exclusive && value <= minimum.value {
                value += step;
            }
        }
        if let Some(maximum) = rules.maximum
            && (value > maximum.value || (maximum.exclusive && value >= maximum.value))
        {
            value = (maximum.value / step).floor() * step;
            if maximum.exclusive && value >= maximum.value {
                value -= step;
            }
        }
    }
    if whole {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "a float beyond the range of integers becomes the nearest of them"
        )]
        let whole = value as i64;
        return Some(whole.into());
    }
    Number::from_f64(value).map(Value::Number)
}

/// The shortest text of a format, and else of a length.
fn text(format: Option<Format>, least: Option<i64>) -> String {
    let text = match format {
        Some(Format::BsonObjectId) => "000000000000000000000000",
        Some(Format::Byte) => "AA==",
        Some(Format::Cidr) => "0.0.0.0/0",
        Some(Format::Date) => "1970-01-01",
        Some(Format::DateTime) => "1970-01-01T00:00:00Z",
        Some(Format::Duration) => "0s",
        Some(Format::Email) => "x@example.com",
        Some(Format::HexColor) => "#000000",
        Some(Format::Hostname | Format::LongName | Format::ShortName) => "x",
        Some(Format::Ipv4) => "0.0.0.0",
        Some(Format::Ipv6) => "::",
        Some(Format::Mac) => "00:00:00:00:00:00",
        Some(Format::RgbColor) => "rgb(0,0,0)",
        Some(Format::Uri) => "http://example.com/",
        Some(Format::Uuid) => "00000000-0000-0000-0000-000000000000",
        Some(Format::Uuid3) => "00000000-0000-3000-8000-000000000000",
        Some(Format::Uuid4) => "00000000-0000-4000-8000-000000000000",
        Some(Format::Uuid5) => "00000000-0000-5000-8000-000000000000",
        _ => "",
    };
    let least = least.unwrap_or(0).clamp(0, 1024);
    let missing = usize::try_from(least)
        .unwrap_or(0)
        .saturating_sub(text.len());
    if format.is_some() {
        return text.to_owned();
    }
    "x".repeat(missing)
}

#[cfg(test)]
mod tests {
    use super::{Format, text};

    #[test]
    fn the_made_up_text_of_each_format_has_the_format() {
        for name in [
            "bsonobjectid",
            "cidr",
            "date",
            "date-time",
            "duration",
            "email",
            "hexcolor",
            "hostname",
            "ipv4",
            "ipv6",
            "mac",
            "rgbcolor",
            "uri",
            "uuid",
            "uuid3",
            "uuid4",
            "uuid5",
            "k8s-long-name",
            "k8s-short-name",
            "byte",
            "password",
        ] {
            let format = Format::of(name).expect("the server knows it");
            assert!(format.matches(&text(Some(format), None)), "{name}");
        }
    }
}
