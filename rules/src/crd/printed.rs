//! Values of a CRD as the server shows them in errors: its own structures written as JSON, under the names that their
//! fields have in Go.

use serde_json::Value;

use super::model::{Column, Scale, Subresources, Version};
use crate::print::go_json;
use crate::schema::{Additional, Dependency, Items, Schema, ValidationRule};

/// A structure being written.
struct Structure {
    text: String,
}

impl Structure {
    fn new() -> Self {
        Self {
            text: String::from("{"),
        }
    }

    fn raw(mut self, name: &str, value: &str) -> Self {
        if self.text.len() > 1 {
            self.text.push(',');
        }
        self.text.extend(["\"", name, "\":", value]);
        self
    }

    fn value(self, name: &str, value: impl Into<Value>) -> Self {
        let text = go_json(&value.into());
        self.raw(name, &text)
    }

    fn optional<T: Clone + Into<Value>>(self, name: &str, value: Option<&T>) -> Self {
        match value {
            Some(value) => self.value(name, value.clone()),
            None => self.raw(name, "null"),
        }
    }

    fn written<T>(self, name: &str, value: Option<&T>, write: impl Fn(&T) -> String) -> Self {
        let text = value.map_or_else(|| String::from("null"), write);
        self.raw(name, &text)
    }

    /// A list that is null when it is absent.
    fn list<T>(
        self,
        name: &str,
        items: &[T],
        is_present: bool,
        write: impl Fn(&T) -> String,
    ) -> Self {
        let text = if is_present || !items.is_empty() {
            list(items, write)
        } else {
            String::from("null")
        };
        self.raw(name, &text)
    }

    fn map<'m, T: 'm>(
        self,
        name: &str,
        members: impl ExactSizeIterator<Item = (&'m String, &'m T)>,
        is_present: bool,
        write: impl Fn(&T) -> String,
    ) -> Self {
        if members.len() == 0 && !is_present {
            return self.raw(name, "null");
        }
        let members: Vec<String> = members
            .map(|(key, member)| format!("{}:{}", go_json(&key.as_str().into()), write(member)))
            .collect();
        self.raw(name, &format!("{{{}}}", members.join(",")))
    }

    fn finish(mut self) -> String {
        self.text.push('}');
        self.text
    }
}

fn list<T>(items: &[T], write: impl Fn(&T) -> String) -> String {
    let items: Vec<String> = items.iter().map(write).collect();
    format!("[{}]", items.join(","))
}

fn string(text: &str) -> String {
    go_json(&text.into())
}

/// A list of versions; null if there is none at all.
pub(super) fn versions(versions: &[Version], is_present: bool) -> String {
    if versions.is_empty() && !is_present {
        String::from("null")
    } else {
        list(versions, version)
    }
}

fn version(version: &Version) -> String {
    let own = &version.own;
    Structure::new()
        .value("Name", version.name.as_str())
        .value("Served", version.served)
        .value("Storage", version.storage)
        .value("Deprecated", version.deprecated)
        .optional("DeprecationWarning", version.deprecation_warning.as_ref())
        .written("Schema", own.schema.as_ref(), |validation| {
            Structure::new()
                .written("OpenAPIV3Schema", validation.schema.as_ref(), schema)
                .finish()
        })
        .written("Subresources", own.subresources.as_ref(), subresources)
        .written(
            "AdditionalPrinterColumns",
            own.columns.as_ref(),
            |columns| list(columns, column),
        )
        .written(
            "SelectableFields",
            own.selectable_fields.as_ref(),
            |fields| {
                list(fields, |path| {
                    Structure::new().value("JSONPath", path.as_str()).finish()
                })
            },
        )
        .finish()
}

fn subresources(subresources: &Subresources) -> String {
    Structure::new()
        .raw("Status", if subresources.status { "{}" } else { "null" })
        .written("Scale", subresources.scale.as_ref(), scale)
        .finish()
}

fn scale(scale: &Scale) -> String {
    Structure::new()
        .value("SpecReplicasPath", scale.spec_replicas_path.as_str())
        .value("StatusReplicasPath", scale.status_replicas_path.as_str())
        .optional("LabelSelectorPath", scale.label_selector_path.as_ref())
        .finish()
}

fn column(column: &Column) -> String {
    Structure::new()
        .value("Name", column.name.as_str())
        .value("Type", column.type_name.as_str())
        .value("Format", column.format.as_str())
        .value("Description", column.description.as_str())
        .value("Priority", column.priority)
        .value("JSONPath", column.json_path.as_str())
        .finish()
}

/// The keyword `items`.
pub(super) fn items(items: &Items) -> String {
    let (one, many) = match items {
        Items::Nothing => (None, None),
        Items::One(schema) => (Some(&**schema), None),
        Items::Many(schemas) => (None, Some(schemas)),
    };
    Structure::new()
        .written("Schema", one, schema)
        .written("JSONSchemas", many, |schemas| list(schemas, schema))
        .finish()
}

