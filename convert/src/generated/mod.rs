//! What generated mappings are written with: constructors of tables, the types of places, and Rust values on their way.

mod calls;
mod containers;
mod entries;
mod items;
mod made;
mod moved;
mod parsed;
mod places;
mod stand_ins;
mod tables;
mod unsaid;
mod values;

pub use calls::*;
pub use containers::*;
pub use entries::*;
pub use items::{Growing, Within, in_item, is_key, made_item, picked, with_item, within};
pub use made::{Arriving, arriving, list_around, made_struct, unsaid_at};
pub use moved::{Absence, Down, StandsInDown, StandsInUp, Up, moved_down, moved_up};
pub use parsed::{display, parse, try_display};
pub use places::*;
pub use stand_ins::*;
pub use tables::*;
pub use unsaid::{AnyLone, Lacked, Lone, Unsaid, lone};
pub use values::*;

/// The second choices, by their methods.
pub mod reach {
    pub use super::{
        entries::AnySet as _,
        made::AnyStand as _,
        places::{AnyFlat as _, AnyInside as _, AnyPeek as _, Inner as _, NeverAbsent as _},
        unsaid::AnyLone as _,
    };
}

/// The mapping of a struct: runs of fields that are copied, by name and line, and of other steps.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_fields_of {
    ($spoke:ty, $hub:ty, $line:literal; $([$($name:literal $at:literal)*] [$($step:expr,)*])*) => {
        $crate::private::steps::<$spoke, $hub>(
            &[$(
                $($crate::private::same(&[$crate::private::At(&[$name])], $at),)*
                $($step,)*
            )*],
            $crate::private::Place::at(::core::module_path!(), ::core::file!(), $line),
        )
    };
}

/// A step of a field that only one side has, and of which nothing is said.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_lone {
    // Of a field that is not there rustc says nothing: the assertion does.
    (added $of:ty, $field:ident $name:literal $line:literal) => {
        $crate::private::place(
            |value: &$crate::private::Made<
                { $crate::private::assert::added::<$of>(&[$name]) },
                $of,
            >| $crate::private::leaf(&value.$field),
        )
        .added(&[$crate::private::At(&[$name])], $line)
    };
    ($side:ident $of:ty, $field:ident $name:literal $line:literal) => {
        $crate::private::place(|value: &$of| $crate::private::leaf(&value.$field))
            .$side(&[$crate::private::At(&[$name])], $line)
    };
}

/// What a field of a struct is of which nothing is said.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_lacked {
    ($of:ty, $made:ty, $field:ident $name:literal) => {
        $crate::private::lacked!(
            $of,
            "",
            &[$name],
            $crate::private::lone(
                |held: &$made| $crate::private::leaf(held),
                |held| held.$field
            )
        )
    };
    // What rustc looks at though nothing calls it.
    ($of:ty, $variant:literal, $path:expr, $lone:expr) => {{
        const LACKED: $crate::private::Lacked =
            $crate::private::assert::lacked::<$of>($variant, $path, true);
        $lone.value(LACKED)
    }};
}

/// The hub's type as conversions of Rust values make and take it, of which rustc says nothing where an assertion or the table has
/// said it. The assertions: about fields that are copied under their name, others, and that with `$to` these are all of the hub's.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_mapped {
    (
        $spoke:ty, $hub:ty;
        [$($at:tt)*] [$($call:tt)*] $($to:literal)*
    ) => {
        #[track_caller]
        const fn __at(name: &str) {
            $crate::private::assert::carried::<$spoke, $hub>(name, name, false);
        }
        // Each is the constant of a type: one that another constant is made of is told twice where it fails.
        type __M = $crate::private::IfType<
            (
                $($crate::private::Checked<{ $at; 0 }>,)*
                $($crate::private::Checked<{ $call; 0 }>,)*
                $crate::private::Checked<{
                    $crate::private::assert::covered::<$hub>(
                        $crate::private::names!($($at)*),
                        &[$($to),*],
                    );
                    0
                }>,
                $crate::private::Checked<{ $crate::private::assert::valid_mapping::<$spoke, $hub>() }>,
            ),
            $hub,
        >;
    };
}

/// The names that calls are about.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_names {
    ($(($at:ident($name:literal)))*) => {
        &[$($name),*]
    };
}

/// A struct literal, most fields of which are short.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_record {
    ($of:ident $($field:ident: $value:expr,)*) => {
        $of { $($field: $value,)* }
    };
}

/// `From` of a conversion that cannot fail.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_from {
    ($from:ty, $to:ty, $source:ident: $taken:ty; $of:ident $($field:ident: $value:expr,)*) => {
        #[automatically_derived]
        impl $crate::private::From<$from> for $to {
            fn from($source: $taken) -> Self {
                $of { $($field: $value,)* }
            }
        }
    };
}

/// A call of a function. Its arguments are no expressions of the user's, for which rustc would propose something else.
#[doc(hidden)]
#[macro_export]
macro_rules! __wheelwright_called {
    ($function:expr, $a:expr) => {
        match $a {
            a => $function(a),
        }
    };
    ($function:expr, $a:expr, $b:expr) => {
        match ($a, $b) {
            (a, b) => $function(a, b),
        }
    };
    ($function:expr, $a:expr, $b:expr, $c:expr) => {
        match ($a, $b, $c) {
            (a, b, c) => $function(a, b, c),
        }
    };
    ($function:expr, $a:expr, $b:expr, $c:expr, $d:expr) => {
        match ($a, $b, $c, $d) {
            (a, b, c, d) => $function(a, b, c, d),
        }
    };
    ($function:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr) => {
        match ($a, $b, $c, $d, $e) {
            (a, b, c, d, e) => $function(a, b, c, d, e),
        }
    };
    ($function:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr, $f:expr) => {
        match ($a, $b, $c, $d, $e, $f) {
            (a, b, c, d, e, f) => $function(a, b, c, d, e, f),
        }
    };
    ($function:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr, $f:expr, $g:expr) => {
        match ($a, $b, $c, $d, $e, $f, $g) {
            (a, b, c, d, e, f, g) => $function(a, b, c, d, e, f, g),
        }
    };
    ($function:expr, $a:expr, $b:expr, $c:expr, $d:expr, $e:expr, $f:expr, $g:expr, $h:expr) => {
        match ($a, $b, $c, $d, $e, $f, $g, $h) {
            (a, b, c, d, e, f, g, h) => $function(a, b, c, d, e, f, g, h),
        }
    };
}
