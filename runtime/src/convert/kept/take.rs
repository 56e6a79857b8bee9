//! Values without what is kept of them.

use super::Kept;
use crate::convert::json::Json;

impl Kept {
    /// What it is kept of, without the values that are kept; those that are blank stay. Nothing where that cannot be told.
    pub(crate) fn taken_from(&self, value: &Json) -> Option<Json<'static>> {
        match self {
            Self::Members(kept) => {
                let mut members = value.clone().into_owned().into_members().ok()?;
                for (name, kept) in kept {
                    let place = members.iter().position(|(member, _)| member == name);
                    match (kept, place) {
                        (Self::Value(value), Some(place)) if !value.is_blank() => {
                            members.remove(place);
                        }
                        (Self::Value(_) | Self::Absent, _) => {}
                        (Self::Itself(value), _) => {
                            if !value.is_blank() {
                                return None;
                            }
                        }
                        (kept, Some(place)) => {
                            let (_, value) = members.get_mut(place)?;
                            *value = kept.taken_from(value)?;
                        }
                        (_, None) => return None,
                    }
                }
                Some(Json::Object(members))
            }
            Self::Aligned { items: kept, .. } => {
                let mut items = value.clone().into_owned().into_items().ok()?;
                for (index, kept) in kept {
                    let item = items.get_mut(*index)?;
                    *item = kept.taken_from(item)?;
                }
                Some(Json::Array(items))
            }
            Self::Value(_) | Self::Absent | Self::Itself(_) | Self::Keyed(_) => None,
        }
    }
}
