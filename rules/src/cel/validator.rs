//! The rules of a schema, compiled to run. Source: `NewValidator` of apiextensions' `schema/cel`.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use wheelwright_cel::rule::OldSelf;
use wheelwright_cel::schema::{Declared, Shape, escape};
use wheelwright_cel::{Environment, KubeVersion, Layout, Program, Target};

use super::declare::structural;
use super::expression::{Compiled, Use, compile};
use super::follow::is_granular;
use crate::crd::normal_field_path;
use crate::node::Node;
use crate::schema::{Schema, ValidationRule};

/// The rules at a node and below; what has none is left out.
#[derive(Debug, Default)]
pub(crate) struct Validator {
    pub(super) rules: Vec<Rule>,
    /// Whether the node has rules and no type that they could be compiled for.
    pub(super) is_untyped: bool,
    /// Whether an error of a rule shows the value, as those of scalars do.
    pub(super) shows_value: bool,
    pub(super) type_name: Box<str>,
    /// Whether members are told to belong to those of an old object.
    pub(super) correlates: bool,
    /// Each with its place among the parts of `allOf`.
    pub(super) all_of: Vec<(usize, Validator)>,
    pub(super) items: Option<Box<Validator>>,
    pub(super) values: Option<Box<Validator>>,
    /// By name, ascending.
    pub(super) properties: Vec<(Box<str>, Validator)>,
}

/// A rule, ready to run.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) source: ValidationRule,
    pub(super) program: Result<Program, String>,
    pub(super) message: Option<Program>,
    pub(super) uses_old_self: bool,
    pub(super) is_optional: bool,
    /// The field path in the server's notation, if there is one.
    pub(super) field_path: Option<String>,
}

impl Validator {
    /// Compiles the rules of a schema; none if it has no rules. Everything that the server has may be used in them.
    pub(crate) fn of(schema: &Schema, is_root: bool, server: KubeVersion) -> Option<Self> {
        if !has_rules(schema) {
            return None;
        }
        let declared = structural(schema, is_root).declare(server);
        let environment = Environment::stored(server);
        Compiler { environment }.node(schema, schema, is_root, declared.as_ref())
    }

    /// The rules at and below a property.
    pub(super) fn property(&self, name: &str) -> Option<&Self> {
        let found = self
            .properties
            .binary_search_by(|(own, _)| (**own).cmp(name));
        Some(&self.properties.get(found.ok()?)?.1)
    }

    /// Whether there are rules below the node.
    pub(super) fn goes_down(&self) -> bool {
        self.items.is_some() || self.values.is_some() || !self.properties.is_empty()
    }
}

/// Whether a schema has rules anywhere that counts: what stands in combinators alone does not.
pub(crate) fn has_rules(schema: &Schema) -> bool {
    !schema.validations.is_empty()
        || schema.item_schema().is_some_and(has_rules)
        || schema.value_schema().is_some_and(has_rules)
        || schema.properties.values().any(has_rules)
}

/// The type of a property in an object of this type; none if rules at it and below are never run.
pub(crate) fn declared_property<'d>(
    name: &str,
    property: &Schema,
    declared: Option<&'d Declared>,
    server: KubeVersion,
) -> Option<Cow<'d, Declared>> {
    match escape(name) {
        Some(escaped) => declared?.field(&escaped).map(Cow::Borrowed),
        // What an expression cannot name has a type all the same.
        None => structural(property, false).declare(server).map(Cow::Owned),
    }
}

/// The type of items of a list, or of values of a map.
pub(crate) fn declared_element(declared: Option<&Declared>) -> Option<&Declared> {
    match &declared?.shape {
        Shape::List(element) | Shape::Map(element) => Some(element),
        _ => None,
    }
}

struct Compiler {
    environment: Environment,
}

impl Compiler {
    /// The rules of `rules`, which is a schema or a part of `allOf`, for the values of `schema`.
    fn node(
        &self,
        rules: &Schema,
        schema: &Schema,
        is_resource: bool,
        declared: Option<&Declared>,
    ) -> Option<Validator> {
        let element = declared_element(declared);
        let below = |rules: Option<&Schema>, schema: Option<&Schema>| {
            let schema = schema?;
            self.node(rules?, schema, schema.embedded_resource, element)
        };
        let validator = Validator {
            rules: declared.map_or_else(Vec::new, |declared| {
                self.rules(rules, schema, is_resource, declared)
            }),
            is_untyped: declared.is_none() && !rules.validations.is_empty(),
            shows_value: !matches!(schema.type_name.as_str(), "object" | "array"),
            type_name: schema.type_name.as_str().into(),
            correlates: is_granular(schema),
            all_of: rules
                .all_of
                .iter()
                .enumerate()
                .filter_map(|(index, nested)| {
                    Some((index, self.node(nested, schema, is_resource, declared)?))
                })
                .collect(),
            items: below(rules.item_schema(), schema.item_schema()).map(Box::new),
            values: below(rules.value_schema(), schema.value_schema()).map(Box::new),
            properties: self.properties(rules, schema, declared),
        };
        let is_empty = validator.rules.is_empty()
            && !validator.is_untyped
            && validator.all_of.is_empty()
            && !validator.goes_down();
        (!is_empty).then_some(validator)
    }

