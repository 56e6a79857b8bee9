//! Entries that are asked for by where they stand.

use std::collections::BTreeMap;

use crate::memoryless::Segment;

/// Entries by a place of each.
pub(super) struct Places<'e>(BTreeMap<&'e [Segment], Vec<usize>>);

impl<'e> Places<'e> {
    pub(super) fn of(entries: impl Iterator<Item = (usize, &'e [Segment])>) -> Self {
        let mut places: BTreeMap<&[Segment], Vec<usize>> = BTreeMap::new();
        for (index, place) in entries {
            places.entry(place).or_default().push(index);
        }
        Self(places)
    }

    /// Those that stand at a path, within it or around it.
    pub(super) fn meeting(&self, at: &[Segment]) -> Vec<usize> {
        let around = (0..at.len()).filter_map(|length| self.0.get(&at[..length]));
        around.chain(self.within(at)).flatten().copied().collect()
    }

    /// Whether there are such.
    pub(super) fn meets(&self, at: &[Segment]) -> bool {
        self.are_around(at) || self.within(at).next().is_some()
    }

    /// Whether one stands at a path or around it.
    pub(super) fn are_around(&self, at: &[Segment]) -> bool {
        (0..=at.len()).any(|length| self.0.contains_key(&at[..length]))
    }

    fn within<'s>(&'s self, at: &'s [Segment]) -> impl Iterator<Item = &'s Vec<usize>> {
        let from = self.0.range(at..);
        let within = from.take_while(move |(path, _)| path.starts_with(at));
        within.map(|(_, entries)| entries)
    }
}

#[cfg(test)]
mod tests {
    use super::{Places, Segment};

    #[test]
    fn a_place_is_met_from_within_and_from_around() {
        let paths: Vec<Vec<Segment>> = (0..4)
            .flat_map(|length| (0..2_usize.pow(length)).map(move |bits| (length, bits)))
            .map(|(length, bits)| {
                (0..length)
                    .map(|at| Segment::Item(bits >> at & 1))
                    .collect()
            })
            .collect();
        for taken in 0..1 << paths.len() {
            let has = |index: &usize| taken >> index & 1 == 1;
            let own: Vec<usize> = (0..paths.len()).filter(has).collect();
            let places = Places::of(own.iter().map(|index| (*index, &paths[*index][..])));
            for path in &paths {
                let around = |of: &&usize| path.starts_with(&paths[**of]);
                let meeting = |of: &&usize| around(of) || paths[**of].starts_with(path);
                let mut met = places.meeting(path);
                met.sort_unstable();
                let expected: Vec<usize> = own.iter().filter(meeting).copied().collect();
                assert_eq!(met, expected);
                assert_eq!(places.meets(path), !expected.is_empty());
                let is_around = own.iter().any(|of| around(&of));
                assert_eq!(places.are_around(path), is_around);
            }
        }
    }
}
