//! Maps: objects, maps of the object, and those that an expression makes.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map as JsonMap, Value as Json};

use super::{Key, Text, Value};
use crate::data::{Kind, Layout, native, value_of};
use crate::failure::{EvalError, Outcome};
use crate::schema::unescape;

/// A map, or an object.
#[derive(Clone)]
pub struct Map<'a>(MapItems<'a>);

#[derive(Clone)]
enum MapItems<'a> {
    Data {
        fields: &'a JsonMap<String, Json>,
        layout: &'a Layout,
    },
    Owned(Arc<OwnedMap<'a>>),
    /// By texts, as a message has them.
    Texts(Arc<OwnedMap<'a>>),
}

pub(crate) type OwnedMap<'a> = BTreeMap<Key<'a>, Value<'a>>;

impl<'a> Map<'a> {
    pub(crate) const fn data(fields: &'a JsonMap<String, Json>, layout: &'a Layout) -> Self {
        Self(MapItems::Data { fields, layout })
    }

    pub(crate) fn owned(entries: OwnedMap<'a>) -> Self {
        Self(MapItems::Owned(Arc::new(entries)))
    }

    /// A map that only texts are looked for in.
    pub(crate) fn of_texts(entries: OwnedMap<'a>) -> Self {
        Self(MapItems::Texts(Arc::new(entries)))
    }

    pub(crate) const fn fields(&self) -> Option<&'a JsonMap<String, Json>> {
        match self.0 {
            MapItems::Data { fields, .. } => Some(fields),
            MapItems::Owned(_) | MapItems::Texts(_) => None,
        }
    }

    pub(crate) const fn layout(&self) -> Option<&'a Layout> {
        match self.0 {
            MapItems::Data { layout, .. } => Some(layout),
            MapItems::Owned(_) | MapItems::Texts(_) => None,
        }
    }

    pub(crate) fn entries(&self) -> Option<&OwnedMap<'a>> {
        match &self.0 {
            MapItems::Owned(entries) | MapItems::Texts(entries) => Some(entries),
            MapItems::Data { .. } => None,
        }
    }

    pub(crate) fn entries_mut(&mut self) -> Option<&mut OwnedMap<'a>> {
        match &mut self.0 {
            MapItems::Owned(entries) => Arc::get_mut(entries),
            MapItems::Data { .. } | MapItems::Texts(_) => None,
        }
    }

    /// How many entries there are; of an object, those that its schema does not have, too.
    #[must_use]
    pub fn len(&self) -> u64 {
        match &self.0 {
            MapItems::Data { fields, .. } => fields.len() as u64,
            MapItems::Owned(entries) | MapItems::Texts(entries) => entries.len() as u64,
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a key. A map of the object has strings for keys: asking it for anything else is an error.
    #[must_use]
    pub fn find(&self, key: &Value<'_>) -> Option<Outcome<Value<'a>>> {
        match (&self.0, key) {
            (MapItems::Data { .. }, Value::String(name)) => self.find_name(name),
            (MapItems::Data { layout, .. }, _) if matches!(layout.kind, Kind::Native) => None,
            (MapItems::Data { .. }, _) => Some(Err(EvalError::no_such_overload())),
            (MapItems::Texts(_), Value::String(name)) => self.find_name(name),
            (MapItems::Texts(_), _) => None,
            (MapItems::Owned(entries), _) if entries.is_empty() => None,
            (MapItems::Owned(entries), _) => match Key::hashable(key) {
                Ok(()) => Key::lookup(entries, key).cloned().map(Ok),
                Err(error) => Some(Err(error)),
            },
        }
    }

    /// The value of a string key; of an object, the field of this escaped name.
    pub(crate) fn find_name(&self, name: &str) -> Option<Outcome<Value<'a>>> {
        match &self.0 {
            MapItems::Data { fields, layout } => match &layout.kind {
                Kind::Object(_) => {
                    let property = unescape(name)?;
                    let json = fields.get(&*property).filter(|json| !json.is_null())?;
                    Some(value_of(json, layout.property(&property)?))
                }
                Kind::Map(values) => Some(value_of(fields.get(name)?, values)),
                Kind::Native => fields.get(name).map(|json| Ok(native(json))),
                _ => None,
            },
            MapItems::Owned(entries) | MapItems::Texts(entries) => {
                Key::lookup(entries, &Value::String(Text::Borrowed(name)))
                    .cloned()
                    .map(Ok)
            }
        }
    }

    /// The keys, as [`Self::keys`] gives them, and the value of each.
    pub(crate) fn pairs(&self) -> Vec<(Value<'a>, Option<Outcome<Value<'a>>>)> {
        match &self.0 {
            // A key may be one that nothing finds.
            MapItems::Owned(entries) | MapItems::Texts(entries) => entries
                .iter()
                .map(|(key, value)| (key.to_value(), Some(Ok(value.clone()))))
                .collect(),
            MapItems::Data { .. } => {
                let pair = |key| {
                    let value = self.find(&key);
                    (key, value)
                };
                self.keys().into_iter().map(pair).collect()
            }
        }
    }

    /// The keys, ascending. Where an object has fields that its schema does not have, that many nulls end them.
    #[must_use]
    pub fn keys(&self) -> Vec<Value<'a>> {
        match &self.0 {
            MapItems::Owned(entries) | MapItems::Texts(entries) => {
                entries.keys().map(Key::to_value).collect()
            }
            MapItems::Data { fields, layout } => {
                let mut keys: Vec<Value<'a>> = match &layout.kind {
                    Kind::Object(properties) => fields
                        .keys()
                        .filter_map(|name| {
                            let at = properties
                                .binary_search_by(|property| property.name.as_str().cmp(name))
                                .ok()?;
                            let escaped = properties.get(at)?.escaped.as_deref();
                            Some(Value::String(Text::Borrowed(escaped.unwrap_or(name))))
                        })
                        .collect(),
                    Kind::Map(_) | Kind::Native => fields
                        .keys()
                        .map(|name| Value::String(Text::Borrowed(name)))
                        .collect(),
                    _ => Vec::new(),
                };
                keys.resize(fields.len(), Value::Null);
                keys
            }
        }
    }
}

impl<'a> Map<'a> {
    /// The field of an object by its name in the schema, and by its place among the declared ones where that is known.
    pub(crate) fn find_property(
        &self,
        property: &str,
        place: Option<usize>,
    ) -> Option<Outcome<Value<'a>>> {
        let MapItems::Data { fields, layout } = &self.0 else {
            return None;
        };
        let Kind::Object(properties) = &layout.kind else {
            return None;
        };
        let json = fields.get(property).filter(|json| !json.is_null())?;
        // The place is one of another layout where an optional lost its schema on the way.
        let declared = place
            .and_then(|place| properties.get(place))
            .filter(|declared| declared.name == property);
        let layout = match declared {
            Some(declared) => &declared.layout,
            None => layout.property(property)?,
        };
        Some(value_of(json, layout))
    }
}
