//! What the schema of the version that is converted to may refuse of values that are valid where they come from.

use serde_json::Value;

use crate::{
    memoryless::{Segment, within},
    narrowed::{Narrowed, Refused, itself, narrowed, of_type},
    plan::{Case, CaseContent, Direction, Node, Place, VariantsPlan},
    steps::OneWay,
    table::Side,
};

/// Which values, where the step itself says what becomes of them; of what has rows of its own, they say it. Of functions
/// nobody knows, and what the bounds of the other side refuse may be.
pub(super) fn of(way: OneWay) -> Option<String> {
    let step = way.step;
    let (sources, targets) = (step.places.of(way.from()), step.places.of(way.to()));
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
            Some(source) => step.how.narrowed(way.direction, [&source, &schema]),
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
    summary(&out)
}

/// A value that is not allowed and becomes absent is told as lost.
fn is_dropped(narrowed: &Narrowed, place: &Place) -> bool {
    narrowed.path.is_empty()
        && match narrowed.of {
            Refused::Null => true,
            Refused::Empty => place.drops_empty,
            Refused::Rules | Refused::Others => false,
        }
}

/// Which values that map so.
pub(crate) fn of_node(
    node: &Node,
    direction: Direction,
    [from, to]: [&Value; 2],
    path: &str,
) -> Vec<Narrowed> {
    let mut out = Vec::new();
    match node {
        Node::Copy => {
            let found = narrowed(to, from).into_iter();
            out.extend(found.map(|narrowed| Narrowed {
                path: format!("{path}{}", narrowed.path),
                ..narrowed
            }));
        }
        // Combinators speak of members that are mapped, and differ where these do.
        Node::Fields(_) => itself(to, from, path, &mut out),
        Node::List(list) => {
            itself(to, from, path, &mut out);
            if let (Some(from), Some(to)) = (from.get("items"), to.get("items")) {
                let path = format!("{path}[*]");
                out.extend(of_node(&list.item, direction, [from, to], &path));
            }
        }
        Node::Map(value) => {
            itself(to, from, path, &mut out);
            let of = |schema: &Value| schema.get("additionalProperties").cloned();
            if let (Some(from), Some(to)) = (of(from), of(to)) {
                let path = format!("{path}[*]");
                out.extend(of_node(value, direction, [&from, &to], &path));
            }
        }
        Node::Variants(plan) => {
            let cases = plan.cases.iter();
            out.extend(cases.flat_map(|case| of_case(plan, case, direction, [from, to], path)));
        }
        Node::Calls(_) => out.extend(narrowed(to, &of_type(to))),
        // It has a row.
        Node::Value(_) => {}
    }
    out
}

/// What a variant holds that is no struct, where it has a place of its own. Fields have rows.
fn of_case(
    plan: &VariantsPlan,
    case: &Case,
    direction: Direction,
    [from, to]: [&Value; 2],
    path: &str,
) -> Vec<Narrowed> {
    let CaseContent::Newtype(node) = &case.content else {
        return Vec::new();
    };
    let member = |side: Side, schema: &Value| {
        let enumeration = plan.enums.of(side).0?;
        let variant = case.variants.of(side).filter(|variant| !variant.untagged)?;
        let Segment::Member(name) = within(enumeration, variant)? else {
            return None;
        };
        let content = schema.get("properties")?.get(&name).cloned()?;
        Some((name, content))
    };
    if let Some((_, from)) = member(direction.from(), from)
        && let Some((name, to)) = member(direction.to(), to)
    {
        let path = format!("{path}.{name}");
        return of_node(node, direction, [&from, &to], &path);
    }
    Vec::new()
}

fn summary(found: &[Narrowed]) -> Option<String> {
    const SHOWN: usize = 6;
    if found.is_empty() {
        return None;
    }
    let mut texts: Vec<String> = Vec::new();
    for Narrowed { path, what, .. } in found {
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
