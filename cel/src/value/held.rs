//! Values as the fields of messages hold them, and as JSON does, which is what the fields of some are.

use wheelwright_grammar::base64;

use super::list::ListItems;
use super::{Key, List, Map, OwnedMap, Value};
use crate::context::Context;
use crate::data::Kind;
use crate::failure::{EvalError, Outcome};
use crate::message::Holds;

/// Why a field cannot hold a value.
pub(crate) enum Unfit {
    /// It cannot be converted, in the server's words.
    Conversion(String),
    /// It is of another type, by its name.
    Type(String),
    /// It ends the evaluation.
    Other(EvalError),
}

type Fit<T> = Result<T, Unfit>;

/// The conversion of values. Values can hold one value many times, so that what is converted is counted as work.
#[derive(Clone, Copy)]
pub(crate) struct Held<'w> {
    context: Context<'w>,
}

/// Integers beyond are texts in JSON: they would lose digits as floating point numbers.
const LARGEST_IN_JSON: i64 = (1 << 53) - 1;

/// The work of a value that is made anew, which takes room besides time.
const ROOM: u64 = 10;

/// What Go calls a value of JSON.
const JSON: &str = "*structpb.Value";

impl<'w> Held<'w> {
    pub(crate) const fn new(context: Context<'w>) -> Self {
        Self { context }
    }

