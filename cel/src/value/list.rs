//! Lists: of the object, made by an expression, or two joined without copying.

use std::sync::Arc;

use serde_json::Value as Json;

use super::Value;
use crate::data::{Kind, Layout, ListType, NATIVE, from_array, from_object, native, value_of};
use crate::failure::{EvalError, Outcome};

/// A list.
#[derive(Clone)]
pub struct List<'a>(pub(crate) ListItems<'a>);

#[derive(Clone)]
pub(crate) enum ListItems<'a> {
    /// Of the object, with the layout of the list.
    Data {
        items: &'a Vec<Json>,
        layout: &'a Layout,
    },
    /// Of an expression.
    Owned(Arc<OwnedList<'a>>),
    /// A list of the object with values added, which servers before 1.37 read by the schema again.
    Bound(Arc<Bound<'a>>),
    /// Two lists in a row.
    Joined(Arc<Joined<'a>>),
}

pub(crate) struct OwnedList<'a> {
    /// Errors are elements of lists of the object that are not as the schema says.
    pub(crate) items: Vec<Outcome<Value<'a>>>,
    pub(crate) semantics: Semantics<'a>,
}

/// How a list compares and adds.
#[derive(Clone, Copy)]
pub(crate) enum Semantics<'a> {
    Plain,
    Set,
    Map(&'a [String]),
}

pub(crate) struct Bound<'a> {
    pub(crate) elements: Vec<Element<'a>>,
    pub(crate) layout: &'a Layout,
}

/// What a list of the object holds after values were added to it.
#[derive(Clone)]
pub(crate) enum Element<'a> {
    Json(&'a Json),
    Value(Value<'a>),
}

pub(crate) struct Joined<'a> {
    left: List<'a>,
    right: List<'a>,
    length: u64,
    depth: u32,
}

/// How deep lists may be joined; texts of rules do not get there.
const MOST_JOINS: u32 = 2_000;

impl<'a> List<'a> {
    pub(crate) const fn data(items: &'a Vec<Json>, layout: &'a Layout) -> Self {
        Self(ListItems::Data { items, layout })
    }

    pub(crate) fn owned(items: Vec<Value<'a>>) -> Self {
        Self::with_semantics(items, Semantics::Plain)
    }

    pub(crate) fn with_semantics(items: Vec<Value<'a>>, semantics: Semantics<'a>) -> Self {
        let items = items.into_iter().map(Ok).collect();
        Self(ListItems::Owned(Arc::new(OwnedList { items, semantics })))
    }

    /// Of elements that may be errors.
    pub(crate) fn of_elements(items: Vec<Outcome<Value<'a>>>) -> Self {
        let semantics = Semantics::Plain;
        Self(ListItems::Owned(Arc::new(OwnedList { items, semantics })))
    }

    /// How many elements there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.0 {
            ListItems::Data { items, .. } => items.len() as u64,
            ListItems::Owned(list) => list.items.len() as u64,
            ListItems::Bound(bound) => bound.elements.len() as u64,
            ListItems::Joined(joined) => joined.length,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// An element, if there are so many; the object may hold one that is not as the schema says.
    #[must_use]
    pub fn get(&self, index: u64) -> Option<Outcome<Value<'a>>> {
        let mut list = self;
        let mut index = index;
        loop {
            let at = usize::try_from(index).ok()?;
            return match &list.0 {
                ListItems::Data { items, layout } => Some(item(items.get(at)?, layout)),
                ListItems::Owned(owned) => owned.items.get(at).cloned(),
                ListItems::Bound(bound) => Some(bound.item(bound.elements.get(at)?)),
                ListItems::Joined(joined) => {
                    let before = joined.left.len();
                    (list, index) = if index < before {
                        (&joined.left, index)
                    } else {
                        (&joined.right, index - before)
                    };
                    continue;
                }
            };
        }
    }

    /// The elements, each a value or why it is none.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, 'a> {
        Iter {
            pending: Vec::new(),
            current: Some(self),
            index: 0,
        }
    }

    pub(crate) fn semantics(&self) -> Semantics<'a> {
        match &self.0 {
            ListItems::Owned(owned) => owned.semantics,
            ListItems::Data { layout, .. } => semantics(layout),
            ListItems::Bound(bound) => semantics(bound.layout),
            ListItems::Joined(_) => Semantics::Plain,
        }
    }

    /// Two lists of expressions in a row.
    pub(crate) fn join(self, right: Self) -> Outcome<Self> {
        if self.is_empty() {
            return Ok(right);
        }
        if right.is_empty() {
            return Ok(self);
        }
        let depth = |list: &Self| match &list.0 {
            ListItems::Joined(joined) => joined.depth,
            _ => 0,
        };
        let depth = depth(&self).max(depth(&right)) + 1;
        if depth > MOST_JOINS {
            return Err(EvalError::over_budget());
        }
        Ok(Self(ListItems::Joined(Arc::new(Joined {
            length: self.len().saturating_add(right.len()),
            depth,
            left: self,
            right,
        }))))
    }

    /// Adds an element in place if nobody else has the list.
    pub(crate) fn push(&mut self, value: Value<'a>) -> Result<(), Value<'a>> {
        if let ListItems::Owned(list) = &mut self.0
            && let Some(list) = Arc::get_mut(list)
        {
            list.items.push(Ok(value));
            Ok(())
        } else {
            Err(value)
        }
    }
}

