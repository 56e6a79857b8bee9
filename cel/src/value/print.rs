//! Values as text: in messages, and as the answer of an evaluation.

use std::fmt::Write as _;

use serde_json::{Value as Json, json};

use super::{List, Value};
use crate::double;
use crate::library::timestamp::Timestamp;

/// How deep and how many values are printed.
const MOST_LEVELS: usize = 100;
const MOST_VALUES: usize = 1_000_000;
/// What is described is left out after so many bytes.
const LONGEST_DESCRIPTION: usize = 1 << 16;

impl Value<'_> {
    /// The answer of an evaluation in JSON, `{"type", "value"}`: numbers, durations and timestamps as strings, bytes in
    /// hexadecimal, maps as `[key, value]` pairs, an optional value as `{"some"}`.
    ///
    /// What is nested deeper than 100 levels, or follows a million values, is left out.
    #[must_use]
    pub fn to_answer(&self) -> Json {
        json!({ "type": self.type_name(), "value": Printer { left: MOST_VALUES }.print(self, MOST_LEVELS) })
    }

    /// Go's name for the type of what it is held as.
    pub(crate) const fn go_type(&self) -> &'static str {
        match self {
            Self::Null => "structpb.NullValue",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int64",
            Self::Uint(_) => "uint64",
            Self::Double(_) => "float64",
            Self::String(_) | Self::Type(_) => "string",
            Self::Bytes(_) => "[]uint8",
            Self::Duration(_) => "time.Duration",
            Self::Timestamp(_) => "time.Time",
            Self::List(list) => match list.0 {
                super::ListItems::Owned(_) => "[]ref.Val",
                _ => "[]interface {}",
            },
            Self::Map(map) => {
                if map.fields().is_some() {
                    "map[string]interface {}"
                } else {
                    "map[ref.Val]ref.Val"
                }
            }
            Self::Optional(_) => "<nil>",
            Self::Quantity(_) => "*resource.Quantity",
            Self::Url(_) => "*url.URL",
            Self::Ip(_) => "netip.Addr",
            Self::Cidr(_) => "netip.Prefix",
            Self::Format(_) => "cel.Format",
            Self::Semver(_) => "semver.Version",
            Self::Empty => "*dynamicpb.Message",
            Self::Preserved(_) => "interface {}",
        }
    }

    /// The name of what cel-go holds a value as.
    pub(crate) fn cel_go_type(&self) -> &'static str {
        match self {
            Self::Null => "types.Null",
            Self::Bool(_) => "types.Bool",
            Self::Int(_) => "types.Int",
            Self::Uint(_) => "types.Uint",
            Self::Double(_) => "types.Double",
            Self::String(_) => "types.String",
            Self::Bytes(_) => "types.Bytes",
            Self::Duration(_) => "types.Duration",
            Self::Timestamp(_) => "types.Timestamp",
            Self::Type(_) => "*types.Type",
            Self::Optional(_) => "*types.Optional",
            Self::Quantity(_) => "cel.Quantity",
            Self::Url(_) => "cel.URL",
            Self::Ip(_) => "cel.IP",
            Self::Cidr(_) => "cel.CIDR",
            Self::Format(_) => "cel.Format",
            Self::Semver(_) => "cel.Semver",
            Self::List(list) => match (&list.0, list.semantics()) {
                (super::ListItems::Owned(_), super::list::Semantics::Plain) => "*types.baseList",
                (super::ListItems::Joined(_), _) => "*types.concatList",
                (_, super::list::Semantics::Plain) => "*common.unstructuredList",
                (_, super::list::Semantics::Set) => "*common.unstructuredSetList",
                (_, super::list::Semantics::Map(_)) => "*common.unstructuredMapList",
            },
            Self::Map(map) if map.fields().is_some() => "*common.unstructuredMap",
            Self::Map(_) => "*types.baseMap",
            Self::Empty => "*types.protoObj",
            Self::Preserved(_) => "*common.unknownPreserved",
        }
    }

    /// As Go's `%v` prints a value in a message.
    pub(crate) fn describe(&self) -> String {
        let mut text = String::new();
        self.describe_into(&mut text, MOST_LEVELS);
        text
    }

    fn describe_into(&self, text: &mut String, levels: usize) {
        if levels == 0 || text.len() > LONGEST_DESCRIPTION {
            text.push('…');
            return;
        }
        let plain = match self {
            Self::Null => "0".to_owned(),
            Self::Bool(flag) => flag.to_string(),
            Self::Int(number) => number.to_string(),
            Self::Uint(number) => number.to_string(),
            Self::Double(number) => double::general(*number),
            Self::String(value) | Self::Type(value) => {
                text.push_str(value);
                return;
            }
            Self::Bytes(bytes) => format!("{bytes:?}").replace(',', ""),
            Self::Duration(duration) => duration.to_string(),
            Self::Timestamp(timestamp) => timestamp.in_words(),
            Self::Optional(None) => "optional.none()".to_owned(),
            Self::Optional(Some(value)) => {
                text.push_str("optional(");
                value.describe_into(text, levels - 1);
                text.push(')');
                return;
            }
            Self::Ip(address) => address.to_string(),
            Self::Cidr(cidr) => cidr.to_string(),
            Self::Semver(version) => version.to_string(),
            // Those of the object are printed with where they are in the server's memory.
            Self::List(list) if !list.is_of_object() => {
                describe_all(text, ['[', ']'], list, |text, item| match item {
                    Ok(item) => item.describe_into(text, levels - 1),
                    Err(error) => text.push_str(error.message()),
                });
                return;
            }
            Self::Map(map) if map.entries().is_some() => {
                describe_all(text, ['{', '}'], map.pairs(), |text, (key, value)| {
                    key.describe_into(text, levels - 1);
                    text.push_str(": ");
                    if let Some(Ok(value)) = value {
                        value.describe_into(text, levels - 1);
                    }
                });
                return;
            }
            _ => self.type_name().to_owned(),
        };
        text.push_str(&plain);
    }
}

