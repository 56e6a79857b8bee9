//! What is known of how one type maps to another, and how it is written.

use std::collections::{BTreeMap, BTreeSet};

use super::evidence::Seen;
use crate::attribute::Doc;
use crate::model::Field;
use crate::text::literal;

/// How a type maps to one of the stored version.
pub(super) struct Mapping<'t, 'p> {
    /// The type, and the hub's.
    pub(super) types: (usize, usize),
    /// What stands on the type beside `hub`.
    pub(super) keys: Vec<Doc>,
    /// What stands on fields or variants, by their wire names.
    pub(super) fields: BTreeMap<String, Vec<Doc>>,
    /// Structs of the hub, and of this version, whose members go to or come from several places; by their paths in Rust.
    pub(super) parts: [BTreeMap<String, String>; 2],
    /// Steps between places that are not one field.
    pub(super) steps: Vec<Doc>,
    /// Places of this version that the hub has not.
    pub(super) lost: Vec<Loose<'t>>,
    /// Places of the hub that this version has not.
    pub(super) new: Vec<Loose<'t>>,
    /// Places of both that are structs, of which one is mapped to the other.
    pub(super) structs: Vec<[Vec<&'t Field>; 2]>,
    /// Where the type stands first, at both versions.
    pub(super) at: [String; 2],
    /// What stands there.
    pub(super) seen: Seen<'p>,
    /// How often it is asked.
    pub(super) uses: usize,
    /// Whether values may have no counterpart, up and down.
    pub(super) fallible: [bool; 2],
    /// Mappings that this one asks.
    pub(super) asks: BTreeSet<(usize, usize)>,
    /// Fields that may have become several places of the hub, each in words.
    pub(super) ambiguous: BTreeMap<String, String>,
    /// What the type has to decide.
    pub(super) open: Vec<String>,
}

/// The keys of a mapping.
pub(super) struct Written {
    /// The type, and the hub's.
    pub(super) types: (usize, usize),
    /// What stands on the type beside `hub`.
    pub(super) keys: Vec<Doc>,
    /// What stands on fields or variants, by their wire names.
    pub(super) fields: BTreeMap<String, Vec<Doc>>,
}

impl Written {
    /// How many fields are not at the hub as they are here.
    pub(super) fn differing(&self) -> usize {
        self.keys.len() + self.fields.len()
    }
}

/// A place that only one of two structs has.
#[derive(Clone)]
pub(super) struct Loose<'t> {
    /// From the struct inwards.
    pub(super) path: Vec<&'t Field>,
    /// In the whole object.
    pub(super) place: String,
}

impl<'p> Mapping<'_, 'p> {
    pub(super) fn new(types: (usize, usize), at: [&str; 2], seen: &Seen<'p>) -> Self {
        Self {
            types,
            keys: Vec::new(),
            fields: BTreeMap::new(),
            parts: Default::default(),
            steps: Vec::new(),
            lost: Vec::new(),
            new: Vec::new(),
            structs: Vec::new(),
            at: at.map(str::to_owned),
            seen: seen.clone(),
            uses: 1,
            fallible: [false; 2],
            asks: BTreeSet::new(),
            ambiguous: BTreeMap::new(),
            open: Vec::new(),
        }
    }

    /// A step may refuse what is at one of its sides.
    pub(super) fn refuses(&mut self, refuses: [bool; 2]) {
        self.fallible = [0, 1].map(|way| self.fallible[way] || refuses[way]);
    }

    /// The keys: the parts and steps in front of the others.
    pub(super) fn written(mut self) -> Written {
        let ways = ["up", "down"].into_iter().zip(self.fallible);
        let ways: Vec<Doc> = ways
            .filter(|(_, is_fallible)| *is_fallible)
            .map(|(way, _)| Doc::of(way))
            .collect();
        let mut keys = Vec::new();
        if !ways.is_empty() {
            keys.push(Doc::Call("fallible".to_owned(), ways));
        }
        for (name, parts) in ["part", "part_back"].into_iter().zip(&self.parts) {
            let parts: Vec<Doc> = parts
                .iter()
                .map(|(place, ty)| Doc::of(format!("{} = {ty}", literal(place))))
                .collect();
            if !parts.is_empty() {
                keys.push(Doc::Call(name.to_owned(), parts));
            }
        }
        keys.append(&mut self.steps);
        keys.append(&mut self.keys);
        if !self.open.is_empty() {
            keys.push(Doc::said("undecided", &self.open.join("; ")));
        }
        Written {
            types: self.types,
            keys,
            fields: self.fields,
        }
    }
}
