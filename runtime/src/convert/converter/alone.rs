//! What becomes of an object of which nothing is kept, by either core.

use super::Converter;
use crate::convert::{
    ConversionError,
    engine::Mode,
    json::Json,
    memoryless::{Called, Hole},
};

/// What becomes of one object at the next version.
#[derive(Debug)]
pub(in crate::convert) struct Both {
    /// By the engine that keeps.
    pub(in crate::convert) keeping: Result<String, ConversionError>,
    /// By the memoryless translation.
    pub(in crate::convert) alone: String,
    pub(in crate::convert) holes: Vec<Hole>,
}

impl Both {
    /// Whether they agree: on every byte, or on what is refused.
    pub(in crate::convert) fn agree(&self) -> bool {
        match (&self.keeping, self.holes.first()) {
            (Ok(keeping), None) => *keeping == self.alone,
            (Err(error), Some(hole)) => *error == hole.error,
            _ => false,
        }
    }
}

impl Converter {
    /// What becomes of an object. Nothing where there are others between the two versions.
    pub(in crate::convert) fn both(&self, json: &Json, from: &str, to: &str) -> Option<Both> {
        let root = |name: &str| self.version(name).map(|version| version.root);
        let route = self.route(root(from)?, root(to)?).ok()?;
        let [hop] = &route[..] else {
            return None;
        };
        let metadata = json.member("metadata");
        let called = Called(metadata.as_ref());
        let mode = Mode::whole(hop.direction, true).called(called);
        let keeping = self.hop(hop, json.clone(), None, mode);
        let (alone, holes) = self.translated(hop, json.clone(), called);
        Some(Both {
            keeping: keeping.map(|(json, _)| json.text()),
            alone: alone.text(),
            holes,
        })
    }
}
