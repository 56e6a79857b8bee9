//! From schemas to types and sizes.
//!
//! Source: `pkg/cel/common/schemas.go` of k8s.io/apiserver, `pkg/apiserver/schema/cel/model` of
//! k8s.io/apiextensions-apiserver.

use std::sync::Arc;

use super::{REQUEST_SIZE, Schema, SchemaType, escape};
use crate::environment::KubeVersion;
use crate::types::{Field, ObjectType, Type};

/// What the server knows of the values of a schema node.
#[derive(Debug, Clone)]
pub struct Declared {
    /// The type of the values.
    pub ty: Type,
    /// How many bytes of JSON a value has at least.
    pub min_size: i64,
    /// How many elements, entries or bytes a value has at most; 0 of others.
    pub max_elements: i64,
    /// The schema's keyword that bounds `max_elements`, where one can.
    pub keyword: Option<Keyword>,
    /// Whether that keyword is there.
    pub bounded: bool,
    /// What is within.
    pub shape: Shape,
}

/// A schema keyword that bounds how large values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keyword {
    /// `maxItems`
    MaxItems,
    /// `maxProperties`
    MaxProperties,
    /// `maxLength`, of a string: four bytes for each character.
    MaxLength,
    /// `maxLength` of a string of `format: byte`: one byte each.
    MaxBytes,
}

/// What is within a value.
#[derive(Debug, Clone)]
pub enum Shape {
    /// Nothing.
    Scalar,
    /// Elements of a list.
    List(Box<Declared>),
    /// Values of a map from strings.
    Map(Box<Declared>),
    /// Fields, by escaped name, ascending.
    Object(Vec<DeclaredField>),
}

/// A field of an object.
#[derive(Debug, Clone)]
pub struct DeclaredField {
    /// The name in expressions.
    pub name: String,
    /// The property in the schema.
    pub property: String,
    /// What it is.
    pub declared: Declared,
}

impl Keyword {
    /// The keyword, as schemas write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MaxItems => "maxItems",
            Self::MaxProperties => "maxProperties",
            Self::MaxLength | Self::MaxBytes => "maxLength",
        }
    }

    /// How many elements a value has at most by a keyword of this value.
    #[must_use]
    pub const fn elements(self, value: i64) -> i64 {
        let value = if value < 0 { 0 } else { value };
        match self {
            Self::MaxLength => value.saturating_mul(4),
            _ => value,
        }
    }
}

impl Declared {
    fn scalar(ty: Type, min_size: i64, max_elements: i64) -> Self {
        Self {
            ty,
            min_size,
            max_elements,
            keyword: None,
            bounded: false,
            shape: Shape::Scalar,
        }
    }

    /// The field of this escaped name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&Self> {
        let Shape::Object(fields) = &self.shape else {
            return None;
        };
        let index = fields
            .binary_search_by(|field| field.name.as_str().cmp(name))
            .ok()?;
        Some(&fields[index].declared)
    }

    /// The elements of a list, the values of a map.
    #[must_use]
    pub fn element(&self) -> Option<&Self> {
        match &self.shape {
            Shape::List(element) | Shape::Map(element) => Some(element),
            _ => None,
        }
    }

    /// How often values of this size fit into a request: what a rule's cost is multiplied by where it is below a list
    /// or map without a bound.
    #[must_use]
    pub const fn max_cardinality(&self) -> u64 {
        (REQUEST_SIZE / self.min_size.saturating_add(1)).unsigned_abs()
    }
}

/// How deep a schema is looked into. What is below is not seen.
const DEEPEST: usize = 500;
/// The longest name of an object; of what a name is generated from, one less.
const NAME_LENGTH: i64 = 253;

pub(super) fn declare(schema: &Schema, server: KubeVersion) -> Option<Declared> {
    let mut path = String::from("selfType");
    Declarer { server, depth: 0 }.node(schema, &mut path)
}

struct Declarer {
    server: KubeVersion,
    depth: usize,
}

impl Declarer {
    /// A node whose objects are named after the path.
    fn node(&mut self, schema: &Schema, path: &mut String) -> Option<Declared> {
        if self.depth >= DEEPEST {
            return None;
        }
        if schema.unknown {
            return Some(Declared::scalar(Type::Unknown, 1, 0));
        }
        if schema.int_or_string {
            return Some(self.int_or_string(schema));
        }
        match schema.ty {
            SchemaType::Array => self.list(schema, path),
            SchemaType::Object if schema.additional_properties.is_some() => self.map(schema, path),
            SchemaType::Object => Some(self.object(schema, path)),
            SchemaType::String => Some(string(schema)),
            SchemaType::Boolean => Some(Declared::scalar(Type::Bool, 4, 0)),
            SchemaType::Number => Some(Declared::scalar(Type::Double, 1, 0)),
            SchemaType::Integer => Some(Declared::scalar(Type::Int, 1, 0)),
            SchemaType::None => None,
        }
    }

    fn below(&mut self, schema: &Schema, path: &mut String, name: &str) -> Option<Declared> {
        let length = path.len();
        path.push('.');
        path.push_str(name);
        self.depth += 1;
        let declared = self.node(schema, path);
        self.depth -= 1;
        path.truncate(length);
        declared
    }

    fn int_or_string(&self, schema: &Schema) -> Declared {
        let mut declared = Declared::scalar(Type::Dyn, 1, REQUEST_SIZE - 2);
        // From 1.34 on the length bounds it.
        if self.server.at_least(34) {
            bound(&mut declared, Keyword::MaxLength, schema.max_length);
        }
        declared
    }

