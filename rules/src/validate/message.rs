//! The server's sentences about values.

use serde_json::Value;
use wheelwright_grammar::go_text::quote;

use super::number::{NumberFault, Subject};
use super::text::TextFault;
use crate::error::FieldError;
use crate::fault::Fault;
use crate::node::{Node, Range};
use crate::number::Num;
use crate::path::{At, FieldPath};
use crate::print::{go_float, go_json};

/// Where an error belongs: a place in the validated value, and what the value itself is in.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) at: At<'a>,
    pub(super) prefix: &'a FieldPath,
}

impl Place<'_> {
    fn path(self) -> FieldPath {
        self.at.path_below(self.prefix)
    }

    fn invalid(self, value: impl Into<Value>, what: &str) -> FieldError {
        FieldError::invalid(
            self.path(),
            value.into(),
            format!("{} in body {what}", self.at.text()),
        )
    }

    /// An error that the server gives no path. The sentence names the value.
    fn pathless(self, name: &str, detail: String) -> FieldError {
        FieldError::invalid(self.prefix.clone(), "", detail).naming(name)
    }

    /// An error by a combinator; the sentence begins with the quoted name.
    fn combined(self, says: &str) -> FieldError {
        let quoted = quote(&self.at.text());
        let name = quoted.strip_prefix('"').unwrap_or(&quoted);
        let name = name.strip_suffix('"').unwrap_or(name);
        self.pathless(name, format!("{quoted} {says}"))
    }

    fn type_error(self, expected: &str, shown: &str) -> FieldError {
        let detail = format!(
            "{} in body must be of type {expected}: {}",
            self.at.text(),
            quote(shown)
        );
        FieldError::type_invalid(self.path(), shown, detail)
    }

    /// A value of another type than the node's.
    pub(super) fn wrong_type(self, node: &Node, value: &Value) -> FieldError {
        let own = own_format(value);
        match &node.checks().format {
            Some(format)
                if !value.is_null()
                    && !value.is_string()
                    && !value.is_array()
                    && *format.name != *own =>
            {
                self.type_error(&format.name, own)
            }
            _ => self.type_error(node.type_names(), type_name(value)),
        }
    }

    pub(super) fn wrong_format(self, format: &str, value: &str) -> FieldError {
        self.type_error(format, value)
    }

    pub(super) fn text_fault(self, fault: TextFault<'_>, value: &str) -> FieldError {
        match fault {
            TextFault::TooLong(max) => FieldError::too_long(self.path(), max),
            TextFault::TooShort(min) => {
                self.invalid(value, &format!("should be at least {min} chars long"))
            }
            TextFault::Pattern(pattern) => {
                self.invalid(value, &format!("should match '{pattern}'"))
            }
        }
    }

    pub(super) fn number_fault(self, fault: NumberFault) -> FieldError {
        match fault {
            NumberFault::Range(subject, range) => {
                self.pathless(&self.at.text(), self.out_of_range(subject, range))
            }
            NumberFault::Factor(factor) => {
                let detail = format!(
                    "factor MultipleOf declared for {} must be positive: {}",
                    self.at.text(),
                    shown(factor)
                );
                FieldError::invalid(self.path(), factor.to_value(), detail)
            }
            NumberFault::Multiple { value, factor } => self.invalid(
                value.to_value(),
                &format!("should be a multiple of {}", shown(factor)),
            ),
            NumberFault::Maximum {
                value,
                limit,
                exclusive,
            } => {
                let words = if exclusive {
                    "less than"
                } else {
                    "less than or equal to"
                };
                self.invalid(
                    value.to_value(),
                    &format!("should be {words} {}", shown(limit)),
                )
            }
            NumberFault::Minimum {
                value,
                limit,
                exclusive,
            } => {
                let words = if exclusive {
                    "greater than"
                } else {
                    "greater than or equal to"
                };
                self.invalid(
                    value.to_value(),
                    &format!("should be {words} {}", shown(limit)),
                )
            }
        }
    }

    fn out_of_range(self, subject: Subject, range: Range) -> String {
        let subject = match subject {
            Subject::Checked => "Checked",
            Subject::MultipleOf => "MultipleOf",
            Subject::Maximum => "Maximum boundary",
            Subject::Minimum => "Minimum boundary",
        };
        let type_name = match range {
            Range::Any | Range::Integer => "integer (default format)",
            Range::Int32 => "integer with format int32",
            Range::Int64 => "integer with format int64",
            Range::Float => "number with format float",
        };
        format!(
            "{subject} value must be of type {type_name} in {}",
            self.at.text()
        )
    }

    pub(super) fn too_many(self, actual: usize, max: i64) -> FieldError {
        FieldError::too_many(self.path(), actual, max)
    }

    pub(super) fn too_few(self, actual: usize, min: i64, what: &str) -> FieldError {
        self.invalid(actual, &format!("should have at least {min} {what}"))
    }

    pub(super) fn not_unique(self) -> FieldError {
        self.invalid("", "shouldn't contain duplicates")
    }

    pub(super) fn required(self) -> FieldError {
        FieldError::required(self.path(), "")
    }

    pub(super) fn forbidden_property(self, name: &str) -> FieldError {
        let detail = format!("{}.{name} in body is a forbidden property", self.at.text());
        FieldError::invalid(self.path(), name, detail)
    }

    pub(super) fn not_listed(self, value: &Value, listed: &[Value]) -> FieldError {
        let listed: Vec<String> = listed
            .iter()
            .map(|value| {
                value
                    .as_str()
                    .map_or_else(|| go_json(value), ToOwned::to_owned)
            })
            .collect();
        FieldError::not_supported(self.path(), value.clone(), &listed)
    }

    pub(super) fn no_alternative(self) -> FieldError {
        self.combined("must validate at least one schema (anyOf)")
            .of(Fault::Alternatives)
    }

    pub(super) fn not_one_alternative(self, valid: usize) -> FieldError {
        let found = match valid {
            0 => "Found none valid".to_owned(),
            _ => format!("Found {valid} valid alternatives"),
        };
        self.combined(&format!(
            "must validate one and only one schema (oneOf). {found}"
        ))
        .of(Fault::Alternatives)
    }

    pub(super) fn not_all(self, valid: usize) -> FieldError {
        let none = if valid == 0 { ". None validated" } else { "" };
        self.combined(&format!("must validate all the schemas (allOf){none}"))
            .of(Fault::Alternatives)
    }

    pub(super) fn excluded(self) -> FieldError {
        self.combined("must not validate the schema (not)")
    }
}

fn shown(number: Num) -> String {
    match number {
        Num::Int(integer) => integer.to_string(),
        Num::Float(float) => go_float(float),
    }
}

fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) => match Num::of(number) {
            Num::Int(_) => "integer",
            Num::Float(_) => "number",
        },
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// The server's format of a JSON value as such.
fn own_format(value: &Value) -> &'static str {
    match value {
        Value::Number(number) => match Num::of(number) {
            Num::Int(_) => "int64",
            Num::Float(_) => "float64",
        },
        _ => "",
    }
}
