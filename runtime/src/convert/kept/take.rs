//! Values without what is kept of them.

use super::Kept;
use crate::convert::json::{Json, Kind, same};

/// What is left where an object is taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Left {
    Nothing,
    /// An object without members.
    Empty,
}

impl Kept {
    /// What it is kept of, without the values that are kept, and without the objects around them that are `depth` members
    /// deep; values that are blank stay. Nothing where that cannot be told.
    pub(crate) fn taken_from(
        &self,
        value: &Json,
        depth: usize,
        left: Left,
    ) -> Option<Json<'static>> {
        match self {
            Self::Members(kept) => {
                let mut members = value.clone().into_owned().into_members().ok()?;
                for (name, kept) in kept {
                    let place = members.iter().position(|(member, _)| member == name);
                    match (kept, place) {
                        (Self::Value(value), Some(place)) if !value.is_blank() => {
                            if left == Left::Empty && value.kind() == Kind::Object {
                                members.get_mut(place)?.1 = Json::raw("{}");
                            } else {
                                members.remove(place);
                            }
                        }
                        (Self::Value(_) | Self::Absent, _) => {}
                        (Self::Itself(value), _) => {
                            if !value.is_blank() {
                                return None;
                            }
                        }
                        (_, Some(place)) if depth <= 1 => {
                            members.remove(place);
                        }
                        (kept, Some(place)) => {
                            let (_, value) = members.get_mut(place)?;
                            *value = kept.taken_from(value, depth - 1, left)?;
                        }
                        (kept, None) if kept.has_value() => return None,
                        (_, None) => {}
                    }
                }
                Some(Json::Object(members))
            }
            Self::Aligned { items: kept, .. } => {
                let mut items = value.clone().into_owned().into_items().ok()?;
                for (index, kept) in kept {
                    let item = items.get_mut(*index)?;
                    *item = kept.taken_from(item, depth.saturating_sub(1), left)?;
                }
                Some(Json::Array(items))
            }
            Self::Value(_) | Self::Absent | Self::Itself(_) | Self::Keyed(_) => None,
        }
    }

    /// Whether a value has all that is kept, and lacks what is kept to be absent.
    pub(crate) fn is_in(&self, value: &Json) -> bool {
        match self {
            Self::Members(kept) => kept.iter().all(|(name, kept)| {
                let place = match kept {
                    Self::Itself(_) => Some(value.borrowed()),
                    _ => value.member(name),
                };
                match (kept, place) {
                    (kept, Some(place)) => kept.is_in(&place),
                    (kept, None) => !kept.has_value(),
                }
            }),
            Self::Value(kept) | Self::Itself(kept) => has_all(value, kept),
            Self::Aligned { items: kept, .. } => {
                let items = value.borrowed().into_items().unwrap_or_default();
                kept.iter()
                    .all(|(index, kept)| items.get(*index).is_some_and(|item| kept.is_in(item)))
            }
            Self::Absent | Self::Keyed(_) => false,
        }
    }

    /// How many members deep what is kept goes.
    pub(crate) fn depth(&self) -> usize {
        match self {
            Self::Members(members) => {
                let below = members.iter().map(|(_, kept)| kept.depth());
                1 + below.max().unwrap_or_default()
            }
            Self::Aligned { items, .. } => {
                let below = items.iter().map(|(_, kept)| kept.depth());
                1 + below.max().unwrap_or_default()
            }
            Self::Value(_) | Self::Absent | Self::Itself(_) | Self::Keyed(_) => 0,
        }
    }
}

/// Whether a value is the other, or an object with all that it has.
fn has_all(value: &Json, other: &Json) -> bool {
    same(value, other)
        || other.borrowed().into_members().is_ok_and(|members| {
            let mut members = members.iter();
            members.all(|(name, other)| {
                value
                    .member(name)
                    .is_some_and(|value| has_all(&value, other))
            })
        })
}
