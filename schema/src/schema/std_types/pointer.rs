use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    marker::PhantomData,
    rc::Rc,
    sync::{Arc, Mutex, RwLock},
};

use crate::{
    schema::Schema,
    table::{Shape, Type},
};

/// What serde writes as the value inside.
macro_rules! transparent {
    ($($pointer:ident)*) => {$(
        impl<T: Schema + ?Sized> Schema for $pointer<T> {
            const TYPE: &'static Type = T::TYPE;
        }
    )*};
}

transparent! { Box Rc Arc RefCell Mutex RwLock }

impl<T: Schema> Schema for Cell<T> {
    const TYPE: &'static Type = T::TYPE;
}

impl<T: Schema + ToOwned + ?Sized> Schema for Cow<'_, T> {
    const TYPE: &'static Type = T::TYPE;
}

impl<T: Schema> Schema for Option<T> {
    const TYPE: &'static Type = &Type::of("Option", Shape::Option(T::TYPE));
}

impl Schema for () {
    const TYPE: &'static Type = &Type::of("()", Shape::Null);
}

impl<T: ?Sized> Schema for PhantomData<T> {
    const TYPE: &'static Type = &Type::of("PhantomData", Shape::Null);
}
