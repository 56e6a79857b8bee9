//! What a structural schema says of values, as far as expressions can tell.

use serde_json::Value as Json;

use super::escape::escape;

/// How deep a schema may be; what lies deeper is not seen.
const MOST_LEVELS: usize = 1_000;

/// A schema, for looking at values with: the types, `format`, `nullable`, and the extensions of Kubernetes.
#[derive(Debug)]
pub struct Shape {
    pub(crate) nullable: bool,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    IntOrString,
    /// With declared properties, ascending by name.
    Object(Vec<Property>),
    /// With `additionalProperties`.
    Map(Box<Shape>),
    /// An object of which nothing is visible.
    Closed,
    List {
        item: Option<Box<Shape>>,
        list_type: ListType,
    },
    String,
    Duration,
    Date,
    DateTime,
    Byte,
    Number,
    Integer,
    Boolean,
    Preserved,
    /// A type that there is not.
    Untyped(String),
    /// Without a schema: JSON as it is.
    Native,
}

#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    /// The name in expressions, if it has one.
    pub(crate) escaped: Option<String>,
    pub(crate) shape: Shape,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ListType {
    Atomic,
    Set,
    /// By the keys' names in expressions, which is what the server looks for in the object.
    Map(Vec<String>),
    /// One that there is not.
    Other(String),
}

pub(crate) static NATIVE: Shape = Shape {
    nullable: true,
    kind: Kind::Native,
};

impl Shape {
    /// From a structural schema in JSON.
    #[must_use]
    pub fn from_schema(schema: &Json) -> Self {
        Self::of(schema, MOST_LEVELS)
    }

    /// From the schema of a whole resource: with `apiVersion`, `kind`, `metadata.name` and `metadata.generateName`, and
    /// nothing else of `metadata`.
    #[must_use]
    pub fn from_resource_schema(schema: &Json) -> Self {
        Self::of(schema, MOST_LEVELS).with_metadata()
    }

    fn of(schema: &Json, levels: usize) -> Self {
        let flag = |name: &str| schema.get(name).and_then(Json::as_bool).unwrap_or(false);
        let text = |name: &str| schema.get(name).and_then(Json::as_str).unwrap_or_default();
        let kind = if levels == 0 {
            Kind::Untyped(String::new())
        } else if flag("x-kubernetes-int-or-string") {
            Kind::IntOrString
        } else {
            match text("type") {
                "object" => Self::object(schema, levels - 1),
                "array" => Self::list(schema, levels - 1),
                "string" => match text("format") {
                    "duration" => Kind::Duration,
                    "date" => Kind::Date,
                    "date-time" => Kind::DateTime,
                    "byte" => Kind::Byte,
                    _ => Kind::String,
                },
                "number" => Kind::Number,
                "integer" => Kind::Integer,
                "boolean" => Kind::Boolean,
                _ if flag("x-kubernetes-preserve-unknown-fields") => Kind::Preserved,
                other => Kind::Untyped(other.to_owned()),
            }
        };
        let shape = Self {
            nullable: flag("nullable"),
            kind,
        };
        if flag("x-kubernetes-embedded-resource") && text("type") == "object" {
            shape.with_metadata()
        } else {
            shape
        }
    }

    fn object(schema: &Json, levels: usize) -> Kind {
        match schema.get("properties").and_then(Json::as_object) {
            Some(properties) if !properties.is_empty() => {
                let mut properties: Vec<Property> = properties
                    .iter()
                    .map(|(name, schema)| Property {
                        name: name.clone(),
                        escaped: escape(name),
                        shape: Self::of(schema, levels),
                    })
                    .collect();
                properties.sort_by(|a, b| a.name.cmp(&b.name));
                Kind::Object(properties)
            }
            _ => match schema.get("additionalProperties") {
                Some(values @ Json::Object(_)) => Kind::Map(Box::new(Self::of(values, levels))),
                _ => Kind::Closed,
            },
        }
    }

    fn list(schema: &Json, levels: usize) -> Kind {
        let list_type = match schema.get("x-kubernetes-list-type").and_then(Json::as_str) {
            None | Some("" | "atomic") => ListType::Atomic,
            Some("set") => ListType::Set,
            Some("map") => {
                let keys = schema.get("x-kubernetes-list-map-keys").and_then(Json::as_array);
                let names = keys.into_iter().flatten().filter_map(Json::as_str);
                ListType::Map(
                    names
                        .map(|name| escape(name).unwrap_or_else(|| name.to_owned()))
                        .collect(),
                )
            }
            Some(other) => ListType::Other(other.to_owned()),
        };
        let item = schema.get("items").filter(|items| items.is_object());
        Kind::List {
            item: item.map(|items| Box::new(Self::of(items, levels))),
            list_type,
        }
    }

    /// With what every resource has, unless the schema declares all of it.
    fn with_metadata(self) -> Self {
        let is_string = |shape: Option<&Self>| {
            shape.is_some_and(|shape| {
                matches!(
                    shape.kind,
                    Kind::String | Kind::Duration | Kind::Date | Kind::DateTime | Kind::Byte
                )
            })
        };
        let metadata = self.property("metadata");
        let complete = is_string(self.property("kind"))
            && is_string(self.property("apiVersion"))
            && metadata.is_some_and(|metadata| {
                is_string(metadata.property("name")) && is_string(metadata.property("generateName"))
            });
        if complete {
            return self;
        }
        let string = |name: &str| Property {
            name: name.to_owned(),
            escaped: Some(name.to_owned()),
            shape: Self {
                nullable: false,
                kind: Kind::String,
            },
        };
        let mut properties = match self.kind {
            Kind::Object(properties) => properties,
            _ => Vec::new(),
        };
        properties.retain(|property| !["apiVersion", "kind", "metadata"].contains(&&*property.name));
        properties.extend([
            string("apiVersion"),
            string("kind"),
            Property {
                shape: Self {
                    nullable: false,
                    kind: Kind::Object(vec![string("generateName"), string("name")]),
                },
                ..string("metadata")
            },
        ]);
        properties.sort_by(|a, b| a.name.cmp(&b.name));
        Self {
            kind: Kind::Object(properties),
            ..self
        }
    }

    /// The shape of a declared property, by its name in the schema.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Self> {
        let Kind::Object(properties) = &self.kind else {
            return None;
        };
        let at = properties
            .binary_search_by(|property| property.name.as_str().cmp(name))
            .ok()?;
        properties.get(at).map(|property| &property.shape)
    }

    /// The shape of what a list holds, or of a map's values.
    #[must_use]
    pub fn element(&self) -> Option<&Self> {
        match &self.kind {
            Kind::List { item, .. } => item.as_deref(),
            Kind::Map(values) => Some(values),
            _ => None,
        }
    }
}
