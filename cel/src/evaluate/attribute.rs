//! Variables, fields and indices.

use super::program::{Attribute, Base, Qualifier, QualifierKey, Variable};
use super::run::Evaluator;
use serde_json::{Map as JsonMap, Value as Json};

use crate::data::{Kind, Layout, NATIVE, native, value_of};
use crate::failure::{EvalError, Outcome};
use crate::value::{Element, List, ListItems, Map, Text, Value};

impl<'p> Evaluator<'p, '_> {
    /// An attribute as a step of its own.
    pub(super) fn attribute(&mut self, attribute: &'p Attribute) -> Outcome<Value<'p>> {
        if let Some(value) = self.path(attribute) {
            self.charge_steps(attribute.qualifiers.len() as u64 + 1)?;
            return Ok(value);
        }
        let value = self.resolve(attribute);
        if value
            .as_ref()
            .is_err_and(super::super::failure::EvalError::is_final)
        {
            return value;
        }
        // A choice costs what it chooses, and a test what it tests.
        match (&attribute.base, attribute.test) {
            (Base::Conditional { .. }, true) => self.refund(1)?,
            (Base::Conditional { .. }, false) | (_, true) => {}
            (_, false) => self.charge(1)?,
        }
        match value {
            Ok(Value::Optional(value)) if attribute.test => Ok(Value::Bool(value.is_some())),
            Ok(value) => Ok(value),
            Err(error) => Err(error.at(attribute.id)),
        }
    }

    /// What most attributes are: a field of a field of the object, all of them there.
    fn path(&self, attribute: &'p Attribute) -> Option<Value<'p>> {
        let Base::Variable(variable) = &attribute.base else {
            return None;
        };
        let (mut json, mut layout) = match variable {
            Variable::SelfValue => self.self_data()?,
            Variable::Slot(slot) => match self.slots.get(*slot)? {
                Some(Ok(Value::Map(map))) => {
                    let (last, before) = attribute.qualifiers.split_last()?;
                    return path_of(map, last, before);
                }
                Some(Ok(value @ (Value::String(_) | Value::Int(_))))
                    if attribute.qualifiers.is_empty() =>
                {
                    return Some(value.clone());
                }
                _ => return None,
            },
            _ => return None,
        };
        for qualifier in &attribute.qualifiers {
            (json, layout) = field(json.as_object()?, layout, qualifier)?;
        }
        if json.is_null() {
            return None;
        }
        value_of(json, layout).ok()
    }

    /// The value, at the cost of its parts only.
    pub(super) fn resolve(&mut self, attribute: &'p Attribute) -> Outcome<Value<'p>> {
        let value = match &attribute.base {
            Base::Variable(variable) => self.variable(*variable)?,
            Base::Value(node) => self.node(node)?,
            Base::Conditional {
                condition,
                branches,
            } => {
                let [yes, no] = &**branches;
                let (base, own) = match self.node(condition)? {
                    Value::Bool(true) => self.branch(yes)?,
                    Value::Bool(false) => self.branch(no)?,
                    _ => return Err(EvalError::no_such_overload()),
                };
                // What is taken of the choice is taken of the branch, after what is the branch's own.
                let Some((base, optional)) = self.unwrapped(base)? else {
                    return Ok(Value::Optional(None));
                };
                let (value, optional) = self.taken(base, optional, own)?;
                let Some(value) = value else {
                    return Ok(Value::Optional(None));
                };
                let (value, optional) = self.taken(value, optional, &attribute.qualifiers)?;
                return Ok(rewrapped(value, optional));
            }
        };
        let Some((value, optional)) = self.unwrapped(value)? else {
            return Ok(Value::Optional(None));
        };
        let (value, optional) = self.taken(value, optional, &attribute.qualifiers)?;
        Ok(rewrapped(value, optional))
    }

    /// What a branch of a choice is taken of, and what is taken of it.
    fn branch(&mut self, attribute: &'p Attribute) -> Outcome<(Value<'p>, &'p [Qualifier])> {
        match &attribute.base {
            Base::Variable(variable) => Ok((self.variable(*variable)?, &attribute.qualifiers)),
            Base::Value(node) => Ok((self.node(node)?, &attribute.qualifiers)),
            Base::Conditional { .. } => Ok((self.resolve(attribute)?, &[])),
        }
    }

    fn variable(&mut self, variable: Variable) -> Outcome<Value<'p>> {
        match variable {
            Variable::SelfValue => self.self_value(),
            Variable::OldSelf => self.old_self(),
            Variable::Slot(slot) => match self.slots.get(slot) {
                Some(Some(value)) => value.clone(),
                _ => Err(EvalError::error("no such attribute(s)")),
            },
            Variable::Accumulator(slot) => self.accumulator(slot),
        }
    }

    /// What fields are taken of, and whether it was optional; nothing if it is not there.
    fn unwrapped(&self, value: Value<'p>) -> Outcome<Option<(Value<'p>, bool)>> {
        match value {
            Value::Optional(None) => Ok(None),
            Value::Optional(Some(value)) if self.server().at_least(37) => {
                Ok(Some(((*value).clone(), true)))
            }
            Value::Optional(Some(value)) => Ok(Some((without_schema((*value).clone())?, true))),
            value => Ok(Some((value, false))),
        }
    }

    /// What is taken of a value, and whether it is optional; nothing if an optional part is not there.
    fn taken(
        &mut self,
        mut value: Value<'p>,
        mut optional: bool,
        qualifiers: &'p [Qualifier],
    ) -> Outcome<(Option<Value<'p>>, bool)> {
        for qualifier in qualifiers {
            optional |= qualifier.optional;
            if optional {
                match self.qualify_if_present(&value, qualifier)? {
                    Some(found) => value = found,
                    None => return Ok((None, true)),
                }
            } else {
                let found = self.qualify(&value, qualifier);
                if let Err(error) = &found
                    && error.is_final()
                {
                    return Err(error.clone());
                }
                self.charge(1)?;
                value = found?;
            }
        }
        Ok((Some(value), optional))
    }

    fn qualify(&mut self, value: &Value<'p>, qualifier: &'p Qualifier) -> Outcome<Value<'p>> {
        // What most rules are made of: a field of an object that has it.
        if let (
            QualifierKey::Name {
                property: Some(property),
                place: place @ Some(_),
                ..
            },
            Value::Map(map),
            false,
        ) = (&qualifier.key, value, qualifier.test)
            && let Some(found) = map.find_property(property, *place)
        {
            return found;
        }
        let key = self.key(qualifier)?;
        let found = lookup(value, &key, qualifier, qualifier.test)?;
        if qualifier.test {
            return Ok(Value::Bool(found.is_some()));
        }
        found.ok_or_else(|| absent(value, &key))
    }

    fn qualify_if_present(
        &mut self,
        value: &Value<'p>,
        qualifier: &'p Qualifier,
    ) -> Outcome<Option<Value<'p>>> {
        let key = self.key(qualifier)?;
        let found = lookup(value, &key, qualifier, true)?;
        if found.is_some() {
            self.charge(1)?;
        }
        Ok(found)
    }

    fn key(&mut self, qualifier: &'p Qualifier) -> Outcome<Value<'p>> {
        match &qualifier.key {
            QualifierKey::Name { value, .. } => Ok(Value::String(Text::Borrowed(value))),
            QualifierKey::Constant(value) => Ok(value.clone()),
            QualifierKey::Attribute(attribute) => {
                let key = self.resolve(attribute)?;
                match key {
                    Value::String(_)
                    | Value::Int(_)
                    | Value::Uint(_)
                    | Value::Bool(_)
                    | Value::Double(_) => Ok(key),
                    _ => Err(EvalError::error(format!(
                        "invalid qualifier type: {}",
                        key.cel_go_type()
                    ))),
                }
            }
        }
    }
}

