//! Functions of the author's, and the types of what they take and make.

use std::marker::PhantomData;

use serde::Serialize;
use serde_json::Value;

use super::places::Places;
use crate::{
    table::Unmapped,
    typed::{self, Inputs, Outputs},
};

macro_rules! apply {
    ($($function:ident $($name:ident $value:ident),*;)*) => {$(
        /// Calls a function, so that closures know the types of what they take.
        #[expect(clippy::too_many_arguments, reason = "as many as there are places")]
        pub fn $function<$($name,)* T>($($value: $name,)* function: impl FnOnce($($name),*) -> T) -> T {
            function($($value),*)
        }
    )*};
}

apply! {
    apply7 A a, B b, C c, D d, E e, F f, G g;
    apply8 A a, B b, C c, D d, E e, F f, G g, H h;
}

macro_rules! apply_few {
    ($($function:ident $($name:ident $value:ident),*;)*) => {$(
        /// Calls a function, so that closures know the types of what they take.
        pub fn $function<$($name,)* T>($($value: $name,)* function: impl FnOnce($($name),*) -> T) -> T {
            function($($value),*)
        }
    )*};
}

apply_few! {
    apply1 A a;
    apply2 A a, B b;
    apply3 A a, B b, C c;
    apply4 A a, B b, C c, D d;
    apply5 A a, B b, C c, D d, E e;
    apply6 A a, B b, C c, D d, E e, F f;
}

/// What a function with one outcome made, among those with several.
pub fn one<T, E>(result: Result<T, E>) -> Result<(T,), E> {
    result.map(|value| (value,))
}

/// The types of the places that a function's values come from and go to.
pub struct Pins<I, O>(PhantomData<fn() -> (I, O)>);

/// The types of places, told by expressions that are not run.
#[must_use]
pub fn pins<R, S, I: Places, O: Places>(_: fn(&R) -> I, _: fn(&S) -> O) -> Pins<I, O> {
    Pins(PhantomData)
}

impl<I: Places, O: Places> Pins<I, O>
where
    I::Values: Inputs,
    O::Values: Outputs,
{
    /// Runs a function of the author's on JSON values.
    pub fn call(
        self,
        values: &[Option<&Value>],
        function: impl FnOnce(I::Values) -> O::Values,
    ) -> Result<Vec<Option<Value>>, Unmapped> {
        typed::call(function, values)
    }

    /// Runs a function of the author's that may refuse values.
    pub fn try_call<E: ToString>(
        self,
        values: &[Option<&Value>],
        function: impl FnOnce(I::Values) -> Result<O::Values, E>,
    ) -> Result<Vec<Option<Value>>, Unmapped> {
        typed::try_call(function, values)
    }
}

/// The types of the places that a step's stand-ins go to.
pub struct Pinned<P>(PhantomData<fn() -> P>);

/// The types of places, told by an expression that is not run.
#[must_use]
pub fn pin<R, P: Places>(_: fn(&R) -> P) -> Pinned<P> {
    Pinned(PhantomData)
}

impl<P: Places> Pinned<P>
where
    P::Values: Serialize,
{
    /// The JSON of the stand-ins. The types are known by now, so that one that does not fit is reported where it stands.
    pub fn write(self, values: P::Values) -> Result<Value, String> {
        crate::table::run::to_value(&values)
    }
}
