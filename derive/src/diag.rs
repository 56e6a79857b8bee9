//! Errors of one macro call: collected, then reported together, each at its own token.

use std::cell::{OnceCell, RefCell};
use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// A value and where the user wrote it.
#[derive(Clone)]
pub(crate) struct Spanned<T> {
    pub(crate) value: T,
    pub(crate) span: Span,
}

impl<T> Spanned<T> {
    pub(crate) fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// The errors found so far. Shared by reference, so that no pass stops at the first one.
#[derive(Default)]
#[must_use = "errors must be reported with `finish`"]
pub(crate) struct Errors {
    found: RefCell<Vec<syn::Error>>,
    muted: OnceCell<Box<Errors>>,
}

impl Errors {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Takes errors that nobody sees: those that only follow from another one.
    pub(crate) fn muted(&self) -> &Self {
        self.muted.get_or_init(Box::default)
    }

    /// Records an error at `span`.
    pub(crate) fn at(&self, span: Span, message: impl Display) {
        self.push(syn::Error::new(span, message));
    }

    /// Records an error that underlines all of `tokens`.
    pub(crate) fn on(&self, tokens: impl ToTokens, message: impl Display) {
        self.push(syn::Error::new_spanned(tokens, message));
    }

    pub(crate) fn push(&self, error: syn::Error) {
        self.found.borrow_mut().push(error);
    }

    /// The value, or the error recorded.
    pub(crate) fn keep<T>(&self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// How many there are, to tell whether something added to them.
    pub(crate) fn count(&self) -> usize {
        self.found.borrow().len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.borrow().is_empty()
    }

    /// One `compile_error!` per error; nothing where there is none.
    pub(crate) fn finish(self) -> TokenStream {
        self.found
            .into_inner()
            .iter()
            .map(syn::Error::to_compile_error)
            .collect()
    }
}

/// The 1-based line of a token.
pub(crate) fn line(span: Span) -> u32 {
    #[cfg(test)]
    let line = span.start().line;
    #[cfg(not(test))]
    let line = if proc_macro::is_available() {
        span.unwrap().line()
    } else {
        0
    };
    u32::try_from(line).unwrap_or(0)
}

/// A place in a file, as compilers print it.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) file: String,
    /// From 1.
    pub(crate) line: usize,
    /// From 1, in characters.
    pub(crate) column: usize,
}

impl Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Where a token begins, if it stands there as it is written here.
#[cfg(not(test))]
pub(crate) fn place(span: Span, written: &str) -> Option<Place> {
    if !proc_macro::is_available() {
        return None;
    }
    let span = span.unwrap();
    (span.source_text()? == written).then(|| Place {
        file: span.file(),
        line: span.line(),
        column: span.column(),
    })
}

/// Where a token begins.
#[cfg(test)]
#[expect(clippy::unnecessary_wraps, reason = "as outside of tests")]
pub(crate) fn place(span: Span, _written: &str) -> Option<Place> {
    let start = span.start();
    Some(Place {
        file: "test.rs".to_owned(),
        line: start.line,
        column: start.column + 1,
    })
}

#[cfg(test)]
/// The texts of all `compile_error!`s, in order.
pub(crate) fn errors_in(code: TokenStream) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_error = false;
    for token in code {
        match token {
            proc_macro2::TokenTree::Ident(ident) => is_error = ident == "compile_error",
            proc_macro2::TokenTree::Group(group) if is_error => {
                let text: syn::LitStr = syn::parse2(group.stream()).expect("a message");
                found.push(text.value());
                is_error = false;
            }
            proc_macro2::TokenTree::Group(_) => is_error = false,
            proc_macro2::TokenTree::Punct(_) | proc_macro2::TokenTree::Literal(_) => {}
        }
    }
    found
}