fn rewrapped(value: Option<Value<'_>>, optional: bool) -> Value<'_> {
    match value {
        None => Value::Optional(None),
        Some(value) if optional => Value::some(value),
        Some(value) => value,
    }
}

fn path_of<'p>(map: &Map<'p>, last: &'p Qualifier, before: &'p [Qualifier]) -> Option<Value<'p>> {
    let (mut fields, mut layout) = (map.fields()?, map.layout()?);
    for qualifier in before {
        let (json, next) = field(fields, layout, qualifier)?;
        (fields, layout) = (json.as_object()?, next);
    }
    let (json, layout) = field(fields, layout, last)?;
    value_of(json, layout).ok()
}

/// A declared field that is there, by a name whose place is known.
fn field<'p>(
    fields: &'p JsonMap<String, Json>,
    layout: &'p Layout,
    qualifier: &'p Qualifier,
) -> Option<(&'p Json, &'p Layout)> {
    let QualifierKey::Name {
        property: Some(property),
        place: Some(place),
        ..
    } = &qualifier.key
    else {
        return None;
    };
    let Kind::Object(properties) = &layout.kind else {
        return None;
    };
    if qualifier.optional || qualifier.test {
        return None;
    }
    let declared = properties
        .get(*place)
        .filter(|declared| declared.name == **property)?;
    let json = fields.get(&**property).filter(|json| !json.is_null())?;
    Some((json, &declared.layout))
}

