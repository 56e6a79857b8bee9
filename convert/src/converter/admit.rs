//! How much of what was kept is admitted.

use std::{
    borrow::Cow,
    cell::{Cell, OnceCell},
    collections::{BTreeMap, HashMap, HashSet},
};

use super::{
    Converter,
    compared::is_same,
    faults::{Fault, Judged},
    places::Places,
    route::Hop,
};
use crate::{
    complement::{Entry, What, apply, diff, localize},
    json::{Json, Kind},
    memoryless::{Called, Mode, Segment, said},
    relation::{Pair, broken, is_read, writer},
};

/// So often is searched for what to admit: whatever is left then, is not. Any choice is lawful.
const SEARCHES: usize = 8;

/// So many trials all searches may take, whoever wrote what was kept; of a large object fewer, for each takes its time.
const TRIALS: usize = 64;
const TRIALS_AT_LARGE: usize = 16;
/// What is large, in bytes: from here on, so many bytes are tried in all.
const LARGE: usize = 32 << 10;

/// A conversion to the next version, with something that was kept of that.
pub(super) struct Admission<'s, 'a> {
    pub(super) converter: &'s Converter,
    pub(super) hop: &'s Hop<'a>,
    pub(super) live: &'s Json<'a>,
    pub(super) called: Called<'s>,
    pub(super) judged: Judged,
}

/// What became of a trial: what is made, and the entries that stand where something does not hold, in groups.
struct Trial<'a> {
    made: Json<'a>,
    back: Option<Back<'a>>,
    blamed: Vec<Vec<usize>>,
    /// Those that stand where a step writes that does not hold.
    own: Vec<usize>,
}

/// What the way back makes of what is made, where that was asked.
pub(super) struct Back<'a> {
    pub(super) object: Json<'a>,
    /// It is known to be the live object.
    pub(super) is_live: bool,
}

/// What is made of a live object.
pub(super) struct Admitted<'a, 'k> {
    pub(super) made: Json<'a>,
    pub(super) back: Option<Back<'a>>,
    /// What was laid over what is made of the live object alone.
    pub(super) entries: Vec<Entry<'k>>,
}

/// What a trial is compared with.
struct Plain<'a> {
    /// How many trials are left.
    trials: Cell<usize>,
    /// `f(x)`.
    made: Json<'a>,
    /// `g(f(x))`.
    back: OnceCell<Json<'a>>,
    /// The faults of `f(x)`, by where they are.
    faults: OnceCell<BTreeMap<Vec<Segment>, Vec<Fault>>>,
}

