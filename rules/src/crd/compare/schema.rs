//! Schemas, node by node.

use std::borrow::Cow;
use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Direction, Found, Kind, Spot, change, keywords, required, shown, validations};
use crate::schema::{Additional, Schema};

/// Compares the schemas of a resource.
pub(super) fn compare(old: &Schema, new: &Schema, root: &Spot, found: &mut Found) {
    node(Node::new(old), Node::new(new), root, Role::Resource, found);
}

/// A node of a schema, and whether a list around it keeps what its items do not declare.
#[derive(Clone, Copy)]
struct Node<'s> {
    schema: &'s Schema,
    is_kept: bool,
}

impl<'s> Node<'s> {
    const fn new(schema: &'s Schema) -> Self {
        Self {
            schema,
            is_kept: false,
        }
    }

    fn items(self) -> Option<Self> {
        Some(Self {
            schema: self.schema.item_schema()?,
            is_kept: self.is_kept || self.schema.preserves(),
        })
    }
}

/// What a value is to what is around it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Resource,
    /// A member, which the new schema may require.
    Member {
        required: bool,
    },
    /// An item of a list.
    Item,
    /// A value of a map.
    Value,
}

fn node(ours: Node<'_>, theirs: Node<'_>, spot: &Spot, role: Role, found: &mut Found) {
    let (old, new) = (ours.schema, theirs.schema);
    if documentation(old) != documentation(new) {
        found.comparison.documentation += 1;
    }
    let is_other = types(old, new, spot, found);
    nullable(old, new, spot, role, found);
    default(old, new, spot, role, found);
    if is_other {
        // What is asked of a value of one type says nothing of a value of another.
        return;
    }
    keywords::compare(old, new, spot, found);
    unknown_fields(ours, theirs, spot, found);
    required::compare(old, new, spot, found);
    properties(ours, theirs, spot, role, found);
    if let (Some(old), Some(new)) = (ours.items(), theirs.items()) {
        node(old, new, &spot.items(), Role::Item, found);
    }
    if let (Some(old), Some(new)) = (old.value_schema(), new.value_schema()) {
        let spot = spot.values();
        node(Node::new(old), Node::new(new), &spot, Role::Value, found);
    }
    validations::compare(old, new, spot, found);
}

/// What has no meaning to a server.
fn documentation(schema: &Schema) -> impl PartialEq {
    (
        &schema.description,
        &schema.title,
        &schema.example,
        &schema.external_docs,
    )
}

/// The type in one word.
fn type_of(schema: &Schema) -> &str {
    match schema.type_name.as_str() {
        _ if schema.int_or_string => "int-or-string",
        "" => "any",
        own => own,
    }
}

/// Compares types; whether they have nothing in common.
fn types(old: &Schema, new: &Schema, spot: &Spot, found: &mut Found) -> bool {
    let (was, is) = (type_of(old), type_of(new));
    let (direction, is_other) = match (was, is) {
        _ if was == is => return false,
        ("integer", "number") | ("integer" | "string", "int-or-string") | (_, "any") => {
            (Direction::Loosened, is == "any")
        }
        ("number", "integer") | ("int-or-string", "integer" | "string") | ("any", _) => {
            (Direction::Tightened, was == "any")
        }
        _ => (Direction::Changed, true),
    };
    let sides = (Some(json!(was)), Some(json!(is)));
    let words = format!("type {was} → {is}");
    found.add(spot.keyword("type"), Kind::Type, direction, sides, words);
    is_other
}

fn nullable(old: &Schema, new: &Schema, spot: &Spot, role: Role, found: &mut Found) {
    if old.nullable == new.nullable {
        return;
    }
    let (direction, words) = match role {
        // The server finds no null in an enum, even where one is.
        _ if new.nullable && !new.enumeration.is_empty() => (
            Direction::Changed,
            "null is no longer dropped, and no enum has it: it is refused",
        ),
        _ if new.nullable => (Direction::Loosened, "null is a value"),
        _ if new.default.is_some() => (
            Direction::Reread,
            "null is no longer a value, and the default takes its place",
        ),
        Role::Member { required: false } | Role::Value => (
            Direction::Reread,
            "null is no longer a value, and is dropped",
        ),
        _ => (Direction::Tightened, "null is no longer a value"),
    };
    let sides = (Some(old.nullable.into()), Some(new.nullable.into()));
    found.add(
        spot.keyword("nullable"),
        Kind::Nullable,
        direction,
        sides,
        words,
    );
}

fn default(old: &Schema, new: &Schema, spot: &Spot, role: Role, found: &mut Found) {
    let (direction, words) = match (&old.default, &new.default) {
        (old, new) if old == new => return,
        (Some(lost), None) if role == (Role::Member { required: true }) => (
            Direction::Tightened,
            format!(
                "default {} is gone from a field that must be there",
                shown(lost)
            ),
        ),
        (Some(lost), None) => (
            Direction::Reread,
            format!(
                "default {} is gone: where the field is not, nothing is set",
                shown(lost)
            ),
        ),
        (None, Some(added)) => (
            Direction::Reread,
            format!(
                "default {} is new: it is set where the field is not",
                shown(added)
            ),
        ),
        (old, new) => (
            Direction::Reread,
            format!("default {}", change(&(old.clone(), new.clone()))),
        ),
    };
    let sides = (old.default.clone(), new.default.clone());
    found.add(
        spot.keyword("default"),
        Kind::Default,
        direction,
        sides,
        words,
    );
}

/// What becomes of members that are not declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unknown {
    Pruned,
    Kept,
    /// They are values of a map.
    Values,
    Refused,
}

