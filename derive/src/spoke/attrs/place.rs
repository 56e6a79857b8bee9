//! Places: `field`, `"a.b"`, `"labels[example.com/team]"`.

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
}

impl Segment {
    pub(crate) fn name(&self) -> &str {
        match self {
            Self::Field(name) | Self::Entry(name) => name,
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
                     `field.inner`, and the key of a map's entry in brackets: `field[key]`"
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
        syn::parse_str::<Ident>(name)
            .or_else(|_| syn::parse_str(&format!("r#{name}")))
            .ok()?;
        path.push(Segment::Field(name.to_owned()));
        rest = rest.get(end..)?;
        while let Some(entry) = rest.strip_prefix('[') {
            let (key, behind) = entry.split_once(']')?;
            path.push(Segment::Entry(key.to_owned()));
            rest = behind;
        }
        if rest.is_empty() {
            return Some(path);
        }
        rest = rest.strip_prefix('.')?;
    }
}
