//! The rules that hold for every node of a schema, inside combinators or not. Source:
//! `ValidateCustomResourceDefinitionOpenAPISchema` of apiextensions' validation.

use wheelwright_grammar::vocabulary;

use super::options::{Options, has_unknown_type};
use super::report::{Crash, Notes};
use super::{list_type, rule};
use crate::error::FieldError;
use crate::path::At;
use crate::schema::{Additional, Dependency, Items, Schema};

/// What the walk finds. The server lists the errors about CEL after all others.
pub(super) struct Walk<'o> {
    options: &'o Options,
    errors: Vec<FieldError>,
    cel_errors: Vec<FieldError>,
    notes: &'o mut Notes,
}

/// What a node is told by the nodes above it.
#[derive(Clone, Copy)]
struct Context {
    defaults: Defaults,
    /// Whether the node is the type or the metadata of a resource, or below it.
    in_metadata: bool,
    cel: Cel,
}

/// Whether there may be defaults.
#[derive(Clone, Copy)]
enum Defaults {
    Allowed,
    /// Not in this field of the resource itself.
    NotInTopLevel(&'static str),
    /// Not in a map inside metadata.
    NotInMetadataMap,
}

/// Whether the server looks at the rules of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cel {
    /// Not at all.
    Off,
    /// Yes, and no node above has rules.
    On,
    /// Yes, and a node above has rules, whose type the type of this one is part of.
    Below,
    /// A node above has rules and no type.
    Untyped,
    /// A node above has rules, and the server takes the type of this one from where there is none.
    Lost,
    /// As before, but a node further up is the lost one.
    BelowLost,
}

/// Walks the schema of a version. With `cel`, the server would go on to compile the rules.
pub(super) fn check(
    schema: &Schema,
    options: &Options,
    cel: bool,
    at: At<'_>,
    notes: &mut Notes,
) -> Vec<FieldError> {
    let mut walk = Walk {
        options,
        errors: Vec::new(),
        cel_errors: Vec::new(),
        notes,
    };
    let cel = if cel { Cel::On } else { Cel::Off };
    walk.node(
        schema,
        true,
        at,
        Context {
            defaults: Defaults::Allowed,
            in_metadata: false,
            cel,
        },
    );
    walk.errors.append(&mut walk.cel_errors);
    walk.errors
}

