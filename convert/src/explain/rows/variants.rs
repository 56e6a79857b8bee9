//! Rows of an enum's variants.

use super::{Cover, Refusal, WAYS, Walk, Way, paths_of, row};
use crate::{
    explain::path::At,
    plan::{Both, Case, CaseContent, VariantsPlan},
    table::{Content, Enum, Side, Tagging, Variant},
};

impl Walk<'_> {
    pub(super) fn variants(&mut self, plan: &VariantsPlan, at: &Both<At>, cover: Cover) {
        for case in &plan.cases {
            self.case(plan, case, at, cover);
        }
    }

    fn case(&mut self, plan: &VariantsPlan, case: &Case, at: &Both<At>, cover: Cover) {
        let place = |side: Side| {
            let variant = (*case.variants.of(side))?;
            let enumeration = plan.enums.of(side).0?;
            Some(variant_place(at.of(side), enumeration, variant))
        };
        let (spoke, hub) = (place(Side::Spoke), place(Side::Hub));
        let key = match (&spoke, &hub) {
            (Some(_), None) => "removed",
            (None, Some(_)) => "added",
            _ if case.variants.spoke.map(|v| v.wire) == case.variants.hub.map(|v| v.wire) => "same",
            _ => "rename",
        };
        let mut row = row(key, "variant".to_owned(), None);
        for (side, place) in [(Side::Spoke, &spoke), (Side::Hub, &hub)] {
            paths_of(&mut row, side).extend(place.iter().map(|(shown, _)| shown.clone()));
        }
        for direction in WAYS {
            let (from, to) = (direction.from(), direction.to());
            let loses_all = case.variants.of(to).is_none() && case.variants.of(from).is_some();
            if !loses_all {
                continue;
            }
            let loss = self.loss("all of it", from, std::slice::from_ref(at.of(from)));
            let way = Way::of(&mut row, direction);
            let stand_in = case.stand_in.is_some() || *cover.of(to);
            way.loss = stand_in.then_some(loss);
            way.refusal = Some(Refusal {
                what: "it".to_owned(),
                stand_in,
            });
        }
        self.rows.push(row);
        let (Some((_, spoke)), Some((_, hub))) = (spoke, hub) else {
            return;
        };
        let content = Both { spoke, hub };
        match &case.content {
            CaseContent::Unit => {}
            CaseContent::Newtype(node) => self.node(node, &content, cover),
            CaseContent::Fields(plan) => self.fields(plan, &content, cover),
        }
    }
}

/// A variant as it is shown, and the place of its content.
fn variant_place(at: &At, enumeration: &Enum, variant: &Variant) -> (String, At) {
    let is = |tag: &str| at.suffixed(&format!("({tag}={})", variant.wire));
    let shown = match enumeration.tagging {
        _ if variant.untagged => at.clone(),
        Tagging::External => {
            let place = at.below(&[variant.wire.to_owned()]);
            if matches!(variant.content, Content::Unit) {
                at.suffixed(&format!("={}", variant.wire))
            } else {
                place
            }
        }
        Tagging::Internal(tag) => is(tag),
        Tagging::Adjacent(tag, _) => is(tag),
        Tagging::Untagged => at.suffixed(&format!("({})", variant.ident)),
    };
    let content = match enumeration.tagging {
        Tagging::Adjacent(_, content) if !variant.untagged => shown.below(&[content.to_owned()]),
        _ => shown.clone(),
    };
    (shown.path, content)
}
