//! Values that stand in for what is absent or refused, as proposals: the least that a place takes, as far as keys say it.

use serde_json::Value;

use crate::attribute::Words;
use crate::model::{Place, Says, Shape, Ty};

/// The least value of a place, in Rust; `value` where nothing says one.
pub(super) fn of(place: &Place, words: &Words<'_>) -> String {
    least(place, words).unwrap_or_else(|| "value".to_owned())
}

fn least(place: &Place, words: &Words<'_>) -> Option<String> {
    let tree = |name: &str| {
        let key = place.keys.iter().find(|key| key.name == name)?;
        match &key.says {
            Says::Tree(value) => Some(value),
            _ => None,
        }
    };
    let asks = |name: &str| tree(name).and_then(Value::as_u64).unwrap_or(0) > 0;
    let has = |name: &str| place.keys.iter().any(|key| key.name == name);
    if let Some(default) = &place.default {
        return Some(crate::default::expression(&place.ty, default, words));
    }
    Some(match &place.ty {
        Ty::Option(_) => "None".to_owned(),
        Ty::Bool => "false".to_owned(),
        Ty::Int(_) => tree("minimum").map_or_else(|| "0".to_owned(), Value::to_string),
        Ty::Float(_) if !has("minimum") => "0.0".to_owned(),
        Ty::Text if !asks("min_length") && !has("pattern") && !has("format") => {
            "String::new()".to_owned()
        }
        Ty::List(_) if !asks("min_items") => "Vec::new()".to_owned(),
        Ty::Map(_) if !asks("min_properties") => "BTreeMap::new()".to_owned(),
        Ty::Named(id) => match &words.types.get(*id)?.shape {
            Shape::Enum(variants) => {
                format!("{}::{}", words.ty(&place.ty), variants.first()?.0)
            }
            _ => return None,
        },
        _ => return None,
    })
}