fn additional(additional: &Additional) -> String {
    let (allows, schema) = match additional {
        Additional::Allowed(allows) => (*allows, None),
        Additional::Schema(schema) => (true, Some(&**schema)),
    };
    Structure::new()
        .value("Allows", allows)
        .written("Schema", schema, self::schema)
        .finish()
}

fn dependency(dependency: &Dependency) -> String {
    let (schema, names) = match dependency {
        Dependency::Nothing => (None, None),
        Dependency::Schema(schema) => (Some(&**schema), None),
        Dependency::Properties(names) => (None, Some(names)),
    };
    Structure::new()
        .written("Schema", schema, self::schema)
        .written("Property", names, |names| list(names, |name| string(name)))
        .finish()
}

/// A rule.
pub(super) fn rule(rule: &ValidationRule) -> String {
    Structure::new()
        .value("Rule", rule.rule.as_str())
        .value("Message", rule.message.as_str())
        .value("MessageExpression", rule.message_expression.as_str())
        .optional("Reason", rule.reason.as_ref())
        .value("FieldPath", rule.field_path.as_str())
        .optional("OptionalOldSelf", rule.optional_old_self.as_ref())
        .finish()
}

/// A schema.
pub(super) fn schema(schema: &Schema) -> String {
    let is_present = |keyword| schema.empty.0.contains(&keyword);
    let structure = Structure::new()
        .value("ID", schema.id.as_str())
        .value("Schema", schema.dialect.as_str())
        .optional("Ref", schema.reference.as_ref())
        .value("Description", schema.description.as_str())
        .value("Type", schema.type_name.as_str())
        .value("Nullable", schema.nullable)
        .value("Format", schema.format.as_str())
        .value("Title", schema.title.as_str())
        .optional("Default", schema.default.as_ref());
    let structure = constraints(schema, structure);
    let structure = structure
        .written("Items", schema.items.as_ref(), items)
        .list("AllOf", &schema.all_of, is_present("allOf"), self::schema)
        .list("OneOf", &schema.one_of, is_present("oneOf"), self::schema)
        .list("AnyOf", &schema.any_of, is_present("anyOf"), self::schema)
        .written("Not", schema.not.as_deref(), self::schema)
        .map(
            "Properties",
            schema.properties.iter(),
            is_present("properties"),
            self::schema,
        )
        .written(
            "AdditionalProperties",
            schema.additional_properties.as_ref(),
            additional,
        )
        .map(
            "PatternProperties",
            schema.pattern_properties.iter(),
            is_present("patternProperties"),
            self::schema,
        )
        .map(
            "Dependencies",
            schema.dependencies.iter(),
            is_present("dependencies"),
            dependency,
        )
        .written(
            "AdditionalItems",
            schema.additional_items.as_ref(),
            additional,
        )
        .map(
            "Definitions",
            schema.definitions.iter(),
            is_present("definitions"),
            self::schema,
        )
        .written("ExternalDocs", schema.external_docs.as_ref(), |docs| {
            Structure::new()
                .value("Description", docs.description.as_str())
                .value("URL", docs.url.as_str())
                .finish()
        })
        .optional("Example", schema.example.as_ref());
    structure
        .optional(
            "XPreserveUnknownFields",
            schema.preserve_unknown_fields.as_ref(),
        )
        .value("XEmbeddedResource", schema.embedded_resource)
        .value("XIntOrString", schema.int_or_string)
        .list(
            "XListMapKeys",
            &schema.list_map_keys,
            is_present("x-kubernetes-list-map-keys"),
            |name| string(name),
        )
        .optional("XListType", schema.list_type.as_ref())
        .optional("XMapType", schema.map_type.as_ref())
        .list(
            "XValidations",
            &schema.validations,
            is_present("x-kubernetes-validations"),
            rule,
        )
        .finish()
}

fn constraints(schema: &Schema, structure: Structure) -> Structure {
    let is_present = |keyword| schema.empty.0.contains(&keyword);
    structure
        .optional("Maximum", schema.maximum.as_ref())
        .value("ExclusiveMaximum", schema.exclusive_maximum)
        .optional("Minimum", schema.minimum.as_ref())
        .value("ExclusiveMinimum", schema.exclusive_minimum)
        .optional("MaxLength", schema.max_length.as_ref())
        .optional("MinLength", schema.min_length.as_ref())
        .value("Pattern", schema.pattern.as_str())
        .optional("MaxItems", schema.max_items.as_ref())
        .optional("MinItems", schema.min_items.as_ref())
        .value("UniqueItems", schema.unique_items)
        .optional("MultipleOf", schema.multiple_of.as_ref())
        .list("Enum", &schema.enumeration, is_present("enum"), go_json)
        .optional("MaxProperties", schema.max_properties.as_ref())
        .optional("MinProperties", schema.min_properties.as_ref())
        .list(
            "Required",
            &schema.required,
            is_present("required"),
            |name| string(name),
        )
}
