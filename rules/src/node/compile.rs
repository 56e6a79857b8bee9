//! [`Schema`] → [`Node`].

use serde_json::Value;
use wheelwright_cel::KubeVersion;

use super::{
    Additional, Below, Bound, Checks, Combinators, Enumeration, FormatRule, List, Node,
    NumberRules, ObjectRules, Pattern, Properties, Range, Rare, SizeRules, StringRules, Takes,
    Types, defaults,
};
use crate::format::Format;
use crate::number::{Whole, as_written, normalize};
use crate::pattern;
use crate::schema::{self, Schema};
use crate::server::Change;

/// What a compiled schema is for. The server derives two validators from a schema, which differ a little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Objects: formats that the server does not know for the type are ignored, and `x-kubernetes-int-or-string` is a
    /// type.
    Objects(KubeVersion),
    /// Defaults in a CRD: formats count as they are written, and `x-kubernetes-int-or-string` says nothing.
    Defaults(KubeVersion),
}

impl Purpose {
    const fn is_defaults(self) -> bool {
        matches!(self, Self::Defaults(_))
    }

    /// The server whose rules they are.
    const fn server(self) -> KubeVersion {
        match self {
            Self::Objects(server) | Self::Defaults(server) => server,
        }
    }
}

/// Why a schema cannot be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CompileError {
    pub(crate) pattern: String,
    pub(crate) reason: String,
}

/// Compiles the schema of a version. Its defaults are pruned, as the server does before it serves the version.
pub(crate) fn compile(schema: &Schema, purpose: Purpose) -> Result<Node, CompileError> {
    compile_of(schema, purpose, Of::Resources)
}

/// Compiles the schema of something.
pub(crate) fn compile_of(schema: &Schema, purpose: Purpose, of: Of) -> Result<Node, CompileError> {
    let mut node = node(schema, purpose)?;
    if node.below.defaults {
        defaults::prune(&mut node, of);
    }
    Ok(node)
}

/// What a schema is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Of {
    /// The objects of a version.
    Resources,
    /// Values at a place within objects, where their default is set.
    Values,
}

fn node(schema: &Schema, purpose: Purpose) -> Result<Node, CompileError> {
    let types = types(schema, purpose.is_defaults());
    let mut node = Node {
        properties: properties(schema, purpose)?,
        additional: additional(schema, purpose)?,
        items: match schema.item_schema() {
            Some(items) => Some(Box::new(self::node(items, purpose)?)),
            None => None,
        },
        types,
        takes: Takes::default(),
        nullable: schema.nullable,
        preserve: schema.preserves(),
        embedded: schema.embedded_resource,
        below: Below::default(),
        checks: None,
        rare: None,
    };
    node.checks = checks(schema, types, &node.properties, purpose)?;
    let has_format = node
        .checks
        .as_deref()
        .is_some_and(|checks| checks.format.is_some());
    // No CRD may say so, but its defaults are judged all the same.
    let takes_null = schema.nullable || schema.type_name == "null";
    node.takes = Takes::new(types, takes_null, has_format, Whole::on(purpose.server()));
    node.rare = rare(schema, &node.properties, purpose);
    node.below = below(&node);
    Ok(node)
}

fn types(schema: &Schema, of_defaults: bool) -> Types {
    if schema.int_or_string && !of_defaults {
        Types::INTEGER.and(Types::STRING)
    } else {
        Types::of(&schema.type_name)
    }
}

fn checks(
    schema: &Schema,
    types: Types,
    properties: &Properties,
    purpose: Purpose,
) -> Result<Option<Box<Checks>>, CompileError> {
    let checks = Checks {
        format: format(schema, types, purpose),
        string: string(schema)?,
        number: number(schema, types, purpose),
        array: size(schema.max_items, schema.min_items, schema.unique_items),
        object: object(schema, properties),
        enumeration: enumeration(schema, purpose),
        combinators: combinators(schema, purpose)?,
    };
    let is_empty = checks.format.is_none()
        && checks.string.is_none()
        && checks.number.is_none()
        && checks.array.is_none()
        && checks.object.is_none()
        && checks.enumeration.is_none()
        && checks.combinators.is_none();
    Ok((!is_empty).then(|| Box::new(checks)))
}