impl<'a> Admission<'_, 'a> {
    /// What is made of the live object, and the entries that were admitted over what is made of it alone.
    pub(super) fn of<'k>(&self, plain: Json<'a>, mut entries: Vec<Entry<'k>>) -> Admitted<'a, 'k> {
        if entries.is_empty() {
            return Admitted {
                made: plain,
                back: None,
                entries,
            };
        }
        let plain = Plain {
            trials: Cell::new(trials(self.live)),
            back: OnceCell::new(),
            faults: OnceCell::new(),
            made: plain,
        };
        let mut with: Vec<usize> = (0..entries.len()).collect();
        let (mut edited, mut held) = (Vec::new(), None);
        for _ in 0..SEARCHES {
            let mut trial = self.trial(&plain, &entries, &with);
            if edited.is_empty() {
                let count = entries.len();
                edited = self.edit(&mut entries, &trial.own);
                if !edited.is_empty() {
                    with.extend(count..entries.len());
                    trial = self.trial(&plain, &entries, &with);
                }
            }
            if trial.blamed.is_empty() {
                held = Some(trial);
                break;
            }
            with = self.search(&plain, &entries, &with, trial.blamed);
            if with.is_empty() {
                break;
            }
        }
        if held.is_none() {
            with.clear();
        }
        let held = self
            .complete(&plain, &mut entries, &mut with, edited)
            .or(held);
        let admitted = with.iter().filter_map(|index| entries.get(*index).cloned());
        let entries = admitted.collect();
        match held {
            Some(Trial { made, back, .. }) => Admitted {
                made,
                back,
                entries,
            },
            None => Admitted {
                made: plain.made,
                back: None,
                entries,
            },
        }
    }

    /// Puts what the live object says in place of values that an edit contradicts: in an object that came back there is place for it,
    /// which there is not without. Of a list, what was kept is laid over that. Returns what was kept.
    fn edit<'k>(
        &self,
        entries: &mut Vec<Entry<'k>>,
        contradicted: &[usize],
    ) -> Vec<(usize, Entry<'k>)> {
        let mode = Mode::whole(self.hop.direction).called(self.called);
        let mut kept = Vec::new();
        let mut within = Vec::new();
        for index in contradicted {
            if let Some(entry) = entries.get_mut(*index)
                && let What::Value(value) = &entry.what
                && let Some(said) = said(self.hop.plan, self.live, mode, &entry.at)
            {
                let said = said.opened();
                within.extend(self.laid_over(&said, value, entry));
                kept.push((*index, entry.clone()));
                entry.what = What::Value(Cow::Owned(said));
            }
        }
        entries.extend(within);
        kept
    }

    /// What was kept as the whole of a list, over the list that is there: of each item by itself.
    fn laid_over<'k>(&self, list: &Json, kept: &Json, of: &Entry<'k>) -> Vec<Entry<'k>> {
        if [list, kept].iter().any(|of| of.kind() != Kind::Array) {
            return Vec::new();
        }
        let layout = self.converter.layout(self.hop.to);
        let layout = layout.and_then(|layout| layout.at(&of.at));
        let kept = diff(layout, Some(list), Some(kept), &[]);
        let entries = kept
            .iter()
            .flat_map(|kept| localize(kept, layout, Some(list)));
        entries.filter_map(|entry| entry.owned_within(of)).collect()
    }

    /// Admits what is left out, or stands as an edit has it, though what did not hold was another's: each by itself, as it was
    /// kept, in the objects that were kept around it. `edited`: what was kept of those. What is made with more, if it is more.
    fn complete<'k>(
        &self,
        plain: &Plain<'a>,
        entries: &mut [Entry<'k>],
        with: &mut Vec<usize>,
        edited: Vec<(usize, Entry<'k>)>,
    ) -> Option<Trial<'a>> {
        let mut kept: BTreeMap<usize, Entry<'k>> = edited.into_iter().collect();
        for (index, entry) in entries.iter().enumerate() {
            if with.binary_search(&index).is_err() {
                kept.entry(index).or_insert_with(|| entry.clone());
            }
        }
        // What is left out alone is known not to hold beside the others.
        if kept.len() < 2 {
            return None;
        }
        let mut held = None;
        let left: Vec<usize> = kept.keys().copied().collect();
        for index in left {
            if plain.trials.get() == 0 {
                break;
            }
            let group = with_objects(&kept, index);
            if group.is_empty() {
                continue;
            }
            let swap = |kept: &mut BTreeMap<usize, Entry<'k>>, entries: &mut [Entry<'k>]| {
                for index in &group {
                    if let (Some(kept), Some(entry)) =
                        (kept.get_mut(index), entries.get_mut(*index))
                    {
                        std::mem::swap(kept, entry);
                    }
                }
            };
            swap(&mut kept, entries);
            let mut more: Vec<usize> = with.iter().chain(&group).copied().collect();
            more.sort_unstable();
            more.dedup();
            let trial = self.trial(plain, entries, &more);
            if trial.blamed.is_empty() {
                *with = more;
                held = Some(trial);
                kept.retain(|index, _| !group.contains(index));
            } else {
                swap(&mut kept, entries);
            }
        }
        held
    }

    /// Fewer entries: without those that are blamed, or with the most of them that hold. All groups are searched at once, each
    /// by halves: as many rounds as the largest asks for, not as there are groups.
    fn search(
        &self,
        plain: &Plain<'a>,
        entries: &[Entry],
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
                stacks.push(self.halves(entries, &group));
            }
        }
        let unblamed = left.iter().copied().filter(|index| !seen[*index]);
        let mut have: Vec<usize> = unblamed.collect();
        let rest = have.clone();
        loop {
            stacks.retain(|stack| !stack.is_empty());
            let tried: Vec<Vec<usize>> = stacks.iter_mut().filter_map(Vec::pop).collect();
            if tried.is_empty() || plain.trials.get() == 0 {
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
                    stack.extend(self.halves(entries, &group));
                } else {
                    have.extend(group);
                }
            }
        }
        have.sort_unstable();
        if have.len() < left.len() { have } else { rest }
    }

    fn trial(&self, plain: &Plain<'a>, entries: &[Entry], with: &[usize]) -> Trial<'a> {
        plain.trials.set(plain.trials.get().saturating_sub(1));
        let chosen: Vec<&Entry> = with
            .iter()
            .filter_map(|index| entries.get(*index))
            .collect();
        let made = apply(plain.made.clone(), &chosen);
        let made = made.unwrap_or_else(|| Json::Object(Vec::new()));
        let shifted = shifted(&chosen);
        let paths = chosen.iter().map(|entry| &*entry.at);
        let places = Places::of(with.iter().copied().zip(paths));
        let or_all = |group: Vec<usize>| {
            if group.is_empty() {
                with.to_vec()
            } else {
                group
            }
        };
        let mut blamed = Vec::new();
        let changed = chosen.iter().map(|entry| before_shift(&shifted, &entry.at));
        let faults = self
            .converter
            .faults_at(self.hop.to, &made, changed, self.judged);
        let refused = chosen.iter().filter_map(|entry| entry.refused_at());
        let refused = Places::of(refused.enumerate());
        // Where items stand elsewhere, what is wrong with one after the other is blamed on all that was kept of the list.
        let mut known = HashSet::new();
        for fault in &faults {
            let faults = || {
                let faults = self.converter.faults(self.hop.to, &plain.made, self.judged);
                let mut of: BTreeMap<Vec<Segment>, Vec<Fault>> = BTreeMap::new();
                for fault in faults {
                    of.entry(fault.at.clone()).or_default().push(fault);
                }
                of
            };
            let of_plain = plain.faults.get_or_init(faults).get(&fault.at);
            let is_plain = of_plain.is_some_and(|of| of.iter().any(|of| of.is(fault)));
            let places_of = [&fault.at, fault.judged()].map(|at| before_shift(&shifted, at));
            if !is_plain && !refused.meets(&fault.at) && known.insert(places_of) {
                let [own, judged] = places_of.map(|at| places.meeting(at));
                blamed.push(or_all(if own.is_empty() { judged } else { own }));
            }
        }
        let (mut made_back, mut contradicted) = (None, Vec::new());
        // Of what no step reads, all belongs to all.
        let (plan, to) = (self.hop.plan, self.hop.direction.to());
        if blamed.is_empty() && chosen.iter().any(|entry| is_read(plan, to, &entry.at)) {
            let back = self.back(&made);
            // Where all of the live object comes back, `f(g(y))` is `f(x)`, and each step holds.
            if is_same(&back, self.live) {
                return Trial {
                    made,
                    back: Some(Back {
                        object: back,
                        is_live: true,
                    }),
                    blamed,
                    own: Vec::new(),
                };
            }
            let plain_back = plain.back.get_or_init(|| self.back(&plain.made));
            let again = self.translated(self.hop, &back);
            let pair = Pair {
                live: Some(self.live.borrowed()),
                made: Some(made.borrowed()),
                plain: Some(plain.made.borrowed()),
                back: Some(back.borrowed()),
                plain_back: Some(plain_back.borrowed()),
                again: Some(again.borrowed()),
            };
            let all = broken(plan, self.hop.direction, &pair);
            let (mut seen, mut blamed_whole) = (HashSet::new(), HashSet::new());
            // Of an item after the other of one list, all may be blamed together.
            for broken in &all {
                let meeting = |of: &[Vec<Segment>]| {
                    let mut met: Vec<usize> =
                        of.iter().flat_map(|place| places.meeting(place)).collect();
                    met.sort_unstable();
                    met.dedup();
                    // Where items stand is blamed where nothing that was kept of the items is.
                    let (shifts, own): (Vec<usize>, Vec<usize>) = met
                        .into_iter()
                        .partition(|index| entries.get(*index).is_some_and(Entry::shifts));
                    if own.is_empty() { shifts } else { own }
                };
                if !seen.insert((&broken.places, &broken.component)) {
                    continue;
                }
                let own = meeting(&broken.places);
                contradicted.extend(own.iter().copied());
                if !own.is_empty() {
                    blamed.push(own);
                } else if blamed_whole.insert(&broken.component) {
                    blamed.push(or_all(meeting(&broken.component)));
                }
            }
            drop(pair);
            made_back = Some(Back {
                object: back,
                is_live: false,
            });
        }
        Trial {
            made,
            back: made_back,
            blamed,
            own: contradicted,
        }
    }

    fn halves(&self, entries: &[Entry], group: &[usize]) -> Vec<Vec<usize>> {
        let (plan, to) = (self.hop.plan, self.hop.direction.to());
        halves(entries, group, |at| writer(plan, to, at))
    }

    fn back(&self, made: &Json<'a>) -> Json<'a> {
        self.translated(&self.hop.back(), made)
    }

    fn translated(&self, hop: &Hop<'a>, json: &Json<'a>) -> Json<'a> {
        let translated = self.converter.translated(hop, json, self.called);
        translated.object
    }
}

