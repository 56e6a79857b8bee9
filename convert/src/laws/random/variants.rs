//! Enums that map variant by variant.

use super::{
    maker::{Level, Maker, nest},
    pool,
    types::{enumeration, leak, leaked, sample},
};
use crate::{
    generate::random::Random,
    table::{
        Content, Fields, Mapping, Members, Nest, Place, Shape, Struct, Tagging, Variant,
        VariantContent, VariantStep, Variants,
    },
};

pub(super) fn fill(
    maker: &mut Maker<'_>,
    random: &mut Random,
    depth: usize,
    level: &mut Level,
) -> Option<()> {
    let tagging = |random: &mut Random| match random.below(3) {
        0 => Tagging::External,
        1 => Tagging::Internal("kind"),
        _ => Tagging::Adjacent("kind", "of"),
    };
    let one = tagging(random);
    let taggings = if random.one_in(3) {
        [one, tagging(random)]
    } else {
        [one, one]
    };
    let (mut spoke, mut hub) = (Vec::new(), Vec::new());
    let mut steps = Vec::new();
    for (nth, name) in ["A", "B", "C"].into_iter().enumerate() {
        let of = random.next();
        let Some(mut random) = maker
            .slot(of, nth)
            .or_else(|| (nth == 0).then(|| Random::new(of)))
        else {
            continue;
        };
        let renamed = if random.one_in(3) { "D" } else { name };
        let renamed = if nth == 0 { renamed } else { name };
        let (contents, content) = contents(maker, &mut random, depth, nth == 0)?;
        let alone = nth > 0 && random.one_in(3);
        let in_hub = random.one_in(2);
        if !alone || !in_hub {
            spoke.push(Variant::new(name, contents[0], 1));
        }
        if !alone || in_hub {
            hub.push(Variant::new(renamed, contents[1], 1));
        }
        steps.push(VariantStep {
            spoke: if alone && in_hub { "" } else { name },
            hub: if alone && !in_hub { "" } else { renamed },
            content: if alone { VariantContent::Unit } else { content },
            stand_in: None,
            line: 1,
        });
    }
    let spoke = enumeration(maker.type_name(), taggings[0], spoke);
    let hub = enumeration(maker.type_name(), taggings[1], hub);
    for step in &mut steps {
        let other = match (step.spoke, step.hub) {
            ("", _) => spoke,
            (_, "") => hub,
            _ => continue,
        };
        step.stand_in = Some(pool::run(sample(other, random))?);
    }
    let mapping = Mapping::Variants(Variants {
        spoke,
        hub,
        variants: leaked(steps),
        place: Place::NONE,
    });
    maker.value(random, level, [spoke, hub], nest(leak(mapping), &[]))
}

fn contents(
    maker: &mut Maker<'_>,
    random: &mut Random,
    depth: usize,
    is_first: bool,
) -> Option<([Content; 2], VariantContent)> {
    let count = 1 + random.below(2);
    Some(match random.below(3) {
        0 if !is_first => ([Content::Unit; 2], VariantContent::Unit),
        1 => {
            let inner = maker.level(random.next(), depth - 1, count, false, false)?;
            let (spoke, hub, mapping) = maker.finished(inner);
            let nest = Nest {
                through: &[],
                mapping,
            };
            (
                [Content::Newtype(spoke), Content::Newtype(hub)],
                VariantContent::Newtype(nest),
            )
        }
        _ => {
            let inner = maker.level(random.next(), 0, count, false, false)?;
            let (_, _, mapping) = maker.finished(inner);
            let Mapping::Fields(Fields {
                spoke, hub, steps, ..
            }) = *mapping
            else {
                return None;
            };
            let members = |ty: &'static crate::table::Type| match ty.shape {
                Shape::Struct(Struct { fields, .. }) => fields,
                _ => Members::Rows(&[]),
            };
            let of = [members(spoke), members(hub)];
            // What has no members on one side may have no braces there, either.
            let has_some = of.iter().any(|members| !members.is_empty());
            let contents = of.map(|members| match members.len() {
                0 if has_some && count == 1 => Content::Unit,
                _ => Content::Struct(members),
            });
            (contents, VariantContent::Fields(steps))
        }
    })
}