    /// A value as a field holds it.
    pub(crate) fn field<'a>(self, value: &Value<'a>, holds: Holds) -> Fit<Value<'a>> {
        match holds {
            Holds::Entries => match value {
                Value::Map(map) => self.entries(map).map(Value::Map),
                value => Err(Unfit::Type(self.type_name(value))),
            },
            Holds::Values => match value {
                Value::List(list) => self.items(list).map(Value::list),
                value => Err(Unfit::Type(self.type_name(value))),
            },
            _ => self.single(value, holds),
        }
    }

    fn single<'a>(self, value: &Value<'a>, holds: Holds) -> Fit<Value<'a>> {
        match (holds, value) {
            (Holds::Enumeration, Value::Null) | (_, Value::Optional(None)) => {
                Err(no_conversion(value, go_type(holds)))
            }
            (_, Value::Optional(Some(value))) => self.single(value, holds),
            (Holds::Bool, Value::Bool(_))
            | (Holds::Bytes, Value::Bytes(_))
            | (Holds::Double, Value::Double(_))
            | (Holds::Int64, Value::Int(_))
            | (Holds::Uint64, Value::Uint(_))
            | (Holds::String, Value::String(_)) => Ok(value.clone()),
            #[expect(clippy::cast_possible_truncation, reason = "as a server rounds")]
            (Holds::Float, Value::Double(number)) => Ok(Value::Double(f64::from(*number as f32))),
            (Holds::Int32, Value::Int(number)) => match i32::try_from(*number) {
                Ok(_) => Ok(value.clone()),
                Err(_) => Err(Unfit::Conversion("integer overflow".to_owned())),
            },
            // Of the enumeration's numbers, all are null.
            (Holds::Enumeration, Value::Int(number)) => match i32::try_from(*number) {
                Ok(_) => Ok(Value::Null),
                Err(_) => Err(Unfit::Conversion("integer overflow".to_owned())),
            },
            (Holds::Uint32, Value::Uint(number)) => match u32::try_from(*number) {
                Ok(_) => Ok(value.clone()),
                Err(_) => Err(Unfit::Conversion("unsigned integer overflow".to_owned())),
            },
            (Holds::String, value) => text_of(value).map(Value::text),
            (Holds::Bytes, Value::List(list)) => self.bytes(list),
            (Holds::Struct, Value::Map(map)) if !is_of_object(map) => {
                self.entries(map).map(Value::Map)
            }
            (Holds::List, Value::List(list)) if !list.is_of_object() => {
                self.items(list).map(Value::list)
            }
            (Holds::List, Value::Map(map)) if !is_of_object(map) => {
                if map.is_empty() {
                    return Ok(Value::list(Vec::new()));
                }
                // A server takes a map with one key `values` for the message.
                let what = "a map in the place of a list";
                Err(Unfit::Other(EvalError::unknown(what)))
            }
            (Holds::Struct | Holds::List, Value::Empty) => Err(Unfit::Conversion(format!(
                "type conversion error: pb.Merge() arguments must be the same type. got: {}, google.protobuf.Empty",
                if holds == Holds::List {
                    "google.protobuf.ListValue"
                } else {
                    "google.protobuf.Struct"
                }
            ))),
            (holds, value) => Err(no_conversion(value, go_type(holds))),
        }
    }

    /// A list of small unsigned integers is bytes.
    fn bytes<'a>(self, list: &List<'a>) -> Fit<Value<'a>> {
        if let Some(go) = go_slice(list) {
            return Err(Unfit::Other(EvalError::crash(&format!(
                "invalid type: {go}"
            ))));
        }
        let mut bytes = Vec::new();
        for item in list {
            self.step()?;
            match item.map_err(conversion)? {
                Value::Uint(number) => bytes.push(
                    u8::try_from(number)
                        .map_err(|_| Unfit::Conversion("unsigned integer overflow".to_owned()))?,
                ),
                item => return Err(no_conversion(&item, "uint8")),
            }
        }
        Ok(Value::Bytes(bytes.into()))
    }

    fn step(self) -> Fit<()> {
        self.context.work(ROOM).map_err(Unfit::Other)
    }

    fn entries<'a>(self, map: &Map<'a>) -> Fit<Map<'a>> {
        let mut entries = OwnedMap::new();
        for (key, value) in map.pairs() {
            self.step()?;
            // An object's iterator has no keys for the fields that the schema does not have.
            if is_of_object(map) && matches!(key, Value::Null) {
                let crash = "runtime error: invalid memory address or nil pointer dereference";
                return Err(Unfit::Other(EvalError::crash(crash)));
            }
            let name = text_of(&key)?;
            let value = value.unwrap_or_else(|| {
                Err(EvalError::error(format!("no such key: {}", key.describe())))
            });
            let value = self.json(&value.map_err(conversion)?)?;
            let key = Key::from_value(&Value::text(name)).map_err(Unfit::Other)?;
            entries.insert(key, value);
        }
        Ok(Map::of_texts(entries))
    }

    fn items<'a>(self, list: &List<'a>) -> Fit<Vec<Value<'a>>> {
        let items = list.iter();
        items
            .map(|item: Outcome<Value<'a>>| {
                self.step()?;
                self.json(&item.map_err(conversion)?)
            })
            .collect()
    }

    /// A value as JSON holds it.
    #[expect(clippy::cast_precision_loss, reason = "the range is checked")]
    fn json<'a>(self, value: &Value<'a>) -> Fit<Value<'a>> {
        Ok(match value {
            Value::Null | Value::Bool(_) | Value::Double(_) | Value::String(_) => value.clone(),
            Value::Int(number) if (-LARGEST_IN_JSON..=LARGEST_IN_JSON).contains(number) => {
                Value::Double(*number as f64)
            }
            Value::Int(number) => Value::text(number.to_string()),
            Value::Uint(number) if *number <= LARGEST_IN_JSON.unsigned_abs() => {
                Value::Double(*number as f64)
            }
            Value::Uint(number) => Value::text(number.to_string()),
            Value::Bytes(bytes) => {
                self.context.bytes(bytes.len()).map_err(Unfit::Other)?;
                Value::text(base64::encode(bytes))
            }
            Value::Duration(duration) => Value::text(duration.in_seconds()),
            Value::Timestamp(timestamp) => Value::text(timestamp.to_string()),
            Value::List(list) if !list.is_of_object() => Value::list(self.items(list)?),
            Value::Map(map) if !is_of_object(map) => Value::Map(self.entries(map)?),
            Value::Optional(Some(value)) => return self.json(value),
            Value::Empty => Value::Map(Map::of_texts(OwnedMap::new())),
            value => return Err(no_conversion(value, JSON)),
        })
    }

    /// The name of a type with what it is made of.
    fn type_name(self, value: &Value<'_>) -> String {
        match value {
            Value::List(_) => "list(dyn)".to_owned(),
            Value::Map(_) => "map(dyn, dyn)".to_owned(),
            Value::Optional(_) if self.context.server.at_least(37) => {
                "optional_type(dyn)".to_owned()
            }
            value => value.type_name().to_owned(),
        }
    }
}

