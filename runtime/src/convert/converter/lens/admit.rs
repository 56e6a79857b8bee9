//! How much of what was kept is admitted.

use std::cell::OnceCell;

use super::faults::Fault;
use crate::convert::{
    complement::{Entry, What, apply},
    converter::{Converter, route::Hop},
    json::Json,
    memoryless::{Called, Segment},
    relation::{Pair, broken, is_read},
};

/// So often is searched for what to admit: whatever is left then, is not. Any choice is lawful.
const SEARCHES: usize = 8;

/// A conversion to the next version, with something that was kept of that.
pub(super) struct Admission<'s, 'a> {
    pub(super) converter: &'s Converter,
    pub(super) hop: &'s Hop<'a>,
    pub(super) live: &'s Json<'a>,
    pub(super) called: Called<'s>,
    pub(super) seen: bool,
    pub(super) is_named: bool,
}

/// What became of a trial: what is made, and the entries that stand where something does not hold, in groups.
struct Trial<'a> {
    made: Json<'a>,
    blamed: Vec<Vec<usize>>,
}

/// What a trial is compared with.
struct Plain<'a> {
    /// `f(x)`.
    made: Json<'a>,
    /// `g(f(x))`.
    back: OnceCell<Json<'static>>,
    faults: Vec<Fault>,
}

impl<'a> Admission<'_, 'a> {
    /// What is made of the live object, and the entries that were admitted over what is made of it alone.
    pub(super) fn of<'k: 'a>(
        &self,
        plain: Json<'a>,
        entries: &[Entry<'k>],
    ) -> (Json<'a>, Vec<Entry<'k>>) {
        let mut left: Vec<usize> = (0..entries.len()).collect();
        if left.is_empty() {
            return (plain, Vec::new());
        }
        let plain = Plain {
            back: OnceCell::new(),
            faults: self.faults(&plain),
            made: plain,
        };
        for _ in 0..SEARCHES {
            let trial = self.trial(&plain, entries, &left);
            if trial.blamed.is_empty() {
                let admitted = left.iter().filter_map(|index| entries.get(*index).cloned());
                return (trial.made, admitted.collect());
            }
            left = self.search(&plain, entries, &left, trial.blamed);
            if left.is_empty() {
                break;
            }
        }
        (plain.made, Vec::new())
    }

    /// Fewer entries: without those that are blamed, or with the most of them that hold. All groups are searched at once, each
    /// by halves: as many rounds as the largest asks for, not as there are groups.
    fn search(
        &self,
        plain: &Plain<'a>,
        entries: &[Entry<'a>],
        left: &[usize],
        blamed: Vec<Vec<usize>>,
    ) -> Vec<usize> {
        let mut seen = vec![false; entries.len()];
        let mut stacks = Vec::new();
        let several = blamed.len() > 1;
        for group in blamed {
            let group: Vec<usize> = group
                .into_iter()
                .filter(|index| !std::mem::replace(&mut seen[*index], true))
                .collect();
            if several || group.len() < left.len() {
                stacks.push(vec![group]);
            } else {
                stacks.push(halves(entries, &group));
            }
        }
        let unblamed = left.iter().copied().filter(|index| !seen[*index]);
        let mut have: Vec<usize> = unblamed.collect();
        let rest = have.clone();
        loop {
            stacks.retain(|stack| !stack.is_empty());
            let tried: Vec<Vec<usize>> = stacks.iter_mut().filter_map(Vec::pop).collect();
            if tried.is_empty() {
                break;
            }
            let mut with: Vec<usize> = have.iter().chain(tried.iter().flatten()).copied().collect();
            with.sort_unstable();
            let trial = self.trial(plain, entries, &with);
            let mut hit = vec![false; entries.len()];
            for index in trial.blamed.iter().flatten() {
                hit[*index] = true;
            }
            for (stack, group) in stacks.iter_mut().zip(tried) {
                if group.iter().any(|index| hit[*index]) {
                    stack.extend(halves(entries, &group));
                } else {
                    have.extend(group);
                }
            }
        }
        have.sort_unstable();
        if have.len() < left.len() { have } else { rest }
    }

    fn trial<'k: 'a>(&self, plain: &Plain<'a>, entries: &[Entry<'k>], with: &[usize]) -> Trial<'a> {
        let chosen: Vec<&Entry> = with
            .iter()
            .filter_map(|index| entries.get(*index))
            .collect();
        let made = apply(plain.made.clone(), &chosen);
        let made = made.unwrap_or_else(|| Json::Object(Vec::new()));
        let among = |meets: &dyn Fn(&Entry) -> bool| -> Vec<usize> {
            let found = with.iter().copied();
            found
                .filter(|index| entries.get(*index).is_some_and(meets))
                .collect()
        };
        let or_all = |group: Vec<usize>| {
            if group.is_empty() {
                with.to_vec()
            } else {
                group
            }
        };
        let mut blamed = Vec::new();
        for fault in self.faults(&made) {
            let is_kept = |entry: &Entry| entry.is_refused && entry.meets(&fault.at);
            if !plain.faults.contains(&fault) && !chosen.iter().any(|entry| is_kept(entry)) {
                let at = before_shift(&chosen, &fault.at);
                blamed.push(or_all(among(&|entry| entry.meets(at))));
            }
        }
        // Of what no step reads, all belongs to all.
        let (plan, to) = (self.hop.plan, self.hop.direction.to());
        if blamed.is_empty() && chosen.iter().any(|entry| is_read(plan, to, &entry.at)) {
            let plain_back = plain.back.get_or_init(|| self.back(&plain.made));
            let back = self.back(&made);
            let again = self.translated(self.hop, &back);
            let pair = Pair {
                live: Some(self.live.clone().into_owned()),
                made: Some(made.clone().into_owned()),
                plain: Some(plain.made.clone().into_owned()),
                back: Some(back),
                plain_back: Some(plain_back.clone()),
                again: Some(again),
            };
            for broken in broken(plan, self.hop.direction, &pair) {
                let meeting = |places: &[Vec<Segment>]| {
                    among(&|entry| places.iter().any(|place| entry.meets(place)))
                };
                let own = meeting(&broken.places);
                blamed.push(or_all(if own.is_empty() {
                    meeting(&broken.component)
                } else {
                    own
                }));
            }
        }
        Trial { made, blamed }
    }

    fn back(&self, made: &Json) -> Json<'static> {
        self.translated(&self.hop.back(), made)
    }

    fn translated(&self, hop: &Hop<'a>, json: &Json) -> Json<'static> {
        let json = json.clone().into_owned();
        self.converter
            .translated(hop, json, self.called)
            .0
            .into_owned()
    }

    fn faults(&self, made: &Json) -> Vec<Fault> {
        self.converter
            .faults(self.hop.to, made, self.is_named, self.seen)
    }
}

