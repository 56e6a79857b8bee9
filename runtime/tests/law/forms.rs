//! Types with everything that a law needs of them.

/// Defines types that derive `Schema`, `Serialize` and `Deserialize`, and of which there are random values.
macro_rules! forms {
    () => {};

    ($(#[$meta:meta])* struct $name:ident { $($(#[$attr:meta])* $field:ident: $ty:ty),* $(,)? } $($rest:tt)*) => {
        #[derive(wheelwright::Schema, serde::Serialize, serde::Deserialize, Clone, Debug)]
        $(#[$meta])*
        struct $name { $($(#[$attr])* $field: $ty),* }

        impl crate::sample::Sample for $name {
            #[allow(unused_variables, reason = "structs without fields")]
            fn sample(random: &mut crate::sample::Random) -> Self {
                Self { $($field: crate::sample::Sample::sample(random)),* }
            }
        }
        forms! { $($rest)* }
    };

    ($(#[$meta:meta])* struct $name:ident($(#[$attr:meta])* $ty:ty); $($rest:tt)*) => {
        #[derive(wheelwright::Schema, serde::Serialize, serde::Deserialize, Clone, Debug)]
        $(#[$meta])*
        struct $name($(#[$attr])* $ty);

        impl crate::sample::Sample for $name {
            fn sample(random: &mut crate::sample::Random) -> Self {
                Self(crate::sample::Sample::sample(random))
            }
        }
        forms! { $($rest)* }
    };

    ($(#[$meta:meta])* struct $name:ident; $($rest:tt)*) => {
        #[derive(wheelwright::Schema, serde::Serialize, serde::Deserialize, Clone, Debug)]
        $(#[$meta])*
        struct $name;

        impl crate::sample::Sample for $name {
            fn sample(_: &mut crate::sample::Random) -> Self {
                Self
            }
        }
        forms! { $($rest)* }
    };

    ($(#[$meta:meta])* enum $name:ident {
        $($(#[$attr:meta])* $variant:ident
            $(($(#[$inner:meta])* $ty:ty))?
            $({ $($(#[$field_attr:meta])* $field:ident: $field_ty:ty),* $(,)? })?
        ),* $(,)?
    } $($rest:tt)*) => {
        #[derive(wheelwright::Schema, serde::Serialize, serde::Deserialize, Clone, Debug)]
        $(#[$meta])*
        enum $name {
            $($(#[$attr])* $variant $(($(#[$inner])* $ty))? $({ $($(#[$field_attr])* $field: $field_ty),* })?),*
        }

        impl crate::sample::Sample for $name {
            fn sample(random: &mut crate::sample::Random) -> Self {
                let all: &[fn(&mut crate::sample::Random) -> Self] =
                    &[$(forms!(@make $variant $(($ty))? $({ $($field),* })?)),*];
                all[random.below(all.len())](random)
            }
        }
        forms! { $($rest)* }
    };

    (@make $variant:ident) => { |_| Self::$variant };
    (@make $variant:ident ($ty:ty)) => { |random| Self::$variant(crate::sample::Sample::sample(random)) };
    (@make $variant:ident { $($field:ident),* }) => {
        |_random| Self::$variant { $($field: crate::sample::Sample::sample(_random)),* }
    };
}
