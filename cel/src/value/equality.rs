//! Equality: of numbers across types, of lists and maps by their elements, of sets without order.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

use super::compare::numbers;
use super::list::{Element, ListItems, Semantics};
use super::{List, Map, Value};
use crate::KubeVersion;
use crate::data::{Kind, value_of};
use crate::failure::{EvalError, Outcome};

/// How many values one comparison may look at. The cost of `==` does not see into elements, so a list of lists of lists
/// that are all the same one takes no time to make and would take forever to compare.
const MOST_STEPS: u64 = 20_000_000;

/// Two values, compared as `==` does.
pub(crate) fn equal(left: &Value<'_>, right: &Value<'_>, server: KubeVersion) -> Outcome<bool> {
    // What rules compare most.
    match (left, right) {
        (Value::String(a), Value::String(b)) => return Ok(a == b),
        (Value::Int(a), Value::Int(b)) => return Ok(a == b),
        (Value::Bool(a), Value::Bool(b)) => return Ok(a == b),
        _ => {}
    }
    Comparison::new(server).equal(left, right)
}

/// One comparison and what it has looked at.
pub(crate) struct Comparison {
    steps: u64,
    server: KubeVersion,
}

impl Comparison {
    pub(crate) const fn new(server: KubeVersion) -> Self {
        Self { steps: 0, server }
    }

