//! What the schema of the version that is converted to may refuse of values that are valid where they come from.

use serde_json::Value;

use crate::convert::{
    json::Json,
    narrowed::{Narrowed, itself, narrowed, of_type, with_values},
    plan::{Case, CaseContent, Direction, HowPlan, Node, Place, StepPlan, VariantsPlan},
    steps,
};
use crate::table::{Side, Tagging};

/// Which values, where the step itself says what becomes of them; of what has rows of its own, they say it. Of functions
/// nobody knows, and what the bounds of the other side refuse may be.
pub(super) fn of(step: &StepPlan, direction: Direction) -> Option<String> {
    let sources = step.places.of(direction.from());
    let targets = step.places.of(direction.to());
    if sources.is_empty() {
        return None;
    }
    let mut out = Vec::new();
    for target in targets {
        let Some(schema) = target.schema() else {
            continue;
        };
        let source = match &**sources {
            [source] => source.schema(),
            _ => None,
        };
        let mut found = match source {
            Some(source) => of_value(step, direction, &source, &schema),
            None => narrowed(&schema, &of_type(&schema)),
        };
        found.retain(|narrowed| !is_dropped(narrowed, target));
        if targets.len() > 1 {
            for narrowed in &mut found {
                narrowed.path.insert_str(0, &format!(".{}", target.name()));
            }
        }
        out.extend(found);
    }
    told(&out)
}

/// A value that is not allowed and becomes absent is told as lost.
fn is_dropped(narrowed: &Narrowed, place: &Place) -> bool {
    let is_null = narrowed.what == "`null`";
    narrowed.path.is_empty()
        && (is_null || place.drops_empty && narrowed.what.contains("fewer than 1 "))
}

fn of_value(step: &StepPlan, direction: Direction, from: &Value, to: &Value) -> Vec<Narrowed> {
    let is = |side| direction.to() == side;
    let unknown = || narrowed(to, &of_type(to));
    let mut out = Vec::new();
    match &step.how {
        HowPlan::Nest(node) => of_node(node, direction, [from, to], "", &mut out),
        HowPlan::WrapList { list, node } if is(*list) => {
            if let Some(items) = to.get("items") {
                of_node(node, direction, [from, items], "[*]", &mut out);
            }
            let one = serde_json::json!({"type": "array", "minItems": 1, "maxItems": 1, "x-kubernetes-list-type": "map"});
            own(to, &one, "", &mut out);
        }
        HowPlan::WrapList { node, .. } => {
            if let Some(items) = from.get("items") {
                of_node(node, direction, [items, to], "", &mut out);
            }
        }
        HowPlan::WrapObject {
            object,
            member,
            node,
            ..
        } => {
            let (from, to, path) = if is(*object) {
                (
                    Some(from),
                    to.get("properties").and_then(|all| all.get(member)),
                    format!(".{member}"),
                )
            } else {
                (
                    from.get("properties").and_then(|all| all.get(member)),
                    Some(to),
                    String::new(),
                )
            };
            if let (Some(from), Some(to)) = (from, to) {
                of_node(node, direction, [from, to], &path, &mut out);
            }
        }
        HowPlan::Values(pairs) => {
            let known = with_values(from, |value| {
                let value = Json::of_value(value);
                Some(steps::table_value(pairs, Some(&value), direction)?.to_value())
            });
            // What the table says is of the other side's type.
            let known = if known.get("type") == to.get("type") {
                known
            } else {
                of_type(to)
            };
            out = narrowed(to, &known);
        }
        _ => out = unknown(),
    }
    out
}

fn of_node(
    node: &Node,
    direction: Direction,
    [from, to]: [&Value; 2],
    path: &str,
    out: &mut Vec<Narrowed>,
) {
    match node {
        Node::Copy => {
            let found = narrowed(to, from);
            out.extend(found.into_iter().map(|narrowed| Narrowed {
                path: format!("{path}{}", narrowed.path),
                ..narrowed
            }));
        }
        Node::Fields(_) => own(to, from, path, out),
        Node::List(list) => {
            own(to, from, path, out);
            if let (Some(from), Some(to)) = (from.get("items"), to.get("items")) {
                of_node(
                    &list.item,
                    direction,
                    [from, to],
                    &format!("{path}[*]"),
                    out,
                );
            }
        }
        Node::Map(value) => {
            own(to, from, path, out);
            let of = |schema: &Value| schema.get("additionalProperties").cloned();
            if let (Some(from), Some(to)) = (of(from), of(to)) {
                of_node(value, direction, [&from, &to], &format!("{path}[*]"), out);
            }
        }
        Node::Variants(plan) => {
            for case in &plan.cases {
                of_case(plan, case, direction, [from, to], path, out);
            }
        }
        Node::Calls(_) => out.extend(narrowed(to, &of_type(to))),
        // It has a row.
        Node::Value(_) => {}
    }
}

/// What a variant holds that is no struct, where it has a place of its own. Fields have rows.
fn of_case(
    plan: &VariantsPlan,
    case: &Case,
    direction: Direction,
    [from, to]: [&Value; 2],
    path: &str,
    out: &mut Vec<Narrowed>,
) {
    let CaseContent::Newtype(node) = &case.content else {
        return;
    };
    let member = |side: Side| {
        let enumeration = plan.enums.of(side).0?;
        let variant = case.variants.of(side).as_ref()?;
        match enumeration.tagging {
            _ if variant.untagged => None,
            Tagging::External => Some(variant.wire),
            Tagging::Adjacent(_, content) => Some(content),
            Tagging::Internal(_) | Tagging::Untagged => None,
        }
    };
    let content = |schema: &Value, name: &str| schema.get("properties")?.get(name).cloned();
    if let (Some(source), Some(target)) = (member(direction.from()), member(direction.to()))
        && let (Some(from), Some(to)) = (content(from, source), content(to, target))
    {
        let path = format!("{path}.{target}");
        of_node(node, direction, [&from, &to], &path, out);
    }
}

/// What is said of the value itself. Combinators speak of members that are mapped, and differ where these do.
fn own(to: &Value, from: &Value, path: &str, out: &mut Vec<Narrowed>) {
    let mut found = Vec::new();
    itself(to, from, path, &mut found);
    out.extend(found);
}

fn told(found: &[Narrowed]) -> Option<String> {
    const SHOWN: usize = 6;
    if found.is_empty() {
        return None;
    }
    let mut texts: Vec<String> = Vec::new();
    for Narrowed { path, what } in found {
        let text = if path.is_empty() {
            what.clone()
        } else {
            format!("{what} at {path}")
        };
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.len() > SHOWN {
        let more = texts.len() - SHOWN;
        texts.truncate(SHOWN);
        texts.push(format!("{more} more"));
    }
    Some(texts.join(", "))
}
