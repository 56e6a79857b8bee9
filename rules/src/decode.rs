//! Reading JSON as the server reads it into its own types: types are fixed, null is absence, unknown fields are warnings.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use serde_json::{Number, Value};
use wheelwright_cel::KubeVersion;

use crate::number::{fits_i64, truncate};
use crate::print::go_json_float;

/// How deep a schema may nest. A request that arrives as text cannot nest deeper than `serde_json` parses.
pub(crate) const MAX_DEPTH: usize = 128;

/// Why a document cannot be read at all; the server answers 400. `Display` is the server's own text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DecodeError {
    /// A JSON value of one kind where another is needed.
    Type {
        /// The JSON value: `string`, `number 1.5`, `array` …
        value: String,
        /// The server's name of the structure that has the field; empty at the top.
        structure: &'static str,
        /// The fields from the root on, without map keys and list positions.
        field: String,
        /// The server's name of the type that is needed.
        expected: &'static str,
    },
    /// Something else that the server has a fixed text for.
    Message(String),
    /// The document nests deeper than this library follows it.
    TooDeep,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Type {
                value,
                field,
                expected,
                ..
            } if field.is_empty() => {
                write!(
                    f,
                    "json: cannot unmarshal {value} into Go value of type {expected}"
                )
            }
            Self::Type {
                value,
                structure,
                field,
                expected,
            } => {
                write!(
                    f,
                    "json: cannot unmarshal {value} into Go struct field {structure}.{field} of type {expected}"
                )
            }
            Self::Message(text) => f.write_str(text),
            Self::TooDeep => write!(f, "exceeded max depth of {MAX_DEPTH}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// What a decoding step gives: an error here ends the decoding, while a wrong type is only remembered.
pub(crate) type Step<T> = Result<T, DecodeError>;

#[derive(Clone, Copy, Debug)]
enum StrictStep<'v> {
    Key(&'v str),
    Index(usize),
}

/// The state of one decoding.
///
/// As in the server, the first wrong type is the error of the whole document, but decoding goes on, and an error
/// below a [`Decoder::boundary`] is reported instead of an earlier one outside.
#[derive(Debug, Default)]
pub(crate) struct Decoder<'v> {
    structure: &'static str,
    fields: Vec<&'v str>,
    strict: Vec<StrictStep<'v>>,
    boundaries: usize,
    depth: usize,
    from_values: bool,
    /// The server that reads.
    pub(crate) server: KubeVersion,
    first_error: Option<DecodeError>,
    unknown: Vec<String>,
}

impl<'v> Decoder<'v> {
    /// A decoder for what the server holds as values already and writes out to read it again: `1.0` is then an integer.
    pub(crate) fn of_values() -> Self {
        Self {
            from_values: true,
            ..Self::default()
        }
    }

    /// Ends the decoding: the paths of unknown fields, or the first error.
    pub(crate) fn finish(self) -> Step<Vec<String>> {
        match self.first_error {
            Some(error) => Err(error),
            None => Ok(self.unknown),
        }
    }

    /// Reads a structure, `go_type` with its package: `field` is called for every member and says whether it knows the
    /// name. Null leaves the structure as it is.
    pub(crate) fn structure(
        &mut self,
        value: &'v Value,
        go_type: &'static str,
        mut field: impl FnMut(&mut Self, &'v str, &'v Value) -> Step<bool>,
    ) -> Step<()> {
        let members = match value {
            Value::Null => return Ok(()),
            Value::Object(members) => members,
            other => {
                self.mismatch(other, go_type);
                return Ok(());
            }
        };
        let name = go_type.split_once('.').map_or(go_type, |(_, name)| name);
        let outer = self.structure;
        for (key, member) in members {
            self.structure = name;
            self.fields.push(key);
            self.strict.push(StrictStep::Key(key));
            if !field(self, key, member)? && self.boundaries == 0 {
                self.unknown.push(self.strict_path());
            }
            self.strict.pop();
            self.fields.pop();
        }
        self.structure = outer;
        Ok(())
    }

