//! Steps in words.

use super::{loss, refusal};
use crate::{
    convert::plan::{HowPlan, Node, Place, StepPlan},
    table::{Side, Spot, Step},
};

/// The key of `#[spoke(…)]` that a step is of, and what it says besides.
pub(super) fn words(step: &StepPlan) -> (&'static str, String) {
    let side = |side: Side, if_spoke: &'static str, if_hub: &'static str| match side {
        Side::Spoke => if_spoke,
        Side::Hub => if_hub,
    };
    let plain = |key| (key, String::new());
    match &step.how {
        HowPlan::Nest(_) => nest_words(step),
        HowPlan::Only(run) => {
            let value = run.and_then(|run| run.caught().ok());
            let mut places = step.places.spoke.iter().chain(&step.places.hub);
            let among = places.find(|place| place.is_among_others);
            let shown = |value: &serde_json::Value| format!("= {}", short(&value.to_string()));
            let value = value.as_ref().and_then(|values| values.as_array());
            let detail = match value.map(Vec::as_slice) {
                Some([value]) if among.is_some() => {
                    let value = value.get(among.map_or("", Place::name));
                    value.map_or_else(String::new, shown)
                }
                Some([value]) if !value.is_null() => shown(value),
                _ => String::new(),
            };
            let key = if step.places.hub.is_empty() {
                "removed"
            } else {
                "added"
            };
            (key, detail)
        }
        HowPlan::WrapList { list, .. } => plain(side(*list, "unwrap", "wrap")),
        HowPlan::WrapObject { object, member, .. } => {
            (side(*object, "unwrap", "wrap"), format!("\"{member}\""))
        }
        HowPlan::Counted(plan) => {
            let order = if plan.any_order { ", any order" } else { "" };
            (
                "counted",
                format!("\"{}\" × \"{}\"{order}", plan.item, plan.count),
            )
        }
        HowPlan::Format { .. } => ("format", format!("\"{}\"", refusal::format_of(step))),
        HowPlan::Delimited { by, .. } => ("delimited", format!("{by:?}")),
        HowPlan::Keyed { key, value, .. } => {
            let value = value.as_ref().map(|value| format!(" → \"{value}\""));
            ("keyed", format!("\"{key}\"{}", value.unwrap_or_default()))
        }
        HowPlan::Flattened { .. } => ("flattened", "variant by variant".to_owned()),
        HowPlan::Gathered { keys, .. } => {
            let keys: Vec<String> = keys.iter().map(|key| format!("\"{key}\"")).collect();
            ("gathered", keys.join(", "))
        }
        HowPlan::Keys { pairs, .. } => {
            let pairs: Vec<String> = pairs
                .iter()
                .map(|(spoke, hub)| format!("{spoke} ↔ {hub}"))
                .collect();
            ("keys", pairs.join(", "))
        }
        HowPlan::Values(pairs) => {
            let text = |value: &Option<serde_json::Value>| {
                value
                    .as_ref()
                    .map_or_else(|| "absent".to_owned(), ToString::to_string)
            };
            let pairs: Vec<String> = pairs
                .iter()
                .map(|(spoke, hub)| format!("{} ↔ {}", text(spoke), text(hub)))
                .collect();
            ("values", pairs.join(", "))
        }
        HowPlan::Coerced => plain("coerced"),
        HowPlan::Factor {
            numerator,
            denominator,
        } => {
            let over = match denominator {
                1 => String::new(),
                denominator => format!("/{denominator}"),
            };
            ("factor", format!("{numerator}{over}"))
        }
        HowPlan::Duration { unit, .. } => ("duration", format!("\"{}\"", loss::unit_name(*unit))),
        HowPlan::Quantity { unit, .. } => ("quantity", format!("\"{unit}\"")),
        HowPlan::Calls(_) if !step.own().is_empty() => {
            let members = step
                .own()
                .iter()
                .map(|own| format!("metadata.{}", own.member()));
            let with = members.collect::<Vec<_>>().join(" and ");
            (if step.is_own() { "from" } else { "with" }, with)
        }
        HowPlan::Calls(calls) if calls.up_may_fail || calls.down_may_fail => plain("try_with"),
        HowPlan::Calls(_) => plain("with"),
    }
}

fn nest_words(step: &StepPlan) -> (&'static str, String) {
    let spot = |spots: fn(&Step) -> &[Spot]| step.table.and_then(|table| spots(table).first());
    let key = match (spot(|table| table.spoke), spot(|table| table.hub)) {
        (_, Some(Spot::Label(_))) => "to_label",
        (_, Some(Spot::Annotation(_))) => "to_annotation",
        (Some(Spot::Label(_)), _) => "from_label",
        (Some(Spot::Annotation(_)), _) => "from_annotation",
        _ => {
            let path = |places: &[Place]| places.first().map(|place| place.path.clone());
            let (spoke, hub) = (path(&step.places.spoke), path(&step.places.hub));
            let parent = |path: &Option<Vec<String>>| {
                let (_, parent) = path.as_ref()?.split_last()?;
                Some(parent.to_vec())
            };
            if spoke == hub {
                "same"
            } else if parent(&spoke) == parent(&hub) {
                "rename"
            } else {
                "to"
            }
        }
    };
    let detail = match &step.how {
        HowPlan::Nest(Node::Fields(_)) => "field by field",
        HowPlan::Nest(Node::List(_)) => "item by item",
        HowPlan::Nest(Node::Map(_)) => "value by value",
        HowPlan::Nest(Node::Variants(_)) => "variant by variant",
        _ => "",
    };
    (key, detail.to_owned())
}

/// A value that does not fill the line.
fn short(text: &str) -> String {
    if text.chars().count() <= 40 {
        return text.to_owned();
    }
    let start: String = text.chars().take(39).collect();
    format!("{start}…")
}
