//! A source file, and where things stand in it.

use std::fmt;
use std::ops::Range;

use proc_macro2::{Span, TokenStream, TokenTree};

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The path of the file, from the folder that was given.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// What cannot be read, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

impl std::error::Error for Unreadable {}

/// A parsed file.
pub(crate) struct Source {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) file: syn::File,
    pub(crate) tokens: TokenStream,
    /// Where in the text the parsed part begins: behind a byte order mark and a line for the shell.
    start: usize,
    /// How many characters the first line has in front of it.
    first: usize,
}

/// Bytes of a file; larger ones nobody wrote.
const LONGEST: usize = 4 << 20;

impl Source {
    pub(crate) fn parse(name: &str, text: &str) -> Result<Self, Unreadable> {
        let place = |line, column| Place {
            file: name.to_owned(),
            line,
            column,
        };
        let unreadable = |place, reason: String| Unreadable { place, reason };
        if text.len() > LONGEST {
            let reason = format!("the file has more than {} MiB", LONGEST >> 20);
            return Err(unreadable(place(1, 1), reason));
        }
        let start = beginning(text);
        let first = usize::from(text.starts_with('\u{feff}') && start == '\u{feff}'.len_utf8());
        let at = |span: Span| {
            let start = span.start();
            let shift = if start.line == 1 { first } else { 0 };
            place(start.line, start.column + shift + 1)
        };
        let tokens: TokenStream =
            text[start..]
                .parse()
                .map_err(|error: proc_macro2::LexError| {
                    unreadable(at(error.span()), format!("this does not parse: {error}"))
                })?;
        if let Some(span) = bottomless(tokens.clone()) {
            let reason = "this is nested more deeply than anybody writes".to_owned();
            return Err(unreadable(at(span), reason));
        }
        let file = syn::parse2(tokens.clone()).map_err(|error: syn::Error| {
            unreadable(at(error.span()), format!("this does not parse: {error}"))
        })?;
        Ok(Self {
            name: name.to_owned(),
            text: text.to_owned(),
            file,
            tokens,
            start,
            first,
        })
    }

    pub(crate) fn range(&self, span: Span) -> Range<usize> {
        let range = span.byte_range();
        range.start + self.start..range.end + self.start
    }

    /// From the first token to the last.
    pub(crate) fn range_of(&self, tokens: &TokenStream) -> Range<usize> {
        let mut trees = tokens.clone().into_iter();
        let Some(first) = trees.next() else {
            return 0..0;
        };
        let last = trees.last().unwrap_or_else(|| first.clone());
        self.range(first.span()).start..self.range(last.span()).end
    }

    pub(crate) fn place(&self, span: Span) -> Place {
        let start = span.start();
        let shift = if start.line == 1 { self.first } else { 0 };
        Place {
            file: self.name.clone(),
            line: start.line,
            column: start.column + shift + 1,
        }
    }

    /// Calls with each identifier of the file, those in macros included.
    pub(crate) fn idents(&self, mut each: impl FnMut(&proc_macro2::Ident)) {
        idents(self.tokens.clone(), &mut each);
    }
}

/// Calls with each identifier, at any depth.
pub(crate) fn idents(tokens: TokenStream, each: &mut impl FnMut(&proc_macro2::Ident)) {
    let mut open = vec![tokens.into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Ident(ident)) => each(&ident),
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(_) => {}
            None => {
                open.pop();
            }
        }
    }
}

fn beginning(text: &str) -> usize {
    let mark = if text.starts_with('\u{feff}') {
        '\u{feff}'.len_utf8()
    } else {
        0
    };
    let rest = &text[mark..];
    match rest.strip_prefix("#!") {
        Some(line) if !line.trim_start().starts_with('[') => {
            // The line stays a line.
            mark + rest.find('\n').unwrap_or(rest.len())
        }
        _ => mark,
    }
}

/// The first token that is deeper than a parser that calls itself can follow.
fn bottomless(tokens: TokenStream) -> Option<Span> {
    const DEEPEST: usize = 200;
    const LONGEST_RUN: usize = 200;
    let mut open = vec![(tokens.into_iter(), 0_usize)];
    while let Some((innermost, run)) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => {
                *run = 0;
                if open.len() >= DEEPEST {
                    return Some(group.span_open());
                }
                open.push((group.stream().into_iter(), 0));
            }
            // `!!!!…`, `&&&&…`, `<<<<…`.
            Some(TokenTree::Punct(punct)) => {
                *run += 1;
                if *run > LONGEST_RUN {
                    return Some(punct.span());
                }
            }
            Some(_) => *run = 0,
            None => {
                open.pop();
            }
        }
    }
    None
}
