//! What steps refused, and whether anything stands for it.

use super::places::Places;
use crate::{
    ConversionError,
    complement::Entry,
    json::{Json, same_option},
    memoryless::{Hole, Segment, values_at},
};

/// The holes of what is made of a live object alone, with what stands at their places there.
pub(super) struct Holes {
    holes: Vec<Hole>,
    left: Vec<Option<Json<'static>>>,
}

impl Holes {
    pub(super) fn of(holes: Vec<Hole>, plain: &Json) -> Self {
        let left = values_at(plain, &all(&holes, |hole| &hole.places));
        Self { holes, left }
    }

    /// Why one is a loss: what is refused is none where something that was kept stands for it in what is `made`, or where it is what
    /// the way `back` makes of nothing, and nothing need stand there. `is_asked`: whether the schema asks for a place, and nothing
    /// is there: what is said fills all of its places or none.
    pub(super) fn loss(
        &self,
        [live, made, back]: [&Json; 3],
        admitted: &[Entry],
        is_asked: impl Fn(&[Segment]) -> bool,
    ) -> Option<&ConversionError> {
        if self.holes.is_empty() {
            return None;
        }
        let sources = all(&self.holes, |hole| &hole.sources);
        let of_back = values_at(back, &sources);
        let is_made = values_at(live, &sources).into_iter().zip(&of_back);
        let mut is_made = is_made.map(|(live, back)| {
            let is_same = same_option(live.as_ref(), back.as_ref());
            (live.is_some(), live.is_some() && is_same)
        });

        let of_kind = |shifts: bool| {
            let entries = admitted.iter().filter(|entry| entry.shifts() == shifts);
            let places: Vec<&[Segment]> = entries.map(|entry| &*entry.at).collect();
            Places::of(places.into_iter().enumerate())
        };
        let (shifts, others) = (of_kind(true), of_kind(false));
        let places = all(&self.holes, |hole| &hole.places);
        let made = values_at(made, &places);
        // Where items stand elsewhere by now, nothing is compared.
        let is_kept =
            |made: &Option<Json>, left: &Option<Json>| same_option(made.as_ref(), left.as_ref());
        let is_filled = places.iter().zip(&made).zip(&self.left);
        let mut is_filled = is_filled.map(|((place, made), left)| {
            others.meets(place) && (shifts.are_around(place) || !is_kept(made, left))
        });

        let loss = self.holes.iter().find(|hole| {
            let filled: Vec<bool> = is_filled.by_ref().take(hole.places.len()).collect();
            let made = is_made.by_ref().take(hole.sources.len());
            let (said, made): (Vec<bool>, Vec<bool>) = made.unzip();
            let is_nothing = || !made.is_empty() && !made.contains(&false);
            let is_asked = || hole.places.iter().any(|place| is_asked(place));
            if filled.contains(&true) {
                said.contains(&true) && is_asked()
            } else {
                !is_nothing() || is_asked()
            }
        });
        loss.map(|hole| &hole.error)
    }
}

/// The places of all holes, one hole's after the other's.
fn all(holes: &[Hole], of: impl Fn(&Hole) -> &Vec<Vec<Segment>>) -> Vec<&[Segment]> {
    let places = holes.iter().flat_map(|hole| of(hole).iter());
    places.map(Vec::as_slice).collect()
}
