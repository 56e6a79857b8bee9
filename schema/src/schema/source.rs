//! Where in the user's source a part of a schema comes from.

use std::{collections::BTreeMap, fmt};

use serde_json::Value;

use crate::table::{Field, Type, Variant};

/// A structural schema and where its parts come from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Described {
    /// The schema, in the JSON form of `JSONSchemaProps`.
    pub schema: Value,
    /// For each node of the schema, by its path in the API server's notation relative to the schema
    /// (`properties[spec].properties[toppings].items`; empty for the schema itself), what it comes from.
    pub sources: BTreeMap<String, Source>,
}

impl Described {
    /// What the node at `path` comes from, or the nearest node above it that is known.
    ///
    /// `path` may go on past the node, into a keyword: `properties[spec].default`.
    #[must_use]
    pub fn source_of(&self, path: &str) -> Option<Source> {
        let mut path = path;
        loop {
            if let Some(source) = self.sources.get(path) {
                return Some(*source);
            }
            if path.is_empty() {
                return None;
            }
            path = parent(path);
        }
    }
}

/// The path without its last step. A name in brackets may itself hold dots.
fn parent(path: &str) -> &str {
    let step = if path.ends_with(']') && !ends_in_index(path) {
        path.rfind("properties[").map(|at| at.saturating_sub(1))
    } else {
        path.rfind('.')
    };
    path.get(..step.unwrap_or(0)).unwrap_or("")
}

/// Whether the last step is an entry of a keyword that is a list: `x-kubernetes-validations[0]`.
fn ends_in_index(path: &str) -> bool {
    let step = path.rsplit_once('.').map_or(path, |(_, step)| step);
    let entry = step.strip_suffix(']').and_then(|step| step.split_once('['));
    entry.is_some_and(|(keyword, index)| {
        keyword != "properties"
            && !index.is_empty()
            && index.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// What a node of a schema comes from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Source {
    /// The user's type that is being described: the one that holds `field`, where there is one.
    #[doc(hidden)]
    pub owner: &'static Type,
    /// The variant of `owner` that holds `field`, or that the node stands for.
    #[doc(hidden)]
    pub variant: Option<&'static Variant>,
    /// The field whose value the node describes.
    #[doc(hidden)]
    pub field: Option<Field>,
    /// The type of the value that the node describes.
    #[doc(hidden)]
    pub ty: &'static Type,
}

impl Source {
    /// The source of a whole type.
    #[must_use]
    pub const fn of(ty: &'static Type) -> Self {
        Self {
            owner: ty,
            variant: None,
            field: None,
            ty,
        }
    }

    /// The Rust type that is described: the one that holds the field, where there is one.
    #[must_use]
    pub const fn rust_type(&self) -> &'static str {
        self.owner.name
    }

    /// The variant of that type that holds the field, or that the node stands for.
    #[must_use]
    pub fn rust_variant(&self) -> Option<&'static str> {
        self.variant.map(|variant| variant.ident)
    }

    /// The Rust field whose value is described, without `r#`.
    #[must_use]
    pub fn rust_field(&self) -> Option<&'static str> {
        self.field.map(|field| field.ident)
    }

    /// The source file, as the compiler was given it; empty for a type that is not the user's.
    #[must_use]
    pub const fn file(&self) -> &'static str {
        self.owner.place.file
    }

    /// The 1-based line in that file.
    #[must_use]
    pub fn line(&self) -> u32 {
        match (self.field, self.variant) {
            (Some(field), _) => field.line.number(),
            (None, Some(variant)) => variant.line,
            (None, None) => self.owner.place.line,
        }
    }

    pub(crate) const fn field(self, field: Field) -> Self {
        Self {
            field: Some(field),
            ty: field.ty,
            ..self
        }
    }

    pub(crate) const fn variant(self, variant: &'static Variant) -> Self {
        Self {
            variant: Some(variant),
            field: None,
            ..self
        }
    }

    /// The place one type further in: items, values, what a newtype holds. A type of the user's own is named
    /// itself; `Vec` and the like are named by the field that they stand in.
    pub(crate) fn inner(self, ty: &'static Type) -> Self {
        if ty.place.line == 0 {
            Self { ty, ..self }
        } else {
            Self { ty, ..Self::of(ty) }
        }
    }
}

/// `PizzaSpec.toppings (src/pizza.rs:12)`
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}", self.owner.name)?;
        if let Some(variant) = self.variant {
            write!(f, "::{}", variant.ident)?;
        }
        if let Some(field) = self.field {
            write!(f, ".{}", field.ident)?;
        }
        f.write_str("`")?;
        if self.owner.place.file.is_empty() {
            return Ok(());
        }
        write!(f, " ({}:{})", self.owner.place.file, self.line())
    }
}