    fn list(&mut self, schema: &Schema, path: &mut String) -> Option<Declared> {
        let items = self.below(schema.items.as_deref()?, path, "@idx")?;
        let mut declared = Declared::scalar(
            Type::list(items.ty.clone()),
            2,
            (REQUEST_SIZE - 2) / items.min_size.saturating_add(1),
        );
        bound(&mut declared, Keyword::MaxItems, schema.max_items);
        declared.shape = Shape::List(Box::new(items));
        Some(declared)
    }

    fn map(&mut self, schema: &Schema, path: &mut String) -> Option<Declared> {
        let values = self.below(schema.additional_properties.as_deref()?, path, "@elem")?;
        let mut declared = Declared::scalar(
            Type::map(Type::String, values.ty.clone()),
            2,
            (REQUEST_SIZE - 2) / values.min_size.saturating_add(6),
        );
        bound(&mut declared, Keyword::MaxProperties, schema.max_properties);
        declared.shape = Shape::Map(Box::new(values));
        Some(declared)
    }

    fn object(&mut self, schema: &Schema, path: &mut String) -> Declared {
        let resource = schema.embedded_resource && !has_type_and_names(schema);
        let metadata = resource.then(|| self.metadata(schema));
        let text = Schema::of(SchemaType::String);
        let added: &[(&str, &Schema)] = match &metadata {
            Some(metadata) => &[
                ("apiVersion", &text),
                ("kind", &text),
                ("metadata", metadata),
            ],
            None => &[],
        };
        let own = schema
            .properties
            .iter()
            .map(|(property, schema)| (property.as_str(), schema))
            .filter(|(property, _)| !added.iter().any(|(added, _)| added == property));
        let mut fields = Vec::with_capacity(schema.properties.len() + added.len());
        let mut min_size: i64 = 2;
        for (property, below) in own.chain(added.iter().copied()) {
            let name = escape(property);
            let Some(declared) = self.below(below, path, name.as_deref().unwrap_or(property))
            else {
                continue;
            };
            if !below.has_default && schema.required.iter().any(|required| required == property) {
                min_size = min_size
                    .saturating_add(i64::try_from(property.len()).unwrap_or(i64::MAX))
                    .saturating_add(declared.min_size)
                    .saturating_add(4);
            }
            if let Some(name) = name {
                fields.push(DeclaredField {
                    name: name.into_owned(),
                    property: property.to_owned(),
                    declared,
                });
            }
        }
        fields.sort_by(|a, b| a.name.cmp(&b.name));
        fields.dedup_by(|a, b| a.name == b.name);
        let ty = ObjectType {
            name: path.clone(),
            fields: fields
                .iter()
                .map(|field| Field {
                    name: field.name.clone(),
                    property: field.property.clone(),
                    ty: field.declared.ty.clone(),
                })
                .collect(),
        };
        Declared {
            ty: Type::Object(Arc::new(ty)),
            min_size,
            max_elements: 0,
            keyword: None,
            bounded: false,
            shape: Shape::Object(fields),
        }
    }

    /// What can be seen of `metadata`, declared or not.
    fn metadata(&self, schema: &Schema) -> Schema {
        let declared = property(schema, "metadata");
        // From 1.37 on names are no longer than they can be.
        let name = |name: &str, longest: i64| Schema {
            max_length: self.server.at_least(37).then(|| {
                declared
                    .and_then(|metadata| property(metadata, name))
                    .and_then(|name| name.max_length)
                    .map_or(longest, |length| length.min(longest))
            }),
            ..Schema::of(SchemaType::String)
        };
        Schema::object([
            ("name", name("name", NAME_LENGTH)),
            ("generateName", name("generateName", NAME_LENGTH - 1)),
        ])
    }
}

fn property<'s>(schema: &'s Schema, name: &str) -> Option<&'s Schema> {
    let found = schema
        .properties
        .iter()
        .find(|(property, _)| property == name);
    found.map(|(_, schema)| schema)
}

/// Whether a resource declares itself all that can be seen of every resource.
fn has_type_and_names(schema: &Schema) -> bool {
    let is = |schema: &Schema, name: &str, ty: SchemaType| {
        property(schema, name).is_some_and(|found| found.ty == ty)
    };
    is(schema, "kind", SchemaType::String)
        && is(schema, "apiVersion", SchemaType::String)
        && property(schema, "metadata").is_some_and(|metadata| {
            metadata.ty == SchemaType::Object
                && is(metadata, "name", SchemaType::String)
                && is(metadata, "generateName", SchemaType::String)
        })
}

/// Bounds what is declared by a keyword, if the schema has it.
fn bound(declared: &mut Declared, keyword: Keyword, value: Option<i64>) {
    declared.keyword = Some(keyword);
    if let Some(value) = value {
        declared.bounded = true;
        declared.max_elements = keyword.elements(value);
    }
}

fn string(schema: &Schema) -> Declared {
    // Times are as long as they are ever written, with their quotes.
    match schema.format.as_str() {
        "byte" => {
            let mut declared = Declared::scalar(Type::Bytes, 2, REQUEST_SIZE - 2);
            bound(&mut declared, Keyword::MaxBytes, schema.max_length);
            declared
        }
        "duration" => Declared::scalar(Type::Duration, 3, 32),
        "date" => Declared::scalar(Type::Timestamp, 12, 12),
        "date-time" => Declared::scalar(Type::Timestamp, 21, 32),
        _ => {
            let longest = schema.longest_enum.unwrap_or(REQUEST_SIZE - 2);
            let mut declared = Declared::scalar(Type::String, 2, longest);
            bound(&mut declared, Keyword::MaxLength, schema.max_length);
            declared.bounded |= schema.longest_enum.is_some();
            declared
        }
    }
}
