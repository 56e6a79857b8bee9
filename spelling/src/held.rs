//! What a written type holds, as far as its name tells.

use syn::{GenericArgument, PathArguments, Type, TypePath};

use crate::Subject;

/// What a length is about.
pub enum Held<'t> {
    /// Characters.
    Text,
    /// Items of a list.
    Items(Option<&'t Type>),
    /// Values of a map.
    Values(Option<&'t Type>),
}

impl<'t> Subject<'t> {
    /// Whether it is written as an `Option`.
    #[must_use]
    pub fn is_option(self) -> bool {
        self.path().is_some_and(|path| called(path, &["Option"]))
    }

    /// What a length of it counts.
    #[must_use]
    pub fn held(self) -> Option<Held<'t>> {
        let path = self.path()?;
        let mut held = arguments(path);
        if called(path, &["Option", "Box", "Rc", "Arc", "Cow"]) {
            return Self(held.next()).held();
        }
        if called(path, &["String", "str", "PathBuf"]) {
            Some(Held::Text)
        } else if called(
            path,
            &["Vec", "VecDeque", "BTreeSet", "HashSet", "IndexSet"],
        ) {
            Some(Held::Items(held.next()))
        } else if called(path, &["BTreeMap", "HashMap", "IndexMap"]) {
            Some(Held::Values(held.nth(1)))
        } else {
            None
        }
    }

    fn path(self) -> Option<&'t TypePath> {
        match ungrouped(self.0?) {
            Type::Path(path) => Some(path),
            _ => None,
        }
    }
}

fn called(path: &TypePath, names: &[&str]) -> bool {
    let last = path.path.segments.last();
    last.is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// A type without the parentheses around it, and without the group that a macro's `$t:ty` is in.
#[must_use]
pub fn ungrouped(mut ty: &Type) -> &Type {
    loop {
        ty = match ty {
            Type::Group(group) => &group.elem,
            Type::Paren(paren) => &paren.elem,
            _ => return ty,
        }
    }
}

/// The types between the angle brackets of a path.
pub fn arguments(path: &TypePath) -> impl Iterator<Item = &Type> {
    path.path.segments.iter().flat_map(|segment| {
        match &segment.arguments {
            PathArguments::AngleBracketed(angle) => Some(&angle.args),
            PathArguments::None | PathArguments::Parenthesized(_) => None,
        }
        .into_iter()
        .flatten()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
    })
}
