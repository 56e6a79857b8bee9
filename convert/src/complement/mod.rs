//! What must be laid over a value to be another one: the one thing that travels with an object.
//!
//! A [`Complement`] is a difference of two values, taken against what the way back makes of a converted object. It is laid over
//! a live value [entry by entry](Entry), each of which may be left out.

mod annotation;
mod apply;
mod diff;
mod differences;
mod entries;
mod first;
mod format;
mod layout;
mod lost_items;
mod refused;

pub(crate) use annotation::Annotation;
pub use annotation::annotation_name;
pub(crate) use apply::apply;
pub(crate) use diff::diff;
pub(crate) use differences::differences;
pub(crate) use entries::{Entry, What, localize};
pub(crate) use first::Hopping;
pub(crate) use layout::Layout;
pub use refused::brought;

use super::json::{Json, Look};

/// What must be laid over one value, the base, to be another.
#[derive(Clone, Debug)]
pub(crate) enum Complement {
    /// Nothing stands there.
    Absent,
    /// This stands there; if it is an object, where the base has none.
    Value(Json<'static>),
    /// An object stands there as in the base, and of its members this.
    Members(Vec<(String, Complement)>),
    /// A list of items with keys stands there, as in the base.
    Keyed {
        /// Of items of the base, by their keys.
        items: Vec<(String, Complement)>,
        /// Items that the base lacks, each behind one of the base or before all.
        inserted: Vec<(Option<String>, Json<'static>)>,
        /// The keys of all items, where their order is another than in the base.
        order: Option<Vec<String>>,
    },
    /// Another list stands there, as in the base.
    Aligned {
        /// What the base's items look like.
        looks: Vec<Look>,
        /// Of items of the base, by where they stand.
        items: Vec<(usize, Complement)>,
        /// Items that the base has besides.
        deleted: Vec<usize>,
        /// Items that the base lacks, each behind one of the base or before all.
        inserted: Vec<(Option<usize>, Json<'static>)>,
        /// All items of the base, where their order is another.
        order: Option<Vec<usize>>,
    },
    /// This, which the schema refused when it was kept.
    Refused(Box<Complement>),
    /// What format 1 says, which is a difference only beside the objects that it is kept for.
    First(Json<'static>),
}

impl Complement {
    /// Whether it says nothing.
    fn is_nothing(&self) -> bool {
        match self {
            Self::Absent | Self::Value(_) | Self::First(_) => false,
            Self::Refused(kept) => kept.is_nothing(),
            Self::Members(members) => members.is_empty(),
            Self::Keyed {
                items,
                inserted,
                order,
            } => items.is_empty() && inserted.is_empty() && order.is_none(),
            Self::Aligned {
                items,
                deleted,
                inserted,
                order,
                ..
            } => items.is_empty() && deleted.is_empty() && inserted.is_empty() && order.is_none(),
        }
    }

    /// Whether such a member stands there, of an object that has none in the base.
    pub(crate) fn makes(&self, name: &str) -> bool {
        let Self::Members(members) = self else {
            return false;
        };
        let member = members.iter().find(|(member, _)| member == name);
        member.is_some_and(|(_, kept)| match kept {
            Self::Refused(kept) => matches!(**kept, Self::Value(_)),
            kept => matches!(kept, Self::Value(_)),
        })
    }
}
