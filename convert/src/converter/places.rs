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
