//! Equality: of numbers across types, of lists and maps by their elements, of sets without order.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use serde_json::Value as Json;

use super::compare::numbers;
use super::list::{ListItems, Semantics};
use super::scalar::{Scalar, fields_key, json_key, set_keys, value_key};
use super::{List, Map, Value};
use crate::KubeVersion;
use crate::context::Context;
use crate::data::{Kind, value_of};
use crate::failure::{EvalError, Outcome};

/// Two values, compared as `==` does.
pub(crate) fn equal(left: &Value<'_>, right: &Value<'_>, context: Context<'_>) -> Outcome<bool> {
    // What rules compare most.
    match (left, right) {
        (Value::String(a), Value::String(b)) => return Ok(a == b),
        (Value::Int(a), Value::Int(b)) => return Ok(a == b),
        (Value::Bool(a), Value::Bool(b)) => return Ok(a == b),
        _ => {}
    }
    Comparison::new(context).equal(left, right)
}

/// One comparison.
pub(crate) struct Comparison<'w> {
    context: Context<'w>,
    server: KubeVersion,
}

impl<'w> Comparison<'w> {
    pub(crate) const fn new(context: Context<'w>) -> Self {
        Self {
            context,
            server: context.server,
        }
    }

    /// The cost of `==` does not see into elements, so a list of lists of lists that are all the same one takes no time to
    /// make and would take forever to compare.
    fn step(&self) -> Outcome<()> {
        self.context.work(1)
    }

    /// As `==` and the elements of lists that expressions make are compared: `null` equals `null` only.
    pub(crate) fn equal(&self, left: &Value<'_>, right: &Value<'_>) -> Outcome<bool> {
        match (left, right) {
            (Value::Null, _) | (_, Value::Null) => {
                Ok(matches!((left, right), (Value::Null, Value::Null)))
            }
            _ => self.value_equal(left, right),
        }
    }