/// An entry of those that were kept with the objects around it that are, or with all within it if it makes an object; none if
/// it is not kept.
fn with_objects(kept: &BTreeMap<usize, Entry>, index: usize) -> Vec<usize> {
    let Some(of) = kept.get(&index) else {
        return Vec::new();
    };
    let makes = |entry: &Entry| matches!(entry.what, What::Make(_));
    let is_of = |entry: &Entry| {
        makes(entry) && of.at.starts_with(&entry.at) || makes(of) && entry.at.starts_with(&of.at)
    };
    let group = kept
        .iter()
        .filter(|(at, entry)| **at == index || is_of(entry));
    group.map(|(index, _)| *index).collect()
}

/// How many trials an object is worth.
fn trials(object: &Json) -> usize {
    let affordable = TRIALS * LARGE / object.length().max(1);
    affordable.clamp(TRIALS_AT_LARGE, TRIALS)
}

/// The lists in which items stand elsewhere with the entries.
fn shifted<'e>(entries: &[&'e Entry]) -> HashSet<&'e [Segment]> {
    let lists = entries.iter().filter_map(|entry| match entry.what {
        _ if entry.shifts() => Some(&entry.at[..]),
        What::Absent => match entry.at.split_last() {
            Some((Segment::Item(_), around)) => Some(around),
            _ => None,
        },
        _ => None,
    });
    lists.collect()
}

