//! The way from version to version.

use super::Converter;
use crate::convert::plan::{Direction, FieldsPlan};

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
    /// The same mapping, the other way.
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

    /// The way from one root to another: each hop's plan, direction, source and target.
    pub(super) fn route(&self, from: usize, to: usize) -> Result<Vec<Hop<'_>>, String> {
        let (up, down) = (self.ancestors(from)?, self.ancestors(to)?);
        let meeting = up.iter().find(|root| down.contains(root)).copied();
        let hops = |path: Vec<usize>| {
            path.into_iter()
                .take_while(|root| Some(*root) != meeting)
                .filter_map(|root| {
                    let root_of = self.roots.get(root)?;
                    let (parent, plan) = root_of.parent.as_ref()?;
                    Some((root, *parent, &**plan, root_of.reaches))
                })
                .collect::<Vec<_>>()
        };
        let mut route: Vec<Hop> = hops(up)
            .into_iter()
            .map(|(from, to, plan, reaches)| Hop {
                from,
                to,
                plan,
                direction: Direction::Up,
                reaches,
            })
            .collect();
        let downwards = hops(down)
            .into_iter()
            .rev()
            .map(|(to, from, plan, reaches)| Hop {
                from,
                to,
                plan,
                direction: Direction::Down,
                reaches,
            });
        route.extend(downwards);
        Ok(route)
    }
}