fn rare(schema: &Schema, properties: &Properties, purpose: Purpose) -> Option<Box<Rare>> {
    let has_default = |(position, (_, node)): (usize, (&str, &Node))| {
        node.default_value().is_some().then_some(position)
    };
    let rare = Rare {
        list: list(schema),
        default: schema
            .default
            .as_ref()
            .map(|default| held(default, purpose)),
        rules: schema
            .validations
            .iter()
            .map(|rule| rule.rule.clone())
            .collect(),
        with_default: properties
            .iter()
            .enumerate()
            .filter_map(has_default)
            .collect(),
        unknown_type: match Types::of(&schema.type_name) {
            Types::UNKNOWN => schema.type_name.clone(),
            _ => String::new(),
        },
    };
    let is_empty = matches!(rare.list, List::Atomic)
        && rare.default.is_none()
        && rare.rules.is_empty()
        && rare.with_default.is_empty()
        && rare.unknown_type.is_empty();
    (!is_empty).then(|| Box::new(rare))
}

fn below(node: &Node) -> Below {
    let mut below = Below {
        defaults: node.default_value().is_some(),
        unique_lists: !matches!(node.list(), List::Atomic),
        embedded: node.embedded,
        rules: !node.rules().is_empty(),
    };
    for (_, property) in node.properties.iter() {
        below.add(property.below);
    }
    if let Some(values) = node.additional.schema() {
        below.add(values.below);
    }
    if let Some(items) = &node.items {
        below.add(items.below);
    }
    below
}

fn properties(schema: &Schema, purpose: Purpose) -> Result<Properties, CompileError> {
    // A `BTreeMap` iterates in the order that the search needs.
    let compiled = schema
        .properties
        .iter()
        .map(|(name, property)| Ok((name.clone().into_boxed_str(), node(property, purpose)?)))
        .collect::<Result<_, CompileError>>()?;
    Ok(Properties::new(compiled))
}

fn additional(schema: &Schema, purpose: Purpose) -> Result<Additional, CompileError> {
    Ok(match &schema.additional_properties {
        None => Additional::Unset,
        Some(schema::Additional::Allowed(true)) => Additional::Allowed,
        Some(schema::Additional::Allowed(false)) => Additional::Forbidden,
        Some(schema::Additional::Schema(values)) => {
            Additional::Schema(Box::new(node(values, purpose)?))
        }
    })
}

fn list(schema: &Schema) -> List {
    match schema.list_type.as_deref() {
        Some("set") => List::Set,
        Some("map") => List::Map(boxed(&schema.list_map_keys)),
        _ => List::Atomic,
    }
}

fn format(schema: &Schema, types: Types, purpose: Purpose) -> Option<FormatRule> {
    let name = schema.format.as_str();
    if name.is_empty() {
        return None;
    }
    let change = if purpose.is_defaults() {
        Change::NameFormatsOfDefaults
    } else {
        Change::NameFormats
    };
    let has_names = change.is_in(purpose.server());
    let has_numbers = Change::NumericFormats.is_in(purpose.server());
    let check = Format::of(name).filter(|format| has_names || !format.is_kubernetes_name());
    let enforced = match types {
        _ if purpose.is_defaults() => true,
        Types::INTEGER => has_numbers && matches!(name, "int32" | "int64"),
        Types::NUMBER => has_numbers && matches!(name, "float" | "double"),
        Types::ARRAY | Types::BOOLEAN | Types::OBJECT | Types::UNKNOWN => false,
        _ => check.is_some(),
    };
    enforced.then(|| FormatRule {
        name: name.into(),
        check,
    })
}

/// Whether a server holds values of a node to its format.
pub(crate) fn is_format_checked(schema: &Schema, server: KubeVersion) -> bool {
    format(schema, types(schema, false), Purpose::Objects(server)).is_some()
}

fn string(schema: &Schema) -> Result<Option<StringRules>, CompileError> {
    if schema.max_length.is_none() && schema.min_length.is_none() && schema.pattern.is_empty() {
        return Ok(None);
    }
    let pattern = if schema.pattern.is_empty() {
        None
    } else {
        let text = schema.pattern.as_str();
        let regex = pattern::compile(text).map_err(|reason| CompileError {
            pattern: text.to_owned(),
            reason,
        })?;
        Some(Pattern {
            text: text.into(),
            regex,
        })
    };
    Ok(Some(StringRules {
        max: schema.max_length,
        min: schema.min_length,
        pattern,
    }))
}

