//! Values that go as they are into the field of a type of which no table tells what its fields are.

/// A value of the spoke on its way up.
#[diagnostic::on_unimplemented(
    message = "the field is `{Self}` here and `{T}` in the hub",
    label = "the hub has another type here",
    note = "write how the one becomes the other, such as `coerced`, `parsed` or `values(…)`, or `with = function, back = function`"
)]
pub trait Up<T> {
    /// The hub's.
    fn up(self) -> T;
}

impl<T> Up<T> for T {
    fn up(self) -> T {
        self
    }
}

// What may be absent in the hub and must be there here is said on the way down.
impl<T> Up<Option<T>> for T {
    fn up(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Up<T> for Option<T>
where
    Absence<T>: StandsInUp,
{
    fn up(self) -> T {
        unreachable!("no type is `StandsInUp`")
    }
}

/// A value of the hub on its way down.
#[diagnostic::on_unimplemented(
    message = "the field is `{T}` here and `{Self}` in the hub",
    label = "the hub has another type here",
    note = "write how the one becomes the other, such as `coerced`, `parsed` or `values(…)`, or `with = function, back = function`"
)]
pub trait Down<T> {
    /// This version's.
    fn down(self) -> T;
}

impl<T> Down<T> for T {
    fn down(self) -> T {
        self
    }
}

impl<T> Down<Option<T>> for T {
    fn down(self) -> Option<T> {
        Some(self)
    }
}

impl<T> Down<T> for Option<T>
where
    Absence<T>: StandsInDown,
{
    fn down(self) -> T {
        unreachable!("no type is `StandsInDown`")
    }
}

/// That there is no value.
pub struct Absence<T>(std::marker::PhantomData<T>);

/// What no value has.
#[diagnostic::on_unimplemented(
    message = "the field may be absent here, and must be there in the hub; write `or = …` on it, which stands in while its absence is kept, or `fallible(up)` on the type",
    label = "may be absent here, and must be there in the hub"
)]
pub trait StandsInUp {}

/// What no value has.
#[diagnostic::on_unimplemented(
    message = "the field may be absent in the hub, and must be there here; write `or_back = …` on it, which stands in while its absence is kept, or `fallible(down)` on the type",
    label = "may be absent in the hub, and must be there here"
)]
pub trait StandsInDown {}

/// The hub's value.
pub fn moved_up<V: Up<T>, T>(value: V) -> T {
    value.up()
}

/// This version's value.
pub fn moved_down<V: Down<T>, T>(value: V) -> T {
    value.down()
}