impl Walk<'_> {
    fn node(&mut self, schema: &Schema, is_root: bool, at: At<'_>, context: Context) {
        let before = self.errors.len();
        let has_type = has_type(schema, context.cel);
        let below = Context {
            cel: cel_below(schema, context.cel, has_type),
            ..context
        };
        self.keywords(schema, at, context);
        self.values_of_map(schema, at, below);
        self.properties(schema, is_root, at, below);
        self.combinators(
            schema,
            at,
            Context {
                cel: Cel::Off,
                ..context
            },
        );
        self.items(schema, at, below);
        if schema.preserve_unknown_fields == Some(false) {
            let path = at.field("x-kubernetes-preserve-unknown-fields").to_path();
            self.errors.push(FieldError::invalid(
                path,
                false,
                "must be true or undefined",
            ));
        }
        list_type::check(schema, self.options, at, &mut self.errors);
        if schema.validations.is_empty() {
            return;
        }
        rule::check(schema, at, &mut self.errors, self.notes);
        rule::note_unchecked(schema, at, &mut self.notes.unchecked);
        match context.cel {
            _ if self.errors.len() > before => {}
            Cel::Off => {}
            Cel::BelowLost => self.notes.crash = Some(Crash::RuleWithoutType),
            Cel::Lost => self.cel_errors.push(rule::no_declaration(at)),
            _ => rule::check_typed(schema, has_type, at, &mut self.cel_errors),
        }
    }

    fn keywords(&mut self, schema: &Schema, at: At<'_>, context: Context) {
        let type_name = schema.type_name.as_str();
        if self.options.known_types && has_unknown_type(schema) {
            let path = at.field("type").to_path();
            self.errors.push(FieldError::not_supported(
                path,
                type_name,
                vocabulary::TYPES,
            ));
        }
        let refused_default = match context.defaults {
            _ if schema.default.is_none() => None,
            Defaults::Allowed => None,
            Defaults::NotInTopLevel(field) => Some(format!("must not be set in top-level {field}")),
            Defaults::NotInMetadataMap => Some(
                "must not be set inside additionalProperties applying to object metadata"
                    .to_owned(),
            ),
        };
        if let Some(detail) = refused_default {
            self.errors
                .push(FieldError::forbidden(at.field("default").to_path(), detail));
        }
        let has_item_list = matches!(&schema.items, Some(Items::Many(items)) if !items.is_empty());
        let has_dependencies =
            !schema.dependencies.is_empty() || schema.empty.0.contains(&"dependencies");
        let excludes_properties = !schema.properties.is_empty()
            && matches!(
                schema.additional_properties,
                Some(Additional::Schema(_) | Additional::Allowed(false))
            );
        for (is_set, keyword, detail) in [
            (!schema.id.is_empty(), "id", "id is not supported"),
            (
                schema.additional_items.is_some(),
                "additionalItems",
                "additionalItems is not supported",
            ),
            (
                !schema.pattern_properties.is_empty(),
                "patternProperties",
                "patternProperties is not supported",
            ),
            (
                !schema.definitions.is_empty(),
                "definitions",
                "definitions is not supported",
            ),
            (
                has_dependencies,
                "dependencies",
                "dependencies is not supported",
            ),
            (schema.reference.is_some(), "$ref", "$ref is not supported"),
            (
                type_name == "null",
                "type",
                "type cannot be set to null, use nullable as an alternative",
            ),
            (
                has_item_list,
                "items",
                "items must be a schema object and not an array",
            ),
            (
                context.in_metadata && schema.embedded_resource,
                "x-kubernetes-embedded-resource",
                "must not be used inside of resource meta",
            ),
            (
                schema.unique_items,
                "uniqueItems",
                "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
            ),
            (
                excludes_properties,
                "additionalProperties",
                "additionalProperties and properties are mutual exclusive",
            ),
        ] {
            if is_set {
                self.errors
                    .push(FieldError::forbidden(at.field(keyword).to_path(), detail));
            }
        }
    }

    fn values_of_map(&mut self, schema: &Schema, at: At<'_>, context: Context) {
        let Some(values) = schema.value_schema() else {
            return;
        };
        let defaults = if context.in_metadata {
            Defaults::NotInMetadataMap
        } else {
            context.defaults
        };
        self.node(
            values,
            false,
            at.field("additionalProperties"),
            Context {
                defaults,
                cel: cel_in_collection(context.cel, schema),
                ..context
            },
        );
    }

    fn properties(&mut self, schema: &Schema, is_root: bool, at: At<'_>, context: Context) {
        let properties = at.field("properties");
        for (name, property) in &schema.properties {
            let mut context = context;
            if (is_root || schema.embedded_resource)
                && let Some(field) = ["metadata", "kind", "apiVersion"]
                    .into_iter()
                    .find(|field| field == name)
            {
                context.in_metadata = true;
                if is_root {
                    context.defaults = Defaults::NotInTopLevel(field);
                }
            }
            self.node(property, false, properties.key(name), context);
        }
    }

    fn combinators(&mut self, schema: &Schema, at: At<'_>, context: Context) {
        if let Some(not) = &schema.not {
            self.node(not, false, at.field("not"), context);
        }
        for (keyword, list) in [
            ("allOf", &schema.all_of),
            ("oneOf", &schema.one_of),
            ("anyOf", &schema.any_of),
        ] {
            let at = at.field(keyword);
            for (index, nested) in list.iter().enumerate() {
                self.node(nested, false, at.index(index), context);
            }
        }
        let definitions = at.field("definitions");
        for (name, definition) in &schema.definitions {
            self.node(definition, false, definitions.key(name), context);
        }
        let dependencies = at.field("dependencies");
        for (name, dependency) in &schema.dependencies {
            if let Dependency::Schema(nested) = dependency {
                self.node(nested, false, dependencies.key(name), context);
            }
        }
    }

    fn items(&mut self, schema: &Schema, at: At<'_>, context: Context) {
        let at = at.field("items");
        let cel = cel_in_collection(context.cel, schema);
        let context = Context { cel, ..context };
        match &schema.items {
            Some(Items::One(items)) => self.node(items, false, at, context),
            Some(Items::Many(several)) => {
                for (index, items) in several.iter().enumerate() {
                    self.node(items, false, at.index(index), context);
                }
            }
            None | Some(Items::Nothing) => {}
        }
    }
}

/// Whether the server finds a type for the rules of a node, or of nodes below it.
fn has_type(schema: &Schema, cel: Cel) -> bool {
    match cel {
        Cel::Untyped => false,
        Cel::On if schema.validations.is_empty() => true,
        Cel::Off | Cel::Lost | Cel::BelowLost => true,
        Cel::On | Cel::Below => rule::has_cel_type(schema),
    }
}

/// What the values in a list or a map are told: the server takes their type from that of the whole, be it a list or a map,
/// and does not expect one that is neither.
fn cel_in_collection(cel: Cel, whole: &Schema) -> Cel {
    let has_values = match whole.type_name.as_str() {
        "array" => !whole.int_or_string,
        "object" => !whole.int_or_string && whole.value_schema().is_some(),
        _ => false,
    };
    if cel == Cel::Below && !has_values {
        Cel::Lost
    } else {
        cel
    }
}

fn cel_below(schema: &Schema, cel: Cel, has_type: bool) -> Cel {
    match cel {
        Cel::Off => Cel::Off,
        Cel::Lost | Cel::BelowLost => Cel::BelowLost,
        Cel::On if schema.validations.is_empty() => Cel::On,
        _ if has_type => Cel::Below,
        _ => Cel::Untyped,
    }
}
