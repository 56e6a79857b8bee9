//! From tree to the syntax of ECMA-262, which JSON Schema has for patterns.

use std::fmt::Write as _;

use super::class::{Class, MAX, Range, complement, normalize};
use super::fold;
use super::node::{Count, Look, Node, NodeId, Tree};

/// Patterns that come out longer than this are not written: classes of thousands of letters are nothing for an editor.
const LONGEST: usize = 8_192;

enum Work {
    Node(NodeId),
    /// A node that something around it must not tear apart.
    Operand(NodeId, bool),
    Text(&'static str),
    Count(Count),
}

/// Nothing where the two languages differ in what they can say, or may differ in what they mean by it.
pub(super) fn to_ecma(tree: &Tree) -> Option<String> {
    let mut out = String::new();
    let mut work = vec![Work::Node(tree.root)];
    while let Some(next) = work.pop() {
        if out.len() > LONGEST {
            return None;
        }
        match next {
            Work::Text(text) => out.push_str(text),
            Work::Count(count) => write_count(count, &mut out),
            Work::Node(id) => write_node(tree, id, &mut work, &mut out)?,
            Work::Operand(id, is_repeated) => {
                let id = without_captures(tree, id);
                if binds(tree.nodes.get(id)?, is_repeated) {
                    work.push(Work::Node(id));
                } else {
                    out.push_str("(?:");
                    work.extend([Work::Text(")"), Work::Node(id)]);
                }
            }
        }
    }
    Some(out)
}

fn without_captures(tree: &Tree, mut id: NodeId) -> NodeId {
    while let Some(Node::Capture(inner)) = tree.nodes.get(id) {
        id = *inner;
    }
    id
}

fn binds(node: &Node, is_repeated: bool) -> bool {
    match node {
        Node::Class(_) | Node::AnyCharacter | Node::AnyButLineBreak => true,
        Node::Literal { text, .. } => !is_repeated || text.len() == 1,
        Node::Repeat { .. } | Node::Look(_) | Node::Empty | Node::Concat(_) => !is_repeated,
        Node::Alternate(_) | Node::Capture(_) => false,
    }
}

fn write_node(tree: &Tree, id: NodeId, work: &mut Vec<Work>, out: &mut String) -> Option<()> {
    match tree.nodes.get(id)? {
        Node::Empty => {}
        Node::Literal { text, fold } => {
            for &code in text {
                write_literal(code, *fold, out)?;
            }
        }
        Node::Class(class) => write_class(class, out)?,
        Node::AnyCharacter => out.push_str("[\\s\\S]"),
        Node::AnyButLineBreak => out.push_str("[^\\n]"),
        Node::Look(Look::TextStart) => out.push('^'),
        Node::Look(Look::TextEnd) => out.push('$'),
        // Words are others for some engines, and so are lines.
        Node::Look(_) => return None,
        Node::Capture(inner) => work.push(Work::Node(*inner)),
        Node::Repeat { inner, count, .. } => {
            work.push(Work::Count(*count));
            work.push(Work::Operand(*inner, true));
        }
        Node::Concat(items) => {
            work.extend(items.iter().rev().map(|&id| Work::Operand(id, false)));
        }
        Node::Alternate(items) => {
            for (position, &id) in items.iter().enumerate().rev() {
                work.push(Work::Node(id));
                if position > 0 {
                    work.push(Work::Text("|"));
                }
            }
        }
    }
    Some(())
}

fn write_count(count: Count, out: &mut String) {
    // Writing to a string cannot fail.
    let _ = match count {
        Count::Star => out.write_str("*"),
        Count::Plus => out.write_str("+"),
        Count::Quest => out.write_str("?"),
        Count::Between(min, None) => write!(out, "{{{min},}}"),
        Count::Between(min, Some(max)) if min == max => write!(out, "{{{min}}}"),
        Count::Between(min, Some(max)) => write!(out, "{{{min},{max}}}"),
    };
}

fn write_literal(code: u32, fold: bool, out: &mut String) -> Option<()> {
    let mut ranges: Vec<Range> = if fold {
        fold::others(code).map(|code| (code, code)).collect()
    } else {
        Vec::new()
    };
    if ranges.is_empty() {
        return write_code(code, false, out);
    }
    ranges.push((code, code));
    write_ranges(&normalize(ranges), out)
}

fn write_class(class: &Class, out: &mut String) -> Option<()> {
    // Each engine has the categories and scripts of its own version of Unicode.
    if class.unicode.is_empty() {
        write_ranges(&class.ranges, out)
    } else {
        None
    }
}

fn write_ranges(ranges: &[Range], out: &mut String) -> Option<()> {
    let is_open = ranges.last().is_some_and(|(_, high)| *high == MAX);
    let rest;
    let ranges = if is_open {
        out.push_str("[^");
        rest = complement(ranges);
        &rest
    } else {
        out.push('[');
        ranges
    };
    // `[]` and `[^]` are not taken by all.
    if ranges.is_empty() {
        return None;
    }
    for &(low, high) in ranges {
        write_code(low, true, out)?;
        if low < high {
            if low + 1 < high {
                out.push('-');
            }
            write_code(high, true, out)?;
        }
    }
    out.push(']');
    Some(())
}

/// A code point by itself, escaped where it would mean something. Those outside of the first plane count twice for engines
/// that count in UTF-16.
fn write_code(code: u32, is_in_class: bool, out: &mut String) -> Option<()> {
    let character = char::from_u32(code)?;
    let is_special = if is_in_class {
        matches!(character, '\\' | ']' | '[' | '^' | '-')
    } else {
        "^$\\.*+?()[]{}|/".contains(character)
    };
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_special => {
            out.push('\\');
            out.push(character);
        }
        ' '..='~' => out.push(character),
        _ if code <= 0xffff => {
            let _ = write!(out, "\\u{code:04X}");
        }
        _ if character.is_alphanumeric() => out.push(character),
        _ => return None,
    }
    Some(())
}
