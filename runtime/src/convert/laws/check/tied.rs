//! What stands or falls together when it is converted.

use super::place::Segment;
use crate::convert::Plan;

/// Whether a step that reads or writes the one place, or a step beyond it, reads or writes the other, as the plan has it.
pub(super) fn are_tied(plan: &Plan, one: &[Segment], other: &[Segment]) -> bool {
    let rows: Vec<Vec<&str>> = plan
        .spokes
        .iter()
        .flat_map(|spoke| &spoke.rows)
        .filter(|row| match row.step {
            "same" | "others" => false,
            // Of spec and status, more is told.
            "parent" => row
                .spoke
                .iter()
                .chain(&row.hub)
                .all(|path| path.rfind('.') > Some(0)),
            _ => true,
        })
        .map(|row| {
            let losses = [&row.up, &row.down]
                .into_iter()
                .filter_map(|way| way.loss.as_ref());
            let kept = losses.flat_map(|loss| &loss.paths);
            let places = row.spoke.iter().chain(&row.hub).chain(kept);
            places.map(String::as_str).collect()
        })
        .collect();
    let mut reached = vec![false; rows.len()];
    let has = |row: &[&str], place: &[Segment]| row.iter().any(|path| is_in(place, path));
    for (reached, row) in reached.iter_mut().zip(&rows) {
        *reached = has(row, one);
    }
    // From version to version, of which a way has no more than there are.
    for _ in &plan.spokes {
        let known: Vec<&str> = rows
            .iter()
            .zip(&reached)
            .filter(|(_, reached)| **reached)
            .flat_map(|(row, _)| row.iter().copied())
            .collect();
        for (reached, row) in reached.iter_mut().zip(&rows) {
            let meets = |path: &&str| known.iter().any(|known| path.starts_with(known));
            *reached = *reached || row.iter().any(meets);
        }
    }
    let mut tied = rows.iter().zip(&reached).filter(|(_, reached)| **reached);
    tied.any(|(row, _)| has(row, other))
}

/// Whether a place is the one that a plan's path names, or within it.
fn is_in(place: &[Segment], path: &str) -> bool {
    let mut rest = path;
    for segment in place {
        if rest.is_empty() {
            return true;
        }
        let (is_it, after) = match (rest.strip_prefix("['"), segment) {
            (Some(quoted), Segment::Member(name)) => {
                let Some((quoted, after)) = quoted.split_once("']") else {
                    return false;
                };
                (quoted == name, after)
            }
            (Some(_), Segment::Item(_)) => return false,
            // Of a list with keys, an item is a member by them.
            (None, _) if rest.starts_with('[') => {
                let Some((_, after)) = rest.split_once(']') else {
                    return false;
                };
                (true, after)
            }
            (None, Segment::Member(name)) => {
                let Some(rest) = rest.strip_prefix('.') else {
                    // More than a path, as the name of a variant.
                    return true;
                };
                let end = rest.find(['.', '[', ' ']).unwrap_or(rest.len());
                let (own, after) = rest.split_at(end);
                (own == "*" || own == name, after)
            }
            (None, Segment::Item(_)) => return false,
        };
        if !is_it {
            return false;
        }
        rest = after;
    }
    rest.is_empty() || rest.starts_with(' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_in_what_a_plan_names_however_it_is_written() {
        let member = |name: &str| Segment::Member(name.to_owned());
        let place = [
            member("spec"),
            member("rooms"),
            Segment::Item(2),
            member("a.b"),
        ];
        for path in [
            "",
            ".spec",
            ".spec.rooms",
            ".spec.rooms[name]",
            ".spec.rooms[*]['a.b']",
            ".spec.rooms[*].*",
        ] {
            assert!(is_in(&place, path), "{path}");
        }
        for path in [
            ".spe",
            ".spec.room",
            ".spec.rooms.x",
            ".spec.rooms[*]['a']",
            ".spec.rooms[*]['a.b'].c",
        ] {
            assert!(!is_in(&place, path), "{path}");
        }
    }
}
