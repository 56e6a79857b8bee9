//! What `OpenAPI v2`, or kubectl where it reads it, has no place for. Source: `ToStructuralOpenAPIV2` of apiextensions'
//! `controller/openapi/v2`, and `PruneDefaults` of kube-openapi's `handler`.

use crate::schema::{Additional, Items, Schema};

/// Takes out of a schema what `OpenAPI v2` cannot say.
pub(super) fn reduce(schema: &mut Schema) {
    schema.all_of.clear();
    schema.any_of.clear();
    schema.one_of.clear();
    schema.not = None;
    schema.default = None;
    if schema.nullable {
        schema.type_name.clear();
        schema.nullable = false;
        schema.items = None;
        schema.properties.clear();
    }
    if schema.preserves() {
        schema.items = None;
        schema.properties.clear();
    }
    let has_items = matches!(schema.items, Some(Items::One(_)));
    if schema.type_name == "array" && !has_items
        || schema.type_name == "object" && schema.preserves()
    {
        schema.type_name.clear();
    }
    // A required field that may be null would be required not to be.
    let properties = &schema.properties;
    schema.required.retain(|name| {
        !properties
            .get(name)
            .is_some_and(|property| property.nullable)
    });
    if schema.value_schema().is_some_and(|values| values.nullable) {
        schema.required.clear();
    }
    if let Some(Items::One(items)) = &mut schema.items {
        reduce(items);
    }
    schema.properties.values_mut().for_each(reduce);
    if let Some(Additional::Schema(values)) = &mut schema.additional_properties {
        reduce(values);
    }
}