    /// Reads a map; `go_type` is its type in the server. A member is read to where it stays: schemas are large to move.
    pub(crate) fn map<T: Default>(
        &mut self,
        value: &'v Value,
        go_type: &'static str,
        mut member: impl FnMut(&mut Self, &mut T, &'v Value) -> Step<()>,
    ) -> Step<Option<BTreeMap<String, T>>> {
        let members = match value {
            Value::Null => return Ok(None),
            Value::Object(members) => members,
            other => {
                self.mismatch(other, go_type);
                return Ok(None);
            }
        };
        let mut map = BTreeMap::new();
        for (key, child) in members {
            self.strict.push(StrictStep::Key(key));
            member(self, map.entry(key.clone()).or_default(), child)?;
            self.strict.pop();
        }
        Ok(Some(map))
    }

    /// Reads a list; `go_type` is its type in the server.
    pub(crate) fn list<T>(
        &mut self,
        value: &'v Value,
        go_type: &'static str,
        mut item: impl FnMut(&mut Self, &'v Value) -> Step<T>,
    ) -> Step<Option<Vec<T>>> {
        let items = match value {
            Value::Null => return Ok(None),
            Value::Array(items) => items,
            other => {
                self.mismatch(other, go_type);
                return Ok(None);
            }
        };
        let mut list = Vec::with_capacity(items.len());
        for (position, child) in items.iter().enumerate() {
            self.strict.push(StrictStep::Index(position));
            list.push(item(self, child)?);
            self.strict.pop();
        }
        Ok(Some(list))
    }

    /// Reads a list of strings.
    pub(crate) fn strings(&mut self, value: &'v Value) -> Step<Option<Vec<String>>> {
        self.list(value, "[]string", |decoder, item| {
            Ok(decoder.string(item).unwrap_or_default())
        })
    }

    /// Reads a string.
    pub(crate) fn string(&mut self, value: &Value) -> Option<String> {
        self.string_of(value, "string")
    }

    /// Reads a string that the server has its own type for.
    pub(crate) fn string_of(&mut self, value: &Value, go_type: &'static str) -> Option<String> {
        match value {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => {
                self.mismatch(other, go_type);
                None
            }
        }
    }

    /// Reads a boolean.
    pub(crate) fn boolean(&mut self, value: &Value) -> Option<bool> {
        match value {
            Value::Null => None,
            Value::Bool(flag) => Some(*flag),
            other => {
                self.mismatch(other, "bool");
                None
            }
        }
    }

    /// Reads a 64-bit integer: no fraction, no exponent, not even `1.0`.
    pub(crate) fn int64(&mut self, value: &Value) -> Option<i64> {
        match value {
            Value::Null => None,
            Value::Number(number) => {
                let integer = number.as_i64().or_else(|| self.written_as_integer(number));
                if integer.is_none() {
                    self.save(format!("number {}", self.shown(number)), "int64");
                }
                integer
            }
            other => {
                self.mismatch(other, "int64");
                None
            }
        }
    }

    fn written_as_integer(&self, number: &Number) -> Option<i64> {
        let float = number
            .as_f64()
            .filter(|float| self.from_values && fits_i64(*float))?;
        Some(truncate(float))
    }

    /// A number as the server has it when it reads: values it has written down again, as Go writes floats.
    fn shown(&self, number: &Number) -> String {
        match number.as_f64() {
            Some(float) if self.from_values && !number.is_i64() => go_json_float(float),
            _ => number.to_string(),
        }
    }

    /// Reads a 32-bit integer.
    pub(crate) fn int32(&mut self, value: &Value) -> Option<i32> {
        self.small(value, "int32")
    }

    /// Reads a byte.
    pub(crate) fn uint8(&mut self, value: &Value) -> Option<u8> {
        self.small(value, "uint8")
    }

    fn small<T: TryFrom<i64>>(&mut self, value: &Value, go_type: &'static str) -> Option<T> {
        match value {
            Value::Null => None,
            Value::Number(number) => {
                let integer = number
                    .as_i64()
                    .and_then(|integer| T::try_from(integer).ok());
                if integer.is_none() {
                    self.save(format!("number {number}"), go_type);
                }
                integer
            }
            other => {
                self.mismatch(other, go_type);
                None
            }
        }
    }

    /// Reads a float.
    pub(crate) fn float64(&mut self, value: &Value) -> Option<f64> {
        match value {
            Value::Null => None,
            Value::Number(number) => number.as_f64(),
            other => {
                self.mismatch(other, "float64");
                None
            }
        }
    }

    /// Reads what the server reads with code of its own for the type: unknown fields go unnoticed below, and an error
    /// below ends the decoding and counts as one of the structure outside.
    pub(crate) fn boundary<T>(&mut self, read: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        let structure = self.structure;
        let earlier = self.first_error.take();
        self.boundaries += 1;
        let read = read(self);
        self.boundaries -= 1;
        let inside = std::mem::replace(&mut self.first_error, earlier);
        let error = match (read, inside) {
            (Ok(value), None) => return Ok(value),
            (Err(error), _) | (Ok(_), Some(error)) => error,
        };
        Err(match error {
            DecodeError::Type {
                value,
                field,
                expected,
                ..
            } => DecodeError::Type {
                value,
                structure,
                field,
                expected,
            },
            other => other,
        })
    }

    /// Reads one level deeper.
    pub(crate) fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Step<T>) -> Step<T> {
        if self.depth >= MAX_DEPTH {
            return Err(DecodeError::TooDeep);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Remembers an error that is not a wrong type, if it is the first.
    pub(crate) fn fail(&mut self, text: impl Into<String>) {
        self.first_error
            .get_or_insert_with(|| DecodeError::Message(text.into()));
    }

    /// Remembers that `value` is not of the type `expected`, if that is the first error.
    pub(crate) fn mismatch(&mut self, value: &Value, expected: &'static str) {
        self.save(json_type(value).to_owned(), expected);
    }

    fn save(&mut self, value: String, expected: &'static str) {
        let (structure, fields) = (self.structure, &self.fields);
        self.first_error.get_or_insert_with(|| DecodeError::Type {
            value,
            structure,
            field: fields.join("."),
            expected,
        });
    }

    fn strict_path(&self) -> String {
        let mut path = String::new();
        for step in &self.strict {
            match step {
                StrictStep::Key(key) => {
                    if !path.is_empty() {
                        path.push('.');
                    }
                    path.push_str(key);
                }
                StrictStep::Index(position) => {
                    // Writing to a string does not fail.
                    let _ = write!(path, "[{position}]");
                }
            }
        }
        path
    }
}

/// What the server calls a kind of JSON value.
pub(crate) const fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
