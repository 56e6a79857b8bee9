//! Defaults must be values that the schema takes. Source: `ValidateDefaults` and `PruneDefaults` of apiextensions'
//! `apiserver/schema/defaulting`.

use std::cell::OnceCell;

use serde_json::{Map, Value};
use wheelwright_cel::KubeVersion;

use crate::cel::{BUDGET, Validator, evaluate};
use crate::embedded::{self, Malformed};
use crate::error::FieldError;
use crate::fault::Fault;
use crate::node::{self, Node, Purpose};
use crate::number::normalize;
use crate::path::{At, FieldPath};
use crate::prune;
use crate::schema::{Additional, Items, Schema};
use crate::validate;

/// A schema on the way from the root, or from an embedded resource, to a default.
#[derive(Clone, Copy)]
struct Place<'p> {
    /// The schema of the resource.
    resource: &'p Schema,
    /// That schema, compiled when it is first needed.
    compiled: &'p OnceCell<Option<Node>>,
    /// The steps from there, the last one first.
    steps: Option<&'p Step<'p>>,
    /// Whether the steps lead into the type or the metadata of the resource.
    in_metadata: bool,
}

struct Step<'p> {
    /// The property, or none for items.
    name: Option<&'p str>,
    before: Option<&'p Step<'p>>,
}

/// Checks every default but those below `additionalProperties`, which are never set.
pub(super) fn check(
    schema: &Schema,
    pruned: bool,
    server: KubeVersion,
    at: At<'_>,
) -> Vec<FieldError> {
    let mut check = Check {
        pruned,
        server,
        budget: BUDGET,
        errors: Vec::new(),
    };
    let compiled = OnceCell::new();
    let place = Place {
        resource: schema,
        compiled: &compiled,
        steps: None,
        in_metadata: false,
    };
    // Whatever ends the check, ends in an error.
    let _ = check.node(schema, true, place, at);
    check.errors
}

/// The budget for rules is spent: no default is looked at after this.
struct Spent;

struct Check {
    pruned: bool,
    server: KubeVersion,
    /// What rules on defaults may still cost.
    budget: u64,
    errors: Vec<FieldError>,
}

impl Check {
    fn node(
        &mut self,
        schema: &Schema,
        is_root: bool,
        place: Place<'_>,
        at: At<'_>,
    ) -> Result<(), Spent> {
        let compiled = OnceCell::new();
        let place = if schema.embedded_resource {
            Place {
                resource: schema,
                compiled: &compiled,
                steps: None,
                in_metadata: false,
            }
        } else {
            place
        };
        if let Some(default) = &schema.default {
            self.default(schema, default, is_root, place, at)?;
        }
        if let Some(Items::One(items)) = &schema.items {
            let step = Step {
                name: None,
                before: place.steps,
            };
            self.node(
                items,
                false,
                Place {
                    steps: Some(&step),
                    ..place
                },
                at.field("items"),
            )?;
        }
        let properties = at.field("properties");
        for (name, property) in &schema.properties {
            let is_resource = is_root || schema.embedded_resource;
            let in_metadata = place.in_metadata
                || is_resource && matches!(name.as_str(), "metadata" | "apiVersion" | "kind");
            let step = Step {
                name: Some(name),
                before: place.steps,
            };
            let place = Place {
                steps: Some(&step),
                in_metadata,
                ..place
            };
            self.node(property, false, place, properties.key(name))?;
        }
        Ok(())
    }

    fn default(
        &mut self,
        schema: &Schema,
        default: &Value,
        is_root: bool,
        place: Place<'_>,
        at: At<'_>,
    ) -> Result<(), Spent> {
        let at = at.field("default");
        let mut value = default.clone();
        normalize(&mut value);
        let Some(node) = compile(schema, self.server) else {
            self.too_large(at);
            return Ok(());
        };
        let before = self.errors.len();
        let unknown = if place.in_metadata {
            self.in_metadata(&value, place, at);
            None
        } else {
            self.on_its_own(&mut value, &node, is_root, at)
        };
        if self.errors.len() == before {
            self.errors
                .extend(validate::validate(&node, &value, None, &at.to_path()));
        }
        // Unknown fields alone do not keep the server from looking at the rest.
        let ended = if self.errors.len() == before && node.below.rules {
            let is_resource = is_root || schema.embedded_resource;
            self.rules(schema, is_resource, (&node, &value), at)
        } else {
            Ok(())
        };
        self.errors.extend(unknown);
        ended
    }

