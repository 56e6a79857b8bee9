//! Texts that a pattern matches.

use super::class::{Class, MAX, complement};
use super::node::{Count, Node, NodeId, Tree};

/// Texts grow no longer than this, in characters, apart from the last literal.
const MAX_LENGTH: usize = 2_000;
/// How often something without upper limit is repeated beyond what it must be.
const EXTRA: usize = 3;

/// Characters to pick where any may stand, and where Unicode's classes are asked.
const SOME: [char; 8] = ['a', 'Z', '0', ' ', '-', '_', 'é', '中'];

pub(super) fn sample(tree: &Tree, choose: &mut dyn FnMut(usize) -> usize) -> String {
    let mut choose = |count: usize| choose(count).min(count.saturating_sub(1));
    let mut text = String::new();
    let mut length = 0;
    let mut work: Vec<NodeId> = vec![tree.root];
    while let Some(node) = work.pop().and_then(|id| tree.nodes.get(id)) {
        let character = match node {
            Node::Empty | Node::Look(_) => None,
            Node::Literal { text: literal, .. } => {
                text.extend(literal.iter().filter_map(|code| char::from_u32(*code)));
                length += literal.len();
                None
            }
            Node::Class(class) => member(class, &mut choose),
            Node::AnyCharacter | Node::AnyButLineBreak => SOME.get(choose(SOME.len())).copied(),
            Node::Capture(inner) => {
                work.push(*inner);
                None
            }
            Node::Repeat { inner, count, .. } => {
                let (least, most) = times(*count);
                let extra = if length > MAX_LENGTH {
                    0
                } else {
                    choose(most - least + 1)
                };
                if work.len() < MAX_LENGTH {
                    work.extend(std::iter::repeat_n(*inner, least + extra));
                }
                None
            }
            Node::Concat(parts) => {
                work.extend(parts.iter().rev());
                None
            }
            Node::Alternate(alternatives) => {
                work.extend(alternatives.get(choose(alternatives.len())));
                None
            }
        };
        text.extend(character);
        length += usize::from(character.is_some());
    }
    text
}

fn times(count: Count) -> (usize, usize) {
    let (least, most) = match count {
        Count::Star => (0, None),
        Count::Plus => (1, None),
        Count::Quest => (0, Some(1)),
        Count::Between(least, most) => (least as usize, most.map(|most| most as usize)),
    };
    let most = most.unwrap_or(least + EXTRA).min(MAX_LENGTH);
    (least, most.max(least))
}

fn member(class: &Class, choose: &mut impl FnMut(usize) -> usize) -> Option<char> {
    if !class.unicode.is_empty() {
        return SOME.get(choose(SOME.len())).copied();
    }
    let negated;
    let ranges = if class.negated {
        negated = complement(&class.ranges);
        &negated
    } else {
        &class.ranges
    };
    // Printable ASCII where there is any, so that texts can be read.
    let readable: Vec<(u32, u32)> = ranges
        .iter()
        .map(|&(low, high)| (low.max(0x20), high.min(0x7e)))
        .filter(|(low, high)| low <= high)
        .collect();
    let ranges = if readable.is_empty() {
        ranges
    } else {
        &readable
    };
    let &(low, high) = ranges.get(choose(ranges.len()))?;
    let code = low + u32::try_from(choose((high - low + 1) as usize)).unwrap_or(0);
    char::from_u32(code.min(MAX)).or_else(|| char::from_u32(low))
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use crate::pattern::Pattern;

    #[test]
    fn samples_match() {
        for text in [
            "^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$",
            "^(?:a|bc|[^d-f]){2,5}x?$",
            "^[0-9]+((\\.[0-9]+)?%|m)$",
            "^(?i)ab$",
            "^[[:alpha:]][^[:cntrl:]]{0,3}$",
            "^$",
            "^\\d{1,3}$|^none$",
            "^.+$",
            "^a{3,}$",
        ] {
            let pattern = Pattern::parse(text).expect("Go takes it");
            let regex = Regex::new(&pattern.to_regex()).expect("so does the crate");
            let mut state = 7_u32;
            for _ in 0..500 {
                let sample = pattern.sample(&mut |count| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 8) as usize % count.max(1)
                });
                assert!(regex.is_match(&sample), "{sample:?} does not match {text}");
            }
        }
    }

    #[test]
    fn huge_repetitions_stay_bounded() {
        let pattern = Pattern::parse("^(?:(?:a{0,31}){0,31}b*)*$").expect("Go takes it");
        assert!(pattern.sample(&mut |count| count - 1).len() < 20_000);
    }
}
