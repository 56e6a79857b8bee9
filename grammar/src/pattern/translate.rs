//! From tree to the syntax of the `regex` crate.
//!
//! Nothing is left to the crate's own idea of Unicode but categories and scripts, and those are cut to Unicode
//! 15.0: letter case is written out, and the ASCII classes are ranges already.

use std::fmt::Write as _;

use super::class::{Class, MAX, Range, normalize};
use super::fold;
use super::node::{Count, Look, Node, NodeId, Tree};
use super::unicode::{Name, UnicodeSet, counterparts};

/// What is still to be written.
enum Work {
    Node(NodeId),
    /// A node that must bind tightly enough for a repetition or a sequence around it.
    Operand(NodeId, Binding),
    Text(&'static str),
    Count(Count, bool),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Binding {
    Sequence,
    Repetition,
}

pub(super) fn to_regex(tree: &Tree) -> String {
    let mut out = String::new();
    let mut work = vec![Work::Node(tree.root)];
    while let Some(next) = work.pop() {
        match next {
            Work::Text(text) => out.push_str(text),
            Work::Count(count, greedy) => write_count(count, greedy, &mut out),
            Work::Node(id) => write_node(tree, id, &mut work, &mut out),
            Work::Operand(id, binding) => {
                let id = without_captures(tree, id);
                if binds(tree.nodes.get(id), binding) {
                    work.push(Work::Node(id));
                } else {
                    out.push_str("(?:");
                    work.extend([Work::Text(")"), Work::Node(id)]);
                }
            }
        }
    }
    out
}

fn without_captures(tree: &Tree, mut id: NodeId) -> NodeId {
    while let Some(Node::Capture(inner)) = tree.nodes.get(id) {
        id = *inner;
    }
    id
}

fn binds(node: Option<&Node>, binding: Binding) -> bool {
    match node {
        Some(Node::Class(_) | Node::AnyCharacter | Node::AnyButLineBreak) => true,
        Some(Node::Literal { text, .. }) => binding == Binding::Sequence || text.len() == 1,
        Some(Node::Repeat { .. } | Node::Look(_) | Node::Empty | Node::Concat(_)) => {
            binding == Binding::Sequence
        }
        _ => false,
    }
}

fn write_node(tree: &Tree, id: NodeId, work: &mut Vec<Work>, out: &mut String) {
    match tree.nodes.get(id) {
        None | Some(Node::Empty) => {}
        Some(Node::Literal { text, fold }) => {
            for &code in text {
                write_literal(code, *fold, out);
            }
        }
        Some(Node::Class(class)) => write_class(class, out),
        Some(Node::AnyCharacter) => out.push_str("(?s:.)"),
        Some(Node::AnyButLineBreak) => out.push_str("[^\\n]"),
        Some(Node::Look(look)) => out.push_str(match look {
            Look::TextStart => "\\A",
            Look::TextEnd => "\\z",
            Look::LineStart => "(?m:^)",
            Look::LineEnd => "(?m:$)",
            Look::WordBoundary => "(?-u:\\b)",
            Look::NoWordBoundary => "(?-u:\\B)",
        }),
        Some(Node::Capture(inner)) => work.push(Work::Node(*inner)),
        Some(Node::Repeat {
            inner,
            count,
            greedy,
        }) => {
            work.push(Work::Count(*count, *greedy));
            work.push(Work::Operand(*inner, Binding::Repetition));
        }
        Some(Node::Concat(items)) => {
            work.extend(
                items
                    .iter()
                    .rev()
                    .map(|&id| Work::Operand(id, Binding::Sequence)),
            );
        }
        Some(Node::Alternate(items)) => {
            for (i, &id) in items.iter().enumerate().rev() {
                work.push(Work::Node(id));
                if i > 0 {
                    work.push(Work::Text("|"));
                }
            }
        }
    }
}

fn write_count(count: Count, greedy: bool, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match count {
        Count::Star => out.write_str("*"),
        Count::Plus => out.write_str("+"),
        Count::Quest => out.write_str("?"),
        Count::Between(min, None) => write!(out, "{{{min},}}"),
        Count::Between(min, Some(max)) if min == max => write!(out, "{{{min}}}"),
        Count::Between(min, Some(max)) => write!(out, "{{{min},{max}}}"),
    };
    if !greedy {
        out.push('?');
    }
}

fn write_literal(code: u32, fold: bool, out: &mut String) {
    let mut same: Vec<Range> = if fold {
        fold::others(code).map(|c| (c, c)).collect()
    } else {
        Vec::new()
    };
    if same.is_empty() && char::from_u32(code).is_some() {
        write_code(code, out);
    } else {
        same.push((code, code));
        write_ranges("[", &normalize(same), out);
        out.push(']');
    }
}

fn write_code(code: u32, out: &mut String) {
    match char::from_u32(code) {
        Some(c) if c.is_ascii_alphanumeric() || !c.is_ascii() && c.is_alphanumeric() => out.push(c),
        _ => {
            let _ = write!(out, "\\x{{{code:X}}}");
        }
    }
}

/// Surrogates are no characters and cannot be written; an empty class needs words of its own.
fn write_ranges(open: &str, ranges: &[Range], out: &mut String) {
    out.push_str(open);
    let mut empty = true;
    for &(low, high) in ranges {
        for (low, high) in [(low, high.min(0xd7ff)), (low.max(0xe000), high)] {
            if low > high {
                continue;
            }
            empty = false;
            write_code(low, out);
            if low < high {
                out.push('-');
                write_code(high, out);
            }
        }
    }
    if empty {
        out.push_str(NOTHING);
    }
}

const NOTHING: &str = "[^\\x{0}-\\x{10FFFF}]";

fn write_class(class: &Class, out: &mut String) {
    if class.unicode.is_empty() {
        // The parser has written out the complement.
        write_ranges("[", &class.ranges, out);
    } else {
        out.push_str(if class.negated { "[^" } else { "[" });
        if !class.ranges.is_empty() {
            write_ranges("", &class.ranges, out);
        }
        for set in &class.unicode {
            write_unicode(set, out);
        }
    }
    out.push(']');
}

fn write_unicode(set: &UnicodeSet, out: &mut String) {
    out.push_str(if set.negated { "[^" } else { "[" });
    let _ = match set.name {
        Name::Any => write!(out, "\\x{{0}}-\\x{{{MAX:X}}}"),
        Name::Ascii => write!(out, "\\x{{0}}-\\x{{7F}}"),
        Name::Assigned => write!(out, "[\\P{{Cn}}&&\\p{{Age=15.0}}]"),
        Name::Category("Cn") => write!(out, "[\\p{{Cn}}\\P{{Age=15.0}}]"),
        Name::Category("C") => write!(out, "[\\p{{C}}\\P{{Age=15.0}}]"),
        Name::Category("Cs") => write!(out, "{NOTHING}"),
        // U+1171E has changed category since.
        Name::Category("Mc") => write!(out, "[[\\p{{Mc}}&&\\p{{Age=15.0}}]--\\x{{1171E}}]"),
        Name::Category("Mn") => write!(out, "[\\p{{Mn}}&&\\p{{Age=15.0}}]\\x{{1171E}}"),
        Name::Category(name) => write!(out, "[\\p{{gc={name}}}&&\\p{{Age=15.0}}]"),
        Name::Script(name) => write!(out, "[\\p{{sc={name}}}&&\\p{{Age=15.0}}]"),
    };
    if set.fold {
        let more: Vec<Range> = counterparts(set.name)
            .iter()
            .flat_map(|&(low, high, every)| (low..=high).step_by(every as usize))
            .map(|code| (code, code))
            .collect();
        if !more.is_empty() {
            write_ranges("", &normalize(more), out);
        }
    }
    out.push(']');
}
