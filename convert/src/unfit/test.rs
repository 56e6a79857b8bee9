//! One value against what is left of its schema.

use std::sync::OnceLock;

use serde_json::Value;
use wheelwright_rules::Schema;

use crate::json::{Json, Kind};

/// A test of one value, without what is within it.
#[derive(Debug)]
pub(super) struct Test {
    sure: Sure,
    schema: Value,
    compiled: OnceLock<Option<Schema>>,
}

/// What surely passes. Of what does not, the rules know.
#[derive(Debug)]
enum Sure {
    Nothing,
    /// Any value of the kind.
    Kind(Kind),
    /// Integers from the one to the other.
    Integers(i64, i64),
    /// Texts of so many letters, or arrays or objects of so many values.
    Sizes(Kind, usize, usize),
    /// These values, as they are mostly written.
    Texts(Vec<String>),
}

impl Test {
    /// A test for what the schema says.
    pub(super) fn new(schema: Value) -> Self {
        Self {
            sure: sure(&schema).unwrap_or(Sure::Nothing),
            schema,
            compiled: OnceLock::new(),
        }
    }

    /// Whether the value satisfies it.
    pub(super) fn passes(&self, value: &Json) -> bool {
        self.sure.passes(value) || self.satisfies_schema(value)
    }

    fn satisfies_schema(&self, value: &Json) -> bool {
        let compile = || Schema::compile(&self.schema).ok();
        let compiled = self.compiled.get_or_init(compile).as_ref();
        compiled.is_none_or(|schema| schema.validate(&value.to_value()).is_empty())
    }
}

impl Sure {
    fn passes(&self, value: &Json) -> bool {
        match self {
            Self::Nothing => false,
            Self::Kind(kind) => value.kind() == *kind,
            Self::Integers(least, most) => value
                .number_text()
                .and_then(|text| text.parse().ok())
                .is_some_and(|number: i64| (*least..=*most).contains(&number)),
            Self::Sizes(kind, least, most) => {
                value.kind() == *kind
                    && size(value).is_some_and(|(few, many)| *least <= few && many <= *most)
            }
            Self::Texts(texts) => value
                .plain_text()
                .is_some_and(|text| texts.iter().any(|known| known == text)),
        }
    }
}

/// How many letters or values there are: at least, and at most.
fn size(value: &Json) -> Option<(usize, usize)> {
    let exactly = |size: usize| Some((size, size));
    match value.kind() {
        Kind::Array => exactly(value.each_item().count()),
        Kind::Object => exactly(value.each_member().count()),
        // Between the quotation marks; a letter takes up to four bytes.
        _ => value.plain_text().map(|text| {
            let bytes = text.len().saturating_sub(2);
            (bytes.div_ceil(4), bytes)
        }),
    }
}

/// What surely satisfies the schema, where that is easily said.
fn sure(schema: &Value) -> Option<Sure> {
    let keywords = schema.as_object()?;
    let has_only = |known: &[&str]| {
        keywords
            .keys()
            .all(|name| name == "type" || name == "nullable" || known.contains(&name.as_str()))
    };
    if has_only(&["enum"])
        && let Some(values) = keywords.get("enum").and_then(Value::as_array)
    {
        return Some(Sure::Texts(values.iter().map(Value::to_string).collect()));
    }
    let kind = match keywords.get("type").and_then(Value::as_str)? {
        "integer" => {
            let range = if keywords
                .get("format")
                .is_some_and(|format| format == "int32")
            {
                [i32::MIN, i32::MAX].map(i64::from)
            } else {
                [i64::MIN, i64::MAX]
            };
            let least = whole(keywords.get("minimum"), range[0])?.max(range[0]);
            let most = whole(keywords.get("maximum"), range[1])?.min(range[1]);
            return has_only(&["minimum", "maximum", "format"])
                .then_some(Sure::Integers(least, most));
        }
        "string" => Kind::String,
        "array" => Kind::Array,
        "object" => Kind::Object,
        "boolean" => Kind::Bool,
        "number" => Kind::Number,
        _ => return None,
    };
    if has_only(&[]) {
        return Some(Sure::Kind(kind));
    }
    let [least, most] = match kind {
        Kind::String => ["minLength", "maxLength"],
        Kind::Array => ["minItems", "maxItems"],
        Kind::Object => ["minProperties", "maxProperties"],
        _ => return None,
    };
    let number = |name: &str, otherwise: i64| {
        let number = whole(keywords.get(name), otherwise)?;
        Some(usize::try_from(number).unwrap_or(usize::MAX))
    };
    let sizes = Sure::Sizes(kind, number(least, 0)?, number(most, i64::MAX)?);
    has_only(&[least, most]).then_some(sizes)
}

/// A bound; nothing if it is no integer.
fn whole(bound: Option<&Value>, otherwise: i64) -> Option<i64> {
    bound.map_or(Some(otherwise), Value::as_i64)
}
