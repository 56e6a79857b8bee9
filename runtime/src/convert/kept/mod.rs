//! What travels with an object because the version it is in cannot hold it.

mod annotation;
mod leaves;
mod prune;
mod read;
mod take;
mod write;

pub(crate) use annotation::{Annotation, annotation_name, same_keys};
pub(crate) use take::Left;

use std::collections::HashMap;

use super::json::{Json, Kind, Look, same};

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
            // Steps of objects around it have kept what they lose within.
            Self::Members(_) => self.itself().map(Some),
            _ => None,
        }
    }

    /// Whether anything stood here.
    pub(crate) fn has_value(&self) -> bool {
        match self {
            Self::Absent => false,
            Self::Members(members) => members.iter().any(|(_, kept)| kept.has_value()),
            _ => true,
        }
    }

    /// Both this and what else is kept at the same place: members beside those that are kept, or the object that they are of.
    fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Members(members), Self::Members(others)) => {
                let mut all = Keeping(members);
                for (name, kept) in others {
                    all.insert(&[name], kept);
                }
                Self::Members(all.0)
            }
            (Self::Members(members), Self::Value(value)) if value.kind() == Kind::Object => {
                let mut all = Keeping(members);
                all.insert(&[String::new()], Self::Itself(value));
                Self::Members(all.0)
            }
            (_, other) => other,
        }
    }

    /// Whether the same is kept.
    pub(crate) fn same(one: Option<&Self>, other: Option<&Self>) -> bool {
        match (one, other) {
            (Some(one), Some(other)) => same(&one.json(), &other.json()),
            (None, None) => true,
            _ => false,
        }
    }

    /// What is kept here and not there, member by member. Nothing if all of it is kept there too.
    pub(crate) fn beside(self, other: &Self) -> Option<Self> {
        if Self::same(Some(&self), Some(other)) {
            return None;
        }
        let (Self::Members(members), Self::Members(others)) = (&self, other) else {
            return Some(self);
        };
        let by_name: HashMap<_, _> = others
            .iter()
            .map(|(name, kept)| ((&**name, kept.is_itself()), kept))
            .collect();
        let left: Vec<_> = members
            .iter()
            .filter_map(|(name, kept)| {
                let kept = match by_name.get(&(&**name, kept.is_itself())) {
                    Some(other) => kept.clone().beside(other)?,
                    None => kept.clone(),
                };
                Some((name.clone(), kept))
            })
            .collect();
        (!left.is_empty()).then_some(Self::Members(left))
    }

    /// Whether all that stood here is blank: null, false, 0, empty, or made of such.
    pub(crate) fn is_blank(&self) -> bool {
        match self {
            Self::Absent => true,
            Self::Value(value) | Self::Itself(value) => value.is_blank(),
            Self::Members(members) => members.iter().all(|(_, kept)| kept.is_blank()),
            Self::Keyed(items) => items.iter().all(|(_, kept)| kept.is_blank()),
            Self::Aligned { items, .. } => items.iter().all(|(_, kept)| kept.is_blank()),
        }
    }

    /// Whether it says of anything that nothing stood there, or null.
    pub(crate) fn has_absence(&self) -> bool {
        match self {
            Self::Absent => true,
            Self::Value(value) | Self::Itself(value) => value.is_null(),
            Self::Members(members) => members.iter().any(|(_, kept)| kept.has_absence()),
            _ => false,
        }
    }

    /// The same, but for what says that nothing stood somewhere, or null. Nothing if it says nothing else.
    pub(crate) fn without_absence(&self) -> Option<Self> {
        match self {
            Self::Absent => None,
            Self::Value(value) | Self::Itself(value) if value.is_null() => None,
            Self::Members(members) => {
                let left = members.iter();
                let left =
                    left.filter_map(|(name, kept)| Some((name.clone(), kept.without_absence()?)));
                let left: Vec<_> = left.collect();
                (!left.is_empty()).then_some(Self::Members(left))
            }
            other => Some(other.clone()),
        }
    }

    /// An object that stood here, by its members.
    pub(crate) fn members_of(object: &Json<'static>) -> Option<Self> {
        let members = object.clone().into_members().ok()?;
        let keep = |(name, value): (std::borrow::Cow<'static, str>, Json<'static>)| {
            (name.into_owned(), Self::Value(value))
        };
        Some(Self::Members(members.into_iter().map(keep).collect()))
    }

    /// That an object, or null, was there, beside what else is kept of it.
    pub(crate) fn with_itself(lost: Option<Self>, itself: &Json) -> Self {
        let own = Self::Itself(itself.clone().into_owned());
        match lost {
            Some(Self::Members(mut members)) => {
                members.push((String::new(), own));
                Self::Members(members)
            }
            None if itself.kind() == Kind::Object && !itself.is_empty() => {
                Self::Members(vec![(String::new(), own)])
            }
            _ => Self::of(Some(itself)),
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
    /// What is kept of an object, to which more is added.
    pub(crate) fn of(kept: Option<Kept>) -> Self {
        match kept {
            Some(Kept::Members(members)) => Self(members),
            _ => Self::default(),
        }
    }

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
        let existing = position.and_then(|position| self.0.get_mut(position));
        if rest.is_empty() {
            match existing {
                Some((_, place)) => *place = std::mem::replace(place, Kept::Absent).and(kept),
                None => self.0.push((first.clone(), kept)),
            }
            return;
        }
        let mut below = Self::default();
        let Some((_, place)) = existing else {
            below.insert(rest, kept);
            self.0.push((first.clone(), Kept::Members(below.0)));
            return;
        };
        match std::mem::replace(place, Kept::Absent) {
            Kept::Members(members) => below.0 = members,
            Kept::Value(value) if value.kind() == Kind::Object => {
                below.insert(&[String::new()], Kept::Itself(value));
            }
            // The whole is kept already.
            whole if whole.is_leaf() => {
                *place = whole;
                return;
            }
            _ => {}
        }
        below.insert(rest, kept);
        *place = Kept::Members(below.0);
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

    /// What is kept at a path of members.
    pub(crate) fn get(&self, path: &[String]) -> Option<&Kept> {
        let (first, rest) = path.split_first()?;
        let mut members = self.0.iter();
        let (_, kept) = members.find(|(name, kept)| name == first && !kept.is_itself())?;
        kept.get(rest)
    }

    /// Takes out what is kept at a path of members, and what that leaves empty.
    pub(crate) fn remove(&mut self, path: &[String]) {
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        self.0.retain_mut(|(name, kept)| {
            if name != first || kept.is_itself() {
                return true;
            }
            match kept {
                _ if rest.is_empty() => false,
                Kept::Members(members) => {
                    let mut below = Self(std::mem::take(members));
                    below.remove(rest);
                    *members = below.0;
                    !members.is_empty()
                }
                _ => true,
            }
        });
    }

    /// All of it, or nothing.
    pub(crate) fn finish(self) -> Option<Kept> {
        (!self.0.is_empty()).then_some(Kept::Members(self.0))
    }
}
