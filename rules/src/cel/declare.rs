//! The schema of a version → the schema that expressions see.

use wheelwright_cel::schema::{ListType, Schema as Seen, SchemaType};

use crate::schema::Schema;

/// What expressions see of a schema node. The root of a resource shows them what every resource has.
pub(crate) fn structural(schema: &Schema, is_resource: bool) -> Seen {
    Seen {
        ty: SchemaType::named(&schema.type_name),
        format: schema.format.clone(),
        int_or_string: schema.int_or_string,
        embedded_resource: schema.embedded_resource || is_resource,
        list_type: ListType::named(schema.list_type.as_deref().unwrap_or_default()),
        list_map_keys: schema.list_map_keys.clone(),
        nullable: schema.nullable,
        items: schema.item_schema().map(below),
        properties: schema
            .properties
            .iter()
            .map(|(name, property)| (name.clone(), structural(property, false)))
            .collect(),
        additional_properties: schema.value_schema().map(below),
        required: schema.required.clone(),
        has_default: schema.default.is_some(),
        max_items: schema.max_items,
        max_length: schema.max_length,
        max_properties: schema.max_properties,
        longest_enum: Seen::longest(&schema.enumeration),
        unknown: false,
    }
}

fn below(schema: &Schema) -> Box<Seen> {
    Box::new(structural(schema, false))
}
