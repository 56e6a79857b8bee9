//! The parser's events as a tree.

use std::borrow::Cow;
use std::collections::HashMap;

use granit_parser::{
    ErrorKind as ParserError, Event, Marker, Parser, ScalarStyle, StructureStyle, Tag,
};

use super::{
    escapes,
    scanning::{self, Wrong},
};
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
    style: StructureStyle,
    is_map: bool,
    key: Option<usize>,
}

/// Why there is no tree.
pub(super) enum Failure {
    Syntax(SyntaxError),
    /// The double-quoted scalar at this place has an escape that the parser does not know.
    Escape(usize, SyntaxError),
    /// The dash at this place is a text by itself, which the parser does not know.
    Dash(usize, SyntaxError),
}

/// Reads the first document of a text, if there is one. In `text`, escapes that the parser does not know are
/// [mended](escapes::mended), and dashes [replaced](scanning::without_dash); they are in `original`.
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
    let mut parser = Parser::new_from_str_with_options(
        text,
        granit_parser::options! { emit_anchor_events: true },
    );
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
                (ParserError::PlainScalarStartsWithDashFlowIndicator, Some(at)) => {
                    Failure::Dash(at, syntax)
                }
                _ => Failure::Syntax(syntax),
            }
        })?;
        let [begin, end] = [span.start, span.end].map(|marker| marker.byte_offset());
        let span = Span {
            start: place(span.start),
            end: place(span.end),
        };
        let refuse = |wrong: Wrong| {
            let position = Cursor::position_at(text, wrong.at, start);
            failed(position, ErrorKind::Yaml(wrong.what.to_owned()))
        };
        let (mut begins, mut is_plain) = (None, false);
        let (anchor, content) = match event {
            Event::Scalar(said, style, anchor, tag) => {
                is_plain = style == ScalarStyle::Plain;
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let wrong = begin.filter(|_| is_block);
                let wrong = wrong.and_then(|begin| scanning::block_scalar(text, begin));
                if let Some(wrong) = wrong {
                    return Err(refuse(wrong));
                }
                let begin = begin.unwrap_or(original.len());
                let said = match original.get(begin..) {
                    Some(quoted) if style == ScalarStyle::DoubleQuoted => {
                        check_escapes(quoted, span.start).map_err(Failure::Syntax)?;
                        escapes::restored(quoted, said)
                    }
                    Some(_) if scanning::was_dash(original, text, begin) => "-".into(),
                    _ => said,
                };
                (anchor, scalar(said, style, tag))
            }
            Event::SequenceStart(style, anchor, _) => {
                begins = Some(style);
                (anchor, Content::List(Vec::new()))
            }
            Event::MappingStart(style, anchor, _) => {
                begins = Some(style);
                (anchor, Content::Map(Vec::new()))
            }
            Event::Anchor(_, name) => match scanning::anchor(&name, begin.unwrap_or_default()) {
                Some(wrong) => return Err(refuse(wrong)),
                None => continue,
            },
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
        let number = tree.nodes.len();
        let is_map = matches!(content, Content::Map(_));
        tree.nodes.push(Node { span, content });
        if anchor > 0 {
            tree.anchors.insert(anchor, number);
        }
        let wrong = begin.and_then(|begin| match open.last() {
            Some(around) if around.style == StructureStyle::Flow => {
                let is_key = around.is_map && around.key.is_none();
                let key = is_key.then_some(begin..end?)?;
                scanning::flow_key(text, key, is_plain)
            }
            _ => scanning::tab(text, begin),
        });
        if let Some(wrong) = wrong {
            return Err(refuse(wrong));
        }
        tree.attach(number, open.last_mut());
        if let Some(style) = begins {
            if open.len() == DEPTH {
                return Err(failed(span.start, ErrorKind::Depth));
            }
            open.push(Open {
                node: number,
                style,
                is_map,
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
    let kind = ErrorKind::Escape(escape.to_owned());
    let position = Cursor::position_at(text, at, start);
    Err(SyntaxError::new(position, kind))
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
