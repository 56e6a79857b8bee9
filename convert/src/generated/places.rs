//! The types of places that no macro can see, inferred from expressions that are never run; and values at places deeper
//! within a struct.

use std::{marker::PhantomData, rc::Rc, sync::Arc};

use super::containers::{Holds, Lists, Maps};

/// The type of a place.
pub struct Leaf<T: ?Sized>(PhantomData<fn() -> Box<T>>);

/// What [`Leaf`] is found by: of a type that is an error it is an error, and rustc says no more of it.
pub trait AnyLeaf {
    /// It.
    type Leaf;
    /// It.
    const LEAF: Self::Leaf;
}

impl<T: ?Sized> AnyLeaf for T {
    type Leaf = Leaf<T>;
    const LEAF: Leaf<T> = Leaf(PhantomData);
}

/// The type of what is referred to.
#[must_use]
pub const fn leaf<T: ?Sized>(_: &T) -> <T as AnyLeaf>::Leaf {
    T::LEAF
}

/// The first choice of [`Inner`]: an inherent method comes before a trait's.
macro_rules! shells {
    ($($shell:ident)*) => {$(
        impl<T> Leaf<$shell<T>> {
            /// Without the shell that is not seen on the wire.
            #[must_use]
            pub const fn inner(self) -> Leaf<T> {
                Leaf(PhantomData)
            }
        }
    )*};
}

shells!(Option Box Rc Arc);

impl<T> Leaf<Option<T>> {
    /// Where it is not absent.
    #[must_use]
    pub const fn some(self) -> Leaf<T> {
        Leaf(PhantomData)
    }
}

/// The second choice: there is no shell.
pub trait Inner: Sized {
    /// Itself.
    #[must_use]
    fn inner(self) -> Self {
        self
    }
    /// Itself.
    #[must_use]
    fn some(self) -> Self {
        self
    }
}

impl<T: ?Sized> Inner for Leaf<T> {}

/// The types of several places, as functions over them take and make them.
pub trait Places {
    /// A tuple of values.
    type Values;
}

macro_rules! places {
    ($($name:ident)*) => {
        impl<$($name),*> Places for ($(Leaf<$name>,)*) {
            type Values = ($($name,)*);
        }
    };
}

places!();
places!(A);
places!(A B);
places!(A B C);
places!(A B C D);
places!(A B C D E);
places!(A B C D E F);
places!(A B C D E F G);
places!(A B C D E F G H);

/// What is within a struct's field, for expressions that only have a type.
pub struct In<'a, T: ?Sized>(pub &'a T);

/// What [`In`] is found by: of a type that is an error it is an error, as with [`AnyLeaf`].
pub trait AnyIn {
    /// It.
    type In<'a>
    where
        Self: 'a;
    /// It.
    fn inside(&self) -> Self::In<'_>;
}

impl<T: ?Sized> AnyIn for T {
    type In<'a>
        = In<'a, T>
    where
        Self: 'a;

    fn inside(&self) -> In<'_, T> {
        In(self)
    }
}

/// What is within a field.
pub fn inside<T: ?Sized>(at: &T) -> <T as AnyIn>::In<'_> {
    AnyIn::inside(at)
}

macro_rules! inside {
    ($($shell:ident)*) => {$(
        impl<'a, T> In<'a, $shell<T>> {
            /// What the shell holds.
            #[must_use]
            pub fn of(self) -> &'a T {
                self.0
            }
        }
    )*};
}

inside!(Box Rc Arc);

impl<'a, T> In<'a, Option<T>> {
    /// What the option holds. Of an expression that is never run.
    #[must_use]
    pub fn of(self) -> &'a T {
        match self.0 {
            Some(value) => value,
            None => never(),
        }
    }
}

/// The second choice of [`In`]: there is no shell.
pub trait AnyInside<'a> {
    /// What is within.
    type Of: ?Sized;
    /// Itself.
    fn of(self) -> &'a Self::Of;
}

impl<'a, T: ?Sized> AnyInside<'a> for In<'a, T> {
    type Of = T;

    fn of(self) -> &'a T {
        self.0
    }
}

/// The value of any entry. Of an expression that is never run.
#[must_use]
pub fn entry<M: Maps>(_: &M) -> &M::Value {
    never()
}

/// Any item. Of an expression that is never run.
#[must_use]
pub fn item<L: Lists + ?Sized>(_: &L) -> &L::Item {
    never()
}

/// Any item, or entry: which of them it is, an assertion says. Of an expression that is never run.
#[must_use]
pub fn of_list<L: Holds + ?Sized>(_: &L) -> &L::Held {
    never()
}

