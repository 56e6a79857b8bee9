//! Keywords of a schema → what expressions see.

#[cfg(feature = "eval")]
use serde_json::Value;

#[cfg(feature = "eval")]
use super::Schema;
use super::{ListType, SchemaType};

impl SchemaType {
    /// The type that `type` names.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "array" => Self::Array,
            "boolean" => Self::Boolean,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "object" => Self::Object,
            "string" => Self::String,
            _ => Self::None,
        }
    }
}

impl ListType {
    /// The list type that `x-kubernetes-list-type` names.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "set" => Self::Set,
            "map" => Self::Map,
            _ => Self::Atomic,
        }
    }
}

#[cfg(feature = "eval")]
impl Schema {
    /// Reads a node of an `openAPIV3Schema`. What is not of the form that it has in a CRD is passed over.
    ///
    /// The root of a resource shows expressions its names, which is for the caller to say.
    ///
    /// ```
    /// use serde_json::json;
    /// use wheelwright_cel::schema::Schema;
    ///
    /// let mut schema = Schema::from_json(&json!({
    ///     "type": "object",
    ///     "properties": {"names": {"type": "array", "maxItems": 3, "items": {"type": "string"}}},
    /// }));
    /// schema.embedded_resource = true;
    /// let (name, names) = &schema.properties[0];
    /// assert_eq!((name.as_str(), names.max_items), ("names", Some(3)));
    /// ```
    #[must_use]
    pub fn from_json(json: &Value) -> Self {
        let flag = |key: &str| json.get(key) == Some(&Value::Bool(true));
        let number = |key: &str| json.get(key).and_then(Value::as_i64);
        let text = |key: &str| json.get(key).and_then(Value::as_str).unwrap_or_default();
        let list = |key: &str| json.get(key).and_then(Value::as_array);
        let texts = |key: &str| -> Vec<String> {
            let texts = list(key).into_iter().flatten().filter_map(Value::as_str);
            texts.map(str::to_owned).collect()
        };
        let below = |key: &str| {
            json.get(key)
                .filter(|value| value.is_object())
                .map(|value| Box::new(Self::from_json(value)))
        };
        let properties = json.get("properties").and_then(Value::as_object);
        Self {
            ty: SchemaType::named(text("type")),
            format: text("format").to_owned(),
            int_or_string: flag("x-kubernetes-int-or-string"),
            embedded_resource: flag("x-kubernetes-embedded-resource"),
            list_type: ListType::named(text("x-kubernetes-list-type")),
            list_map_keys: texts("x-kubernetes-list-map-keys"),
            nullable: flag("nullable"),
            items: below("items"),
            properties: properties
                .into_iter()
                .flatten()
                .map(|(name, value)| (name.clone(), Self::from_json(value)))
                .collect(),
            additional_properties: below("additionalProperties"),
            required: texts("required"),
            has_default: json.get("default").is_some_and(|value| !value.is_null()),
            max_items: number("maxItems"),
            max_length: number("maxLength"),
            max_properties: number("maxProperties"),
            longest_enum: list("enum").and_then(|values| Self::longest(values)),
            unknown: false,
        }
    }

    /// [`Schema::longest_enum`] of these values.
    #[must_use]
    pub fn longest(values: &[Value]) -> Option<i64> {
        let lengths = values
            .iter()
            .map(|value| value.as_str().map_or(0, str::len));
        lengths
            .max()
            .map(|longest| i64::try_from(longest).unwrap_or(i64::MAX))
    }
}
