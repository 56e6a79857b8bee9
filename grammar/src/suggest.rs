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
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        if let Some(distance) = nearness(word, candidate)
            && best.is_none_or(|(nearest, _)| distance < nearest)
        {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// No known word is nearly as long; this bounds the quadratic distance.
const LONGEST: usize = 128;

/// How many edits a word is from another one that it is close enough to. Of constants too.
#[must_use]
pub const fn nearness(word: &str, candidate: &str) -> Option<usize> {
    let (Some(wanted), Some(known)) = (Letters::of(word), Letters::of(candidate)) else {
        return None;
    };
    if wanted.count == 0 {
        return None;
    }
    let longer = if wanted.count > known.count {
        wanted.count
    } else {
        known.count
    };
    let limit = if longer < 6 { 1 } else { longer / 3 };
    let distance = wanted.distance(&known);
    // A word of one or two letters is one edit away from every other.
    let related = distance < if longer < 2 { 2 } else { longer };
    if distance <= limit && related {
        Some(distance)
    } else {
        None
    }
}

/// What is compared of a word.
struct Letters {
    bytes: [u8; LONGEST],
    count: usize,
}

impl Letters {
    const fn of(word: &str) -> Option<Self> {
        let mut letters = Self {
            bytes: [0; LONGEST],
            count: 0,
        };
        let bytes = word.as_bytes();
        let mut i = 0;
        while i < bytes.len() {
            if !matches!(bytes[i], b'-' | b'_') {
                if letters.count == LONGEST {
                    return None;
                }
                letters.bytes[letters.count] = bytes[i].to_ascii_lowercase();
                letters.count += 1;
            }
            i += 1;
        }
        Some(letters)
    }

    /// Optimal string alignment distance, three rows at a time.
    const fn distance(&self, other: &Self) -> usize {
        let mut before = [0; LONGEST + 1];
        let mut previous = [0; LONGEST + 1];
        let mut j = 0;
        while j <= other.count {
            previous[j] = j;
            j += 1;
        }
        let mut i = 0;
        while i < self.count {
            let mut current = [0; LONGEST + 1];
            current[0] = i + 1;
            let mut j = 0;
            while j < other.count {
                let is_same = self.bytes[i] == other.bytes[j];
                let mut edits = previous[j] + if is_same { 0 } else { 1 };
                edits = least(edits, least(previous[j + 1], current[j]) + 1);
                if i > 0
                    && j > 0
                    && self.bytes[i] == other.bytes[j - 1]
                    && self.bytes[i - 1] == other.bytes[j]
                {
                    edits = least(edits, before[j - 1] + 1);
                }
                current[j + 1] = edits;
                j += 1;
            }
            before = previous;
            previous = current;
            i += 1;
        }
        previous[other.count]
    }
}

const fn least(one: usize, other: usize) -> usize {
    if one < other { one } else { other }
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