    /// As the left value compares itself; some of the server's types refuse to be compared with others.
    pub(crate) fn value_equal(&self, left: &Value<'_>, right: &Value<'_>) -> Outcome<bool> {
        self.step()?;
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
            (Value::Map(a), Value::Map(b)) => self.maps(a, b),
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
            (Value::Preserved(a), _) => self.preserved(a, right),
            (Value::Empty, Value::Empty) => Ok(true),
            _ if refuses_others(left) => Err(EvalError::no_such_overload()),
            _ => Ok(false),
        }
    }

    /// Elements of which either may not be readable: the left one's error is the comparison's, the right one's is a value of no
    /// type, which most values do not equal. `by`: how two that are readable are compared.
    fn elements<'v>(
        &self,
        left: Outcome<Value<'v>>,
        right: Outcome<Value<'v>>,
        by: fn(&Self, &Value<'v>, &Value<'v>) -> Outcome<bool>,
    ) -> Outcome<bool> {
        let left = left?;
        match right {
            Ok(right) => by(self, &left, &right),
            Err(error) if error.is_final() || refuses_others(&left) => Err(error),
            Err(_) => Ok(false),
        }
    }

    fn preserved(&self, left: &Json, right: &Value<'_>) -> Outcome<bool> {
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
    fn json(&self, left: &Json, right: &Json) -> Outcome<bool> {
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

    fn arrays(&self, left: &[Json], right: &[Json]) -> Outcome<bool> {
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
        &self,
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

    fn lists(&self, left: &List<'_>, right: &List<'_>) -> Outcome<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        match left.semantics() {
            Semantics::Plain => self.in_order(left, right),
            Semantics::Set => self.sets(left, right),
            Semantics::Map(keys) => self.keyed(left, right, keys),
        }
    }

    fn in_order(&self, left: &List<'_>, right: &List<'_>) -> Outcome<bool> {
        let strict = is_held(left);
        let joined = matches!(left.0, ListItems::Joined(_));
        let mut first = None;
        let by = if strict {
            Self::value_equal
        } else {
            Self::equal
        };
        for (a, b) in left.iter().zip(right.iter()) {
            let equal = self.elements(a, b, by);
            match equal {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(error) if strict || error.is_final() => return Err(error),
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

    fn sets(&self, left: &List<'_>, right: &List<'_>) -> Outcome<bool> {
        let by_value = self.server.at_least(37);
        let mut known = HashSet::new();
        for key in set_keys(left, by_value)? {
            self.step()?;
            known.insert(key);
        }
        let mut seen = HashSet::new();
        for item in right {
            self.step()?;
            let item = item?;
            if let (Value::Bytes(_) | Value::List(_) | Value::Map(_), false) = (&item, by_value) {
                return Err(EvalError::unhashable(item.go_type()));
            }
            let key = Scalar::of_element(Ok(item))?;
            if !known.contains(&key) {
                return Ok(false);
            }
            seen.insert(key);
        }
        Ok(!by_value || seen.len() == known.len())
    }

    fn keyed(&self, left: &List<'_>, right: &List<'_>, keys: &[String]) -> Outcome<bool> {
        let mut known: HashMap<Vec<Scalar>, Value<'_>> = HashMap::new();
        let mut unreadable = HashMap::new();
        match &left.0 {
            ListItems::Data { items, layout } => {
                let element = layout.element();
                for json in *items {
                    self.step()?;
                    let key = json_key(json, keys, self.server);
                    let value = match element {
                        Some(layout) => value_of(json, layout),
                        None => Ok(crate::data::native(json)),
                    };
                    if let Some(key) = key {
                        match value {
                            Ok(value) => {
                                unreadable.remove(&key);
                                known.insert(key, value);
                            }
                            Err(error) => {
                                known.remove(&key);
                                unreadable.insert(key, error);
                            }
                        }
                    }
                }
            }
            _ => {
                for item in left {
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
        for item in right {
            self.step()?;
            let item = match item {
                Ok(item) => item,
                Err(error) if error.is_final() => return Err(error),
                // What is no object has a key that no other has.
                Err(_) => return Ok(false),
            };
            let key = if by_fields || self.server.at_least(37) && item_is_made(&item) {
                value_key(&item, keys, self.server)
            } else {
                match &item {
                    Value::Map(map) => map
                        .fields()
                        .map(|fields| fields_key(fields, keys, self.server)),
                    Value::Preserved(json) => json_key(json, keys, self.server),
                    _ => None,
                }
            };
            let Some(key) = key else {
                return Ok(false);
            };
            if let Some(error) = unreadable.get(&key) {
                return Err(error.clone());
            }
            match known.get(&key) {
                Some(value) if self.value_equal(value, &item)? => {}
                _ => return Ok(false),
            }
            seen.insert(key);
        }
        Ok(!self.server.at_least(37) || seen.len() == known.len() + unreadable.len())
    }

    fn maps(&self, left: &Map<'_>, right: &Map<'_>) -> Outcome<bool> {
        if left.len() != right.len() {
            return Ok(false);
        }
        let Some(fields) = left.fields().filter(|_| {
            left.layout()
                .is_some_and(|layout| !matches!(layout.kind, Kind::Native))
        }) else {
            return self.made_maps(left, right);
        };
        let layout = left.layout();
        for (name, json) in fields {
            self.step()?;
            let declared = match layout.map(|layout| &layout.kind) {
                Some(Kind::Object(_)) => layout.and_then(|layout| layout.property(name)).is_some(),
                Some(Kind::Map(_)) => true,
                _ => false,
            };
            if declared {
                let (a, b) = (left.find_name(name), right.find_name(name));
                match (a, b) {
                    (None, None) => {}
                    (Some(a), Some(b)) => {
                        if !self.elements(a, b, Self::value_equal)? {
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

    fn made_maps(&self, left: &Map<'_>, right: &Map<'_>) -> Outcome<bool> {
        for (key, a) in left.pairs() {
            let (Some(a), Some(b)) = (a, right.find(&key)) else {
                return Ok(false);
            };
            match self.elements(a, b, Self::equal) {
                Ok(true) => {}
                Ok(false) => return Ok(false),
                Err(error) if error.is_final() => return Err(error),
                Err(_) => {}
            }
        }
        Ok(true)
    }
}

/// Whether a value refuses to be compared with one of another type, as some of the server's do, where most are just not equal.
fn refuses_others(value: &Value<'_>) -> bool {
    match value {
        Value::List(list) => is_held(list),
        Value::Map(map) => map
            .layout()
            .is_some_and(|layout| !matches!(layout.kind, Kind::Native)),
        Value::Quantity(_)
        | Value::Url(_)
        | Value::Ip(_)
        | Value::Cidr(_)
        | Value::Format(_)
        | Value::Semver(_) => true,
        _ => false,
    }
}

/// Whether a list is one of the object, whose elements have a schema.
fn is_held(list: &List<'_>) -> bool {
    match &list.0 {
        ListItems::Data { layout, .. } => !matches!(layout.kind, Kind::Native),
        ListItems::Bound(_) => true,
        _ => false,
    }
}

const fn item_is_made(item: &Value<'_>) -> bool {
    matches!(item, Value::Map(map) if map.fields().is_none())
}
