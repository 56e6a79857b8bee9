//! From text to tree, with a stack of open groups instead of recursion.

mod bracket;
mod flags;
mod repeat;

use super::class::{self, Class};
use super::error::{ErrorCode, PatternError};
use super::limits::Limits;
use super::node::{Count, Look, Node, NodeId, Tree};
use super::unicode::{self, UnicodeSet};
use super::{escape, fold};

/// What `(?i)`, `(?m)`, `(?s)` and `(?U)` change.
#[derive(Debug, Clone, Copy, Default)]
struct Flags(u8);

impl Flags {
    const FOLD: u8 = 1;
    const MANY_LINES: u8 = 2;
    const DOT_TAKES_LINE_BREAK: u8 = 4;
    const LAZY: u8 = 8;

    fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    fn set(&mut self, flag: u8, on: bool) {
        self.0 = if on { self.0 | flag } else { self.0 & !flag };
    }
}

/// A group that is not closed yet.
#[derive(Debug, Default)]
struct Group {
    /// Those before the group.
    flags: Flags,
    captures: bool,
    alternatives: Vec<NodeId>,
    sequence: Vec<NodeId>,
}

struct Parser<'p> {
    whole: &'p str,
    flags: Flags,
    nodes: Vec<Node>,
    limits: Limits,
    outer: Vec<Group>,
    group: Group,
    /// The text from the repetition that was read last, if nothing came after it.
    last_repeat: Option<&'p str>,
}

pub(super) fn parse(text: &str) -> Result<Tree, PatternError> {
    let mut parser = Parser {
        whole: text,
        flags: Flags::default(),
        nodes: Vec::new(),
        limits: Limits::default(),
        outer: Vec::new(),
        group: Group::default(),
        last_repeat: None,
    };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        rest = parser.element(c, rest)?;
    }
    let root = parser.close_alternation()?;
    if parser.outer.is_empty() {
        Ok(Tree {
            nodes: parser.nodes,
            root,
        })
    } else {
        Err(PatternError::new(ErrorCode::MissingParen, text))
    }
}

fn without_first(text: &str) -> &str {
    let mut characters = text.chars();
    characters.next();
    characters.as_str()
}

