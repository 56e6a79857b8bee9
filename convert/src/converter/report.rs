//! What became of an object.

use super::{Converter, VersionOf, carry::Carried};
use crate::{json::Json, memoryless::is_named, report::Report, unfit::Unfit};

impl Converter {
    /// Says what became of an object.
    pub(super) fn report(
        &self,
        report: &mut Report,
        object: &Json,
        [from, to]: [&VersionOf; 2],
        carried: Carried,
    ) {
        let conversions = report.of([&self.group, &self.kind], from.name, to.name);
        conversions.objects += 1;
        match carried {
            Carried::Nothing => {}
            Carried::Kept => conversions.keeping += 1,
            Carried::Mark => conversions.marked += 1,
        }
        let Some(unfit) = self.unfit(from.root, to.root) else {
            return;
        };
        // Parts of objects are not delivered to anyone.
        if is_named(object) {
            let mut is_unfit = false;
            unfit.find(object, &mut |path| {
                is_unfit = true;
                conversions.refuse(path, 1);
            });
            conversions.unfit += u64::from(is_unfit);
        }
    }

    /// Makes what else is made at the first conversion, so that no client waits for it.
    #[doc(hidden)]
    pub fn prepare(&self) {
        for from in &self.versions {
            for to in &self.versions {
                self.unfit(from.root, to.root);
            }
        }
    }

    /// What a valid object of the one root may not satisfy as one of the other.
    pub(super) fn unfit(&self, from: usize, to: usize) -> Option<&Unfit> {
        // What is valid stays so where nothing is done to it.
        if from == to {
            return None;
        }
        let make = || {
            let route = self.route(from, to).ok()?;
            let hops = route.iter().map(|hop| (hop.plan, hop.direction));
            Unfit::of_route(
                hops,
                &self.roots.get(from)?.schema,
                &self.roots.get(to)?.schema,
            )
        };
        self.unfit
            .get(from * self.roots.len() + to)?
            .get_or_init(make)
            .as_ref()
    }
}
