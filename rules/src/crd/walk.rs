//! The rules that hold for every node of a schema, inside combinators or not. Source:
//! `ValidateCustomResourceDefinitionOpenAPISchema` of apiextensions' validation.

use wheelwright_grammar::vocabulary;

use super::cel::{self, Costs, Scope, find_remedies};
use super::options::{Options, has_unknown_type};
use super::report::Notes;
use super::{list_type, rule};
use crate::cel::is_granular;
use crate::error::FieldError;
use crate::fault::Fault;
use crate::path::At;
use crate::schema::{Additional, Dependency, Items, Schema};

/// What the walk finds. The server lists the errors about CEL after all others.
pub(super) struct Walk<'o> {
    options: &'o Options<'o>,
    errors: Vec<FieldError>,
    cel_errors: Vec<FieldError>,
    costs: Costs,
    notes: &'o mut Notes,
}

/// What a node is told by the nodes above it.
#[derive(Clone, Copy)]
struct Context<'c> {
    defaults: Defaults,
    /// Whether the node is the type or the metadata of a resource, or below it.
    in_metadata: bool,
    cel: Scope<'c>,
    /// The highest node above whose parts cannot be told to belong to parts of an old object.
    unrelated: Option<At<'c>>,
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

/// Walks the schema of a version. With `compile`, the server goes on to compile the rules.
pub(super) fn check(
    schema: &Schema,
    options: &Options<'_>,
    compile: bool,
    at: At<'_>,
    notes: &mut Notes,
) -> Vec<FieldError> {
    let mut walk = Walk {
        options,
        errors: Vec::new(),
        cel_errors: Vec::new(),
        costs: Costs::new(at.to_path()),
        notes,
    };
    let context = Context {
        defaults: Defaults::Allowed,
        in_metadata: false,
        cel: if compile { Scope::ROOT } else { Scope::Off },
        unrelated: None,
    };
    walk.node(schema, true, at, context);
    let Walk {
        mut errors,
        cel_errors,
        mut costs,
        notes,
        ..
    } = walk;
    errors.extend(cel_errors);
    if !costs.rules.is_empty() {
        let rules = options.rules;
        find_remedies(schema, &mut costs, rules.server, rules.preexisting);
        errors.extend(costs.errors(at));
        notes.costs.push(costs);
    }
    errors
}

impl Walk<'_> {
    fn node(&mut self, schema: &Schema, is_root: bool, at: At<'_>, context: Context<'_>) {
        let before = self.errors.len();
        let declared = context
            .cel
            .declare(schema, is_root, self.options.rules.server);
        let context = Context {
            cel: context.cel.here(schema, declared.as_ref()),
            ..context
        };
        self.keywords(schema, at, context);
        self.values_of_map(schema, at, context);
        self.properties(schema, is_root, at, context);
        self.combinators(
            schema,
            at,
            Context {
                cel: Scope::Off,
                ..context
            },
        );
        self.items(schema, at, context);
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
        if self.errors.len() == before {
            self.cel_errors.extend(cel::check(
                schema,
                context.cel,
                self.options.rules,
                context.unrelated,
                at,
                &mut self.costs,
                self.notes,
            ));
        }
    }

    fn keywords(&mut self, schema: &Schema, at: At<'_>, context: Context<'_>) {
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
                let mut error = FieldError::forbidden(at.field(keyword).to_path(), detail);
                error.fault = match keyword {
                    "type" => Some(Fault::NullType),
                    "uniqueItems" => Some(Fault::UniqueItems),
                    "additionalProperties" => Some(Fault::PropertiesTwice),
                    _ => None,
                };
                self.errors.push(error);
            }
        }
    }

    fn values_of_map(&mut self, schema: &Schema, at: At<'_>, context: Context<'_>) {
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
                cel: context.cel.element(schema),
                ..context
            },
        );
    }

    fn properties(&mut self, schema: &Schema, is_root: bool, at: At<'_>, context: Context<'_>) {
        let properties = at.field("properties");
        let is_related = is_granular(schema);
        for (name, property) in &schema.properties {
            let mut context = Context {
                cel: context.cel.property(schema, name),
                unrelated: context.unrelated.or((!is_related).then_some(at)),
                ..context
            };
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

    fn combinators(&mut self, schema: &Schema, at: At<'_>, context: Context<'_>) {
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

    fn items(&mut self, schema: &Schema, at: At<'_>, context: Context<'_>) {
        let is_related = schema.list_type.as_deref() == Some("map");
        let context = Context {
            cel: context.cel.element(schema),
            unrelated: context.unrelated.or((!is_related).then_some(at)),
            ..context
        };
        let at = at.field("items");
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
