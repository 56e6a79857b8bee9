//! How values of a structural schema are read, as far as expressions can tell.

use std::borrow::Cow;

use crate::schema::{self, Schema, SchemaType, escape};

/// How deep a schema may be; what lies deeper can only be compared.
const MOST_LEVELS: usize = 1_000;

/// How values of a schema are read: types, `format`, `nullable`, and the extensions of Kubernetes.
#[derive(Debug)]
pub struct Layout {
    pub(crate) nullable: bool,
    pub(crate) kind: Kind,
}

#[derive(Debug)]
pub(crate) enum Kind {
    IntOrString,
    /// With declared properties, ascending by name.
    Object(Vec<Property>),
    /// With `additionalProperties`.
    Map(Box<Layout>),
    /// An object of which nothing is visible.
    Closed,
    List {
        item: Option<Box<Layout>>,
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
    /// Without a type: only to be compared.
    Preserved,
    /// Without a schema: JSON as it is.
    Native,
}

#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    /// The name in expressions, if it has one.
    pub(crate) escaped: Option<String>,
    pub(crate) layout: Layout,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum ListType {
    Atomic,
    Set,
    /// By the keys' names in expressions, which is what the server looks for in the object.
    Map(Vec<String>),
}

pub(crate) static NATIVE: Layout = Layout {
    nullable: true,
    kind: Kind::Native,
};

impl Layout {
    /// How values of a schema are read.
    #[must_use]
    pub fn of(schema: &Schema) -> Self {
        Self::within(schema, MOST_LEVELS)
    }

    fn within(schema: &Schema, levels: usize) -> Self {
        let kind = if levels == 0 {
            Kind::Preserved
        } else if schema.int_or_string {
            Kind::IntOrString
        } else {
            match schema.ty {
                SchemaType::Object => Self::object(schema, levels - 1),
                SchemaType::Array => Self::list(schema, levels - 1),
                SchemaType::String => match schema.format.as_str() {
                    "duration" => Kind::Duration,
                    "date" => Kind::Date,
                    "date-time" => Kind::DateTime,
                    "byte" => Kind::Byte,
                    _ => Kind::String,
                },
                SchemaType::Number => Kind::Number,
                SchemaType::Integer => Kind::Integer,
                SchemaType::Boolean => Kind::Boolean,
                SchemaType::None => Kind::Preserved,
            }
        };
        let layout = Self {
            nullable: schema.nullable,
            kind,
        };
        if schema.embedded_resource && schema.ty == SchemaType::Object {
            layout.with_metadata()
        } else {
            layout
        }
    }

    fn object(schema: &Schema, levels: usize) -> Kind {
        if schema.properties.is_empty() {
            return match &schema.additional_properties {
                Some(values) => Kind::Map(Box::new(Self::within(values, levels))),
                None => Kind::Closed,
            };
        }
        let mut properties: Vec<Property> = schema
            .properties
            .iter()
            .map(|(name, schema)| Property {
                name: name.clone(),
                escaped: escape(name).map(Cow::into_owned),
                layout: Self::within(schema, levels),
            })
            .collect();
        properties.sort_by(|a, b| a.name.cmp(&b.name));
        Kind::Object(properties)
    }

    fn list(schema: &Schema, levels: usize) -> Kind {
        let list_type = match schema.list_type {
            schema::ListType::Atomic => ListType::Atomic,
            schema::ListType::Set => ListType::Set,
            schema::ListType::Map => {
                let names = schema.list_map_keys.iter();
                let escaped = names.map(|name| escape(name).unwrap_or(Cow::Borrowed(name)));
                ListType::Map(escaped.map(Cow::into_owned).collect())
            }
        };
        Kind::List {
            item: schema
                .items
                .as_ref()
                .map(|items| Box::new(Self::within(items, levels))),
            list_type,
        }
    }

    /// With what every resource has, unless the schema declares all of it.
    fn with_metadata(self) -> Self {
        let is_string = |layout: Option<&Self>| {
            layout.is_some_and(|layout| {
                matches!(
                    layout.kind,
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
            layout: Self {
                nullable: false,
                kind: Kind::String,
            },
        };
        let mut properties = match self.kind {
            Kind::Object(properties) => properties,
            _ => Vec::new(),
        };
        properties
            .retain(|property| !["apiVersion", "kind", "metadata"].contains(&&*property.name));
        properties.extend([
            string("apiVersion"),
            string("kind"),
            Property {
                layout: Self {
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

    /// The layout of a declared property, by its name in the schema.
    #[must_use]
    pub fn property(&self, name: &str) -> Option<&Self> {
        let Kind::Object(properties) = &self.kind else {
            return None;
        };
        let at = properties
            .binary_search_by(|property| property.name.as_str().cmp(name))
            .ok()?;
        properties.get(at).map(|property| &property.layout)
    }

    /// The place of a declared property among them.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        let Kind::Object(properties) = &self.kind else {
            return None;
        };
        properties
            .binary_search_by(|property| property.name.as_str().cmp(name))
            .ok()
    }

    /// The layout of what a list holds; of a map there is none, whose items are its keys.
    pub(crate) fn item(&self) -> Option<&Self> {
        match &self.kind {
            Kind::List { item, .. } => item.as_deref(),
            _ => None,
        }
    }

    /// The layout of what a list holds, or of a map's values.
    #[must_use]
    pub fn element(&self) -> Option<&Self> {
        match &self.kind {
            Kind::List { item, .. } => item.as_deref(),
            Kind::Map(values) => Some(values),
            _ => None,
        }
    }
}

impl Layout {
    /// For expressions without `self`.
    #[must_use]
    pub const fn nothing() -> Self {
        Self {
            nullable: true,
            kind: Kind::Native,
        }
    }
}
