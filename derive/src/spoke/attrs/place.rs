//! Places: `field`, `"a.b"`, `"labels[example.com/team]"`, `"ports[port=80,protocol=TCP]"`.

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Ident, LitStr};

use crate::attrs::Key;

/// One step inwards.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Segment {
    /// A field, by its Rust name without `r#`.
    Field(String),
    /// The entry of a map.
    Entry(String),
    /// The item of a list that has these keys.
    Item(Item),
}

/// An item of a list, by its keys.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Item {
    /// The Rust names of the keys in order, each with its value as text.
    pub(crate) keys: Vec<(String, String)>,
    /// The keys as they are in paths: `[port=80,protocol=TCP]`.
    text: String,
}

impl Item {
    /// Reads what is in brackets. Nothing where it is no item, or says no key or value.
    fn read(text: &str) -> Option<Self> {
        let mut keys = Vec::new();
        for key in text.split(',') {
            let (name, value) = key.split_once('=')?;
            let (name, value) = (name.trim(), value.trim());
            let name = name.strip_prefix("r#").unwrap_or(name);
            let is_taken = keys.iter().any(|(known, _)| known == name);
            if !is_name(name) || value.is_empty() || value.contains(['"', '[']) || is_taken {
                return None;
            }
            keys.push((name.to_owned(), value.to_owned()));
        }
        keys.sort();
        let texts: Vec<_> = keys
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        Some(Self {
            text: format!("[{}]", texts.join(",")),
            keys,
        })
    }
}

impl Segment {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Field(name) | Self::Entry(name) => name,
            Self::Item(item) => &item.text,
        }
    }
}

/// A place of one side.
#[derive(Clone)]
pub(crate) enum Spot {
    Field { path: Vec<Segment>, span: Span },
    Label(String, Span),
    Annotation(String, Span),
}

impl Spot {
    /// A field of the struct itself.
    pub(crate) fn field(name: &str, span: Span) -> Self {
        Self::Field {
            path: vec![Segment::Field(name.to_owned())],
            span,
        }
    }

    /// Reads an identifier or a string.
    pub(super) fn parse(tokens: TokenStream, key: &Key<'_>) -> Option<Self> {
        let span = tokens.span();
        let text = if let Ok(ident) = syn::parse2::<Ident>(tokens.clone()) {
            ident.unraw().to_string()
        } else if let Ok(literal) = syn::parse2::<LitStr>(tokens) {
            literal.value()
        } else {
            key.errors.at(
                span,
                format_args!(
                    "`{}` takes the Rust names of fields: `{}`",
                    key.form.name, key.form.write
                ),
            );
            return None;
        };
        Self::of_text(&text, span, key)
    }

    pub(super) fn of_text(text: &str, span: Span, key: &Key<'_>) -> Option<Self> {
        if let Some(path) = segments(text) {
            Some(Self::Field { path, span })
        } else {
            key.errors.at(
                span,
                format_args!(
                    "`{text}` names no place; write the Rust names of fields from here inwards, `field` or \
                     `field.inner`, the key of a map's entry in brackets, `field[key]`, and the keys of a list's item with their \
                     values, `field[name=value].inner`"
                ),
            );
            None
        }
    }

    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Field { span, .. } | Self::Label(_, span) | Self::Annotation(_, span) => *span,
        }
    }

    pub(crate) fn path(&self) -> Option<&[Segment]> {
        match self {
            Self::Field { path, .. } => Some(path),
            Self::Label(..) | Self::Annotation(..) => None,
        }
    }

    /// The item of a list that the place is within: the path up to it and with it, and the rest.
    pub(crate) fn item(&self) -> Option<(&[Segment], &[Segment])> {
        let path = self.path()?;
        let at = path
            .iter()
            .position(|segment| matches!(segment, Segment::Item(_)))?;
        Some(path.split_at(at + 1))
    }

    /// The field of the struct itself that the place is.
    pub(crate) fn direct(&self) -> Option<&str> {
        match self.path()? {
            [only] => Some(only.name()),
            _ => None,
        }
    }

    /// As it is written.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Field { path, .. } => text_of(path),
            Self::Label(key, _) => format!("label {key}"),
            Self::Annotation(key, _) => format!("annotation {key}"),
        }
    }
}

pub(crate) fn text_of(path: &[Segment]) -> String {
    let mut text = String::new();
    for segment in path {
        match segment {
            Segment::Field(name) if text.is_empty() => text += name,
            Segment::Field(name) => text += &format!(".{name}"),
            Segment::Entry(key) => text += &format!("[{key}]"),
            Segment::Item(item) => text += &item.text,
        }
    }
    text
}

fn segments(text: &str) -> Option<Vec<Segment>> {
    let mut path = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let name = rest.get(..end)?;
        let name = name.strip_prefix("r#").unwrap_or(name);
        if !is_name(name) {
            return None;
        }
        path.push(Segment::Field(name.to_owned()));
        rest = rest.get(end..)?;
        while let Some(entry) = rest.strip_prefix('[') {
            let (key, behind) = entry.split_once(']')?;
            path.push(if key.contains('=') {
                Segment::Item(Item::read(key)?)
            } else {
                Segment::Entry(key.to_owned())
            });
            rest = behind;
        }
        if rest.is_empty() {
            return Some(path);
        }
        rest = rest.strip_prefix('.')?;
    }
}

/// Whether a field may be called so.
fn is_name(name: &str) -> bool {
    syn::parse_str::<Ident>(name).is_ok() || syn::parse_str::<Ident>(&format!("r#{name}")).is_ok()
}
