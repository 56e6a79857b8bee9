//! What rules are made of: the types and functions that a server's documentation lists.

use std::rc::Rc;

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub enum Ty {
    /// Decided when the rule runs.
    Dyn,
    /// `int`, `string`, `net.IP`: a type that is its name.
    Plain(&'static str),
    /// A list.
    List(Rc<Ty>),
    /// A map.
    Map(Rc<Ty>, Rc<Ty>),
    /// A value that may be absent.
    Optional(Rc<Ty>),
    /// An object of the schema, by its place.
    Object(Rc<str>),
    /// What a call decides.
    Param(char),
}

pub(super) const BOOL: Ty = Ty::Plain("bool");
pub(super) const INT: Ty = Ty::Plain("int");
pub(super) const TEXT: Ty = Ty::Plain("string");

impl Ty {
    pub(super) fn list(item: Self) -> Self {
        Self::List(Rc::new(item))
    }

    pub(super) fn map(key: Self, value: Self) -> Self {
        Self::Map(Rc::new(key), Rc::new(value))
    }

    pub(super) fn optional(value: Self) -> Self {
        Self::Optional(Rc::new(value))
    }

    /// Decides parameters so that this, a declared type, is `wanted`.
    pub(super) fn unify(&self, wanted: &Self, bound: &mut Vec<(char, Self)>) -> bool {
        match (self, wanted) {
            (Self::Param(name), _) => {
                if let Some((_, known)) = bound.iter().find(|(bound, _)| bound == name) {
                    return known == wanted;
                }
                bound.push((*name, wanted.clone()));
                true
            }
            (Self::List(a), Self::List(b)) | (Self::Optional(a), Self::Optional(b)) => {
                a.unify(b, bound)
            }
            (Self::Map(k, v), Self::Map(l, w)) => k.unify(l, bound) && v.unify(w, bound),
            (a, b) => a == b,
        }
    }

    pub(super) fn with(&self, bound: &[(char, Self)]) -> Self {
        match self {
            Self::Param(name) => {
                let known = bound.iter().find(|(bound, _)| bound == name);
                known.map_or(Self::Dyn, |(_, ty)| ty.clone())
            }
            Self::List(item) => Self::list(item.with(bound)),
            Self::Optional(value) => Self::optional(value.with(bound)),
            Self::Map(key, value) => Self::map(key.with(bound), value.with(bound)),
            other => other.clone(),
        }
    }

    pub(super) fn parameters(&self, found: &mut Vec<char>) {
        match self {
            Self::Param(name) if !found.contains(name) => found.push(*name),
            Self::List(inner) | Self::Optional(inner) => inner.parameters(found),
            Self::Map(key, value) => {
                key.parameters(found);
                value.parameters(found);
            }
            _ => {}
        }
    }
}

/// How a function is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// `f(a, b)`
    Global(&'static str),
    /// `a.f(b)`
    Member(&'static str),
    /// `(a + b)`
    Infix(&'static str),
    /// `!(a)`
    Prefix(&'static str),
    /// `a[b]`, `a[?b]`
    Index(&'static str),
}

/// A function of certain parameters.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) form: Form,
    pub(super) parameters: Vec<Ty>,
    pub(super) result: Ty,
    /// The first minor version whose new rules may call it.
    pub(super) since: u8,
}

/// Below a line `# n`: what new rules may call on servers from 1.n on.
const TABLE: &str = include_str!("functions.txt");

/// The type at the beginning of a text, and what follows.
fn ty(text: &'static str) -> Option<(Ty, &'static str)> {
    let end = text
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'))
        .unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let inner = |rest: &'static str| ty(rest.strip_prefix('(')?);
    Some(match name {
        "A" | "B" => (Ty::Param(name.chars().next()?), rest),
        "dyn" => (Ty::Dyn, rest),
        "list" => {
            let (item, rest) = inner(rest)?;
            (Ty::list(item), rest.strip_prefix(')')?)
        }
        "optional" => {
            let (value, rest) = inner(rest)?;
            (Ty::optional(value), rest.strip_prefix(')')?)
        }
        "map" => {
            let (key, rest) = inner(rest)?;
            let (value, rest) = ty(rest.strip_prefix(", ")?)?;
            (Ty::map(key, value), rest.strip_prefix(')')?)
        }
        _ => (Ty::Plain(name), rest),
    })
}

fn types(mut text: &'static str) -> Option<Vec<Ty>> {
    let mut found = Vec::new();
    while !text.is_empty() {
        let (one, rest) = ty(text)?;
        found.push(one);
        text = rest.strip_prefix(", ").unwrap_or(rest);
    }
    Some(found)
}

fn signature(line: &'static str, since: u8) -> Option<Signature> {
    let (call, result) = line.rsplit_once(" -> ")?;
    let result = ty(result)?.0;
    let (form, parameters) = if let Some((form, rest)) = call.split_once(": ") {
        let (kind, name) = form.split_once(' ')?;
        let form = match kind {
            "infix" => Form::Infix(name),
            "prefix" => Form::Prefix(name),
            "index" => Form::Index(name),
            "member" => Form::Member(name),
            _ => return None,
        };
        (form, types(rest)?)
    } else {
        let (name, rest) = call.split_once('(')?;
        (Form::Global(name), types(rest.strip_suffix(')')?)?)
    };
    Some(Signature {
        form,
        parameters,
        result,
        since,
    })
}

/// All functions of the documentation.
pub(super) fn all() -> Vec<Signature> {
    let mut since = 0;
    let mut found = Vec::new();
    for line in TABLE.lines().filter(|line| !line.is_empty()) {
        if let Some(version) = line.strip_prefix("# ") {
            since = version.parse().expect("a minor version");
        } else {
            found.push(signature(line, since).unwrap_or_else(|| panic!("not a function: {line}")));
        }
    }
    found
}
