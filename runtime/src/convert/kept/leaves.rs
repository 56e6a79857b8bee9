//! What is kept, leaf by leaf: values, their absence, and what lists looked like.

use super::Kept;

impl Kept {
    /// How many there are.
    pub(crate) fn leaves(&self) -> usize {
        match self {
            Self::Value(_) | Self::Absent | Self::Itself(_) => 1,
            Self::Members(members) => members.iter().map(|(_, kept)| kept.leaves()).sum(),
            Self::Keyed(items) => items.iter().map(|(_, kept)| kept.leaves()).sum(),
            Self::Aligned { items, .. } => {
                let within: usize = items.iter().map(|(_, kept)| kept.leaves()).sum();
                within.max(1)
            }
        }
    }

    /// What is left with those leaves alone that are true here, in their order. Nothing if none is left.
    pub(crate) fn with_leaves(&self, chosen: &[bool]) -> Option<Self> {
        self.with_next(&mut chosen.iter().copied())
    }

    fn with_next(&self, chosen: &mut impl Iterator<Item = bool>) -> Option<Self> {
        match self {
            Self::Members(members) => {
                let left = members.iter();
                let left =
                    left.filter_map(|(name, kept)| Some((name.clone(), kept.with_next(chosen)?)));
                let left: Vec<_> = left.collect();
                (!left.is_empty()).then_some(Self::Members(left))
            }
            Self::Keyed(items) => {
                let left = items.iter();
                let left =
                    left.filter_map(|(keys, kept)| Some((keys.clone(), kept.with_next(chosen)?)));
                let left: Vec<_> = left.collect();
                (!left.is_empty()).then_some(Self::Keyed(left))
            }
            Self::Aligned { looks, items } if !items.is_empty() => {
                let left = items.iter();
                let left = left.filter_map(|(index, kept)| Some((*index, kept.with_next(chosen)?)));
                let items: Vec<_> = left.collect();
                let looks = looks.clone();
                (!items.is_empty()).then_some(Self::Aligned { looks, items })
            }
            leaf => chosen.next()?.then(|| leaf.clone()),
        }
    }
}
