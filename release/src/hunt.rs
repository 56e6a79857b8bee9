//! The search for an object that shows what a difference does.

use serde_json::Value;
use wheelwright_schema::generate::{Generator, Shrinker, random::Random};

use crate::edit::{Edit, edit, is_status};
use crate::leaf::Leaf;
use crate::maker::Maker;
use crate::place::{Path, Step, find, get, put, schema_at};
use crate::related::Sought;
use crate::salt::salt;
use crate::thin::{Fill, thin};
use crate::trial::{Act, Effect, Run, Trial};
/// Objects made for one value.
const VARIANTS: u64 = 3;
/// Objects made where nothing is known of the value.
const VARIANTS_AS_MADE: u64 = 60;

/// An object that shows a difference.
#[derive(Debug)]
pub(crate) struct Found {
    pub(crate) manifest: Value,
    /// The effects that come of the difference.
    pub(crate) effects: Vec<Effect>,
    /// A change that the new release refuses.
    pub(crate) edit: Option<Edit>,
}

/// Why no object was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Missing {
    /// No value was found that one release takes at the place and the other does not.
    Value,
    /// No object was found that the release takes.
    Object,
    /// Objects were found, and both releases do the same.
    Effect,
    /// Objects were found, and the other release refuses each for something else.
    Hidden,
    /// The search was over.
    Budget,
}

impl Missing {
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Value => "no value was found that one release takes here and the other does not",
            Self::Object => "no object was made that the release takes and that has a value here",
            Self::Effect => "of all objects that were made, both releases think the same",
            Self::Hidden => {
                "every object that was made is refused for what other findings say, before this matters"
            }
            Self::Budget => {
                "the search for an object was ended, because there are so many differences"
            }
        }
    }
}

/// What is looked for, and where.
#[derive(Clone, Copy)]
pub(crate) struct Quarry<'q> {
    pub(crate) steps: &'q [Step],
    pub(crate) leaves: &'q [Leaf],
    pub(crate) sought: &'q Sought,
    /// Constants that rules compare with.
    pub(crate) constants: &'q [Value],
}

/// Looks for an object that the first release of the trial takes and that shows what is sought.
pub(crate) fn hunt(
    trial: Trial<'_>,
    maker: &mut Maker<'_>,
    quarry: Quarry<'_>,
) -> Result<Found, Missing> {
    if quarry.leaves.is_empty() {
        return Err(Missing::Value);
    }
    let variants = if quarry.leaves == [Leaf::AsMade] {
        VARIANTS_AS_MADE
    } else {
        VARIANTS
    };
    let mut missing = Missing::Object;
    for variant in 0..variants {
        for leaf in quarry.leaves {
            let Some(object) = maker.object(quarry.steps, leaf, quarry.constants) else {
                if maker.budget == 0 {
                    return Err(Missing::Budget);
                }
                continue;
            };
            let Some(place) = find(&object, quarry.steps) else {
                continue;
            };
            if missing == Missing::Object {
                missing = Missing::Effect;
            }
            if quarry.sought.is_transition {
                if let Some(found) = transition(trial, &object, &place, quarry) {
                    return Ok(found);
                }
            } else if trial.shows(&object, quarry.sought, &place) {
                return Ok(finish(trial, &object, &place, quarry.sought));
            } else if missing == Missing::Effect
                && trial.new.write(trial.version, &object).stored.is_err()
            {
                missing = Missing::Hidden;
            }
        }
        // Nothing fits around any of the values; it will not the next time.
        if missing == Missing::Object && variant > 3 {
            break;
        }
    }
    Err(missing)
}

/// A change of the value itself that the old release takes and the new one refuses.
fn transition(trial: Trial<'_>, object: &Value, place: &Path, quarry: Quarry<'_>) -> Option<Found> {
    let schema = schema_at(trial.schema()?, quarry.steps)?;
    let is_status = is_status(place);
    let mut others: Vec<Option<Value>> = Vec::new();
    let mut random = Random::new(19);
    let own = get(object, place)?.clone();
    if let Value::Object(members) = &own {
        for name in members.keys() {
            let mut fewer = members.clone();
            fewer.remove(name);
            others.push(Some(Value::Object(fewer)));
        }
    }
    for seed in 0..24 {
        let fill = match seed % 3 {
            0 => Fill::Least,
            1 => Fill::Some(2),
            _ => Fill::Some(1),
        };
        let thin = thin(schema, &[], fill, &mut random);
        let mut value = Generator::new(seed).size(2).value(&thin);
        salt(&mut value, quarry.constants, &mut random);
        others.push(Some(value));
    }
    others.push(None);
    let refused = |object: &Value, to: &Option<Value>| -> Option<Effect> {
        let run = trial.run(object)?;
        let change = |object: &mut Value| {
            put(object, place, to.clone());
        };
        let (_, effect) = trial.edit(&run, &change, is_status)?;
        quarry
            .sought
            .is(&effect, place)
            .then(|| quarry.sought.narrowed(&effect, place))
    };
    for to in others {
        if refused(object, &to).is_none() {
            continue;
        }
        let is_still = |object: &Value| refused(object, &to).is_some();
        let small = Shrinker::of_object(place).shrink(object, &is_still);
        let effect = refused(&small, &to)?;
        return Some(Found {
            manifest: small,
            effects: Vec::new(),
            edit: Some(Edit {
                at: place.clone(),
                to,
                effect,
                is_own: true,
            }),
        });
    }
    None
}

/// The effects of a run that are sought.
fn own(run: &Run, sought: &Sought, place: &Path) -> Vec<Effect> {
    let effects = run.effects.iter().filter(|effect| sought.is(effect, place));
    effects
        .map(|effect| sought.narrowed(effect, place))
        .collect()
}

/// Makes the object small, and looks what edits of it meet.
pub(crate) fn finish(trial: Trial<'_>, object: &Value, place: &Path, sought: &Sought) -> Found {
    let acts = |run: &Run| -> Vec<Act> {
        own(run, sought, place)
            .iter()
            .map(|effect| effect.act)
            .collect()
    };
    let wanted = trial.run(object).map(|run| acts(&run)).unwrap_or_default();
    // Where only writing it shows, nothing else has to be looked at.
    let is_simple = sought.is_of_refusals()
        && wanted
            .iter()
            .all(|act| matches!(act, Act::Create | Act::WriteStatus));
    let is_still = |object: &Value| {
        trial.shows(object, sought, place)
            && (is_simple || trial.run(object).is_some_and(|run| acts(&run) == wanted))
    };
    let small = Shrinker::of_object(place).shrink(object, &is_still);
    let run = trial.run(&small);
    Found {
        effects: run
            .as_ref()
            .map(|run| own(run, sought, place))
            .unwrap_or_default(),
        edit: run.and_then(|run| edit(trial, &run, place, sought)),
        manifest: small,
    }
}
