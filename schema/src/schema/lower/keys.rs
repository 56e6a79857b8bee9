//! `#[schema(…)]` keys on nodes.

use serde_json::{Value, json};

use super::{At, Lower, numbers};
use crate::{
    schema::{
        cel,
        node::{Constraint, Kinds, Node},
        problem::Cause,
    },
    table::{Key, ListType, MapType, Reason, Rule, Tree},
};

/// What the keys stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::schema) enum Spot {
    /// A type.
    Type,
    /// A field: the caller decides about `nullable`.
    Field,
    /// What a list or map holds.
    Inner,
}

impl Lower {
    /// Applies keys. Those that speak of a field's place in its parent are the parent's.
    pub(in crate::schema) fn keys(&mut self, node: &mut Node, keys: &[Key], spot: Spot, at: At) {
        if keys.iter().any(|key| matches!(key, Key::NoBounds)) {
            self.fits(node, "no_bounds", Kinds::INTEGER, at);
            numbers::unbound(node);
        }
        for key in keys {
            self.key(node, key, spot, at);
        }
    }

    fn key(&mut self, node: &mut Node, key: &Key, spot: Spot, at: At) {
        match *key {
            Key::Title(title) => node.set("title", title),
            Key::Description(text) => {
                node.legend.clear();
                node.keywords.remove("description");
                if !text.is_empty() {
                    node.set("description", text);
                }
            }
            Key::Format(format) => numbers::format(node, format),
            Key::Pattern(pattern) => self.pattern(node, pattern, at),
            Key::MinLength(length) => {
                self.least(node, ("min_length", "minLength"), length, Kinds::STRING, at);
            }
            Key::MaxLength(length) => {
                self.most(node, ("max_length", "maxLength"), length, Kinds::STRING, at);
            }
            Key::MinItems(length) => {
                self.least(node, ("min_items", "minItems"), length, Kinds::ARRAY, at);
            }
            Key::MaxItems(length) => {
                self.most(node, ("max_items", "maxItems"), length, Kinds::ARRAY, at);
            }
            Key::MinProperties(length) => self.least(
                node,
                ("min_properties", "minProperties"),
                length,
                Kinds::OBJECT,
                at,
            ),
            Key::MaxProperties(length) => self.most(
                node,
                ("max_properties", "maxProperties"),
                length,
                Kinds::OBJECT,
                at,
            ),
            Key::Minimum(_)
            | Key::Maximum(_)
            | Key::ExclusiveMinimum(_)
            | Key::ExclusiveMaximum(_)
            | Key::MultipleOf(_) => self.number_key(node, key, at),
            Key::Enum(values) => self.allowed(node, values, at),
            Key::Nullable(nullable) => self.nullable(node, nullable, spot, at),
            Key::Default(ref tree) => {
                if let Some(value) = self.tree(tree, "default", at) {
                    self.default(node, value, at);
                }
            }
            Key::DefaultFromMembers => self.default_from_members(node, at),
            Key::Example(ref tree) => {
                if let Some(value) = self.tree(tree, "example", at) {
                    node.set("example", value);
                }
            }
            Key::ExternalDocs(docs) => {
                let mut value = json!({"url": docs.url});
                if !docs.description.is_empty() {
                    value["description"] = docs.description.into();
                }
                node.set("externalDocs", value);
            }
            Key::ListType(_)
            | Key::ListMapKeys(_)
            | Key::MapType(_)
            | Key::PreserveUnknownFields
            | Key::EmbeddedResource => self.extension(node, key, at),
            Key::Immutable => {
                node.immutable = true;
                node.rules
                    .push(cel::rule("self == oldSelf", "the value cannot be changed"));
            }
            Key::ExactlyOneOf(members) | Key::AtMostOneOf(members) | Key::AtLeastOneOf(members) => {
                self.union(node, key, members, at);
            }
            Key::Rule(ref rule) => node.rules.push(written(rule)),
            Key::OneOf(ref tree) => self.combinator(node, tree, Constraint::OneOf, at),
            Key::AnyOf(ref tree) => self.combinator(node, tree, Constraint::AnyOf, at),
            Key::AllOf(ref tree) => self.combinator(node, tree, Constraint::AllOf, at),
            Key::Not(ref tree) => {
                if let Some(schema) = self.tree(tree, "schema", at) {
                    node.constraints.push(Constraint::Not(schema));
                }
            }
            Key::Items(keys) => match &mut node.items {
                Some(items) => self.inner(items, keys, at),
                None => self.report(at, Cause::misfit("items", node.kinds, Kinds::ARRAY)),
            },
            Key::Values(keys) => self.values(node, keys, at),
            Key::SerdeDefault
            | Key::TakenDefault
            | Key::NoDefault
            | Key::Loose
            | Key::SerdeDefaultsWithin
            | Key::Required(_)
            | Key::NoBounds
            | Key::IntOrString(_)
            | Key::With(_)
            | Key::Opaque
            | Key::Column(_)
            | Key::Aliases(_) => {}
        }
    }

