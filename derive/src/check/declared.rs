//! What CEL sees of a type, as far as the names in written types tell. Everything else is unknown: a rule may do
//! anything with it.

use std::borrow::Cow;
use std::collections::BTreeSet;

use syn::{Generics, Type};
use wheelwright_cel::KubeVersion;
use wheelwright_cel::schema::{Declared, Schema, SchemaType, escape, unescape};

use crate::attrs::schema_keys::{Rule, SchemaKeys, What};
use crate::expand::written::{is_string, standard_name};
use crate::lower::{arguments, ungrouped};
use crate::model::{Container, Content, Enum, Field, Shape, Table, Tagging, Variant};

/// What a rule's `self` is.
pub(super) struct Subject {
    schema: Schema,
    /// An object that may have fields which are not seen here.
    open: bool,
}

impl Subject {
    pub(super) fn of(schema: Schema) -> Self {
        Self {
            schema,
            open: false,
        }
    }

    pub(super) fn unknown() -> Self {
        Self::of(Schema::unknown())
    }

    /// As part of another value; what is not seen of it makes it unknown.
    fn within(self) -> Schema {
        if self.open {
            Schema::unknown()
        } else {
            self.schema
        }
    }

    /// What `items(…)` is about.
    pub(super) fn items(&self) -> Self {
        held(self.schema.items.as_deref())
    }

    /// What `values(…)` is about.
    pub(super) fn values(&self) -> Self {
        held(self.schema.additional_properties.as_deref())
    }

    /// The type for these rules. Of an object that is not seen whole, every name in them may be a field.
    pub(super) fn declare(&self, rules: &[&Rule], server: KubeVersion) -> Option<Declared> {
        if !self.open {
            return self.schema.declare(server);
        }
        let mut schema = self.schema.clone();
        let seen: BTreeSet<String> = schema
            .properties
            .iter()
            .filter_map(|(name, _)| escape(name).map(Cow::into_owned))
            .collect();
        let named: BTreeSet<&str> = rules
            .iter()
            .flat_map(|rule| names(rule))
            .filter(|name| !seen.contains(*name))
            .collect();
        for name in named {
            let property = unescape(name).map_or_else(|| name.to_owned(), Cow::into_owned);
            schema.properties.push((property, Schema::unknown()));
        }
        schema.declare(server)
    }
}

fn held(schema: Option<&Schema>) -> Subject {
    schema.map_or_else(Subject::unknown, |schema| Subject::of(schema.clone()))
}

/// Whatever looks like an identifier.
fn names(rule: &Rule) -> impl Iterator<Item = &str> {
    let texts = [Some(&rule.rule), rule.message_expression.as_ref()];
    texts.into_iter().flatten().flat_map(|expression| {
        expression
            .text
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .filter(|word| word.starts_with(|c: char| !c.is_ascii_digit()))
    })
}

/// The root object. Its spec is another type's affair, and its fields are, where they stand beside `metadata`.
pub(super) fn root(no_spec: bool, has_status: bool) -> Subject {
    let mut properties = Vec::new();
    if !no_spec {
        properties.push(("spec", Schema::unknown()));
    }
    if has_status {
        properties.push(("status", Schema::unknown()));
    }
    Subject {
        schema: Schema {
            embedded_resource: true,
            ..Schema::object(properties)
        },
        open: no_spec,
    }
}

/// Reads types, in the scope of an item's type parameters.
pub(super) struct Declarer<'i> {
    generics: &'i Generics,
}

impl<'i> Declarer<'i> {
    pub(super) fn new(generics: &'i Generics) -> Self {
        Self { generics }
    }

    pub(super) fn container(&self, container: &Container<'_>) -> Subject {
        let subject = match &container.shape {
            Shape::Struct(shape) => {
                let mut subject = self.object(&shape.fields);
                if let Some((tag, _)) = &shape.tag {
                    add(&mut subject.schema, tag, Schema::of(SchemaType::String));
                }
                subject
            }
            Shape::Enum(shape) => self.enumeration(shape),
            Shape::Same(table) | Shape::Newtype(table) => {
                return self.table(table, &container.keys);
            }
            Shape::Null => Subject::unknown(),
        };
        let open = subject.open;
        Subject {
            schema: with_keys(subject.schema, &container.keys),
            open,
        }
    }

    pub(super) fn field(&self, field: &Field<'_>) -> Subject {
        if field.broken || field.serde.flatten.key_span().is_some() {
            return Subject::unknown();
        }
        self.table(&field.table, &field.keys)
    }

    pub(super) fn table(&self, table: &Table<'_>, keys: &SchemaKeys) -> Subject {
        let schema = match table {
            Table::Of(ty) => self.ty(ty),
            Table::Is(ty) => self.ty(ty),
            Table::Shell(_) | Table::Any | Table::Given(_) => Schema::unknown(),
        };
        Subject::of(with_keys(schema, keys))
    }