impl<'p> Parser<'p> {
    /// Reads the element that `text` starts with, `first` being its first character.
    fn element(&mut self, first: char, text: &'p str) -> Result<&'p str, PatternError> {
        let mut repeat = None;
        let after = without_first(text);
        let rest = match first {
            '(' if after.starts_with('?') => self.special_group(text)?,
            '(' => {
                self.open(true);
                after
            }
            '|' => {
                self.end_sequence()?;
                after
            }
            ')' => {
                self.close()?;
                after
            }
            '^' => {
                let start = if self.flags.has(Flags::MANY_LINES) {
                    Look::LineStart
                } else {
                    Look::TextStart
                };
                self.push(Node::Look(start))?;
                after
            }
            '$' => {
                let end = if self.flags.has(Flags::MANY_LINES) {
                    Look::LineEnd
                } else {
                    Look::TextEnd
                };
                self.push(Node::Look(end))?;
                after
            }
            '.' => {
                let any = if self.flags.has(Flags::DOT_TAKES_LINE_BREAK) {
                    Node::AnyCharacter
                } else {
                    Node::AnyButLineBreak
                };
                self.push(any)?;
                after
            }
            '[' => self.bracket(text)?,
            '*' | '+' | '?' => {
                let count = match first {
                    '*' => Count::Star,
                    '+' => Count::Plus,
                    _ => Count::Quest,
                };
                repeat = Some(text);
                self.repeat(count, text, after)?
            }
            '{' => match repeat::parse(text) {
                None => {
                    self.literal(u32::from(first))?;
                    after
                }
                Some((count, after)) => {
                    repeat = Some(text);
                    self.counted(count, text, after)?
                }
            },
            '\\' => self.escaped(text)?,
            _ => {
                self.literal(u32::from(first))?;
                after
            }
        };
        self.last_repeat = repeat;
        Ok(rest)
    }

    fn escaped(&mut self, text: &'p str) -> Result<&'p str, PatternError> {
        let after = without_first(text);
        let rest = without_first(after);
        let letter = after.chars().next();
        match letter {
            Some('A') => self.push(Node::Look(Look::TextStart))?,
            Some('z') => self.push(Node::Look(Look::TextEnd))?,
            Some('b') => self.push(Node::Look(Look::WordBoundary))?,
            Some('B') => self.push(Node::Look(Look::NoWordBoundary))?,
            Some('C') => return Err(PatternError::new(ErrorCode::InvalidEscape, "\\C")),
            Some('Q') => {
                let (quoted, rest) = rest.split_once("\\E").unwrap_or((rest, ""));
                for c in quoted.chars() {
                    self.literal(u32::from(c))?;
                }
                return Ok(rest);
            }
            Some('p' | 'P') => {
                let (set, rest) = self.unicode_class(text)?;
                self.push(Node::Class(Class {
                    unicode: vec![set],
                    ..Class::default()
                }))?;
                return Ok(rest);
            }
            Some(letter) if class::perl(letter).is_some() => {
                let ranges = self.perl_class(letter);
                self.push(Node::Class(Class {
                    ranges,
                    ..Class::default()
                }))?;
            }
            _ => {
                let (code, rest) = escape::parse(text)?;
                self.literal(code)?;
                return Ok(rest);
            }
        }
        Ok(rest)
    }

    /// The class behind a letter that [`class::perl`] knows.
    fn perl_class(&self, letter: char) -> Vec<class::Range> {
        class::group(
            class::perl(letter).unwrap_or(&[]),
            letter.is_ascii_uppercase(),
            self.flags.has(Flags::FOLD),
        )
    }

    /// Reads `\pL`, `\p{Greek}` or `\P{^Greek}`.
    fn unicode_class(&self, text: &'p str) -> Result<(UnicodeSet, &'p str), PatternError> {
        let bad = |part: &str| PatternError::new(ErrorCode::InvalidCharRange, part);
        let after = without_first(text);
        let negated = after.starts_with('P');
        let after = without_first(after);
        let (name, rest) = match after.strip_prefix('{') {
            Some(inner) => inner.split_once('}').ok_or_else(|| bad(text))?,
            None => after.split_at(after.len() - without_first(after).len()),
        };
        let (read, _) = text.split_at(text.len() - rest.len());
        let (negated, name) = name
            .strip_prefix('^')
            .map_or((negated, name), |name| (!negated, name));
        let name = unicode::find(name).ok_or_else(|| bad(read))?;
        Ok((
            UnicodeSet {
                name,
                negated,
                fold: self.flags.has(Flags::FOLD),
            },
            rest,
        ))
    }

    fn literal(&mut self, code: u32) -> Result<(), PatternError> {
        // To Go, characters that differ in letter case alone are one node.
        let code = if self.flags.has(Flags::FOLD) {
            fold::others(code).chain([code]).min().unwrap_or(code)
        } else {
            code
        };
        self.push(Node::Literal {
            text: vec![code],
            fold: self.flags.has(Flags::FOLD),
        })
    }

    fn too_much(&self, code: ErrorCode) -> PatternError {
        PatternError::new(code, self.whole)
    }

    fn add(&mut self, node: Node) -> Result<NodeId, PatternError> {
        self.limits
            .add(&node, &self.nodes)
            .map_err(|code| self.too_much(code))?;
        self.nodes.push(node);
        Ok(self.nodes.len() - 1)
    }

    fn placed(&mut self, id: NodeId) -> Result<(), PatternError> {
        match self.nodes.get(id).map(|node| self.limits.check(id, node)) {
            Some(Err(code)) => Err(self.too_much(code)),
            _ => Ok(()),
        }
    }

    fn push(&mut self, node: Node) -> Result<(), PatternError> {
        self.join_literals();
        let node = match node {
            Node::Class(class) => match class.as_literal() {
                Some((code, fold)) => Node::Literal {
                    text: vec![code],
                    fold,
                },
                None => Node::Class(class),
            },
            other => other,
        };
        let id = self.add(node)?;
        self.group.sequence.push(id);
        Ok(())
    }

    /// Makes one literal of the last two elements, if they are such. The last one alone must stay apart until
    /// something follows: in `ab*` only the `b` is repeated.
    fn join_literals(&mut self) {
        let [.., before, last] = *self.group.sequence.as_slice() else {
            return;
        };
        let (Some(Node::Literal { fold: one, .. }), Some(Node::Literal { text, fold: other })) =
            (self.nodes.get(before), self.nodes.get(last))
        else {
            return;
        };
        if one != other {
            return;
        }
        let more = text.clone();
        if let Some(Node::Literal { text, .. }) = self.nodes.get_mut(before) {
            text.extend(more);
            let length = text.len();
            self.limits.merged(before, length);
        }
        self.group.sequence.pop();
    }

    fn open(&mut self, captures: bool) {
        let group = Group {
            flags: self.flags,
            captures,
            ..Group::default()
        };
        self.outer.push(std::mem::replace(&mut self.group, group));
    }

    fn close(&mut self) -> Result<(), PatternError> {
        let inner = self.close_alternation()?;
        let Some(outer) = self.outer.pop() else {
            return Err(PatternError::new(ErrorCode::UnexpectedParen, self.whole));
        };
        let group = std::mem::replace(&mut self.group, outer);
        self.flags = group.flags;
        if group.captures {
            self.push(Node::Capture(inner))
        } else {
            self.join_literals();
            self.group.sequence.push(inner);
            self.placed(inner)
        }
    }

    /// Ends an alternative; a sequence in a sequence is one sequence.
    fn end_sequence(&mut self) -> Result<(), PatternError> {
        self.join_literals();
        let items = std::mem::take(&mut self.group.sequence);
        let id = match *items.as_slice() {
            [] => self.add(Node::Empty)?,
            [only] => {
                self.placed(only)?;
                only
            }
            _ => {
                let items = self.flatten(items, |node| match node {
                    Node::Concat(inner) => Some(inner),
                    _ => None,
                });
                self.add(Node::Concat(items))?
            }
        };
        self.group.alternatives.push(id);
        Ok(())
    }

    /// Ends the last alternative and all of them; an alternation in an alternation is one.
    fn close_alternation(&mut self) -> Result<NodeId, PatternError> {
        self.end_sequence()?;
        let items = std::mem::take(&mut self.group.alternatives);
        if let [only] = *items.as_slice() {
            self.placed(only)?;
            return Ok(only);
        }
        let items = self.flatten(items, |node| match node {
            Node::Alternate(inner) => Some(inner),
            _ => None,
        });
        self.add(Node::Alternate(items))
    }

    /// Puts the items of nodes of the same kind in their place. A node is emptied then: nothing else points to it.
    fn flatten(
        &mut self,
        items: Vec<NodeId>,
        inner: impl Fn(&mut Node) -> Option<&mut Vec<NodeId>>,
    ) -> Vec<NodeId> {
        let mut flat = Vec::with_capacity(items.len());
        for id in items {
            match self.nodes.get_mut(id).and_then(&inner) {
                Some(inner) => flat.append(inner),
                None => flat.push(id),
            }
        }
        flat
    }
}