/// The value of a key or an index, if it is there. Where only that is asked, it need not be one that could be there.
fn lookup<'p>(
    value: &Value<'p>,
    key: &Value<'p>,
    qualifier: &'p Qualifier,
    test: bool,
) -> Outcome<Option<Value<'p>>> {
    match value {
        Value::Map(map) => match (&qualifier.key, map.layout()) {
            (
                QualifierKey::Name {
                    property, place, ..
                },
                Some(layout),
            ) if matches!(layout.kind, Kind::Object(_)) => match property {
                Some(property) => map.find_property(property, *place).transpose(),
                None => Ok(None),
            },
            _ => map.find(key).transpose(),
        },
        Value::List(list) => {
            let index = index_of(key)?;
            let Some(index) = u64::try_from(index)
                .ok()
                .filter(|&index| index < list.len())
            else {
                return Ok(None);
            };
            if list.is_of_object() && !matches!(key, Value::Int(_)) {
                return Err(EvalError::error(format!(
                    "unsupported index: {}",
                    key.describe()
                )));
            }
            list.get(index).transpose()
        }
        Value::Empty => Err(match key {
            Value::String(name) => EvalError::error(format!("no such field '{name}'")),
            _ => EvalError::no_such_overload(),
        }),
        _ if test => Ok(None),
        _ => Err(no_such_key(key)),
    }
}

/// An index from any number that is whole.
#[expect(clippy::cast_possible_truncation, reason = "the float is whole")]
fn index_of(key: &Value<'_>) -> Outcome<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    let unsupported = || {
        EvalError::error(format!(
            "unsupported index value {} in list",
            key.describe()
        ))
    };
    match key {
        Value::Int(index) => Ok(*index),
        Value::Uint(index) => i64::try_from(*index).map_err(|_| unsupported()),
        Value::Double(index) if index.fract() == 0.0 && *index > -LIMIT && *index < LIMIT => {
            Ok(*index as i64)
        }
        Value::Double(_) => Err(unsupported()),
        _ => Err(EvalError::error(format!(
            "unsupported index type '{}' in list",
            key.type_name()
        ))),
    }
}

fn no_such_key(key: &Value<'_>) -> EvalError {
    EvalError::error(format!("no such key: {}", key.describe()))
}

fn absent(value: &Value<'_>, key: &Value<'_>) -> EvalError {
    match value {
        Value::List(_) => EvalError::error(format!("index out of bounds: {}", key.describe())),
        _ => no_such_key(key),
    }
}

/// What is left of a value of an optional variable on servers before 1.37: JSON without its schema.
fn without_schema(value: Value<'_>) -> Outcome<Value<'_>> {
    Ok(match value {
        Value::Map(map) => match map.fields() {
            Some(fields) => Value::Map(Map::data(fields, &NATIVE)),
            None => Value::Map(map),
        },
        Value::List(List(ListItems::Data { items, .. })) => Value::List(List::data(items, &NATIVE)),
        Value::List(List(ListItems::Bound(bound))) => Value::list(
            bound
                .elements
                .iter()
                .map(|element| match element {
                    Element::Json(json) => native(json),
                    Element::Value(value) => value.clone(),
                })
                .collect(),
        ),
        Value::Preserved(json) => native(json),
        Value::Quantity(_)
        | Value::Url(_)
        | Value::Ip(_)
        | Value::Cidr(_)
        | Value::Semver(_)
        | Value::Format(_) => {
            return Err(EvalError::error(format!(
                "unsupported conversion to ref.Val: ({}){}",
                value.go_type(),
                value.describe()
            )));
        }
        Value::Optional(None) => Value::Null,
        Value::Optional(Some(value)) => without_schema((*value).clone())?,
        value => value,
    })
}
