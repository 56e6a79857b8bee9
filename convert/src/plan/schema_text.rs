//! Schemas at rest.

use serde_json::Value;

use crate::json::read_value;

/// A schema as its text, which takes a tenth of the memory: a server keeps many and reads few.
#[derive(Debug)]
pub(crate) struct SchemaText(Box<str>);

impl SchemaText {
    pub(crate) fn new(schema: &Value) -> Self {
        Self(schema.to_string().into())
    }

    pub(crate) fn read(&self) -> Value {
        // It was written from a value, so it can be read; `true` takes anything.
        read_value(&self.0).unwrap_or(Value::Bool(true))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::SchemaText;

    /// Deeper than `serde_json` reads unless told.
    const DEPTH: usize = 400;

    #[test]
    fn a_deep_schema_is_read_as_it_was_written() {
        let inner = json!({"type": "string"});
        let schema = (0..DEPTH).fold(inner, |inner, _| json!({"items": inner}));
        assert_eq!(SchemaText::new(&schema).read(), schema);
    }
}
