//! Objects of the old release by chance, put to the new one: what no difference foresaw is found so, or not.

use serde_json::Value;
use wheelwright_schema::generate::{Generator, Shrinker, random::Random};

use crate::conversion::Conversion;
use crate::cover::cover;
use crate::place::{Part, Path};
use crate::thin::{Fill, thin};
use crate::trial::{Effect, Trial};

/// Objects that are made for a version.
const MADE: u64 = 40;
/// Objects that are made besides where versions matter, so that each field is in one.
const COVERED: usize = 80;

/// An object that the old release takes, and what it meets in the new one.
pub(crate) struct Sample {
    pub(crate) manifest: Value,
    pub(crate) effects: Vec<Effect>,
}

/// Objects of all sizes.
pub(crate) fn samples(trial: Trial<'_>) -> Vec<Sample> {
    let Some(schema) = trial.schema() else {
        return Vec::new();
    };
    let mut random = Random::new(29);
    let mut manifests = Vec::new();
    for seed in 0..MADE {
        let fill = match seed % 5 {
            0 => Fill::Mentioned,
            1 => Fill::Some(2),
            2 => Fill::Some(4),
            3 => Fill::Some(8),
            _ => Fill::Some(16),
        };
        let thin = thin(schema, &[], fill, &mut random);
        let mut manifest = Generator::new(1000 + seed).size(2).value(&thin);
        trial.old.name(&mut manifest, trial.version);
        manifests.push(manifest);
    }
    // What another storage version keeps differs from what this one does, which the schemas of one version do not say; and so does
    // what another conversion gives.
    let is_stored_otherwise = trial.old.storage() != trial.new.storage();
    let is_converted = matches!(trial.old.conversion(), Conversion::By(_));
    if is_stored_otherwise || is_converted {
        cover(trial.old, trial.version, COVERED, &mut |object| {
            manifests.push(object.clone());
            true
        });
    }
    let samples = manifests.into_iter().filter_map(|manifest| {
        let run = trial.run(&manifest)?;
        Some(Sample {
            manifest,
            effects: run.effects,
        })
    });
    samples.collect()
}

/// The object without what the effect does not need, at one of its places if it has any.
pub(crate) fn reduced(
    trial: Trial<'_>,
    manifest: &Value,
    effect: &Effect,
    at: Option<&Path>,
) -> Value {
    Shrinker::of_object(at.map_or(&[], Path::as_slice)).shrink(manifest, &|object| {
        trial.run(object).is_some_and(|run| {
            run.effects.iter().any(|other| {
                (other.act, other.what) == (effect.act, effect.what)
                    && at.map_or(other.at.is_empty(), |at| other.at.contains(at))
            })
        })
    })
}

/// A place of an object as a field: `spec.toppings[].name`.
pub(crate) fn field(schema: Option<&Value>, at: &[Part]) -> String {
    let (mut text, mut schema) = (String::new(), schema);
    for part in at {
        match part {
            Part::Name(name) => {
                let member = schema.and_then(|schema| schema.get("properties")?.get(name));
                let values = schema.and_then(|schema| schema.get("additionalProperties"));
                let is_value = member.is_none() && values.is_some_and(Value::is_object);
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(if is_value { "*" } else { name });
                schema = member.or(values);
            }
            Part::Index(_) => {
                text.push_str("[]");
                schema = schema.and_then(|schema| schema.get("items"));
            }
        }
    }
    text
}

/// Whether a field is another or in it.
pub(crate) fn is_within(field: &str, around: &str) -> bool {
    around.is_empty()
        || field
            .strip_prefix(around)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
