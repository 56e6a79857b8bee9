//! What did not change may stay as it is. Source: `ratchetingOptions` of apiextensions' `schema/cel`.

use std::cell::OnceCell;

use crate::validate::Correlated;

/// A new value and the old value in its place, compared when it is first asked.
#[derive(Debug)]
pub(super) struct Pair<'a> {
    pub(super) correlated: Correlated<'a>,
    is_unchanged: OnceCell<bool>,
}

impl<'a> Pair<'a> {
    pub(super) const fn new(correlated: Correlated<'a>) -> Self {
        Self {
            correlated,
            is_unchanged: OnceCell::new(),
        }
    }

    fn is_unchanged(&self) -> bool {
        *self
            .is_unchanged
            .get_or_init(|| self.correlated.is_unchanged())
    }
}

/// What a value is compared with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ratchet<'p> {
    /// The value itself, if there is an old value in its place.
    pub(super) current: Option<&'p Pair<'p>>,
    /// The nearest value around it of which that can be said.
    pub(super) parent: Option<&'p Pair<'p>>,
}

impl<'p> Ratchet<'p> {
    /// Whether an error is forgiven.
    pub(super) fn forgives(self) -> bool {
        self.current.or(self.parent).is_some_and(Pair::is_unchanged)
    }

    /// For the parts of `allOf`, which are compared with nothing but what is around.
    pub(super) const fn nested(self) -> Self {
        Self {
            current: None,
            parent: self.parent,
        }
    }

    /// The pair of a member, if there is one.
    pub(super) fn member(self, name: &str) -> Option<Pair<'p>> {
        if self.hides(name) {
            return None;
        }
        self.current?.correlated.member(name).map(Pair::new)
    }

    /// For a member, whose pair is given. The type of a resource is the same in both objects, whatever it was.
    pub(super) fn below<'q>(self, name: Option<&str>, pair: Option<&'q Pair<'q>>) -> Ratchet<'q>
    where
        'p: 'q,
    {
        match self.current {
            None => self,
            Some(_) if name.is_some_and(|name| self.hides(name)) => Ratchet::default(),
            Some(current) => Ratchet {
                current: pair,
                parent: Some(current),
            },
        }
    }

    fn hides(self, name: &str) -> bool {
        self.parent.is_none() && matches!(name, "apiVersion" | "kind")
    }
}