    fn step(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(EvalError::over_budget());
        }
        Ok(())
    }

    /// As `==` and the elements of lists that expressions make are compared: `null` equals `null` only.
    pub(crate) fn equal(&mut self, left: &Value<'_>, right: &Value<'_>) -> Outcome<bool> {
        match (left, right) {
            (Value::Null, _) | (_, Value::Null) => {
                Ok(matches!((left, right), (Value::Null, Value::Null)))
            }
            _ => self.value_equal(left, right),
        }
    }

    /// As the left value compares itself; some of the server's types refuse to be compared with others.
    pub(crate) fn value_equal(&mut self, left: &Value<'_>, right: &Value<'_>) -> Outcome<bool> {
        self.step()?;
        let unlike = || Err(EvalError::no_such_overload());
        match (left, right) {
            (Value::Null, _) => Ok(matches!(right, Value::Null)),
            (Value::Bool(a), Value::Bool(b)) => Ok(a == b),
            (Value::Int(_) | Value::Uint(_) | Value::Double(_), _) => {
                Ok(numbers(left, right) == Some(Ordering::Equal))
            }
            (Value::String(a), Value::String(b)) | (Value::Type(a), Value::Type(b)) => Ok(a == b),
            (Value::Bytes(a), Value::Bytes(b)) => Ok(a == b),
            (Value::Duration(a), Value::Duration(b)) => Ok(a == b),
            (Value::Timestamp(a), Value::Timestamp(b)) => Ok(a == b),
            (Value::List(a), Value::List(b)) => self.lists(a, b),
            (Value::List(a), _) => match &a.0 {
                ListItems::Data { shape, .. } if !matches!(shape.kind, Kind::Native) => unlike(),
                ListItems::Bound(_) => unlike(),
                _ => Ok(false),
            },
            (Value::Map(a), Value::Map(b)) => self.maps(a, b),
            (Value::Map(a), _) => match a.shape() {
                Some(shape) if !matches!(shape.kind, Kind::Native) => unlike(),
                _ => Ok(false),
            },
            (Value::Optional(a), Value::Optional(b)) => match (a, b) {
                (Some(a), Some(b)) => self.value_equal(a, b),
                (a, b) => Ok(a.is_none() && b.is_none()),
            },
            (Value::Quantity(a), Value::Quantity(b)) if !b.is_sum() => {
                Ok(a.compare(b) == Ordering::Equal)
            }
            (Value::Url(a), Value::Url(b)) => Ok(a == b),
            (Value::Ip(a), Value::Ip(b)) => Ok(a == b),
            (Value::Cidr(a), Value::Cidr(b)) => Ok(a == b),
            (Value::Format(a), Value::Format(b)) => Ok(a == b),
            (Value::Semver(a), Value::Semver(b)) => Ok(a.compare(b) == Ordering::Equal),
            (
                Value::Quantity(_)
                | Value::Url(_)
                | Value::Ip(_)
                | Value::Cidr(_)
                | Value::Format(_)
                | Value::Semver(_),
                _,
            ) => unlike(),
            (Value::Preserved(a), _) => self.preserved(a, right),
            _ => Ok(false),
        }
    }

    fn preserved(&mut self, left: &Json, right: &Value<'_>) -> Outcome<bool> {
        match right {
            Value::Preserved(right) => self.json(left, right),
            Value::Map(map) => match (left, map.fields()) {
                (Json::Object(a), Some(b)) => self.objects(a, b),
                _ => Ok(false),
            },
            Value::List(List(ListItems::Data { items, .. })) => match left {
                Json::Array(a) => self.arrays(a, items),
                _ => Ok(false),
            },
            Value::Bool(flag) => Ok(left.as_bool() == Some(*flag)),
            Value::String(text) => Ok(left.as_str() == Some(text)),
            Value::Int(number) => Ok(left.as_i64() == Some(*number)),
            Value::Double(number) => Ok(left.as_i64().is_none() && left.as_f64() == Some(*number)),
            _ => Ok(false),
        }
    }

    /// Deep equality of what was decoded from JSON, where `1` and `1.0` are of two types, and nothing at all, an empty
    /// list and an empty map are the same as none.
    fn json(&mut self, left: &Json, right: &Json) -> Outcome<bool> {
        self.step()?;
        match (left, right) {
            (Json::Number(a), Json::Number(b)) => Ok(match (a.as_i64(), b.as_i64()) {
                (Some(a), Some(b)) => a == b,
                (None, None) => a.as_f64() == b.as_f64(),
                _ => false,
            }),
            (Json::Array(a), Json::Array(b)) => self.arrays(a, b),
            (Json::Object(a), Json::Object(b)) => self.objects(a, b),
            _ => Ok(left == right),
        }
    }

    fn arrays(&mut self, left: &[Json], right: &[Json]) -> Outcome<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        for (a, b) in left.iter().zip(right) {
            if !self.json(a, b)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn objects(
        &mut self,
        left: &serde_json::Map<String, Json>,
        right: &serde_json::Map<String, Json>,
    ) -> Outcome<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        for (name, a) in left {
            match right.get(name) {
                Some(b) if self.json(a, b)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    fn lists(&mut self, left: &List<'_>, right: &List<'_>) -> Outcome<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        match left.semantics() {
            Semantics::Plain => self.in_order(left, right),
            Semantics::Set => self.sets(left, right),
            Semantics::Map(keys) => self.keyed(left, right, keys),
        }
    }

    fn in_order(&mut self, left: &List<'_>, right: &List<'_>) -> Outcome<bool> {
        let strict = match &left.0 {
            ListItems::Data { shape, .. } => !matches!(shape.kind, Kind::Native),
            ListItems::Bound(_) => true,
            _ => false,
        };
        let joined = matches!(left.0, ListItems::Joined(_));
        let mut first = None;
        for (a, b) in left.iter().zip(right.iter()) {
            let equal = match (a, b) {
                (Err(error), _) => Err(error),
                (Ok(a), Err(error)) => match a {
                    // A value of the object that is not as its schema says equals nothing.
                    Value::Bool(_) | Value::Int(_) | Value::String(_) | Value::Double(_) => Ok(false),
                    _ => Err(error),
                },
                (Ok(a), Ok(b)) if strict => self.value_equal(&a, &b),
                (Ok(a), Ok(b)) => self.equal(&a, &b),
            };
            match equal {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(error) if strict || error.cancelled => return Err(error),
                // Lists of expressions pass over what cannot be compared; two in a row tell of it at the end.
                Err(error) => {
                    if joined {
                        first.get_or_insert(error);
                    }
                }
            }
        }
        first.map_or(Ok(true), Err)
    }

    fn sets(&mut self, left: &List<'_>, right: &List<'_>) -> Outcome<bool> {
        let by_value = self.server.at_least(37);
        let mut known = HashSet::new();
        for key in set_keys(left, by_value)? {
            self.step()?;
            known.insert(key);
        }
        let mut seen = HashSet::new();
        for item in right.iter() {
            self.step()?;
            let key = Scalar::of_element(item)?;
            if !known.contains(&key) {
                return Ok(false);
            }
            seen.insert(key);
        }
        Ok(!by_value || seen.len() == known.len())
    }

    fn keyed(&mut self, left: &List<'_>, right: &List<'_>, keys: &[String]) -> Outcome<bool> {
        let mut known: HashMap<Vec<Scalar>, Value<'_>> = HashMap::new();
        let mut shape_errors = HashMap::new();
        match &left.0 {
            ListItems::Data { items, shape } => {
                let element = shape.element();
                for json in items.iter() {
                    self.step()?;
                    let key = json_key(json, keys);
                    let value = match element {
                        Some(shape) => value_of(json, shape),
                        None => Ok(crate::data::native(json)),
                    };
                    if let Some(key) = key {
                        match value {
                            Ok(value) => {
                                shape_errors.remove(&key);
                                known.insert(key, value);
                            }
                            Err(error) => {
                                known.remove(&key);
                                shape_errors.insert(key, error);
                            }
                        }
                    }
                }
            }
            _ => {
                for item in left.iter() {
                    self.step()?;
                    if let Ok(item) = item
                        && let Some(key) = value_key(&item, keys, self.server)
                    {
                        known.insert(key, item);
                    }
                }
            }
        }
        let by_fields = matches!(left.0, ListItems::Owned(_));
        let mut seen = HashSet::new();
        for item in right.iter() {
            self.step()?;
            let item = item?;
            let key = if by_fields || self.server.at_least(37) && item_is_made(&item) {
                value_key(&item, keys, self.server)
            } else {
                match &item {
                    Value::Map(map) => map.fields().and_then(|fields| fields_key(fields, keys)),
                    Value::Preserved(json) => json_key(json, keys),
                    _ => None,
                }
            };
            let Some(key) = key else {
                return Ok(false);
            };
            if let Some(error) = shape_errors.get(&key) {
                return Err(error.clone());
            }
            match known.get(&key) {
                Some(value) if self.value_equal(value, &item)? => {}
                _ => return Ok(false),
            }
            seen.insert(key);
        }
        Ok(!self.server.at_least(37) || seen.len() == known.len() + shape_errors.len())
    }

    fn maps(&mut self, left: &Map<'_>, right: &Map<'_>) -> Outcome<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        let Some(fields) = left.fields().filter(|_| {
            left.shape().is_some_and(|shape| !matches!(shape.kind, Kind::Native))
        }) else {
            return self.made_maps(left, right);
        };
        let shape = left.shape();
        for (name, json) in fields {
            self.step()?;
            let declared = match shape.map(|shape| &shape.kind) {
                Some(Kind::Object(_)) => shape.and_then(|shape| shape.property(name)).is_some(),
                Some(Kind::Map(_)) => true,
                _ => false,
            };
            if declared {
                let (a, b) = (left.find_name(name), right.find_name(name));
                match (a, b) {
                    (None, None) => {}
                    (Some(a), Some(b)) => {
                        if !self.value_equal(&a?, &b?)? {
                            return Ok(false);
                        }
                    }
                    _ => return Ok(false),
                }
            } else {
                let Some(others) = right.fields() else {
                    return Err(EvalError::no_such_overload());
                };
                if let Some(other) = others.get(name)
                    && !self.json(json, other)?
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    fn made_maps(&mut self, left: &Map<'_>, right: &Map<'_>) -> Outcome<bool> {
        for key in left.keys() {
            let (Some(a), Some(b)) = (left.find(&key), right.find(&key)) else {
                return Ok(false);
            };
            match a.and_then(|a| self.equal(&a, &b?)) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(error) if error.cancelled => return Err(error),
                Err(_) => {}
            }
        }
        Ok(true)
    }
}

const fn item_is_made(item: &Value<'_>) -> bool {
    matches!(item, Value::Map(map) if map.fields().is_none())
}

/// What a Go map would be keyed by: a scalar with its type.
#[derive(PartialEq, Eq, Hash, Clone, Debug)]
pub(crate) enum Scalar {
    Nothing,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(u64),
    String(String),
    Bytes(Vec<u8>),
    Duration(i64),
    Timestamp(i64, u32),
}

impl Scalar {
    fn double(number: f64) -> Self {
        Self::Double(if number == 0.0 { 0 } else { number.to_bits() })
    }

    fn of_json(json: &Json) -> Self {
        match json {
            Json::Bool(flag) => Self::Bool(*flag),
            Json::Number(number) => match number.as_i64() {
                Some(integer) => Self::Int(integer),
                None => Self::double(number.as_f64().unwrap_or(f64::NAN)),
            },
            Json::String(text) => Self::String(text.clone()),
            Json::Null | Json::Array(_) | Json::Object(_) => Self::Nothing,
        }
    }

    pub(crate) fn of_value(value: &Value<'_>) -> Option<Self> {
        Some(match value {
            Value::Null => Self::Nothing,
            Value::Bool(flag) => Self::Bool(*flag),
            Value::Int(number) => Self::Int(*number),
            Value::Uint(number) => Self::Uint(*number),
            Value::Double(number) => Self::double(*number),
            Value::String(text) => Self::String(text.to_string()),
            Value::Bytes(bytes) => Self::Bytes(bytes.to_vec()),
            Value::Duration(duration) => Self::Duration(duration.0),
            Value::Timestamp(timestamp) => {
                let (seconds, nanoseconds) = timestamp.instant();
                Self::Timestamp(seconds, nanoseconds)
            }
            Value::Preserved(json) => Self::of_json(json),
            _ => return None,
        })
    }

    fn of_element(element: Outcome<Value<'_>>) -> Outcome<Self> {
        Self::of_value(&element?).ok_or_else(|| {
            EvalError::error("listSet operations are only supported on lists of scalar values")
        })
    }
}

/// The keys of a set's own elements: before 1.37 of the JSON, so that a duration is a text there.
pub(crate) fn set_keys(list: &List<'_>, by_value: bool) -> Outcome<Vec<Scalar>> {
    match &list.0 {
        ListItems::Data { items, .. } if !by_value => Ok(items.iter().map(Scalar::of_json).collect()),
        ListItems::Bound(bound) if !by_value => Ok(bound
            .elements
            .iter()
            .map(|element| match element {
                Element::Json(json) => Scalar::of_json(json),
                Element::Value(value) => Scalar::of_value(value).unwrap_or(Scalar::Nothing),
            })
            .collect()),
        _ => list.iter().map(Scalar::of_element).collect(),
    }
}

/// The key of a list map's element. The server looks for the escaped names in the JSON.
pub(crate) fn json_key(json: &Json, keys: &[String]) -> Option<Vec<Scalar>> {
    fields_key(json.as_object()?, keys)
}

fn fields_key(fields: &serde_json::Map<String, Json>, keys: &[String]) -> Option<Vec<Scalar>> {
    Some(
        keys.iter()
            .map(|key| fields.get(key).map_or(Scalar::Nothing, Scalar::of_json))
            .collect(),
    )
}

/// The key of a value: by its fields from 1.37 on, before by the JSON that it is.
pub(crate) fn value_key(
    value: &Value<'_>,
    keys: &[String],
    server: KubeVersion,
) -> Option<Vec<Scalar>> {
    let Value::Map(map) = value else {
        return server.at_least(37).then(|| vec![Scalar::Nothing; keys.len()]);
    };
    if !server.at_least(37) {
        return fields_key(map.fields()?, keys);
    }
    Some(
        keys.iter()
            .map(|key| match map.find_name(key) {
                Some(Ok(value)) => Scalar::of_value(&value).unwrap_or(Scalar::Nothing),
                _ => Scalar::Nothing,
            })
            .collect(),
    )
}
