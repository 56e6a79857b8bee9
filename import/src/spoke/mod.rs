//! How the types of a version map to those of the stored one, where that is beyond doubt: the same names with the same types,
//! other names with the same types and descriptions, and fields of one side that need not be there. What is in doubt is
//! undecided: no version with such a place gets a mapping, unless a draft is wanted, in which each is an error that says what may
//! be written.

mod enums;
mod evidence;
mod holds;
mod left;
mod loose;
mod lossy;
mod mapping;
mod named;
mod narrow;
mod pair;
mod renames;
mod samples;
mod splits;
mod stand_in;
mod steps;
mod unsaid;
mod ways;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::Options;
use crate::attribute::{Doc, attribute};
use crate::model::{Fate, Note, Shape};
use crate::shape::Shapes;
use evidence::Seen;
use mapping::{Mapping, Written};
use pair::{Solver, Undecided};

pub(crate) use narrow::narrowings;
pub(crate) use samples::pairs;
pub use samples::{Unpaired, unpaired};

/// A spec and a status.
pub(crate) type Roots = (usize, Option<usize>);

/// What came of the search for mappings.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The modules of versions whose mappings are whole.
    pub(crate) mapped: Vec<String>,
    /// Where one version has a type of Kubernetes, and another a struct.
    pub(crate) mixed: BTreeSet<String>,
    /// Places whose values go elsewhere, or become others.
    pub(crate) apart: BTreeSet<String>,
    /// How many versions have no mapping that is whole.
    unmapped: usize,
    /// At how many places no value maps, as the types differ.
    unlike: usize,
    /// How many places are undecided.
    undecided: usize,
}

impl Outcome {
    /// What is left to decide, of versions first; of those that do not map, only a draft says more.
    pub(crate) const fn left(&self, draft: bool) -> (usize, usize, usize) {
        if draft {
            (self.unmapped, self.unlike, self.undecided)
        } else {
            (self.unmapped, 0, 0)
        }
    }
}

/// Says of the types of versions that are not stored how they map to those of the one that is. `samples`: pairs of objects of each
/// and of the stored one.
pub(crate) fn add(
    shapes: &mut Shapes,
    roots: &[Roots],
    schemas: &[&Value],
    modules: &[String],
    (options, samples): (Options<'_>, &[Seen<'_>]),
    notes: &mut Vec<Note>,
) -> Outcome {
    let (mut outcome, is_draft) = (Outcome::default(), options.draft);
    let (Some((hub, spokes)), Some((of_hub, schemas))) =
        (roots.split_first(), schemas.split_first())
    else {
        return outcome;
    };
    let hub_module = modules.first().map(String::as_str).unwrap_or_default();
    let mut all: Vec<Written> = Vec::new();
    let spokes = spokes.iter().zip(schemas).zip(modules.iter().skip(1));
    for (((spoke, schema), module), seen) in spokes.zip(samples) {
        let mut found = Solver::new(shapes, modules, [schema, of_hub], options);
        found.roots(*spoke, *hub, seen);
        outcome.mixed.append(&mut found.mixed);
        outcome.apart.append(&mut found.apart);
        let mut note = |fate: Fate, text: String| {
            notes.push(Note {
                fate,
                place: module.clone(),
                text,
            });
        };
        let is_whole = found.undecided.is_empty();
        outcome.unmapped += usize::from(!is_whole);
        outcome.undecided += found.undecided.len();
        outcome.unlike += found
            .undecided
            .iter()
            .filter(|open| open.is_unlike())
            .count();
        let can_be_drafted = found.undecided.iter().all(|open| open.site.is_some());
        if !(is_whole || is_draft && can_be_drafted) {
            note(Fate::Decide, hindrances(&found.undecided, is_draft));
            continue;
        }
        if !found.renames.is_empty() {
            let text = format!(
                "renamed, by one type and one description: {}",
                found.renames.join(", ")
            );
            note(Fate::Conversion, text);
        }
        if !found.named.is_empty() {
            let text = format!(
                "moved, by names, types and descriptions: {}",
                found.named.join(", ")
            );
            note(Fate::Conversion, text);
        }
        if !found.moved.is_empty() {
            let text = format!(
                "by what stands in {} pairs of samples: {}",
                seen.len(),
                found.moved.join(", ")
            );
            note(Fate::Conversion, text);
        }
        for doubt in &found.doubts {
            let text = format!(
                "{doubt}, by types and descriptions or by the samples; each is kept by itself, unless `rename` says which"
            );
            note(Fate::Decide, text);
        }
        let mappings: Vec<Written> = found.all.into_iter().map(Mapping::written).collect();
        let differing: usize = mappings.iter().map(Written::differing).sum();
        let types = mappings.len();
        if is_whole {
            let text = format!(
                "`Spoke` maps it to `{hub_module}`: {types} types, {differing} fields that are not there as they are here"
            );
            note(Fate::Conversion, text);
            outcome.mapped.push(module.clone());
        } else {
            let text = format!(
                "`Spoke` maps it to `{hub_module}` but for {} places, which do not compile until they are decided: `undecided` says \
                 at each what may be written",
                found.undecided.len()
            );
            note(Fate::Decide, text);
        }
        for mapping in mappings {
            if all.iter().all(|known| known.types != mapping.types) {
                all.push(mapping);
            }
        }
    }
    for mapping in &all {
        write(shapes, modules, mapping, &all);
    }
    outcome
}

/// Puts a mapping onto its type.
fn write(shapes: &mut Shapes, modules: &[String], mapping: &Written, all: &[Written]) {
    let (spoke, hub) = mapping.types;
    let Some(hub) = shapes.types.get(hub) else {
        return;
    };
    let module = modules
        .get(hub.module)
        .map(String::as_str)
        .unwrap_or_default();
    let is_hub = Doc::of(format!("hub = super::{module}::{}", hub.name));
    let mut keys = vec![is_hub.clone()];
    keys.extend(mapping.keys.iter().cloned());
    let hubs = all.iter().filter(|other| other.types.0 == spoke).count();
    let Some(ty) = shapes.types.get_mut(spoke) else {
        return;
    };
    ty.spoke
        .get_or_insert_default()
        .push_str(&attribute("spoke", keys, 0));
    // Of several hubs, the keys say whose they are.
    let of = |keys: &Vec<Doc>| -> Vec<Doc> {
        let hub = (hubs > 1).then(|| is_hub.clone());
        hub.into_iter().chain(keys.iter().cloned()).collect()
    };
    match &mut ty.shape {
        Shape::Struct { fields, .. } => {
            for field in fields {
                let keys = mapping.fields.get(&field.wire);
                field.spoke.extend(keys.map(of));
            }
        }
        Shape::Enum(_) => {
            for (wire, keys) in &mapping.fields {
                ty.variants.entry(wire.clone()).or_default().push(of(keys));
            }
        }
        Shape::Newtype(_) => {}
    }
}

/// What keeps a version from a mapping, in a sentence.
fn hindrances(undecided: &[Undecided], is_draft: bool) -> String {
    const SHOWN: usize = 8;
    let first: Vec<String> = undecided
        .iter()
        .take(SHOWN)
        .map(|open| format!("`{}`: {}", open.at, open.why))
        .collect();
    let why = match undecided.len().saturating_sub(SHOWN) {
        0 => first.join("; "),
        more => format!("{}; and {more} more", first.join("; ")),
    };
    let what = if is_draft || undecided.iter().any(|open| open.site.is_none()) {
        "derive it and say how"
    } else {
        "derive it and say how, or import with `--draft`"
    };
    format!("no `Spoke` is written: {why}; {what}")
}
