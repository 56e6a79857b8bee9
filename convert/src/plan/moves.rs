//! Mappings that do nothing to values but call them otherwise. What went through one comes back as it was without a look:
//! nothing need be translated back to know it.

use super::{Direction, FieldsPlan, Node, Place, StepPlan};
use crate::{steps::OneWay, table::Side};

const SIDES: [Side; 2] = [Side::Spoke, Side::Hub];

impl FieldsPlan {
    /// Whether an object that goes this way comes back as it was, as long as all that it has goes somewhere.
    pub(crate) const fn moves(&self, direction: Direction) -> bool {
        *self.moves.of(direction.from())
    }

    /// Notes of each side whether its objects come back so, once all steps are known.
    pub(crate) fn note_moves(&mut self) {
        let is_simple = SIDES.into_iter().all(|side| {
            let plan = self.sides.of(side);
            let has_none = plan.parents.is_empty() && plan.made.is_empty() && plan.flat.is_empty();
            has_none && !plan.reached && self.lists.of(side).is_empty()
        });
        for direction in [Direction::Up, Direction::Down] {
            let mut steps = self.steps.iter();
            *self.moves.of_mut(direction.from()) =
                is_simple && self.elsewhere.is_empty() && steps.all(|step| step.moves(direction));
        }
    }
}

impl StepPlan {
    fn moves(&self, direction: Direction) -> bool {
        let mut places = SIDES.into_iter().flat_map(|side| self.places.of(side));
        self.own().is_empty()
            && places.all(|place| !place.is_metadata && !place.is_among_others)
            && self.how.moves(self.one_way(direction))
    }
}

impl Node {
    /// Whether values that go this way come back as they were.
    pub(crate) fn moves(&self, direction: Direction) -> bool {
        match self {
            Self::Copy => true,
            Self::Fields(plan) => plan.moves(direction),
            Self::List(plan) => plan.item.moves(direction),
            Self::Map(values) => values.moves(direction),
            Self::Variants(_) | Self::Value(_) | Self::Calls(_) => false,
        }
    }
}

impl Place {
    /// Whether an object without it is complete: the schema neither asks for it nor sets it.
    pub(crate) const fn may_lack_by_schema(&self) -> bool {
        !self.is_required && !self.has_default
    }
}

impl OneWay<'_> {
    /// Whether a member goes to a member, and what is absent, null or empty on one side is so on the other.
    ///
    /// Nothing is filled in then: where the schema asks for a member or sets it, an object without is not complete, and so is
    /// its counterpart not.
    pub(crate) fn is_plain(self) -> bool {
        let places = [self.from(), self.to()].map(|side| self.step.places.of(side).as_slice());
        let [[from], [to]] = places else {
            return false;
        };
        self.step.nest().is_some()
            && [from, to]
                .iter()
                .all(|place| place.path.len() == 1 && !place.drops_empty)
            && from.nullable == to.nullable
            && from.may_lack_by_schema() == to.may_lack_by_schema()
    }
}
