//! The parser's events as a tree.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{
    ErrorKind as ParserError, Event, Marker, Parser, ScalarStyle, StructureStyle, Tag,
};

use super::escapes;
use crate::error::{ErrorKind, SyntaxError};
use crate::position::Cursor;
use crate::{DEPTH, Position, Span};

/// The nodes of a document. They name each other by number, so that nothing recurses into hostile nesting.
pub(super) struct Tree<'t> {
    pub(super) nodes: Vec<Node<'t>>,
    pub(super) root: usize,
    /// The nodes of anchors, by the parser's number.
    pub(super) anchors: HashMap<usize, usize>,
}

pub(super) struct Node<'t> {
    pub(super) span: Span,
    pub(super) content: Content<'t>,
}

pub(super) enum Content<'t> {
    Scalar {
        text: Cow<'t, str>,
        /// Whether the text is to be read as what it looks like.
        implicit: bool,
        tag: Option<String>,
    },
    List(Vec<usize>),
    /// Keys and values.
    Map(Vec<(usize, usize)>),
    Alias(usize),
}

/// A list or map whose end is not reached.
struct Open {
    node: usize,
    /// Whether it is a map with a key per line.
    block_map: bool,
    key: Option<usize>,
}

/// Why there is no tree.
pub(super) enum Failure {
    Syntax(SyntaxError),
    /// The double-quoted scalar at this place has an escape that the parser does not know.
    Escape(usize, SyntaxError),
}

/// Reads the first document of a text, if there is one. In `text`, escapes that the parser does not know are
/// [mended](escapes::mended); they are in `original`.
pub(super) fn read<'t>(
    text: &'t str,
    original: &str,
    start: Position,
) -> Result<Option<Tree<'t>>, Failure> {
    let failed = |position, kind| Failure::Syntax(SyntaxError::new(position, kind));
    let place = |marker: Marker| Position {
        line: start.line + marker.line().saturating_sub(1),
        column: match marker.line() {
            ..=1 => start.column + marker.col(),
            _ => 1 + marker.col(),
        },
    };
    let mut parser = Parser::new_from_str(text);
    let mut tree = Tree {
        nodes: Vec::new(),
        root: 0,
        anchors: HashMap::new(),
    };
    let mut open: Vec<Open> = Vec::new();
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| {
            let marker = *error.marker();
            let kind = ErrorKind::Yaml(error.kind().to_string());
            let syntax = SyntaxError::new(place(marker), kind);
            match (error.kind(), marker.byte_offset()) {
                (kind, Some(at)) if is_of_escape(kind) => Failure::Escape(at, syntax),
                _ => Failure::Syntax(syntax),
            }
        })?;
        let begin = span.start.byte_offset();
        let span = Span {
            start: place(span.start),
            end: place(span.end),
        };
        let mut block_map = false;
        let (anchor, content) = match event {
            Event::Scalar(said, style, anchor, tag) => {
                let quoted = original.get(begin.unwrap_or(original.len())..);
                let said = match quoted.filter(|_| style == ScalarStyle::DoubleQuoted) {
                    Some(quoted) => {
                        check_escapes(quoted, span.start).map_err(Failure::Syntax)?;
                        escapes::restored(quoted, said)
                    }
                    None => said,
                };
                (anchor, scalar(said, style, tag))
            }
            Event::SequenceStart(_, anchor, _) => (anchor, Content::List(Vec::new())),
            Event::MappingStart(style, anchor, _) => {
                block_map = style == StructureStyle::Block;
                (anchor, Content::Map(Vec::new()))
            }
            Event::Alias(anchor) => (0, Content::Alias(anchor)),
            Event::SequenceEnd | Event::MappingEnd => {
                if let Some(node) = open.pop().and_then(|open| tree.nodes.get_mut(open.node)) {
                    node.span.end = span.end;
                }
                continue;
            }
            // What follows belongs to no document that kubectl reads.
            Event::DocumentEnd | Event::StreamEnd => {
                return Ok((!tree.nodes.is_empty()).then_some(tree));
            }
            _ => continue,
        };
        let opens = matches!(content, Content::List(_) | Content::Map(_));
        let number = tree.nodes.len();
        tree.nodes.push(Node { span, content });
        if anchor > 0 {
            tree.anchors.insert(anchor, number);
        }
        let indentation = begin.and_then(|begin| text.get(..begin)?.rsplit('\n').next());
        let in_block = open
            .last()
            .is_some_and(|open| open.block_map && open.key.is_none());
        if in_block && indentation.is_some_and(|text| text.contains('\t')) {
            let kind = ErrorKind::Yaml("a tab does not indent: use spaces".to_owned());
            return Err(failed(span.start, kind));
        }
        tree.attach(number, open.last_mut());
        if opens {
            if open.len() == DEPTH {
                return Err(failed(span.start, ErrorKind::Depth));
            }
            open.push(Open {
                node: number,
                block_map,
                key: None,
            });
        }
    }
    Ok(None)
}

impl Tree<'_> {
    /// Makes a node part of the list or map that is open.
    fn attach(&mut self, number: usize, open: Option<&mut Open>) {
        let Some(open) = open else {
            return;
        };
        match self.nodes.get_mut(open.node).map(|node| &mut node.content) {
            Some(Content::List(items)) => items.push(number),
            Some(Content::Map(members)) => match open.key.take() {
                Some(key) => members.push((key, number)),
                None => open.key = Some(number),
            },
            _ => {}
        }
    }
}

const fn is_of_escape(error: &ParserError) -> bool {
    matches!(
        error,
        ParserError::UnknownQuotedScalarEscape
            | ParserError::InvalidQuotedScalarHexEscape
            | ParserError::InvalidLowSurrogateHexEscape
            | ParserError::InvalidLowSurrogate
            | ParserError::MissingLowSurrogate
            | ParserError::UnpairedLowSurrogate
            | ParserError::InvalidUnicodeEscape
    )
}

/// Refuses escapes that Go does not know, in the scalar at the beginning of a text.
pub(super) fn check_escapes(text: &str, start: Position) -> Result<(), SyntaxError> {
    let Some((at, escape)) = escapes::unknown(text) else {
        return Ok(());
    };
    let mut cursor = Cursor::new(text.get(..at).unwrap_or_default(), start);
    while cursor.step().is_some() {}
    let kind = ErrorKind::Escape(escape.to_owned());
    Err(SyntaxError::new(cursor.position, kind))
}

fn scalar<'t>(text: Cow<'t, str>, style: ScalarStyle, tag: Option<Cow<'_, Tag>>) -> Content<'t> {
    let tag = tag.map(|tag| format!("{}{}", tag.handle(), tag.suffix()));
    // A lone `!` says that the text is just that.
    let bare = tag.as_deref() == Some("!");
    Content::Scalar {
        text,
        implicit: tag.is_none() && style == ScalarStyle::Plain,
        tag: tag.filter(|_| !bare),
    }
}