    fn properties(
        &self,
        rules: &Schema,
        schema: &Schema,
        declared: Option<&Declared>,
    ) -> Vec<(Box<str>, Validator)> {
        let mut found = Vec::new();
        for (name, rules) in &rules.properties {
            let Some(property) = schema.properties.get(name) else {
                continue;
            };
            // Its type is made anew.
            if escape(name).is_none() && !has_rules(rules) {
                continue;
            }
            let declared = declared_property(name, property, declared, self.environment.server());
            // What has no type is left out altogether.
            let validator = declared.and_then(|declared| {
                self.node(rules, property, property.embedded_resource, Some(&declared))
            });
            found.extend(validator.map(|validator| (name.as_str().into(), validator)));
        }
        found
    }

    fn rules(
        &self,
        rules: &Schema,
        schema: &Schema,
        is_resource: bool,
        declared: &Declared,
    ) -> Vec<Rule> {
        if rules.validations.is_empty() {
            return Vec::new();
        }
        let layout = Arc::new(Layout::of(&structural(schema, is_resource)));
        let rules = rules
            .validations
            .iter()
            .filter(|rule| !rule.rule.trim().is_empty());
        rules
            .map(|rule| self.rule(rule, schema, declared, &layout))
            .collect()
    }

    fn rule(
        &self,
        source: &ValidationRule,
        schema: &Schema,
        declared: &Declared,
        layout: &Arc<Layout>,
    ) -> Rule {
        let is_optional = source.optional_old_self == Some(true);
        let old_self = if is_optional {
            OldSelf::Optional
        } else {
            OldSelf::Required
        };
        let compile =
            |text: &str, usage| compile(text, usage, declared, old_self, self.environment);
        let rule = compile(&source.rule, Use::Rule);
        let uses_old_self = rule.uses_old_self;
        let program = self.program(rule, layout, is_optional);
        let message = (!source.message_expression.is_empty() && program.is_ok())
            .then(|| compile(&source.message_expression, Use::Message));
        Rule {
            source: source.clone(),
            program,
            // The server takes the activation of rules without an optional old value.
            message: message.and_then(|message| self.program(message, layout, false).ok()),
            uses_old_self,
            is_optional,
            field_path: normal_field_path(&source.field_path, schema),
        }
    }

    fn program(
        &self,
        compiled: Compiled,
        layout: &Arc<Layout>,
        optional_old_self: bool,
    ) -> Result<Program, String> {
        let checked = match (compiled.checked, compiled.refusal) {
            (Some(checked), None) => checked,
            (_, refusal) => return Err(refusal.map(|refusal| refusal.detail).unwrap_or_default()),
        };
        let target = Target {
            environment: self.environment,
            layout: Arc::clone(layout),
            optional_old_self,
        };
        Program::compile(&checked, target)
            .map_err(|error| format!("program instantiation failed: {error}"))
    }
}

/// What rules are compiled from.
#[derive(Debug)]
struct Source {
    schema: Schema,
    is_resource: bool,
    server: KubeVersion,
}

/// The rules of a schema, compiled when they are first needed.
#[derive(Debug, Default)]
pub(crate) struct LazyValidator {
    /// What they are compiled from; none if there are no rules.
    source: Option<Box<Source>>,
    compiled: OnceLock<Option<Validator>>,
}

impl LazyValidator {
    /// `is_resource`: whether the values are resources.
    pub(crate) fn new(
        schema: &Schema,
        is_resource: bool,
        node: &Node,
        server: KubeVersion,
    ) -> Self {
        let source = || {
            Box::new(Source {
                schema: schema.clone(),
                is_resource,
                server,
            })
        };
        Self {
            source: node.below.rules.then(source),
            compiled: OnceLock::new(),
        }
    }

    /// What they are compiled from, if there are any.
    pub(super) fn source(&self) -> Option<&Schema> {
        self.source.as_ref().map(|source| &source.schema)
    }

    pub(crate) fn get(&self) -> Option<&Validator> {
        let source = self.source.as_ref()?;
        self.compiled
            .get_or_init(|| Validator::of(&source.schema, source.is_resource, source.server))
            .as_ref()
    }
}