fn describe_all<T>(
    text: &mut String,
    [open, close]: [char; 2],
    items: impl IntoIterator<Item = T>,
    mut describe: impl FnMut(&mut String, T),
) {
    text.push(open);
    for (index, item) in items.into_iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        describe(text, item);
        if text.len() > LONGEST_DESCRIPTION {
            break;
        }
    }
    text.push(close);
}

fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

struct Printer {
    left: usize,
}

impl Printer {
    fn print(&mut self, value: &Value<'_>, levels: usize) -> Json {
        self.left = self.left.saturating_sub(1);
        if levels == 0 || self.left == 0 {
            return Json::Null;
        }
        match value {
            Value::Null | Value::Quantity(_) | Value::Url(_) | Value::Format(_) | Value::Empty => {
                Json::Null
            }
            Value::Bool(flag) => Json::Bool(*flag),
            Value::Int(number) => Json::String(number.to_string()),
            Value::Uint(number) => Json::String(number.to_string()),
            Value::Double(number) => Json::String(double::general(*number)),
            Value::String(text) | Value::Type(text) => Json::String(text.to_string()),
            Value::Bytes(bytes) => Json::String(hexadecimal(bytes)),
            Value::Duration(duration) => Json::String(duration.to_string()),
            Value::Timestamp(timestamp) => Json::String(Timestamp::in_utc(*timestamp).to_string()),
            Value::List(list) => self.list(list, levels - 1),
            Value::Map(map) => {
                let pairs = map.pairs();
                let pairs = pairs.iter().map_while(|(key, value)| {
                    let value = match value {
                        Some(Ok(value)) => self.print(value, levels - 1),
                        _ => Json::Null,
                    };
                    (self.left > 0).then(|| Json::Array(vec![self.print(key, levels - 1), value]))
                });
                Json::Array(pairs.collect())
            }
            Value::Optional(None) => json!({ "none": true }),
            Value::Optional(Some(value)) => json!({ "some": self.print(value, levels - 1) }),
            Value::Ip(address) => Json::String(address.to_string()),
            Value::Cidr(cidr) => Json::String(cidr.to_string()),
            Value::Semver(version) => Json::String(version.to_string()),
            Value::Preserved(json) => (*json).clone(),
        }
    }

    fn list(&mut self, list: &List<'_>, levels: usize) -> Json {
        let mut items = Vec::new();
        for item in list {
            if self.left == 0 {
                break;
            }
            items.push(match item {
                Ok(item) => self.print(&item, levels),
                Err(_) => Json::Null,
            });
        }
        Json::Array(items)
    }
}
