//! Whether an object and what it was converted to belong together: step by step, by what the steps read of either.
//!
//! Of a live object `x` and a converted one `y`, with `f` one way and `g` the other, a step holds if at its places
//!
//! - `f(x)` is `y`, or
//! - `g(y)` is `x`, or
//! - `g(f(x))` is `g(y)` and `f(g(y))` is `f(x)`,
//!
//! So `f(x)` always belongs to `x`.
//!
//! It says the same of the two in either order, and is a pure function of the pair: nothing that was kept, and no history, takes
//! part. Whatever passes is lawful: if the object of one version is read at another, what is read there comes back from it.

mod broken;
mod read;
pub(super) mod seen;
mod written;

pub(super) use broken::{Walk, below, broken, together};
pub(super) use read::is_read;
pub(super) use written::writer;

use super::{
    json::{Json, same_option},
    plan::Direction,
};
use crate::table::Side;

/// A place of an object and of the one that it was converted to.
#[derive(Clone, Debug)]
pub(crate) struct Pair<'j> {
    /// The live one, `x`.
    pub(super) live: Option<Json<'j>>,
    /// What is to be handed out, `y`.
    pub(super) made: Option<Json<'j>>,
    /// `f(x)`.
    pub(super) plain: Option<Json<'j>>,
    /// `g(y)`.
    pub(super) back: Option<Json<'j>>,
    /// `g(f(x))`.
    pub(super) plain_back: Option<Json<'j>>,
    /// `f(g(y))`.
    pub(super) again: Option<Json<'j>>,
}

impl<'j> Pair<'j> {
    /// What each side's values are seen as.
    fn seen<'s>(
        &'s self,
        of: impl Fn(Side, Json<'s>) -> Option<Json<'s>>,
        direction: Direction,
    ) -> Pair<'s> {
        let from = |value: &'s Option<Json>| of(direction.from(), value.as_ref()?.borrowed());
        let to = |value: &'s Option<Json>| of(direction.to(), value.as_ref()?.borrowed());
        Pair {
            live: from(&self.live),
            made: to(&self.made),
            plain: to(&self.plain),
            back: from(&self.back),
            plain_back: from(&self.plain_back),
            again: to(&self.again),
        }
    }

    /// All of the side that values come from, and all of the other, if something stands at each.
    pub(super) fn all(&self) -> Option<[&Json<'j>; 6]> {
        let sources = [&self.live, &self.back, &self.plain_back];
        let targets = [&self.made, &self.plain, &self.again];
        let all = sources.into_iter().chain(targets);
        let all: Option<Vec<&Json>> = all.map(Option::as_ref).collect();
        all?.try_into().ok()
    }

    /// In the order of [`Self::all`].
    fn of(all: [Option<Json<'j>>; 6]) -> Self {
        let [live, back, plain_back, made, plain, again] = all;
        Self {
            live,
            made,
            plain,
            back,
            plain_back,
            again,
        }
    }

    /// Whether what is handed out is what is made of the live value.
    fn is_plain(&self) -> bool {
        same_option(self.made.as_ref(), self.plain.as_ref())
    }

    /// Whether the two belong together.
    fn holds(&self) -> bool {
        let same = |a: &Option<Json>, b: &Option<Json>| same_option(a.as_ref(), b.as_ref());
        self.is_plain()
            || same(&self.back, &self.live)
            || same(&self.back, &self.plain_back) && same(&self.again, &self.plain)
    }
}