/// A path, as far as items of lists stand where they stood before the entries.
fn before_shift<'p>(shifted: &HashSet<&[Segment]>, at: &'p [Segment]) -> &'p [Segment] {
    let mut lists = (0..at.len()).filter(|index| matches!(at[*index], Segment::Item(_)));
    let list = lists.find(|index| shifted.contains(&at[..*index]));
    at.get(..list.unwrap_or(at.len())).unwrap_or(at)
}

/// What entries make sense only together by: what stands around them, or the step that writes them.
#[derive(PartialEq, Eq, Hash)]
enum Together<'e> {
    Within(Option<&'e Segment>),
    Written((usize, usize)),
}

/// A group in two, along the structure: members and items apart before what was kept of one of them, and what one step writes
/// last.
fn halves(
    entries: &[Entry],
    group: &[usize],
    writer: impl Fn(&[Segment]) -> Option<(usize, usize)>,
) -> Vec<Vec<usize>> {
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
    let mut known = HashMap::new();
    for index in group {
        let at = of(index);
        let written = writer(at).filter(|(depth, _)| *depth <= common);
        let of = written.map_or(Together::Within(at.get(common)), Together::Written);
        let part = *known.entry(of).or_insert_with(|| {
            parts.push(Vec::new());
            parts.len() - 1
        });
        parts[part].push(*index);
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