    /// A default has to keep the rules, both when it takes its own place and when there was nothing.
    fn rules(
        &mut self,
        schema: &Schema,
        is_resource: bool,
        place: (&Node, &Value),
        at: At<'_>,
    ) -> Result<(), Spent> {
        let Some(validator) = Validator::of(schema, is_resource, self.server) else {
            return Ok(());
        };
        let mut left = Some(self.budget);
        for old in [Some(place.1), None] {
            let found = evaluate(&validator, place, old, false, self.budget, self.server, at);
            left = left.min(found.budget);
            let is_broken = !found.errors.is_empty();
            self.errors.extend(found.errors);
            if is_broken {
                break;
            }
        }
        self.budget = left.ok_or(Spent)?;
        Ok(())
    }

    fn too_large(&mut self, at: At<'_>) {
        let detail = "a pattern that applies to this default is too large to compile here";
        self.errors.push(FieldError::internal(at.to_path(), detail));
    }

    /// A default that is a whole value of its own, or an embedded resource. The error of one with unknown fields.
    fn on_its_own(
        &mut self,
        value: &mut Value,
        node: &Node,
        is_root: bool,
        at: At<'_>,
    ) -> Option<FieldError> {
        let is_resource = is_root || node.embedded;
        let mut removed = Vec::new();
        if self.pruned {
            prune::prune(&mut value.clone(), node, is_resource, &mut removed);
        }
        let coerced =
            embedded::coerce(value, node, is_resource, Malformed::Refuse, &mut Vec::new());
        // The server shows what has become of the metadata in it.
        let unknown = (!removed.is_empty()).then(|| {
            let detail = "must not have unknown fields";
            FieldError::invalid(at.to_path(), value.clone(), detail).of(Fault::UnknownMembers)
        });
        match coerced {
            Err(error) => self.errors.push(below(&at.to_path(), error)),
            Ok(()) => self.errors.extend(embedded::validate(
                value,
                node,
                is_resource,
                self.server,
                at,
            )),
        }
        unknown
    }

    /// A default that only makes sense as part of metadata is put into a resource that has nothing else.
    fn in_metadata(&mut self, value: &Value, place: Place<'_>, at: At<'_>) {
        let Some(resource) = place
            .compiled
            .get_or_init(|| compile(place.resource, self.server))
        else {
            self.too_large(at);
            return;
        };
        let mut object = surround(place.steps, value.clone());
        if let Value::Object(members) = &mut object {
            for (name, text) in [("kind", "Validation"), ("apiVersion", "validation/v1")] {
                members.entry(name).or_insert_with(|| text.into());
            }
        }
        let coerced = embedded::coerce(
            &mut object,
            resource,
            true,
            Malformed::Refuse,
            &mut Vec::new(),
        );
        let reason = if let Err(error) = coerced {
            Some(error.to_string())
        } else {
            aggregate(&embedded::validate(
                &object,
                resource,
                true,
                self.server,
                At::ROOT,
            ))
        };
        let Some(reason) = reason else {
            return;
        };
        let detail = format!("must result in valid metadata: {reason}");
        self.errors
            .push(FieldError::invalid(at.to_path(), value.clone(), detail));
    }
}

/// Compiles a schema as the server does for its own defaults. The structural form that it then uses has no place for
/// `additionalProperties: false` inside combinators.
fn compile(schema: &Schema, server: KubeVersion) -> Option<Node> {
    let forbids =
        |schema: &Schema| schema.additional_properties == Some(Additional::Allowed(false));
    let combines = |schema: &Schema| schema.combinators().any(|nested| nested.any(&forbids));
    if !schema.any(&combines) {
        return node::compile(schema, Purpose::Defaults(server)).ok();
    }
    let mut schema = schema.clone();
    allow_in_combinators(&mut schema, false);
    node::compile(&schema, Purpose::Defaults(server)).ok()
}

