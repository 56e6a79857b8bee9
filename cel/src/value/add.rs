//! `+` of lists: of the object by its list type, else in a row.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::Value;
use super::list::{Bound, Element, List, ListItems, Semantics, semantics};
use super::scalar::{Scalar, json_key, set_keys, value_key};
use crate::KubeVersion;
use crate::context::Context;
use crate::data::{Kind, Layout};
use crate::failure::{EvalError, Outcome};

/// Two lists, added as the left one adds.
pub(crate) fn added<'a>(
    left: &List<'a>,
    right: &List<'a>,
    context: Context<'_>,
) -> Outcome<List<'a>> {
    let server = context.server;
    let layout = match &left.0 {
        ListItems::Data { layout, .. } if !matches!(layout.kind, Kind::Native) => Some(*layout),
        ListItems::Bound(bound) => Some(bound.layout),
        ListItems::Owned(_) if !matches!(left.semantics(), Semantics::Plain) => None,
        _ => return left.clone().join(right.clone()),
    };
    context.work(left.len().saturating_add(right.len()))?;
    match layout {
        Some(layout) if !server.at_least(37) => by_schema(left, right, layout, server),
        _ => by_value(left, right, server),
    }
}

/// Before 1.37: what is added becomes JSON of the object's list.
fn by_schema<'a>(
    left: &List<'a>,
    right: &List<'a>,
    layout: &'a Layout,
    server: KubeVersion,
) -> Outcome<List<'a>> {
    let mut elements = own_elements(left)?;
    match semantics(layout) {
        Semantics::Plain => elements.extend(elements_of(right)?),
        Semantics::Set => {
            let mut known: HashSet<Scalar> = set_keys(left, false)?.into_iter().collect();
            for item in right {
                let item = item?;
                if let Value::Bytes(_) | Value::List(_) | Value::Map(_) = item {
                    return Err(EvalError::unhashable(item.go_type()));
                }
                let key = Scalar::of_value(&item).unwrap_or(Scalar::Nothing);
                if known.insert(key) {
                    elements.push(Element::Value(item));
                }
            }
        }
        Semantics::Map(keys) => {
            let mut places: HashMap<Vec<Scalar>, usize> = HashMap::new();
            for (index, element) in elements.iter().enumerate() {
                if let Some(key) = element_key(element, keys, server) {
                    places.insert(key, index);
                }
            }
            for element in elements_of(right)? {
                let place = element_key(&element, keys, server).and_then(|key| places.get(&key));
                match place.and_then(|&place| elements.get_mut(place)) {
                    Some(old) => *old = element,
                    None => elements.push(element),
                }
            }
        }
    }
    Ok(List(ListItems::Bound(Arc::new(Bound { elements, layout }))))
}

fn element_key(element: &Element<'_>, keys: &[String], server: KubeVersion) -> Option<Vec<Scalar>> {
    match element {
        Element::Json(json) => json_key(json, keys, server),
        Element::Value(value) => value_key(value, keys, server),
    }
}

/// What a list of the object holds itself, which stays as it is.
fn own_elements<'a>(list: &List<'a>) -> Outcome<Vec<Element<'a>>> {
    match &list.0 {
        ListItems::Data { items, .. } => Ok(items.iter().map(Element::Json).collect()),
        _ => elements_of(list),
    }
}

/// What a list gives to another.
fn elements_of<'a>(list: &List<'a>) -> Outcome<Vec<Element<'a>>> {
    match &list.0 {
        ListItems::Data { items, .. } if !is_converted(list) => {
            Ok(items.iter().map(Element::Json).collect())
        }
        ListItems::Bound(bound) => Ok(bound.elements.clone()),
        _ => list.iter().map(|item| item.map(Element::Value)).collect(),
    }
}

/// Whether values of the list are not what their JSON is, so that adding them to another list shows.
fn is_converted(list: &List<'_>) -> bool {
    match &list.0 {
        ListItems::Data { layout, .. } => layout.element().is_some_and(|element| {
            matches!(
                element.kind,
                Kind::Duration | Kind::Date | Kind::DateTime | Kind::Byte
            )
        }),
        _ => false,
    }
}

/// From 1.37 on: values stay values, and the sum keeps the list's type.
fn by_value<'a>(left: &List<'a>, right: &List<'a>, server: KubeVersion) -> Outcome<List<'a>> {
    let semantics = left.semantics();
    let mut items = left.iter().collect::<Outcome<Vec<_>>>()?;
    match semantics {
        Semantics::Plain => items.extend(right.iter().collect::<Outcome<Vec<_>>>()?),
        Semantics::Set => {
            let mut known: HashSet<Scalar> = set_keys(left, true)?.into_iter().collect();
            for item in right {
                let item = item?;
                let key = Scalar::of_value(&item).ok_or_else(|| {
                    EvalError::error(
                        "listSet operations are only supported on lists of scalar values",
                    )
                })?;
                if known.insert(key) {
                    items.push(item);
                }
            }
        }
        Semantics::Map(keys) => {
            let mut places: HashMap<Vec<Scalar>, usize> = HashMap::new();
            for (index, item) in items.iter().enumerate() {
                if let Some(key) = value_key(item, keys, server) {
                    places.insert(key, index);
                }
            }
            for item in right {
                let item = item?;
                let place = value_key(&item, keys, server).and_then(|key| places.get(&key));
                match place.and_then(|&place| items.get_mut(place)) {
                    Some(old) => *old = item,
                    None => items.push(item),
                }
            }
        }
    }
    Ok(List::with_semantics(items, semantics))
}
