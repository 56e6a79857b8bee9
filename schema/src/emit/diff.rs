//! A unified diff of two texts.

use std::fmt::Write as _;

/// Lines shown before and after a change.
const CONTEXT: usize = 3;
/// Most differing lines for which the shortest diff is looked for; beyond, the differing middle is shown as a whole.
const MAX_EDITS: usize = 500;

/// What turns `old` into `new`, in the form of `diff -u`; empty when they are equal.
pub(super) fn unified(old: &str, new: &str, old_name: &str, new_name: &str) -> String {
    let old: Vec<&str> = old.split_inclusive('\n').collect();
    let new: Vec<&str> = new.split_inclusive('\n').collect();
    let lines = align(&old, &new);
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = writeln!(out, "--- {old_name}\n+++ {new_name}");
    let hunks = hunks(&lines);
    for hunk in &hunks {
        write_hunk(&mut out, &lines, hunk.clone());
    }
    if hunks.is_empty() { String::new() } else { out }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line<'t> {
    Both(&'t str),
    Old(&'t str),
    New(&'t str),
}

/// The lines of both texts in one order, by a shortest edit script (Myers, "An O(ND) difference algorithm").
fn align<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Line<'t>> {
    let same = |(a, b): &(&&str, &&str)| a == b;
    let head = old.iter().zip(new).take_while(same).count();
    let (old_rest, new_rest) = (old.split_at(head).1, new.split_at(head).1);
    let tail = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(same)
        .count();
    let (old_middle, end) = old_rest.split_at(old_rest.len() - tail);
    let new_middle = new_rest.split_at(new_rest.len() - tail).0;

    let mut lines: Vec<Line<'t>> = old.iter().take(head).map(|line| Line::Both(line)).collect();
    if let Some(middle) = edits(old_middle, new_middle) {
        lines.extend(middle);
    } else {
        lines.extend(old_middle.iter().map(|line| Line::Old(line)));
        lines.extend(new_middle.iter().map(|line| Line::New(line)));
    }
    lines.extend(end.iter().map(|line| Line::Both(line)));
    lines
}

/// The shortest edit script, unless it is longer than anyone reads.
fn edits<'t>(old: &[&'t str], new: &[&'t str]) -> Option<Vec<Line<'t>>> {
    let most = (old.len() + new.len()).min(MAX_EDITS);
    // `reach[k]`: how many old lines are used on diagonal `k - most`; a copy per number of edits, to walk back.
    let mut reach = vec![0_usize; 2 * most + 2];
    let mut history = Vec::new();
    for count in 0..=most {
        history.push(reach.clone());
        for k in (most - count..=most + count).step_by(2) {
            let mut x = if goes_down(&reach, k, most, count) {
                at(&reach, k + 1)
            } else {
                at(&reach, k - 1) + 1
            };
            while let (Some(a), Some(b)) = (
                old.get(x),
                (x + most).checked_sub(k).and_then(|y| new.get(y)),
            ) && a == b
            {
                x += 1;
            }
            if let Some(slot) = reach.get_mut(k) {
                *slot = x;
            }
            if x >= old.len() && x + most >= k + new.len() {
                return Some(walk_back(old, new, &history, most));
            }
        }
    }
    None
}

fn at(reach: &[usize], k: usize) -> usize {
    reach.get(k).copied().unwrap_or_default()
}

fn goes_down(reach: &[usize], k: usize, most: usize, count: usize) -> bool {
    k + count == most || (k != most + count && at(reach, k - 1) < at(reach, k + 1))
}

fn walk_back<'t>(
    old: &[&'t str],
    new: &[&'t str],
    history: &[Vec<usize>],
    most: usize,
) -> Vec<Line<'t>> {
    let (mut x, mut y) = (old.len(), new.len());
    let mut lines = Vec::new();
    for (count, reach) in history.iter().enumerate().rev() {
        let k = x + most - y;
        let down = goes_down(reach, k, most, count);
        let before = if down { k + 1 } else { k.saturating_sub(1) };
        let from_x = if count == 0 { 0 } else { at(reach, before) };
        let from_y = if count == 0 {
            0
        } else {
            (from_x + most).saturating_sub(before)
        };
        while x > from_x && y > from_y {
            x -= 1;
            y -= 1;
            lines.extend(old.get(x).map(|line| Line::Both(line)));
        }
        if count > 0 && down {
            y -= 1;
            lines.extend(new.get(y).map(|line| Line::New(line)));
        } else if count > 0 {
            x -= 1;
            lines.extend(old.get(x).map(|line| Line::Old(line)));
        }
    }
    lines.reverse();
    lines
}

/// The changed lines with their context, overlapping ones joined.
fn hunks(lines: &[Line<'_>]) -> Vec<std::ops::Range<usize>> {
    let mut hunks: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if matches!(line, Line::Both(_)) {
            continue;
        }
        let (start, end) = (
            at.saturating_sub(CONTEXT),
            (at + 1 + CONTEXT).min(lines.len()),
        );
        match hunks.last_mut() {
            Some(last) if last.end >= start => last.end = end,
            _ => hunks.push(start..end),
        }
    }
    hunks
}

fn write_hunk(out: &mut String, lines: &[Line<'_>], hunk: std::ops::Range<usize>) {
    let in_old = |line: &&Line<'_>| !matches!(line, Line::New(_));
    let in_new = |line: &&Line<'_>| !matches!(line, Line::Old(_));
    let before = lines.get(..hunk.start).unwrap_or_default();
    let shown = lines.get(hunk).unwrap_or_default();
    let range = |counted: fn(&&Line<'_>) -> bool| {
        let (skipped, length) = (
            before.iter().filter(counted).count(),
            shown.iter().filter(counted).count(),
        );
        match length {
            0 => format!("{skipped},0"),
            1 => format!("{}", skipped + 1),
            _ => format!("{},{length}", skipped + 1),
        }
    };
    // Writing to a string does not fail.
    let _ = writeln!(out, "@@ -{} +{} @@", range(in_old), range(in_new));
    for line in shown {
        let (mark, text) = match line {
            Line::Both(text) => (' ', text),
            Line::Old(text) => ('-', text),
            Line::New(text) => ('+', text),
        };
        out.push(mark);
        out.push_str(text);
        if !text.ends_with('\n') {
            out.push_str("\n\\ No newline at end of file\n");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Line, align, unified};

    fn lines(text: &str) -> Vec<&str> {
        text.split_inclusive('\n').collect()
    }

    #[test]
    fn it_reads_as_diff_u_writes() {
        let numbers = |from: u32, to: u32| -> String {
            (from..=to)
                .flat_map(|n| [n.to_string(), "\n".into()])
                .collect()
        };
        let old = numbers(1, 20);
        let new = format!("{}five\n{}20\n21", numbers(1, 4), numbers(6, 18));
        // As `diff -u --label old --label new` prints it.
        assert_eq!(
            unified(&old, &new, "old", "new"),
            "--- old\n+++ new\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n@@ -16,5 +16,5 @@\n 16\n 17\n 18\n-19\n 20\n+21\n\\ No newline at end of file\n"
        );
        assert_eq!(unified(&old, &old, "old", "new"), "");
        assert_eq!(
            unified("", "a\n", "old", "new"),
            "--- old\n+++ new\n@@ -0,0 +1 @@\n+a\n"
        );
    }

    #[test]
    fn both_texts_can_be_read_from_it_and_it_is_shortest() {
        // All pairs of short texts over two letters: the length is compared with that of the longest common subsequence.
        let texts: Vec<String> = (0..6_u32)
            .flat_map(|len| {
                (0..1_u32 << len).map(move |bits| {
                    (0..len)
                        .map(|i| if bits >> i & 1 == 1 { "a\n" } else { "b\n" })
                        .collect()
                })
            })
            .collect();
        for old in &texts {
            for new in &texts {
                let (old, new) = (lines(old), lines(new));
                let aligned = align(&old, &new);
                let side = |keep: fn(&Line<'_>) -> bool| -> Vec<&str> {
                    aligned
                        .iter()
                        .filter(|line| keep(line))
                        .map(|line| match line {
                            Line::Both(text) | Line::Old(text) | Line::New(text) => *text,
                        })
                        .collect()
                };
                assert_eq!(side(|line| !matches!(line, Line::New(_))), old);
                assert_eq!(side(|line| !matches!(line, Line::Old(_))), new);
                let common = aligned
                    .iter()
                    .filter(|line| matches!(line, Line::Both(_)))
                    .count();
                assert_eq!(common, longest_common(&old, &new), "{old:?} {new:?}");
            }
        }
    }

    fn longest_common(old: &[&str], new: &[&str]) -> usize {
        match (old.split_first(), new.split_first()) {
            (Some((a, old_rest)), Some((b, new_rest))) if a == b => {
                1 + longest_common(old_rest, new_rest)
            }
            (Some((_, old_rest)), Some((_, new_rest))) => {
                longest_common(old_rest, new).max(longest_common(old, new_rest))
            }
            _ => 0,
        }
    }

    #[test]
    fn texts_without_a_common_line_are_shown_as_a_whole() {
        let (old, new) = ("a\n".repeat(3000), "b\n".repeat(3000));
        let diff = unified(&old, &new, "old", "new");
        assert_eq!(diff.lines().count(), 3 + 6000);
    }
}
