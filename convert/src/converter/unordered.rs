use std::collections::BTreeSet;

use super::Converter;
use crate::{
    plan::{Unordered, Way},
    table::Side,
};

impl Converter {
    /// The lists of a version whose order some mapping does not keep.
    pub(crate) fn unordered(&self, version: &str) -> BTreeSet<Way> {
        let mut lists: Vec<BTreeSet<Way>> = vec![BTreeSet::new(); self.roots.len()];
        let maps: Vec<(usize, usize, Unordered)> = self
            .roots
            .iter()
            .enumerate()
            .filter_map(|(spoke, root)| {
                let (hub, plan) = root.parent.as_ref()?;
                Some((spoke, *hub, Unordered::of(plan)))
            })
            .collect();
        for (spoke, hub, map) in &maps {
            for (root, side) in [(*spoke, Side::Spoke), (*hub, Side::Hub)] {
                lists[root].extend(map.counted.of(side).iter().cloned());
            }
        }
        // What one version counts, others have as it is: no way between versions is longer than there are versions.
        for _ in &maps {
            for (spoke, hub, map) in &maps {
                for (from, to, side) in [(*spoke, *hub, Side::Spoke), (*hub, *spoke, Side::Hub)] {
                    let there: Vec<Way> = lists[from]
                        .iter()
                        .filter_map(|way| map.across(way, side))
                        .collect();
                    lists[to].extend(there);
                }
            }
        }
        let root = self.version(version).map(|version| version.root);
        root.and_then(|root| lists.get_mut(root))
            .map(std::mem::take)
            .unwrap_or_default()
    }
}
