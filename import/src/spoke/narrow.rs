//! What a version refuses of the values of another: of those that map, a conversion delivers them as they are, and who reads them
//! there cannot write them.

use std::collections::BTreeSet;

use serde_json::Value;
use wheelwright_convert::narrowed::{Narrowed, Refused, narrowed};

use super::stand_in;
use crate::model::{Fate, Note};
use crate::read::Version;

/// What was found from one version to another.
pub(crate) struct Narrowings {
    pub(crate) notes: Vec<Note>,
    /// Versions, and places whose rules or scale no conversion looks at.
    pub(crate) refusals: Vec<(String, String)>,
}

/// The most places that a note names.
const SHOWN: usize = 6;

/// What values of the one version the other may refuse. `key`: what stands in for them; `apart`: places of one path that do not hold
/// each other's values as they are.
pub(crate) fn narrowings(
    from: &Version,
    to: &Version,
    key: &str,
    apart: &BTreeSet<String>,
) -> Narrowings {
    let found = narrowed(&to.schema, &from.schema).into_iter();
    let mut found: Vec<Narrowed> = found
        .filter(|narrowed| {
            let first = narrowed
                .path
                .trim_start_matches('.')
                .split(['.', '['])
                .next();
            !matches!(first, Some("apiVersion" | "kind" | "metadata"))
        })
        .collect();
    found.extend(scales(from, to));
    let refusals = found
        .iter()
        .filter(|narrowed| narrowed.of == Refused::Rules)
        .map(|narrowed| {
            (
                to.name.clone(),
                narrowed.path.trim_start_matches('.').to_owned(),
            )
        })
        .collect();
    found.retain(|narrowed| {
        let mut apart = apart.iter();
        !apart.any(|place| {
            let inner = narrowed.path.strip_prefix(place.as_str());
            inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['.', '[']))
        })
    });
    let said: Vec<String> = found
        .iter()
        .take(SHOWN)
        .map(|narrowed| one(narrowed, &to.schema, key))
        .collect();
    let more = match found.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let notes = (!said.is_empty()).then(|| Note {
        fate: Fate::Decide,
        place: from.name.clone(),
        text: format!(
            "{} may refuse what is valid here, and objects that have it convert as they are: {}{more}",
            to.name,
            said.join("; ")
        ),
    });
    Narrowings {
        notes: notes.into_iter().collect(),
        refusals,
    }
}

/// Numbers that only the scale of the one version counts: it takes none below 0.
fn scales(from: &Version, to: &Version) -> Vec<Narrowed> {
    let path = |version: &Version, key: &str| {
        let scale = version.subresources.get("scale")?;
        Some(scale.get(key)?.as_str()?.to_owned())
    };
    let keys = ["specReplicasPath", "statusReplicasPath"].into_iter();
    let paths = keys.filter_map(|key| {
        let there = path(to, key)?;
        let is_new = path(from, key).as_ref() != Some(&there);
        let least = stand_in::schema_at(&from.schema, &there)?.get("minimum");
        let may_be_less = least
            .and_then(Value::as_f64)
            .is_none_or(|least| least < 0.0);
        (is_new && may_be_less).then_some(there)
    });
    paths
        .map(|path| Narrowed {
            path,
            what: "numbers below 0, of its `scale`".to_owned(),
            of: Refused::Rules,
        })
        .collect()
}

/// A narrowing in words, with a value that may stand in.
fn one(narrowed: &Narrowed, schema: &Value, key: &str) -> String {
    let Narrowed { path, what, of } = narrowed;
    let path = if path.is_empty() { "." } else { path };
    let value = (*of != Refused::Rules)
        .then(|| stand_in::at(schema, path))
        .flatten();
    match value {
        Some(value) => format!("`{path}`: {what} (`{key}` with `{value}` would stand in)"),
        None => format!("`{path}`: {what}"),
    }
}
