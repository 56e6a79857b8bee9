//! Mappings made ready to run: Rust names resolved to members on the wire, and what the schemas say of each place.

mod compile;
mod failing;
mod items;
mod made;
mod member;
mod moves;
mod place;
mod reaching;
mod reads;
mod rules;
mod schema_text;
mod unordered;
mod values;
mod variants;

use super::steps::StepKind;
pub(crate) use crate::table::Direction;
pub use crate::table::PlanError;
use crate::table::{Calls, Own, Run, Side, Step};

pub(crate) use compile::{Origin, Result as Compiled, is_copied, member_schema, root, step};
pub(crate) use items::{ItemKey, ListItems, NamedItem};
pub(crate) use made::MadeObject;
pub(crate) use member::{Member, member_of, must, peel};
pub(crate) use place::{Place, SerdeDefault};
pub(crate) use reads::{Read, Reads};
pub(crate) use schema_text::SchemaText;
pub(crate) use unordered::{Part, Unordered, Way};
pub(crate) use variants::{Case, CaseContent, VariantsPlan};

/// Something of both sides.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Both<T> {
    pub(crate) spoke: T,
    pub(crate) hub: T,
}

impl<T> Both<T> {
    pub(crate) fn by(of: impl Fn(Side) -> T) -> Self {
        Self {
            spoke: of(Side::Spoke),
            hub: of(Side::Hub),
        }
    }

    pub(crate) const fn of(&self, side: Side) -> &T {
        match side {
            Side::Spoke => &self.spoke,
            Side::Hub => &self.hub,
        }
    }

    pub(crate) const fn of_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Spoke => &mut self.spoke,
            Side::Hub => &mut self.hub,
        }
    }
}

/// A mapping that is ready to run.
#[derive(Debug)]
pub(crate) enum Node {
    /// A value that both sides have alike.
    Copy,
    /// An object with members that map.
    Fields(Box<FieldsPlan>),
    /// A list, item by item.
    List(Box<ListPlan>),
    /// A map, value by value.
    Map(Box<Node>),
    /// An enum.
    Variants(Box<VariantsPlan>),
    /// An item or a value of a map by itself: a step of one place each.
    Value(Box<StepPlan>),
    /// Functions for the whole value.
    Calls(Box<CallsPlan>),
}

/// Functions for a whole value.
#[derive(Debug)]
pub(crate) struct CallsPlan {
    pub(crate) calls: Calls,
    /// Where they put what they make, if the API server sets anything within it: serde may have left that out.
    pub(crate) filled: Both<Option<Place>>,
}

/// A list whose items map.
#[derive(Debug)]
pub(crate) struct ListPlan {
    pub(crate) item: Node,
    /// The list-map keys of each side, none for lists of other types.
    pub(crate) keys: Both<Vec<String>>,
}

/// An object whose members map.
#[derive(Debug, Default)]
pub(crate) struct FieldsPlan {
    pub(crate) steps: Vec<StepPlan>,
    pub(crate) sides: Both<SidePlan>,
    /// Lists that its steps see as maps.
    pub(crate) lists: Both<Vec<ListItems>>,
    /// What it, and what is within it, leaves to steps of the objects around it.
    pub(crate) elsewhere: Vec<Elsewhere>,
    /// Of which side an object comes back as it was, as long as all that it has goes somewhere.
    pub(super) moves: Both<bool>,
}

/// A place that a mapping leaves to steps of the objects around it.
#[derive(Clone, Debug)]
pub(crate) struct Elsewhere {
    pub(crate) side: Side,
    /// From the object whose plan this is in.
    pub(crate) path: Vec<String>,
    /// From the type that leaves it.
    pub(crate) named: Vec<String>,
    /// Whether steps around that object can name it.
    pub(crate) is_open: bool,
    pub(crate) to: LeftTo,
    /// `file:line` and the type.
    pub(crate) place: String,
}

/// What takes a place that a mapping leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftTo {
    /// A step of an object around it, which makes the object that it is in where there is none.
    Step,
    /// The step of a label or annotation that its own type has, and the root runs: that makes no object.
    Tag,
    /// A label or annotation of a step that has no field on either side: no member is called so.
    TagAlone,
}

/// What one side's object has.
#[derive(Debug, Default)]
pub(crate) struct SidePlan {
    /// Which step reads a member.
    pub(crate) reads: Reads,
    /// Members that a complete object has: the required and the defaulted ones.
    pub(crate) complete: Vec<String>,
    /// Members that no step knows stay.
    pub(crate) preserves: bool,
    /// Objects that exist only because steps reach into them, outer ones first.
    pub(crate) parents: Vec<Place>,
    /// Optional objects that may come to be by steps that reach into them, inner ones first.
    pub(crate) made: Vec<MadeObject>,
    /// Of a root: optional structs of the spec or status whose members stand among others, and of which labels or annotations
    /// are some.
    pub(crate) flat: Vec<MadeObject>,
    /// What may stand beside what steps know: in this object, and in those that steps only reach into.
    pub(crate) others: Vec<Place>,
    /// The steps, those that write deeper last.
    pub(crate) order: Vec<usize>,
    /// Steps of an enclosing object reach into this one.
    pub(crate) reached: bool,
    /// Whether an incomplete object is complete for lack of required members: the root without metadata is not.
    pub(crate) is_root: bool,
}

/// A step of a mapping.
#[derive(Debug)]
pub(crate) struct StepPlan {
    pub(crate) places: Both<Vec<Place>>,
    pub(crate) how: Box<dyn StepKind>,
    /// How many places at the end of a side's are the labels and annotations of the other side, which are copied with the
    /// rest of the metadata.
    pub(crate) mirrored: Both<usize>,
    pub(crate) or: Both<Option<Run>>,
    /// The table that it comes from.
    pub(crate) table: Option<&'static Step>,
}

impl StepPlan {
    /// A step that nothing stands in for.
    pub(crate) fn new(
        places: Both<Vec<Place>>,
        how: Box<dyn StepKind>,
        table: Option<&'static Step>,
    ) -> Self {
        Self {
            places,
            how,
            mirrored: Both::default(),
            or: Both::default(),
            table,
        }
    }

    /// What functions get of the object's metadata besides.
    pub(crate) fn own(&self) -> &'static [Own] {
        self.table.map_or(&[], |table| table.own)
    }

    /// Whether its places of one side say what the object is called, and there are none of the other.
    pub(crate) fn is_own(&self) -> bool {
        !self.own().is_empty() && (self.places.spoke.is_empty() || self.places.hub.is_empty())
    }

    /// Whether a member is the same on both sides, and has one name.
    pub(crate) fn is_copy(&self) -> bool {
        let path = |places: &[Place]| places.first().map(|place| place.path.clone());
        matches!(self.nest(), Some(Node::Copy))
            && path(&self.places.spoke) == path(&self.places.hub)
    }

    /// Whether the value is the same on both sides.
    pub(crate) fn is_copied(&self) -> bool {
        matches!(self.how.nested(), Some(Node::Copy))
    }

    /// Whether what stands in says a value for a place of a side where nothing is: the schema would set something there, or
    /// serde would read it.
    pub(crate) fn stands_in(&self, side: Side, place: &Place) -> bool {
        let is_read = || place.may_lack_by_schema() && !place.may_lack();
        self.or.of(side).is_some() && (place.has_default || is_read())
    }

    /// The nested mapping of a step from one place to one, if no other value ever stands in for one of either.
    pub(crate) fn nest(&self) -> Option<&Node> {
        let has_stand_in = self.or.spoke.is_some() || self.or.hub.is_some();
        self.how.nested().filter(|_| !has_stand_in)
    }
}
