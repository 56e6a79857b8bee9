//! The way from version to version.

use super::Converter;
use crate::plan::{Direction, FieldsPlan};

/// One step of the way between two versions.
pub(super) struct Hop<'c> {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) plan: &'c FieldsPlan,
    pub(super) direction: Direction,
    /// Steps of the mapping reach into objects that others map.
    pub(super) reaches: bool,
}

impl Hop<'_> {
    /// The way back by this mapping.
    pub(super) const fn back(&self) -> Self {
        Self {
            from: self.to,
            to: self.from,
            direction: self.direction.reverse(),
            ..*self
        }
    }
}

impl Converter {
    /// From a root to the hub.
    pub(super) fn ancestors(&self, root: usize) -> Result<Vec<usize>, String> {
        let mut path = vec![root];
        while let Some((parent, _)) = path
            .last()
            .and_then(|last| self.roots.get(*last))
            .and_then(|root| root.parent.as_ref())
        {
            if path.contains(parent) {
                return Err("the versions are spokes of each other in a circle".to_owned());
            }
            path.push(*parent);
        }
        if path.last() == Some(&0) {
            Ok(path)
        } else {
            Err(format!(
                "version {} does not lead to the hub: derive `Spoke` with `#[spoke(hub = …)]` on its spec",
                path.last()
                    .and_then(|last| self.roots.get(*last))
                    .map_or("", |root| root.owner)
            ))
        }
    }

    /// From a root to the one that it is a spoke of.
    fn up(&self, from: usize) -> Option<Hop<'_>> {
        let root = self.roots.get(from)?;
        let (to, plan) = root.parent.as_ref()?;
        Some(Hop {
            from,
            to: *to,
            plan,
            direction: Direction::Up,
            reaches: root.reaches,
        })
    }

    /// How many mappings lead from one version to another.
    pub(crate) fn distance(&self, from: &str, to: &str) -> Option<usize> {
        let route = self.route(self.version(from)?.root, self.version(to)?.root);
        Some(route.ok()?.len())
    }

    /// The way from one root to another: each hop's plan, direction, source and target.
    pub(super) fn route(&self, from: usize, to: usize) -> Result<Vec<Hop<'_>>, String> {
        // Mostly it is one hop, and it is asked for once an object.
        let next = match (from, to) {
            (from, 0) => self.up(from),
            (0, to) => self.up(to).map(|hop| hop.back()),
            _ => None,
        };
        if let Some(hop) = next.filter(|hop| [hop.from, hop.to] == [from, to]) {
            return Ok(vec![hop]);
        }
        let (up, down) = (self.ancestors(from)?, self.ancestors(to)?);
        let meeting = up.iter().find(|root| down.contains(root)).copied();
        let hops = |path: Vec<usize>| {
            path.into_iter()
                .take_while(|root| Some(*root) != meeting)
                .filter_map(|root| self.up(root))
                .collect::<Vec<_>>()
        };
        let mut route = hops(up);
        route.extend(hops(down).iter().rev().map(Hop::back));
        Ok(route)
    }
}