pub(crate) fn semantics(layout: &Layout) -> Semantics<'_> {
    match &layout.kind {
        Kind::List {
            list_type: ListType::Set,
            ..
        } => Semantics::Set,
        Kind::List {
            list_type: ListType::Map(keys),
            ..
        } => Semantics::Map(keys),
        _ => Semantics::Plain,
    }
}

fn item<'a>(json: &'a Json, layout: &'a Layout) -> Outcome<Value<'a>> {
    match layout.element() {
        Some(layout) => value_of(json, layout),
        None => Ok(native(json)),
    }
}

impl<'a> Bound<'a> {
    fn item(&self, element: &Element<'a>) -> Outcome<Value<'a>> {
        let layout = self.layout.element().unwrap_or(&NATIVE);
        match element {
            Element::Json(json) => value_of(json, layout),
            Element::Value(value) => rebound(value, layout),
        }
    }
}

/// A value that is read by a schema again: only what is held as JSON would be survives.
fn rebound<'a>(value: &Value<'a>, layout: &'a Layout) -> Outcome<Value<'a>> {
    let go = value.go_type();
    let unexpected = |what: &str| {
        Err(EvalError::error(format!(
            "invalid data, expected {what}, got {go}"
        )))
    };
    match (&layout.kind, value) {
        (Kind::Native, _) => Ok(value.clone()),
        (Kind::IntOrString, Value::Int(_) | Value::String(_)) => Ok(value.clone()),
        (Kind::IntOrString, _) => Err(EvalError::error(
            "invalid data, expected XIntOrString value to be either a string or integer",
        )),
        (Kind::Object(_) | Kind::Map(_) | Kind::Closed, _) => match value {
            Value::Map(map) if map.fields().is_some() => Ok(map
                .fields()
                .map_or(Value::Null, |fields| from_object(fields, layout))),
            _ => Err(EvalError::error(
                "invalid data, expected a map for the provided schema with type=object",
            )),
        },
        (Kind::List { .. }, _) => match value {
            Value::List(List(ListItems::Data { items, .. })) => from_array(items, layout),
            _ => Err(EvalError::error(
                "invalid data, expected an array for the provided schema with type=array",
            )),
        },
        (Kind::String, Value::String(_)) => Ok(value.clone()),
        (Kind::String | Kind::Duration | Kind::Date | Kind::DateTime | Kind::Byte, _) => {
            unexpected("string")
        }
        (Kind::Number, Value::Double(_)) => Ok(value.clone()),
        #[expect(clippy::cast_precision_loss, reason = "as in the server")]
        (Kind::Number, Value::Int(number)) => Ok(Value::Double(*number as f64)),
        (Kind::Number, _) => unexpected("float"),
        (Kind::Integer, Value::Int(_)) | (Kind::Boolean, Value::Bool(_)) => Ok(value.clone()),
        (Kind::Integer, _) => unexpected("int"),
        (Kind::Boolean, _) => unexpected("bool"),
        (Kind::Preserved, _) => Ok(value.clone()),
    }
}

/// The elements of a list in order.
pub struct Iter<'l, 'a> {
    pending: Vec<&'l List<'a>>,
    current: Option<&'l List<'a>>,
    index: u64,
}

impl<'a> Iterator for Iter<'_, 'a> {
    type Item = Outcome<Value<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let list = self.current?;
            if let ListItems::Joined(joined) = &list.0 {
                self.pending.push(&joined.right);
                self.current = Some(&joined.left);
                continue;
            }
            if let Some(item) = list.get(self.index) {
                self.index += 1;
                return Some(item);
            }
            self.current = self.pending.pop();
            self.index = 0;
        }
    }
}

impl List<'_> {
    /// Whether it is a list of the object with its schema.
    pub(crate) const fn is_of_object(&self) -> bool {
        match &self.0 {
            ListItems::Data { layout, .. } => !matches!(layout.kind, Kind::Native),
            ListItems::Bound(_) => true,
            ListItems::Owned(_) | ListItems::Joined(_) => false,
        }
    }
}

impl<'l, 'a> IntoIterator for &'l List<'a> {
    type Item = Outcome<Value<'a>>;
    type IntoIter = Iter<'l, 'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