/// A path, as far as items of lists stand where they stood before the entries.
fn before_shift<'p>(entries: &[&Entry], at: &'p [Segment]) -> &'p [Segment] {
    let shifts = |list: &[Segment]| {
        entries.iter().any(|entry| match entry.what {
            What::Insert(..) | What::Order(..) => entry.at == list,
            What::Absent => {
                matches!(entry.at.split_last(), Some((Segment::Item(_), around)) if around == list)
            }
            _ => false,
        })
    };
    let items = (0..at.len()).filter(|index| matches!(at[*index], Segment::Item(_)));
    let mut items = items.filter(|index| shifts(&at[..*index]));
    at.get(..items.next().unwrap_or(at.len())).unwrap_or(at)
}

/// A group in two, along the structure: members and items apart before what was kept of one of them, for some entries make sense
/// only together.
fn halves(entries: &[Entry], group: &[usize]) -> Vec<Vec<usize>> {
    let of = |index: &usize| entries.get(*index).map_or(&[][..], |entry| &entry.at);
    let Some((first, others)) = group.split_first() else {
        return Vec::new();
    };
    if others.is_empty() {
        return Vec::new();
    }
    let common = others.iter().fold(of(first).len(), |common, other| {
        let both = of(first).iter().zip(of(other)).take(common);
        both.take_while(|(a, b)| a == b).count()
    });
    let mut parts: Vec<Vec<usize>> = Vec::new();
    for index in group {
        let next = of(index).get(common);
        let known = parts
            .iter_mut()
            .find(|part| of(&part[0]).get(common) == next);
        match known {
            Some(part) => part.push(*index),
            None => parts.push(vec![*index]),
        }
    }
    if let [whole] = &mut parts[..] {
        parts = std::mem::take(whole)
            .into_iter()
            .map(|index| vec![index])
            .collect();
    }
    let second = parts.split_off(parts.len() / 2);
    vec![second.concat(), parts.concat()]
}
