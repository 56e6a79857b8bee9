//! Files, folders, globs, standard input, git revisions and clusters, as the objects in them.

#[cfg(feature = "cluster")]
mod cluster;
mod crds;
pub(crate) mod files;
mod identity;
mod object;
mod revision;

use std::fmt;
use std::rc::Rc;

pub(crate) use crds::{Crds, Seen, crds};
pub(crate) use identity::{Groups, Identity, is_crd};
pub(crate) use object::Object;
use wheelwright_yaml::{Position, documents};

/// A file that was read.
#[derive(Debug)]
pub(crate) struct Source {
    /// Its name as it was given.
    pub(crate) name: String,
    pub(crate) text: String,
}

/// Something that could not be read.
#[derive(Clone, Debug)]
pub(crate) struct Unreadable {
    pub(crate) name: String,
    /// The file, if it is one of its documents that cannot be read, and where.
    pub(crate) at: Option<(Rc<Source>, Position)>,
    pub(crate) reason: String,
}

impl Unreadable {
    /// An object that cannot be told from any other, for this reason.
    pub(crate) fn object(object: &Object, reason: String) -> Self {
        Self {
            name: object.source.name.clone(),
            at: Some((Rc::clone(&object.source), object.start())),
            reason,
        }
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            Some((_, position)) => write!(f, "{}:{position}: {}", self.name, self.reason),
            None => write!(f, "{}: {}", self.name, self.reason),
        }
    }
}

/// What was read.
#[derive(Debug, Default)]
pub(crate) struct Input {
    pub(crate) objects: Vec<Object>,
    pub(crate) unreadable: Vec<Unreadable>,
}

/// Reads everything that the arguments name, each file once.
pub(crate) fn read(arguments: &[String]) -> Input {
    let mut unreadable = Vec::new();
    let files = files::read(arguments, &mut unreadable);
    let mut input = of(files);
    unreadable.append(&mut input.unreadable);
    input.unreadable = unreadable;
    input
}

/// The objects in texts that were read already.
pub(crate) fn of(sources: Vec<Source>) -> Input {
    let mut input = Input::default();
    for source in sources.into_iter().map(Rc::new) {
        for read in documents(&source.text) {
            match read {
                Ok(document) => object::add(&source, document, &mut input.objects),
                Err(error) => input.unreadable.push(Unreadable {
                    name: source.name.clone(),
                    at: Some((Rc::clone(&source), error.position)),
                    reason: error.kind.to_string(),
                }),
            }
        }
    }
    input
}
