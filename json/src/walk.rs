//! Opening containers of well-formed text.

use std::{borrow::Cow, slice};

use super::{
    Json,
    check::{Extents, space},
    string::{quoted, unquote},
};

/// Walks over the values in a container of well-formed text.
struct Walk<'a> {
    text: &'a str,
    at: usize,
    /// The extents of the containers that are still to come; none are known of text that was made here.
    extents: Option<&'a Extents>,
}

impl<'a> Walk<'a> {
    fn new(text: &'a str, extents: &'a Extents) -> Self {
        Self {
            text,
            at: space(text.as_bytes(), 1),
            extents: extents.get(1..),
        }
    }

    /// The value that stands here; goes to what follows it.
    fn value(&mut self) -> Json<'a> {
        let (bytes, start) = (self.text.as_bytes(), self.at);
        let (end, extents) = match bytes.get(start) {
            Some(b'"') => (quoted(bytes, start).0, &[][..]),
            Some(b'{' | b'[') => match self.extents.and_then(<[_]>::split_first) {
                Some((extent, _)) => {
                    let all = self.extents.unwrap_or_default();
                    let (own, rest) = all.split_at(extent.containers().min(all.len()));
                    self.extents = Some(rest);
                    (start + extent.length(), own)
                }
                None => (skip_container(bytes, start), &[][..]),
            },
            _ => (skip_word(bytes, start), &[][..]),
        };
        self.at = space(bytes, end);
        if bytes.get(self.at) == Some(&b',') {
            self.at = space(bytes, self.at + 1);
        }
        let text = self.text.get(start..end).unwrap_or_default();
        Json::Raw(Cow::Borrowed(text), extents)
    }
}

/// The members of an object in well-formed text.
pub struct TextMembers<'a>(Walk<'a>);

impl<'a> TextMembers<'a> {
    pub(super) fn new(text: &'a str, extents: &'a Extents) -> Self {
        Self(Walk::new(text, extents))
    }
}

impl<'a> Iterator for TextMembers<'a> {
    type Item = (Cow<'a, str>, Json<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let walk = &mut self.0;
        let bytes = walk.text.as_bytes();
        let at = walk.at;
        if bytes.get(at) != Some(&b'"') {
            return None;
        }
        let (end, has_escapes) = quoted(bytes, at);
        let name = if has_escapes {
            unquote(walk.text.get(at..end)?).unwrap_or_default()
        } else {
            Cow::Borrowed(walk.text.get(at + 1..end - 1)?)
        };
        walk.at = space(bytes, space(bytes, end) + 1);
        Some((name, walk.value()))
    }
}

/// The items of an array in well-formed text.
pub struct TextItems<'a>(Walk<'a>);

impl<'a> TextItems<'a> {
    pub(super) fn new(text: &'a str, extents: &'a Extents) -> Self {
        Self(Walk::new(text, extents))
    }
}

impl<'a> Iterator for TextItems<'a> {
    type Item = Json<'a>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let byte = self.0.text.as_bytes().get(self.0.at)?;
        (*byte != b']').then(|| self.0.value())
    }
}

/// The members of an object, opened or not.
pub enum EachMember<'a> {
    Text(TextMembers<'a>),
    Opened(slice::Iter<'a, (Cow<'a, str>, Json<'a>)>),
}

impl<'a> Iterator for EachMember<'a> {
    type Item = (Cow<'a, str>, Cow<'a, Json<'a>>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Text(members) => members
                .next()
                .map(|(name, value)| (name, Cow::Owned(value))),
            Self::Opened(members) => members
                .next()
                .map(|(name, value)| (Cow::Borrowed(&**name), Cow::Borrowed(value))),
        }
    }
}

/// The items of an array, opened or not.
pub enum EachItem<'a> {
    Text(TextItems<'a>),
    Opened(slice::Iter<'a, Json<'a>>),
}

impl<'a> Iterator for EachItem<'a> {
    type Item = Cow<'a, Json<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Text(items) => items.next().map(Cow::Owned),
            Self::Opened(items) => items.next().map(Cow::Borrowed),
        }
    }
}

impl Json<'_> {
    /// The members of an object, one after the other; none of what is no object.
    #[must_use]
    pub fn each_member(&self) -> EachMember<'_> {
        match self {
            Self::Object(members) => EachMember::Opened(members.iter()),
            Self::Raw(text, extents) if text.starts_with('{') => {
                EachMember::Text(TextMembers::new(text, extents))
            }
            _ => EachMember::Opened([].iter()),
        }
    }

    /// The items of an array, one after the other; none of what is no array.
    #[must_use]
    pub fn each_item(&self) -> EachItem<'_> {
        match self {
            Self::Array(items) => EachItem::Opened(items.iter()),
            Self::Raw(text, extents) if text.starts_with('[') => {
                EachItem::Text(TextItems::new(text, extents))
            }
            _ => EachItem::Opened([].iter()),
        }
    }
}

fn skip_word(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    while bytes
        .get(at)
        .is_some_and(|byte| !matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t'))
    {
        at += 1;
    }
    at
}

fn skip_container(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => {
                at = quoted(bytes, at).0;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => {
                depth -= 1;
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}