fn conversion(error: EvalError) -> Unfit {
    if error.is_final() {
        Unfit::Other(error)
    } else {
        Unfit::Conversion(error.message().to_owned())
    }
}

/// A value as a text, which the types of Kubernetes can be, too.
fn text_of(value: &Value<'_>) -> Fit<String> {
    match value {
        Value::String(text) => Ok(text.to_string()),
        Value::Ip(address) => Ok(address.to_string()),
        Value::Cidr(cidr) => Ok(cidr.to_string()),
        Value::Semver(version) => Ok(version.to_string()),
        Value::Optional(Some(value)) => text_of(value),
        Value::Quantity(_) | Value::Url(_) => {
            let what = format!("the text of a {}", value.type_name());
            Err(Unfit::Other(EvalError::unknown(&what)))
        }
        value => Err(no_conversion(value, go_type(Holds::String))),
    }
}

fn is_of_object(map: &Map<'_>) -> bool {
    map.layout()
        .is_some_and(|layout| !matches!(layout.kind, Kind::Native))
}

/// What a list of the object is handed over as, which no field can hold.
fn go_slice(list: &List<'_>) -> Option<&'static str> {
    let layout = match &list.0 {
        ListItems::Data { layout, .. } => layout,
        ListItems::Bound(bound) => &bound.layout,
        ListItems::Owned(_) | ListItems::Joined(_) => return None,
    };
    if matches!(layout.kind, Kind::Native) {
        return None;
    }
    let is_text = layout.element().is_some_and(|element| {
        matches!(
            element.kind,
            Kind::String | Kind::Duration | Kind::Date | Kind::DateTime | Kind::Byte
        )
    });
    Some(if is_text {
        "[]string"
    } else {
        "[]interface {}"
    })
}

/// Go's name for the type of what a field holds.
const fn go_type(holds: Holds) -> &'static str {
    match holds {
        Holds::Bool => "bool",
        Holds::Bytes => "[]uint8",
        Holds::Double => "float64",
        Holds::Float => "float32",
        Holds::Int32 => "int32",
        Holds::Int64 => "int64",
        Holds::Uint32 => "uint32",
        Holds::Uint64 => "uint64",
        Holds::String => "string",
        Holds::Enumeration => "protoreflect.EnumNumber",
        Holds::Entries | Holds::Values => JSON,
        Holds::Struct => "*structpb.Struct",
        Holds::List => "*structpb.ListValue",
    }
}

/// Each type says in its own words that it cannot be what Go calls `to`.
fn no_conversion(value: &Value<'_>, to: &str) -> Unfit {
    let from = match value {
        Value::Int(_) | Value::Uint(_) => {
            let name = value.type_name();
            return Unfit::Conversion(format!("unsupported type conversion from '{name}' to {to}"));
        }
        Value::String(_) => {
            return Unfit::Conversion(format!(
                "unsupported native conversion from string to '{to}'"
            ));
        }
        Value::Type(_) => {
            return Unfit::Conversion("type conversion not supported for 'type'".to_owned());
        }
        Value::Optional(None) => {
            return Unfit::Conversion("optional.none() dereference".to_owned());
        }
        Value::Optional(Some(value)) => return no_conversion(value, to),
        Value::Preserved(_) => {
            return Unfit::Conversion(format!(
                "type conversion to '{to}' not supported for values preserved by x-kubernetes-preserve-unknown-fields"
            ));
        }
        Value::Bool(_) => "bool",
        Value::Bytes(_) => "Bytes",
        Value::Double(_) => "Double",
        Value::Null => "'null_type'",
        Value::Duration(_) => "'Duration'",
        Value::Timestamp(_) => "'Timestamp'",
        Value::Quantity(_) => "'Quantity'",
        Value::Url(_) => "'URL'",
        Value::Ip(_) => "'IP'",
        Value::Cidr(_) => "'CIDR'",
        Value::Format(_) => "'Format'",
        Value::Semver(_) => "'Semver'",
        Value::Empty => "'*dynamicpb.Message'",
        Value::List(list) if list.is_of_object() => "'list(dyn)'",
        Value::List(_) => "list",
        Value::Map(map) if is_of_object(map) => "'map(dyn, dyn)'",
        Value::Map(_) => "map",
    };
    Unfit::Conversion(format!("type conversion error from {from} to '{to}'"))
}