    /// Reports a key that has nothing to say of the node's values.
    pub(super) fn fits(&mut self, node: &Node, key: &'static str, wants: Kinds, at: At) -> bool {
        let fits = node.kinds.has(wants);
        if !fits {
            self.report(at, Cause::misfit(key, node.kinds, wants));
        }
        fits
    }

    fn least(
        &mut self,
        node: &mut Node,
        (key, keyword): (&'static str, &str),
        least: u64,
        wants: Kinds,
        at: At,
    ) {
        if self.fits(node, key, wants, at)
            && node
                .keywords
                .get(keyword)
                .and_then(Value::as_u64)
                .is_none_or(|own| own < least)
        {
            node.set(keyword, least);
        }
    }

    fn most(
        &mut self,
        node: &mut Node,
        (key, keyword): (&'static str, &str),
        most: u64,
        wants: Kinds,
        at: At,
    ) {
        if self.fits(node, key, wants, at)
            && node
                .keywords
                .get(keyword)
                .and_then(Value::as_u64)
                .is_none_or(|own| own > most)
        {
            node.set(keyword, most);
        }
    }

    fn number_key(&mut self, node: &mut Node, key: &Key, at: At) {
        let (name, bound) = match *key {
            Key::Minimum(bound) => ("minimum", bound),
            Key::Maximum(bound) => ("maximum", bound),
            Key::ExclusiveMinimum(bound) => ("exclusive_minimum", bound),
            Key::ExclusiveMaximum(bound) => ("exclusive_maximum", bound),
            Key::MultipleOf(bound) => ("multiple_of", bound),
            _ => return,
        };
        if !self.fits(node, name, Kinds::NUMBER, at) {
            return;
        }
        match key {
            Key::Minimum(_) | Key::ExclusiveMinimum(_) => {
                self.minimum(
                    node,
                    name,
                    bound,
                    matches!(key, Key::ExclusiveMinimum(_)),
                    at,
                );
            }
            Key::MultipleOf(_) => self.multiple_of(node, bound, at),
            _ => self.maximum(
                node,
                name,
                bound,
                matches!(key, Key::ExclusiveMaximum(_)),
                at,
            ),
        }
    }

    /// A pattern beside the type's own: both hold.
    fn pattern(&mut self, node: &mut Node, pattern: &'static str, at: At) {
        if !self.fits(node, "pattern", Kinds::STRING, at) {
            return;
        }
        match node.keywords.get("pattern") {
            Some(own) if own != pattern => {
                node.constraints
                    .push(Constraint::AllOf(vec![json!({"pattern": pattern})]));
            }
            _ => node.set("pattern", pattern),
        }
    }

    fn allowed(&mut self, node: &mut Node, values: &[Tree], at: At) {
        let Some(values) = self.trees(values, "allowed value", at) else {
            return;
        };
        if let Some(Value::Array(own)) = node.keywords.get("enum") {
            let outside = values
                .iter()
                .find(|value| !own.contains(value) && !value.is_null());
            if let Some(outside) = outside {
                self.report(at, Cause::EnumOutside(outside.to_string()));
            }
        }
        node.set("enum", values);
    }

    fn nullable(&mut self, node: &mut Node, nullable: bool, spot: Spot, at: At) {
        match spot {
            Spot::Field => {}
            Spot::Type | Spot::Inner if nullable => {
                if !node.reads_null {
                    self.report(at, Cause::Nullable);
                }
                node.nullable = true;
            }
            Spot::Type => node.nullable = false,
            Spot::Inner => {
                if node.nullable {
                    self.report(at, Cause::NotNullable);
                }
                node.nullable = false;
            }
        }
    }

    fn extension(&mut self, node: &mut Node, key: &Key, at: At) {
        match *key {
            Key::ListType(list_type) if self.fits(node, "list_type", Kinds::ARRAY, at) => {
                let name = match list_type {
                    ListType::Atomic => "atomic",
                    ListType::Set => "set",
                    ListType::Map => "map",
                };
                node.set("x-kubernetes-list-type", name);
            }
            Key::ListMapKeys(names) if self.fits(node, "list_map_keys", Kinds::ARRAY, at) => {
                node.set("x-kubernetes-list-type", "map");
                node.set("x-kubernetes-list-map-keys", names);
            }
            Key::MapType(map_type) if self.fits(node, "map_type", Kinds::OBJECT, at) => {
                let name = match map_type {
                    MapType::Granular => "granular",
                    MapType::Atomic => "atomic",
                };
                node.set("x-kubernetes-map-type", name);
            }
            Key::PreserveUnknownFields
                if self.fits(node, "preserve_unknown_fields", Kinds::OBJECT, at) =>
            {
                node.preserve = true;
            }
            Key::EmbeddedResource if self.fits(node, "embedded_resource", Kinds::OBJECT, at) => {
                node.kinds = Kinds::OBJECT;
                match node.additional.take() {
                    // An embedded resource has no `additionalProperties`; what it does not declare it keeps.
                    Some(values) if values.is_any() => {}
                    Some(values) => {
                        let of = values.kinds.to_string();
                        self.report(at, Cause::EmbeddedValues(of));
                    }
                    None => {}
                }
                node.preserve |= node.properties.is_empty();
                node.set("x-kubernetes-embedded-resource", true);
            }
            _ => {}
        }
    }

    fn combinator(
        &mut self,
        node: &mut Node,
        tree: &Tree,
        constraint: fn(Vec<Value>) -> Constraint,
        at: At,
    ) {
        if let Some(schemas) = self.tree(tree, "schema", at) {
            let schemas = match schemas {
                Value::Array(schemas) => schemas,
                schema => vec![schema],
            };
            node.constraints.push(constraint(schemas));
        }
    }

    /// Keys of what a list or map holds.
    fn inner(&mut self, node: &mut Node, keys: &[Key], at: At) {
        if let Some(replacement) = self.replacement(keys, at) {
            // Of an `Option` serde writes null, whatever else says what the value is; where anything stands, null does.
            let is_option = node.nullable && node.kinds != Kinds::ALL;
            *node = Node {
                nullable: replacement.nullable || is_option,
                reads_null: replacement.reads_null || is_option,
                ..replacement
            };
        }
        self.keys(node, keys, Spot::Inner, at);
    }

    fn values(&mut self, node: &mut Node, keys: &[Key], at: At) {
        if let Some(values) = &mut node.additional {
            self.inner(values, keys, at);
        } else if node.kinds.has(Kinds::OBJECT) && !node.properties.is_empty() {
            for value in node.properties.values_mut() {
                self.inner(value, keys, at);
                if value.has_default() {
                    self.report(at, Cause::DefaultValues);
                }
            }
        } else {
            self.report(at, Cause::misfit("values", node.kinds, Kinds::OBJECT));
        }
    }
}

/// An entry of `x-kubernetes-validations` as the user wrote it.
fn written(rule: &Rule) -> Value {
    let mut entry = json!({"rule": rule.rule});
    let reason = rule.reason.map(|reason| match reason {
        Reason::Invalid => "FieldValueInvalid",
        Reason::Forbidden => "FieldValueForbidden",
        Reason::Required => "FieldValueRequired",
        Reason::Duplicate => "FieldValueDuplicate",
    });
    let texts = [
        ("message", rule.message),
        ("messageExpression", rule.message_expression),
        ("reason", reason),
        ("fieldPath", rule.field_path),
    ];
    for (name, text) in texts {
        if let Some(text) = text {
            entry[name] = text.into();
        }
    }
    if let Some(optional) = rule.optional_old_self {
        entry["optionalOldSelf"] = optional.into();
    }
    entry
}
