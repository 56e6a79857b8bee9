//! What travels with an object because the version it is in cannot hold it.

mod annotation;
mod prune;
mod read;
mod write;

pub(crate) use annotation::{Annotation, annotation_name, same_keys};

use super::json::{Json, Look};

/// What one version loses in another, as a sparse tree over the losing version's value.
#[derive(Clone, Debug)]
pub(crate) enum Kept {
    /// This value stood here.
    Value(Json<'static>),
    /// Nothing stood here.
    Absent,
    /// Within an object: what is kept of its members.
    Members(Vec<(String, Kept)>),
    /// Among the members of an object, at no name: the object itself was there as this.
    Itself(Json<'static>),
    /// Within a list-map: what is kept of its items, by their keys.
    Keyed(Vec<(Vec<Json<'static>>, Kept)>),
    /// Within another list: what all its items looked like at the other version, and what is kept of some.
    Aligned {
        looks: Vec<Look>,
        items: Vec<(usize, Kept)>,
    },
}

impl Kept {
    /// What is kept at a path of members.
    pub(crate) fn get(&self, path: &[String]) -> Option<&Self> {
        path.iter().try_fold(self, |kept, name| match kept {
            Self::Members(members) => members
                .iter()
                .find(|(member, kept)| member == name && !kept.is_itself())
                .map(|(_, kept)| kept),
            _ => None,
        })
    }

    const fn is_itself(&self) -> bool {
        matches!(self, Self::Itself(_))
    }

    /// What the object was, if it is kept that it was there.
    pub(crate) fn itself(&self) -> Option<&Json<'static>> {
        match self {
            Self::Members(members) => members.iter().find_map(|(_, kept)| match kept {
                Self::Itself(value) => Some(value),
                _ => None,
            }),
            _ => None,
        }
    }

    /// Whether it is a value or its absence.
    pub(crate) const fn is_leaf(&self) -> bool {
        matches!(self, Self::Value(_) | Self::Absent)
    }

    /// Nothing, or the value that stood here.
    #[expect(
        clippy::option_option,
        reason = "no leaf, or one that says nothing stood here"
    )]
    pub(crate) fn leaf(&self) -> Option<Option<&Json<'static>>> {
        match self {
            Self::Value(value) => Some(Some(value)),
            Self::Absent => Some(None),
            _ => None,
        }
    }

    /// What is to be kept of a place that held this.
    pub(crate) fn of(value: Option<&Json>) -> Self {
        value.map_or(Self::Absent, |value| {
            Self::Value(value.clone().into_owned())
        })
    }
}

/// Collects what is to be kept of the members of one object.
#[derive(Debug, Default)]
pub(crate) struct Keeping(Vec<(String, Kept)>);

impl Keeping {
    /// Keeps something at a path of members.
    pub(crate) fn insert(&mut self, path: &[String], kept: Kept) {
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        let itself = rest.is_empty() && kept.is_itself();
        let position = self
            .0
            .iter()
            .position(|(name, kept)| name == first && kept.is_itself() == itself);
        if rest.is_empty() {
            match position.and_then(|position| self.0.get_mut(position)) {
                Some((_, place)) => *place = kept,
                None => self.0.push((first.clone(), kept)),
            }
            return;
        }
        let mut below = Self::default();
        let existing = position.and_then(|position| self.0.get_mut(position));
        match existing {
            // The whole is kept already.
            Some((_, place)) if place.is_leaf() => {}
            Some((_, place)) => {
                if let Self(members) = &mut below
                    && let Kept::Members(there) = place
                {
                    members.append(there);
                }
                below.insert(rest, kept);
                *place = Kept::Members(below.0);
            }
            None => {
                below.insert(rest, kept);
                self.0.push((first.clone(), Kept::Members(below.0)));
            }
        }
    }

    /// Keeps something unless something is kept at the path already.
    pub(crate) fn insert_new(&mut self, path: &[String], kept: Kept) {
        let there = path.split_first().is_some_and(|(first, rest)| {
            self.0
                .iter()
                .any(|(name, kept)| name == first && kept.get(rest).is_some())
        });
        if !there {
            self.insert(path, kept);
        }
    }

    /// All of it, or nothing.
    pub(crate) fn finish(self) -> Option<Kept> {
        (!self.0.is_empty()).then_some(Kept::Members(self.0))
    }
}