fn unknown(node: Node<'_>) -> Unknown {
    match &node.schema.additional_properties {
        Some(Additional::Schema(_)) => Unknown::Values,
        _ if node.is_kept || node.schema.preserves() => Unknown::Kept,
        None => Unknown::Pruned,
        // Pruning goes on below.
        Some(Additional::Allowed(true)) => Unknown::Kept,
        Some(Additional::Allowed(false)) => Unknown::Refused,
    }
}

fn unknown_fields(ours: Node<'_>, theirs: Node<'_>, spot: &Spot, found: &mut Found) {
    let (old, new) = (ours.schema, theirs.schema);
    let (was, is) = (unknown(ours), unknown(theirs));
    if was != is && has_members(old, new) {
        let (direction, words) = match (was, is) {
            (Unknown::Refused, Unknown::Pruned) => (
                Direction::Loosened,
                "fields that are not declared are dropped, and were refused",
            ),
            (_, Unknown::Kept) => (Direction::Loosened, "fields that are not declared are kept"),
            (_, Unknown::Pruned) => (
                Direction::Pruned,
                "fields that are not declared are dropped",
            ),
            (Unknown::Kept, Unknown::Values) => (
                Direction::Tightened,
                "fields that are not declared have a schema",
            ),
            (_, Unknown::Values) => (
                Direction::Loosened,
                "fields that are not declared are kept, and have a schema",
            ),
            (_, Unknown::Refused) => (
                Direction::Tightened,
                "fields that are not declared are refused",
            ),
        };
        let side = |unknown| {
            Some(json!(match unknown {
                Unknown::Pruned => "pruned",
                Unknown::Kept => "kept",
                Unknown::Values => "values",
                Unknown::Refused => "refused",
            }))
        };
        let name = if old.preserves() == new.preserves() {
            "additionalProperties"
        } else {
            "x-kubernetes-preserve-unknown-fields"
        };
        let sides = (side(was), side(is));
        found.add(
            spot.keyword(name),
            Kind::UnknownFields,
            direction,
            sides,
            words,
        );
    }
    if old.embedded_resource != new.embedded_resource {
        let words = if new.embedded_resource {
            "it is a resource: apiVersion and kind must be there, and metadata is kept"
        } else {
            "it is no longer a resource: apiVersion, kind and metadata are dropped if they are not declared"
        };
        let sides = (
            Some(old.embedded_resource.into()),
            Some(new.embedded_resource.into()),
        );
        found.add(
            spot.keyword("x-kubernetes-embedded-resource"),
            Kind::EmbeddedResource,
            Direction::Changed,
            sides,
            words,
        );
    }
}

fn has_members(old: &Schema, new: &Schema) -> bool {
    let may_have = |schema: &Schema| matches!(schema.type_name.as_str(), "object" | "");
    may_have(old) && may_have(new)
}

/// A property, or what every resource has in its place.
fn property<'s>(schema: &'s Schema, name: &str, is_resource: bool) -> Option<Cow<'s, Schema>> {
    if let Some(declared) = schema.properties.get(name) {
        return Some(Cow::Borrowed(declared));
    }
    let type_name = match name {
        "metadata" => "object",
        "apiVersion" | "kind" => "string",
        _ => return None,
    };
    is_resource.then(|| {
        Cow::Owned(Schema {
            type_name: type_name.to_owned(),
            ..Schema::default()
        })
    })
}

fn properties(of_old: Node<'_>, of_new: Node<'_>, spot: &Spot, role: Role, found: &mut Found) {
    let (old, new) = (of_old.schema, of_new.schema);
    let is_resource = |schema: &Schema| role == Role::Resource || schema.embedded_resource;
    let names: BTreeSet<&String> = old.properties.keys().chain(new.properties.keys()).collect();
    for name in names {
        let below = spot.property(name);
        let ours = property(old, name, is_resource(old));
        let theirs = property(new, name, is_resource(new));
        let required = new.required.contains(name);
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => {
                let own = Role::Member { required };
                // Of metadata nothing is dropped.
                let side = |schema, is_resource| Node {
                    schema,
                    is_kept: is_resource && name == "metadata",
                };
                let ours = side(&*ours, is_resource(old));
                let theirs = side(&*theirs, is_resource(new));
                node(ours, theirs, &below, own, found);
            }
            (Some(_), None) => gone(of_new, &below, found),
            (None, Some(theirs)) => added(of_old, &theirs, &below, found),
            (None, None) => {}
        }
    }
}

fn gone(new: Node<'_>, spot: &Spot, found: &mut Found) {
    let (direction, words) = match unknown(new) {
        Unknown::Pruned => (Direction::Pruned, "the field is gone: the server drops it"),
        Unknown::Kept => (
            Direction::Loosened,
            "the field is no longer declared: it is kept, whatever it is",
        ),
        Unknown::Values => (
            Direction::Changed,
            "the field is no longer declared: it has the schema of all values",
        ),
        Unknown::Refused => (Direction::Tightened, "the field is gone: it is refused"),
    };
    let sides = (Some(Value::Bool(true)), None);
    found.add(spot.clone(), Kind::Field, direction, sides, words);
}

fn added(old: Node<'_>, schema: &Schema, spot: &Spot, found: &mut Found) {
    let (direction, words) = match unknown(old) {
        Unknown::Pruned => (Direction::Loosened, "the field is new: it was dropped"),
        Unknown::Kept => (
            Direction::Tightened,
            "the field is declared: it was kept, whatever it was",
        ),
        Unknown::Values => (
            Direction::Changed,
            "the field is declared: it had the schema of all values",
        ),
        Unknown::Refused => (Direction::Loosened, "the field is new: it was refused"),
    };
    let sides = (None, Some(Value::Bool(true)));
    found.add(spot.clone(), Kind::Field, direction, sides, words);
    if schema.default.is_some() {
        let absent = Schema::default();
        default(&absent, schema, spot, Role::Item, found);
    }
}
