//! What a written type holds, as far as its name tells.

use syn::{Type, TypePath};

use super::Subject;
use crate::lower::{arguments, ungrouped};

/// What a length is about.
pub(super) enum Held<'t> {
    /// Characters.
    Text,
    /// Items of a list.
    Items(Option<&'t Type>),
    /// Values of a map.
    Values(Option<&'t Type>),
}

impl<'t> Subject<'t> {
    pub(super) fn is_option(self) -> bool {
        self.path().is_some_and(|path| called(path, &["Option"]))
    }

    pub(super) fn held(self) -> Option<Held<'t>> {
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