/// What numbers of a type and format must fit, the schema's own among them.
fn range(types: Types, format: &str) -> Range {
    match (types, format) {
        (Types::INTEGER, "int32") => Range::Int32,
        (Types::INTEGER, "int64") => Range::Int64,
        (Types::INTEGER, _) => Range::Integer,
        (Types::NUMBER, "float") => Range::Float,
        _ => Range::Any,
    }
}

/// What the numbers of a schema must fit. If a bound does not, the server refuses every value.
pub(crate) fn range_of(schema: &Schema) -> Range {
    if schema.int_or_string {
        return Range::Any;
    }
    range(Types::of(&schema.type_name), &schema.format)
}

/// The range of a schema's numbers, as far as a server looks.
pub(crate) fn range_on(schema: &Schema, server: KubeVersion) -> Range {
    if Change::NumericFormats.is_in(server) {
        range_of(schema)
    } else {
        Range::Any
    }
}

fn number(schema: &Schema, types: Types, purpose: Purpose) -> Option<NumberRules> {
    let range = if Change::NumericFormats.is_in(purpose.server()) {
        range(types, &schema.format)
    } else {
        Range::Any
    };
    let rules = NumberRules {
        range,
        multiple_of: schema.multiple_of,
        whole: Whole::on(purpose.server()),
        maximum: schema.maximum.map(|value| Bound {
            value,
            exclusive: schema.exclusive_maximum,
        }),
        minimum: schema.minimum.map(|value| Bound {
            value,
            exclusive: schema.exclusive_minimum,
        }),
    };
    let says_something = range != Range::Any
        || rules.multiple_of.is_some()
        || rules.maximum.is_some()
        || rules.minimum.is_some();
    says_something.then_some(rules)
}

fn size(max: Option<i64>, min: Option<i64>, unique: bool) -> Option<SizeRules> {
    (max.is_some() || min.is_some() || unique).then_some(SizeRules { max, min, unique })
}

fn object(schema: &Schema, properties: &Properties) -> Option<ObjectRules> {
    let (max, min) = (schema.max_properties, schema.min_properties);
    if max.is_none() && min.is_none() && schema.required.is_empty() {
        return None;
    }
    let mut required_bits = 0;
    let mut others = Vec::new();
    for name in &schema.required {
        match properties.position(name) {
            Some(position @ 0..64) => required_bits |= 1 << position,
            _ => others.push(name.clone()),
        }
    }
    Some(ObjectRules {
        size: SizeRules {
            max,
            min,
            unique: false,
        },
        required: boxed(&schema.required),
        required_bits,
        required_others: boxed(&others),
    })
}

fn enumeration(schema: &Schema, purpose: Purpose) -> Option<Enumeration> {
    if schema.enumeration.is_empty() {
        return None;
    }
    let values: Vec<Value> = schema
        .enumeration
        .iter()
        .map(|value| held(value, purpose))
        .collect();
    let mut strings: Vec<Box<str>> = values
        .iter()
        .filter_map(|value| value.as_str().map(Box::from))
        .collect();
    strings.sort();
    Some(Enumeration {
        values,
        strings: strings.into(),
    })
}

/// A value of the schema with its numbers as the server holds them. Objects are judged by the CRD as it was stored, and the
/// server stores `1.0` as `1`.
fn held(value: &Value, purpose: Purpose) -> Value {
    let mut value = value.clone();
    normalize(&mut value);
    if !purpose.is_defaults() {
        as_written(&mut value);
    }
    value
}

fn combinators(schema: &Schema, purpose: Purpose) -> Result<Option<Combinators>, CompileError> {
    let all = |schemas: &[Schema]| {
        schemas
            .iter()
            .map(|schema| node(schema, purpose))
            .collect::<Result<Vec<_>, _>>()
    };
    let combinators = Combinators {
        any_of: all(&schema.any_of)?,
        one_of: all(&schema.one_of)?,
        all_of: all(&schema.all_of)?,
        not: match &schema.not {
            Some(not) => Some(node(not, purpose)?),
            None => None,
        },
    };
    let is_empty = combinators.any_of.is_empty()
        && combinators.one_of.is_empty()
        && combinators.all_of.is_empty()
        && combinators.not.is_none();
    Ok((!is_empty).then_some(combinators))
}

fn boxed(names: &[String]) -> Box<[Box<str>]> {
    names.iter().map(|name| name.as_str().into()).collect()
}
