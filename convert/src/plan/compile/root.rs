//! The objects themselves: what stands beside and above specs.

use super::{At, Builder, Holder, Result, Sides, claimed::all_claimed, items::AsMaps};
use crate::{
    plan::{Both, FieldsPlan, SerdeDefault},
    table::{Mapping, Root, RootMapping, Run, SpecPlace},
};

/// The plan of root objects.
pub(crate) fn root(map: &'static RootMapping, schemas: Sides) -> Result<FieldsPlan> {
    let at = At::new(map.spoke.place.file, map.spoke.place.line, map.spoke.kind);
    let builder = Builder::new(schemas, at);
    let prefix = Both {
        spoke: spec_path(map.spoke),
        hub: spec_path(map.hub),
    };
    let has_spec = !prefix.spoke.is_empty() && !prefix.hub.is_empty();
    let (steps, holders) = match map.spec {
        Mapping::Fields(spec) if !has_spec => (spec.steps, Both::of_types(spec)),
        _ => (&[][..], Both::by(|_| Holder::Root)),
    };
    let maps = AsMaps::of(&builder, steps, &holders, &prefix)?;
    let mut builder = builder.seen(&maps);
    // A spec that is written for objects without comes before what serde reads of them.
    let around = |root: &Root, or: Option<Run>| {
        let read = root.absent_spec.filter(|_| or.is_none());
        vec![read.map(SerdeDefault::by)]
    };
    for member in ["kind", "metadata"] {
        let path = Both::by(|_| vec![member.to_owned()]);
        builder.copy(&path, None);
    }
    if has_spec {
        let stand_ins = Both {
            spoke: map.down_or,
            hub: map.up_or,
        };
        builder.around = Both {
            spoke: around(map.spoke, map.up_or),
            hub: around(map.hub, map.down_or),
        };
        builder.value(map.spec, prefix.clone(), false, stand_ins)?;
    } else {
        match map.spec {
            Mapping::Fields(_) => {
                builder.steps(steps, &holders, &prefix)?;
                builder.rest_of_items(&maps.lists);
            }
            Mapping::Same => builder.copy_members(map.spoke.spec.ty(), &prefix)?,
            _ => {
                return Err(builder.at.error(
                    0,
                    "a resource without `spec` maps field by field: derive `Spoke` on the struct",
                ));
            }
        }
    }
    builder.hoist(map.spec, &prefix)?;
    builder.around = Both::default();
    let status = Both::by(|_| vec!["status".to_owned()]);
    match (
        map.spoke.status.is_some(),
        map.hub.status.is_some(),
        map.status,
    ) {
        (_, _, Some(mapping)) => {
            builder.value(mapping, status.clone(), true, Both::default())?;
            builder.hoist(mapping, &status)?;
        }
        (false, false, None) => {}
        _ => {
            return Err(builder.at.error(
                0,
                format!(
                    "only one of the versions {} and {} has a status, which the other would lose: give both one \
                     (`status = …` in `#[crd(…)]`), it may be the same type",
                    map.spoke.version, map.hub.version
                ),
            ));
        }
    }
    let plan = builder.finish(true)?;
    all_claimed(&plan)?;
    Ok(plan)
}

fn spec_path(root: &Root) -> Vec<String> {
    match root.spec {
        SpecPlace::Spec(_) => vec!["spec".to_owned()],
        SpecPlace::Root(_) => Vec::new(),
    }
}