/// The type of what a variant holds.
#[must_use]
pub fn held<T: ?Sized, V: ?Sized>(_: &T, _: impl FnOnce(&T) -> Option<&V>) -> <V as AnyLeaf>::Leaf {
    V::LEAF
}

fn never<'a, T: ?Sized>() -> &'a T {
    unreachable!("expressions that name a type are not run")
}

/// Reads what is deeper within a struct's field.
pub struct Peek<'a, T: ?Sized>(pub &'a T);

impl<T> Peek<'_, Option<T>> {
    /// What `read` finds, if there is anything to look into.
    pub fn get<V>(self, read: impl FnOnce(&T) -> V) -> Option<V> {
        self.0.as_ref().map(read)
    }
}

/// The second choice of [`Peek`]: the field holds a value in any case.
pub trait AnyPeek<'a>: Sized {
    /// The field's type.
    type Of: ?Sized + 'a;
    /// The field.
    fn field(self) -> &'a Self::Of;
    /// What `read` finds.
    fn get<V>(self, read: impl FnOnce(&Self::Of) -> V) -> V {
        read(self.field())
    }
}

impl<'a, T: ?Sized> AnyPeek<'a> for Peek<'a, T> {
    type Of = T;

    fn field(self) -> &'a T {
        self.0
    }
}

/// The value of a map's entry.
pub fn lookup<'m, M: Maps>(map: &'m M, key: &str) -> Option<M::Value>
where
    &'m M: IntoIterator<Item = (&'m M::Key, &'m M::Value)>,
    M::Key: AsRef<str> + 'm,
    M::Value: Clone + 'm,
{
    let mut entries = map.into_iter();
    let (_, value) = entries.find(|(known, _)| (*known).as_ref() == key)?;
    Some(value.clone())
}

/// What was read through an optional parent.
pub struct Flat<T>(pub T);

impl<T> Flat<Option<Option<T>>> {
    /// Absent is absent, at whatever level.
    #[must_use]
    pub fn flat(self) -> Option<T> {
        self.0.flatten()
    }
}

/// The second choice of [`Flat`]: there is one level at most.
pub trait AnyFlat: Sized {
    /// The type of the value.
    type Of;
    /// Itself.
    fn flat(self) -> Self::Of;
}

impl<T> AnyFlat for Flat<T> {
    type Of = T;

    fn flat(self) -> T {
        self.0
    }
}

/// Whether a value is absent.
pub struct Absent<'a, T>(pub &'a T);

impl<T> Absent<'_, Option<T>> {
    /// Whether it is.
    #[must_use]
    pub fn is(self) -> bool {
        self.0.is_none()
    }
}

/// The second choice of [`Absent`]: it never is.
pub trait NeverAbsent: Sized {
    /// Whether it is.
    fn is(self) -> bool {
        false
    }
}

impl<T> NeverAbsent for Absent<'_, T> {}

/// A value on its way into a field that may or may not be optional.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not go into a place that holds `{T}`",
    label = "the places of this step hold other types",
    note = "a step between places takes the value as it is; write how the one becomes the other: `with = function, back = function`, for types with a mapping `with = New::from, back = Old::from`"
)]
pub trait Fill<T> {
    /// The field's value; `None` where a value that is absent would have to be there.
    fn fill(self) -> Option<T>;
}

impl<T> Fill<T> for T {
    fn fill(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Fill<T> for Option<T> {
    fn fill(self) -> Self {
        self
    }
}

impl<T> Fill<Option<T>> for T {
    fn fill(self) -> Option<Option<T>> {
        Some(Some(self))
    }
}

/// Writes a value into a field that may or may not be optional, unless it is absent and would have to be there.
pub fn fill<T>(place: &mut T, value: impl Fill<T>) {
    if let Some(value) = value.fill() {
        *place = value;
    }
}

/// A value that may be absent, of the type that its place holds.
pub fn optional_at<T, R>(value: Option<T>, _: fn(&R) -> Leaf<T>) -> Option<T> {
    value
}

/// A value of the type of its place.
pub fn plain_at<T, R>(value: T, _: fn(&R) -> Leaf<T>) -> T {
    value
}

/// A struct that an optional field holds, unless there is nothing to put into it.
pub fn part<T>(absent: bool, make: impl FnOnce() -> Option<T>) -> Option<T> {
    if absent { None } else { make() }
}

/// A label or annotation, which values without metadata do not have.
pub const NO_TAG: Option<String> = None;
