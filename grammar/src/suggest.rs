//! "Did you mean": the known word nearest to a misspelt one.

/// The candidate most like `word`, if one is close enough to be what was meant.
///
/// Close enough is one edit for every three characters of the longer word, at least one. An edit is an
/// insertion, a deletion, a replacement, or a swap of neighbours; letter case and the choice between `-`, `_` and
/// nothing as word separator are free. Among equals the first candidate wins.
#[must_use]
pub fn closest<'c, I>(word: &str, candidates: I) -> Option<&'c str>
where
    I: IntoIterator<Item = &'c str>,
{
    // No known key is nearly as long; this bounds the quadratic distance.
    const LONGEST: usize = 128;
    let wanted = letters(word);
    if wanted.is_empty() || wanted.len() > LONGEST {
        return None;
    }
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let known = letters(candidate);
        if known.len() > LONGEST {
            continue;
        }
        let limit = (wanted.len().max(known.len()) / 3).max(1);
        let distance = distance(&wanted, &known);
        // A word of one or two letters is one edit away from every other.
        let related = distance < wanted.len().max(known.len()).max(2);
        if distance <= limit && related && best.is_none_or(|(nearest, _)| distance < nearest) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn letters(word: &str) -> Vec<char> {
    word.chars()
        .filter(|c| !matches!(c, '-' | '_'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Optimal string alignment distance, three rows at a time.
fn distance(left: &[char], right: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; right.len() + 1];
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut current = vec![i + 1; right.len() + 1];
        for (j, b) in right.iter().enumerate() {
            let replaced = previous[j] + usize::from(a != b);
            let mut edits = replaced.min(previous[j + 1] + 1).min(current[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                edits = edits.min(before[j - 1] + 1);
            }
            current[j + 1] = edits;
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous[right.len()]
}

#[cfg(test)]
mod tests {
    use super::closest;

    const KEYS: [&str; 6] = [
        "shortname",
        "singular",
        "plural",
        "printcolumn",
        "storage",
        "list_map_keys",
    ];

    #[test]
    fn near_words_are_found() {
        for (typed, meant) in [
            ("shortnmae", "shortname"),
            ("short_name", "shortname"),
            ("singluar", "singular"),
            ("printercolumn", "printcolumn"),
            ("listMapKeys", "list_map_keys"),
            ("STORAGE", "storage"),
        ] {
            assert_eq!(closest(typed, KEYS), Some(meant), "{typed}");
        }
    }

    #[test]
    fn unrelated_words_are_not_offered() {
        for typed in ["", "x", "group", "banana", "nullable"] {
            assert_eq!(closest(typed, KEYS), None, "{typed}");
        }
        assert_eq!(closest(&"s".repeat(5000), KEYS), None);
    }

    #[test]
    fn the_nearest_wins_then_the_first() {
        assert_eq!(closest("min", ["max", "mix", "mint"]), Some("mix"));
        assert_eq!(closest("min", ["max", "mint", "mix"]), Some("mint"));
    }
}
