//! What an object shows, in words.

use wheelwright_rules::crd::compare::{Difference, Kind};

use crate::finding::{Finding, Party, Step, Verdict, Witness};
use crate::hunt::Found;
use crate::place;
use crate::trial::{Act, Effect, What, brief};

pub(crate) fn broken(finding: &mut Finding, found: &Found) {
    finding.level = Verdict::NewVersion;
    let (hurts, steps) = story(found);
    finding.hurts = hurts;
    finding.witness = Some(Witness {
        object: found.manifest.clone(),
        steps,
    });
}

/// What a reader of the old release may meet.
pub(crate) fn surprised(finding: &mut Finding, difference: &Difference, found: &Found) {
    let Some(effect) = found.effects.first() else {
        return;
    };
    let old = match (effect.what, effect.words()) {
        (What::Refuses, (_, refused)) => refused,
        (_, (_, would)) => format!("it would be {would}"),
    };
    finding.hurts.push(Party::Readers);
    if finding.witness.is_some() {
        return;
    }
    if difference.kind == Kind::Type {
        // A typed client of the old release cannot read the object at all, nor a list with it.
        finding.level = Verdict::NewVersion;
    }
    finding.witness = Some(Witness {
        object: found.manifest.clone(),
        steps: vec![Step::new(
            "create",
            old,
            "accepted, and clients of the old release read it",
        )],
    });
}

/// Who is hurt by what was found, and what each release does.
pub(crate) fn story(found: &Found) -> (Vec<Party>, Vec<Step>) {
    let mut hurts = Vec::new();
    let mut steps = Vec::new();
    let mut hurt = |party: Party| {
        if !hurts.contains(&party) {
            hurts.push(party);
        }
    };
    for effect in &found.effects {
        let request = match effect.act {
            Act::Create if effect.at.iter().all(is_status) && !effect.at.is_empty() => {
                "create, and write its status"
            }
            Act::Create => "create",
            Act::WriteStatus => "create, and write its status",
            Act::Read => "read it back",
            Act::Update => "update it unchanged",
            Act::Edit => "update it",
        };
        hurt(match effect.act {
            Act::Create | Act::WriteStatus => Party::Writers,
            _ => Party::Stored,
        });
        steps.push(step(request, effect));
    }
    if let Some(edit) = &found.edit {
        let at = place::shown(&edit.at);
        let (party, request) = match (edit.is_own, &edit.to) {
            (true, None) => (Party::Writers, format!("update it, without {at}")),
            (true, Some(to)) => (
                Party::Writers,
                format!("update it, with {at}: {}", brief(to)),
            ),
            (false, _) => (Party::Stored, format!("update it, with another {at}")),
        };
        hurt(party);
        steps.push(step(&request, &edit.effect));
    } else if found
        .effects
        .iter()
        .any(|effect| effect.what == What::Refuses)
        && !found
            .effects
            .iter()
            .any(|effect| matches!(effect.act, Act::Update | Act::Read))
    {
        steps.push(Step::new(
            "update it unchanged",
            "accepted",
            "accepted: what does not change is not judged again",
        ));
    }
    (hurts, steps)
}

fn is_status(at: &place::Path) -> bool {
    matches!(at.first(), Some(place::Part::Name(name)) if name == "status")
}

fn step(request: &str, effect: &Effect) -> Step {
    let (old, new) = effect.words();
    Step::new(request, old, new)
}
