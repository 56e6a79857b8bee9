//! What stands or falls together when it is converted.

use std::{borrow::Cow, collections::BTreeSet};

use super::place::{Segment, shown};
use crate::convert::{Plan, Row};

/// Whether a step that reads or writes the one place, or a step beyond it, reads or writes the other, as the plan has it.
pub(super) fn are_tied(plan: &Plan, one: &[Segment], other: &[Segment]) -> bool {
    let all = || plan.spokes.iter().flat_map(|spoke| &spoke.rows);
    let rows: Vec<Vec<&str>> = all().filter(|row| is_tying(row)).map(paths).collect();
    let moved: Vec<[&str; 2]> = all().filter_map(moved).flatten().collect();
    let has = |path: &&str| is_in(one, path);
    let own = rows.iter().filter(|row| row.iter().any(has)).flatten();
    let mut known: BTreeSet<Cow<'_, str>> = own.copied().map(Cow::from).collect();
    // What a step writes where it reads it is that value itself.
    let own = shown(one);
    if all().any(|row| row.spoke == [&*own] && row.hub == [&*own]) {
        known.insert(own.into());
    }
    // From version to version, of which a way has no more than there are.
    for _ in &plan.spokes {
        let beyond: Vec<String> = known
            .iter()
            .flat_map(|path| moved.iter().filter_map(|[from, to]| within(path, from, to)))
            .collect();
        known.extend(beyond.into_iter().map(Cow::from));
        let meets = |path: &&str| known.iter().any(|known| rest(path, known).is_some());
        let met = rows.iter().filter(|row| row.iter().any(meets)).flatten();
        let met: Vec<_> = met.copied().map(Cow::from).collect();
        known.extend(met);
    }
    known.iter().any(|path| is_in(other, path))
}

/// Whether what a row reads and writes stands or falls together.
fn is_tying(row: &Row) -> bool {
    match row.step {
        "same" | "others" => false,
        // Of spec and status, more is told.
        "parent" => row
            .spoke
            .iter()
            .chain(&row.hub)
            .all(|path| path.rfind('.') > Some(0)),
        _ => true,
    }
}

/// What a row reads, writes and keeps.
fn paths(row: &Row) -> Vec<&str> {
    let losses = [&row.up, &row.down]
        .into_iter()
        .filter_map(|way| way.loss.as_ref());
    let kept = losses.flat_map(|loss| &loss.paths);
    let places = row.spoke.iter().chain(&row.hub).chain(kept);
    places.map(String::as_str).collect()
}

/// The two places of a value that is one at each version, each before the other: what is within the one is within the other.
fn moved(row: &Row) -> Option<[[&str; 2]; 2]> {
    match (&*row.spoke, &*row.hub) {
        ([spoke], [hub]) if spoke != hub => Some([[spoke, hub], [hub, spoke]]),
        _ => None,
    }
}

/// What is at a path within one place, within the other.
fn within(path: &str, from: &str, to: &str) -> Option<String> {
    Some(format!("{to}{}", rest(path, from)?))
}

/// What a path that is a place or within it has beyond it.
fn rest<'p>(path: &'p str, place: &str) -> Option<&'p str> {
    let rest = path.strip_prefix(place)?;
    (rest.is_empty() || rest.starts_with(['.', '[', ' '])).then_some(rest)
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
