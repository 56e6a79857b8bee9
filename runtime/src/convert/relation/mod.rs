//! Whether an object and what it was converted to belong together: step by step, by what the steps read of either.
//!
//! Of a live object `x` and a converted one `y`, with `f` one way and `g` the other, a step holds if at its places
//!
//! - `f(x)` is `y`, or
//! - `g(y)` is `x`, or
//! - `g(f(x))` is `g(y)` and `f(g(y))` is `f(x)`,
//!
//! and if what has an exact counterpart is read as that, either way: where `g(f(x))` is `x`, `g(y)` is `x`, and where `f(g(y))` is `y`,
//! `f(x)` is `y`. So `f(x)` always belongs to `x`.
//!
//! It says the same of the two in either order, and is a pure function of the pair: nothing that was kept, and no history, takes
//! part. Whatever passes is lawful: if the object of one version is read at another, what is read there comes back from it.

mod broken;
mod read;
mod seen;

pub(super) use broken::broken;
pub(super) use read::is_read;

use super::{
    json::{Json, same_option},
    plan::Direction,
};
use crate::table::Side;

/// A value that was taken out of what it is in.
type Value = Json<'static>;

/// A place of an object and of the one that it was converted to.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    /// The live one, `x`.
    pub(super) live: Option<Value>,
    /// What is to be handed out, `y`.
    pub(super) made: Option<Value>,
    /// `f(x)`.
    pub(super) plain: Option<Value>,
    /// `g(y)`.
    pub(super) back: Option<Value>,
    /// `g(f(x))`.
    pub(super) plain_back: Option<Value>,
    /// `f(g(y))`.
    pub(super) again: Option<Value>,
}

impl Pair {
    /// What each side's values are seen as.
    fn seen(&self, of: impl Fn(Side, &Value) -> Option<Value>, direction: Direction) -> Self {
        let from = |value: &Option<Value>| of(direction.from(), value.as_ref()?);
        let to = |value: &Option<Value>| of(direction.to(), value.as_ref()?);
        Self {
            live: from(&self.live),
            made: to(&self.made),
            plain: to(&self.plain),
            back: from(&self.back),
            plain_back: from(&self.plain_back),
            again: to(&self.again),
        }
    }

    /// All of the side that values come from, and all of the other, if something stands at each.
    fn all(&self) -> Option<[&Value; 6]> {
        let sources = [&self.live, &self.back, &self.plain_back];
        let targets = [&self.made, &self.plain, &self.again];
        let all = sources.into_iter().chain(targets);
        let all: Option<Vec<&Value>> = all.map(Option::as_ref).collect();
        all?.try_into().ok()
    }

    /// In the order of [`Self::all`].
    fn of(all: [Option<Value>; 6]) -> Self {
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

    /// Whether nothing is left to see of it: all is what is made of the live value, both ways.
    fn is_settled(&self) -> bool {
        self.is_plain() && self.is_read_back()
    }

    /// Whether the live value is what is read back, if that is what is read back where nothing was kept.
    fn is_read_back(&self) -> bool {
        let same = |a: &Option<Value>, b: &Option<Value>| same_option(a.as_ref(), b.as_ref());
        same(&self.back, &self.live) || !same(&self.plain_back, &self.live)
    }

    /// Whether the two belong together.
    fn holds(&self) -> bool {
        let same = |a: &Option<Value>, b: &Option<Value>| same_option(a.as_ref(), b.as_ref());
        let belong = self.is_plain()
            || same(&self.back, &self.live)
            || same(&self.back, &self.plain_back) && same(&self.again, &self.plain);
        belong && self.is_read_back() && (self.is_plain() || !same(&self.again, &self.made))
    }
}
