//! Steps of labels and annotations, which only the root has: those of a spec or status, and of structs within, are its own.

use super::{Builder, Holder, Result, Target};
use crate::{
    plan::{Both, LeftTo},
    table::{How, Mapping, Nest, Side, Spot, Step},
};

impl Builder<'_> {
    /// Leaves a step to the root.
    pub(super) fn leave_tag(
        &mut self,
        step: &'static Step,
        holders: &Both<Holder>,
        prefix: &Both<Vec<String>>,
    ) -> Result<()> {
        let mut all = Vec::new();
        for side in [Side::Spoke, Side::Hub] {
            let targets = self.targets(step, side, holders, prefix)?;
            let fields = targets.into_iter().filter(Target::is_field);
            all.extend(fields.map(|target| self.left(side, target.path, LeftTo::Tag, step.line)));
        }
        if all.is_empty() {
            let path = [&*prefix.spoke, &[tags(step)]].concat();
            all.push(self.left(Side::Spoke, path, LeftTo::TagAlone, step.line));
        }
        self.plan.elsewhere.extend(all);
        Ok(())
    }

    /// Adds the steps of a spec or status, and of the structs within it, that their own plans leave out.
    pub(super) fn hoist(
        &mut self,
        mapping: &'static Mapping,
        prefix: &Both<Vec<String>>,
    ) -> Result<()> {
        let map = match mapping {
            Mapping::Fields(map) => map,
            Mapping::Inner(Nest {
                through: [],
                mapping,
            }) => return self.hoist(mapping, prefix),
            _ => return Ok(()),
        };
        let holders = Both::of_types(map);
        for step in map.steps {
            if touches_metadata(step) {
                self.step(step, &holders, prefix)?;
                self.hoisted.push([&*prefix.spoke, &[tags(step)]].concat());
                continue;
            }
            let How::Nest(Nest {
                through: [],
                mapping,
            }) = step.how
            else {
                continue;
            };
            let spoke = self.targets(step, Side::Spoke, &holders, prefix)?;
            let hub = self.targets(step, Side::Hub, &holders, prefix)?;
            for (side, targets) in [(Side::Spoke, &spoke), (Side::Hub, &hub)] {
                for (path, ty) in targets.iter().flat_map(|target| &target.flat_ones) {
                    self.note_flat(side, path, ty)?;
                }
            }
            if let ([spoke], [hub]) = (&*spoke, &*hub) {
                let within = Both {
                    spoke: spoke.path.clone(),
                    hub: hub.path.clone(),
                };
                let around = std::mem::replace(
                    &mut self.around,
                    Both {
                        spoke: spoke.serde_defaults.clone(),
                        hub: hub.serde_defaults.clone(),
                    },
                );
                self.hoist(mapping, &within)?;
                self.around = around;
            }
        }
        Ok(())
    }
}

impl Target<'_> {
    const fn is_field(&self) -> bool {
        self.metadata.is_none()
    }
}

pub(super) fn touches_metadata(step: &Step) -> bool {
    spots(step).any(|spot| !matches!(spot, Spot::Field(_)))
}

fn spots(step: &Step) -> impl Iterator<Item = &Spot> {
    step.spoke.iter().chain(step.hub)
}

/// The labels and annotations of a step, as a name that no member has.
fn tags(step: &Step) -> String {
    let names = spots(step).filter_map(|spot| match spot {
        Spot::Label(key) => Some(format!("metadata.labels[{key}]")),
        Spot::Annotation(key) => Some(format!("metadata.annotations[{key}]")),
        Spot::Field(_) => None,
    });
    names.collect::<Vec<_>>().join(", ")
}
