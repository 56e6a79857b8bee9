//! What a structural schema has no place for at all. Source: `NewStructural` of apiextensions' `apiserver/schema`.

use crate::schema::{Additional, Items, Schema};

/// The server's reason why a schema cannot become a structural one, if there is one.
///
/// Where there are several, the server names the first that it meets; inside `properties` its order is random.
pub(super) fn error(schema: &Schema) -> Option<&'static str> {
    unsupported(schema)
        .or_else(|| combinators(schema))
        .or_else(|| {
            (schema.preserve_unknown_fields == Some(false)).then_some(
                "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined",
            )
        })
        .or_else(|| match &schema.items {
            Some(Items::Many(schemas)) if !schemas.is_empty() => {
                Some("OpenAPIV3Schema 'items' must be a schema, but is an array")
            }
            Some(Items::One(items)) => error(items),
            _ => None,
        })
        .or_else(|| schema.properties.values().find_map(error))
        .or_else(|| match &schema.additional_properties {
            Some(Additional::Schema(values)) => error(values),
            _ => None,
        })
}

fn combinators(schema: &Schema) -> Option<&'static str> {
    schema
        .not
        .iter()
        .map(|not| &**not)
        .chain(&schema.all_of)
        .chain(&schema.any_of)
        .chain(&schema.one_of)
        .find_map(error)
}

fn unsupported(schema: &Schema) -> Option<&'static str> {
    Some(if !schema.id.is_empty() {
        "OpenAPIV3Schema 'id' is not supported"
    } else if !schema.dialect.is_empty() {
        "OpenAPIV3Schema 'schema' is not supported"
    } else if schema
        .reference
        .as_ref()
        .is_some_and(|reference| !reference.is_empty())
    {
        "OpenAPIV3Schema '$ref' is not supported"
    } else if !schema.pattern_properties.is_empty() {
        "OpenAPIV3Schema 'patternProperties' is not supported"
    } else if !schema.dependencies.is_empty() {
        "OpenAPIV3Schema 'dependencies' is not supported"
    } else if schema.additional_items.is_some() {
        "OpenAPIV3Schema 'additionalItems' is not supported"
    } else if !schema.definitions.is_empty() {
        "OpenAPIV3Schema 'definitions' is not supported"
    } else {
        return None;
    })
}