fn allow_in_combinators(schema: &mut Schema, is_nested: bool) {
    if is_nested && schema.additional_properties == Some(Additional::Allowed(false)) {
        schema.additional_properties = None;
    }
    for list in [&mut schema.all_of, &mut schema.any_of, &mut schema.one_of] {
        for nested in list {
            allow_in_combinators(nested, true);
        }
    }
    if let Some(not) = &mut schema.not {
        allow_in_combinators(not, true);
    }
    schema
        .properties
        .values_mut()
        .for_each(|property| allow_in_combinators(property, is_nested));
    if let Some(Items::One(items)) = &mut schema.items {
        allow_in_combinators(items, is_nested);
    }
    if let Some(Additional::Schema(values)) = &mut schema.additional_properties {
        allow_in_combinators(values, is_nested);
    }
}

/// The text of several errors as one, each once.
fn aggregate(errors: &[FieldError]) -> Option<String> {
    let mut texts: Vec<String> = Vec::new();
    for text in errors.iter().map(ToString::to_string) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    match texts.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        several => Some(format!("[{}]", several.join(", "))),
    }
}

fn surround(steps: Option<&Step<'_>>, value: Value) -> Value {
    std::iter::successors(steps, |step| step.before).fold(value, |value, step| match step.name {
        Some(name) => Value::Object(Map::from_iter([(name.to_owned(), value)])),
        None => Value::Array(vec![value]),
    })
}

fn below(prefix: &FieldPath, mut error: FieldError) -> FieldError {
    let segments = [prefix.segments(), error.path.segments()].concat();
    error.path = segments.into();
    error
}

/// Whether the server, serving this schema, would prune a default of it.
pub(super) fn are_unpruned(schema: &Schema) -> bool {
    let mut bare = schema.clone();
    clear_patterns(&mut bare);
    let Ok(node) = node::compile(&bare, Purpose::Defaults(KubeVersion::NEWEST)) else {
        return false;
    };
    match &schema.default {
        // The server gives up on a schema whose own default is no object.
        Some(default) if !default.is_object() => false,
        Some(default) if is_unpruned(default, &node) => true,
        _ => differ(schema, &node, true),
    }
}

/// Whether the default of a resource as a whole would be pruned.
fn is_unpruned(default: &Value, node: &Node) -> bool {
    let mut removed = Vec::new();
    let mut value = default.clone();
    normalize(&mut value);
    let before = value.clone();
    // From storage nothing is refused.
    let _ = embedded::coerce(&mut value, node, true, Malformed::Drop, &mut removed);
    prune::prune_resource(&mut value, node, &mut removed);
    value != before
}

/// Patterns do not matter to pruning, and are slow to compile.
fn clear_patterns(schema: &mut Schema) {
    schema.pattern.clear();
    for list in [&mut schema.all_of, &mut schema.any_of, &mut schema.one_of] {
        list.clear();
    }
    schema.not = None;
    schema.properties.values_mut().for_each(clear_patterns);
    if let Some(Items::One(items)) = &mut schema.items {
        clear_patterns(items);
    }
    if let Some(Additional::Schema(values)) = &mut schema.additional_properties {
        clear_patterns(values);
    }
}

/// Whether a default in the schema is not what it has become in the compiled node.
fn differ(schema: &Schema, node: &Node, is_root: bool) -> bool {
    let mut default = schema.default.clone();
    default.iter_mut().for_each(normalize);
    if !is_root && default.as_ref() != node.default_value() {
        return true;
    }
    let pairs = schema
        .properties
        .iter()
        .filter_map(|(name, property)| Some((property, node.properties.get(name)?)));
    let items = schema.item_schema().zip(node.items.as_deref());
    let values = schema.value_schema().zip(node.additional.schema());
    pairs
        .chain(items)
        .chain(values)
        .any(|(schema, node)| differ(schema, node, false))
}