    /// An object of these fields.
    pub(super) fn object(&self, fields: &[Field<'_>]) -> Subject {
        let is_flattened = |field: &&Field<'_>| field.serde.flatten.key_span().is_some();
        let mut subject = Subject::of(Schema::of(SchemaType::Object));
        for field in fields.iter().filter(|field| !is_flattened(field)) {
            let schema = self.field(field).within();
            for given in &field.keys.given {
                if let What::Aliases(names) = &given.what {
                    for name in names {
                        add(&mut subject.schema, name, schema.clone());
                    }
                }
            }
            add(&mut subject.schema, &field.wire, schema);
        }
        subject.open = fields.iter().any(|field| is_flattened(&field));
        if subject.open && subject.schema.properties.is_empty() {
            // It may be a map.
            return Subject::unknown();
        }
        subject
    }

    /// The value of a variant that has a place of its own. In all other enums a rule sees the variants joined.
    pub(super) fn variant(&self, shape: &Enum<'_>, variant: &Variant<'_>) -> Subject {
        let is_apart = matches!(shape.tagging, Tagging::External) && !variant.untagged;
        if !is_apart || variant.broken {
            return Subject::unknown();
        }
        let Subject { schema, open } = match &variant.content {
            Content::Unit => Subject::unknown(),
            Content::Newtype(table, keys) => self.table(table, keys),
            Content::Struct(fields) => self.object(fields),
        };
        Subject {
            schema: with_keys(schema, &variant.keys),
            open,
        }
    }

    /// A field of a variant; joined with those of its name in other variants, unless variants are apart.
    pub(super) fn field_of(
        &self,
        shape: &Enum<'_>,
        variant: &Variant<'_>,
        field: &Field<'_>,
    ) -> Subject {
        let is_external = matches!(shape.tagging, Tagging::External) && !variant.untagged;
        if is_external || shape.variants.len() == 1 {
            self.field(field)
        } else {
            Subject::unknown()
        }
    }

    fn enumeration(&self, shape: &Enum<'_>) -> Subject {
        if shape
            .variants
            .iter()
            .any(|variant| variant.untagged || variant.broken)
        {
            return Subject::unknown();
        }
        let text = || Schema::of(SchemaType::String);
        let mut subject = Subject::of(Schema::of(SchemaType::Object));
        match &shape.tagging {
            Tagging::External => {
                let is_unit = |content: &Content<'_>| matches!(content, Content::Unit);
                let units = shape
                    .variants
                    .iter()
                    .filter(|variant| is_unit(&variant.content));
                match units.count() {
                    0 => {}
                    units if units == shape.variants.len() => return Subject::of(text()),
                    _ => return Subject::unknown(),
                }
                for variant in &shape.variants {
                    let value = self.variant(shape, variant).within();
                    add(&mut subject.schema, &variant.wire, value);
                }
            }
            Tagging::Internal(tag) => {
                add(&mut subject.schema, &tag.value, text());
                for variant in &shape.variants {
                    match &variant.content {
                        Content::Unit => {}
                        Content::Newtype(..) => subject.open = true,
                        Content::Struct(fields) => {
                            let object = self.object(fields);
                            subject.open |= object.open || object.schema.unknown;
                            for (name, schema) in &object.schema.properties {
                                add(&mut subject.schema, name, schema.clone());
                            }
                        }
                    }
                }
            }
            Tagging::Adjacent(tag, content) => {
                add(&mut subject.schema, &tag.value, text());
                let holds = |content: &Content<'_>| !matches!(content, Content::Unit);
                if shape.variants.iter().any(|variant| holds(&variant.content)) {
                    add(&mut subject.schema, &content.value, Schema::unknown());
                }
            }
            Tagging::Untagged => return Subject::unknown(),
        }
        subject
    }

    fn ty(&self, ty: &Type) -> Schema {
        let ty = ungrouped(ty);
        if let Type::Array(array) = ty {
            return Schema::list(self.ty(&array.elem));
        }
        let (Type::Path(path), Some(name)) = (ty, standard_name(ty)) else {
            return Schema::unknown();
        };
        let is_parameter = |name: &str| self.generics.type_params().any(|it| it.ident == name);
        if is_parameter(name) {
            return Schema::unknown();
        }
        let held: Vec<&Type> = arguments(path).collect();
        match (name, &held[..]) {
            ("String" | "char", []) => Schema::of(SchemaType::String),
            ("bool", []) => Schema::of(SchemaType::Boolean),
            ("f32" | "f64", []) => Schema::of(SchemaType::Number),
            ("i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64", []) => {
                Schema::of(SchemaType::Integer)
            }
            ("Option" | "Box", [inner]) => self.ty(inner),
            ("Vec" | "BTreeSet", [items]) | ("HashSet", [items, ..]) => {
                Schema::list(self.ty(items))
            }
            ("BTreeMap", [key, values]) | ("HashMap", [key, values, ..])
                if is_string(key) && !is_parameter("String") =>
            {
                Schema::map(self.ty(values))
            }
            _ => Schema::unknown(),
        }
    }
}

/// A value with the keys beside it.
fn with_keys(mut schema: Schema, keys: &SchemaKeys) -> Schema {
    for given in &keys.given {
        match &given.what {
            What::IntOrString(_) | What::With(_) | What::Opaque | What::EmbeddedResource => {
                return Schema::unknown();
            }
            What::PreserveUnknownFields if schema.additional_properties.is_some() => {
                return Schema::unknown();
            }
            What::Format(format) => match schema.ty {
                SchemaType::String => schema.format.clone_from(format),
                _ => return Schema::unknown(),
            },
            What::Items(held) => {
                schema.items = schema.items.map(|items| Box::new(with_keys(*items, held)));
            }
            What::Values(held) => {
                schema.additional_properties = schema
                    .additional_properties
                    .map(|values| Box::new(with_keys(*values, held)));
                for (_, value) in &mut schema.properties {
                    *value = Schema::unknown();
                }
            }
            _ => {}
        }
    }
    if keys.as_type.key_span().is_some() {
        return Schema::unknown();
    }
    schema
}

/// Adds a property; one that is there in another form becomes unknown.
fn add(schema: &mut Schema, name: &str, value: Schema) {
    match schema
        .properties
        .iter_mut()
        .find(|(known, _)| known == name)
    {
        Some((_, known)) if *known != value => *known = Schema::unknown(),
        Some(_) => {}
        None => schema.properties.push((name.to_owned(), value)),
    }
}
