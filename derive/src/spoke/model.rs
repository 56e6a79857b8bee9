//! What `#[derive(Spoke)]` knows once attributes are read.

use proc_macro2::{Span, TokenStream};
use syn::{Generics, Ident, Path, Type};

use super::attrs::{Alone, Fallible, Function, Kind, Own, Part, Spot};
use crate::diag::Spanned;
use crate::expand::written::is_option;

/// A type and the hub's type that it maps to.
pub(crate) struct Spoke<'i> {
    pub(crate) ident: &'i Ident,
    /// With the bounds of the two types' schemas.
    pub(crate) generics: Generics,
    /// Whether any type may stand for its parameters, as none is asked for anything.
    pub(crate) is_free: bool,
    pub(crate) hub: Spanned<Path>,
    pub(crate) attribute: Span,
    pub(crate) krate: Option<Path>,
    pub(crate) fallible: Fallible,
    pub(crate) shape: Shape<'i>,
    pub(crate) root: Option<Root>,
}

/// The root object of which the type is the spec.
pub(crate) struct Root {
    pub(crate) ident: Ident,
    pub(crate) hub: Path,
    pub(crate) status: Option<Type>,
    /// What stands in where an object of the spoke, or of the hub, has no spec.
    pub(crate) or: Option<TokenStream>,
    pub(crate) or_back: Option<TokenStream>,
}

/// What kind of type it is.
pub(crate) enum Shape<'i> {
    Struct(Record<'i>),
    Enum(Vec<Variant<'i>>),
    Newtype(&'i Type),
    /// Functions for the whole value, and whether they never make one of two.
    Calls(Function, Function, bool),
}

/// The named fields of a struct or variant, and how they map.
pub(crate) struct Record<'i> {
    pub(crate) fields: Vec<Field<'i>>,
    pub(crate) steps: Vec<Step>,
    pub(crate) parts: Vec<Part>,
    pub(crate) parts_back: Vec<Part>,
}

/// A field of the spoke.
#[derive(Clone, Copy)]
pub(crate) struct Field<'i> {
    pub(crate) ident: &'i Ident,
    pub(crate) ty: &'i Type,
    /// serde neither writes nor reads it, so that it is in no version.
    pub(crate) skipped: bool,
}

/// One part of a mapping.
pub(crate) struct Step {
    pub(crate) span: Span,
    pub(crate) spoke: Vec<Spot>,
    pub(crate) hub: Vec<Spot>,
    /// What the functions get besides, last.
    pub(crate) own: Vec<Own>,
    pub(crate) how: How,
    pub(crate) or: Option<Spanned<TokenStream>>,
    pub(crate) or_back: Option<Spanned<TokenStream>>,
    pub(crate) reversed: bool,
    pub(crate) bijective: bool,
}

/// How values follow from each other.
pub(crate) enum How {
    /// One place each: the same value, or that of a nested mapping.
    Nest,
    /// Only one side has the places.
    Only(Option<TokenStream>),
    /// An enclosing struct maps them.
    Elsewhere(Option<TokenStream>),
    Kind(Kind),
    Calls(Function, Function),
}

/// A variant of the spoke, or one that only the hub has.
pub(crate) struct Variant<'i> {
    pub(crate) span: Span,
    /// The spoke's.
    pub(crate) ident: Option<&'i Ident>,
    /// The hub's.
    pub(crate) hub: Option<Ident>,
    /// What stands in on the other side for a variant of one side.
    pub(crate) stand_in: Option<TokenStream>,
    pub(crate) content: Content<'i>,
}

/// What a variant holds.
pub(crate) enum Content<'i> {
    Unit,
    Newtype(&'i Type),
    Struct(Record<'i>),
}

impl Record<'_> {
    /// The field that a place of the spoke is.
    pub(crate) fn field(&self, spot: &Spot) -> Option<&Field<'_>> {
        let name = spot.direct()?;
        self.fields
            .iter()
            .find(|field| is_called(field.ident, name))
    }

    /// Whether what holds the place is a part that is absent where all within is.
    pub(crate) fn is_absent_with(&self, spot: &Spot, on_hub: bool) -> bool {
        // An item is there or not, with all that goes into it.
        if spot.item().is_some() {
            return true;
        }
        let holder = spot.path().and_then(<[_]>::split_last);
        let parts = if on_hub {
            &self.parts
        } else {
            &self.parts_back
        };
        holder.is_some_and(|(_, holder)| {
            parts
                .iter()
                .any(|part| part.path == holder && is_option(&part.ty))
        })
    }
}

pub(crate) fn is_called(ident: &Ident, name: &str) -> bool {
    use syn::ext::IdentExt as _;
    ident.unraw() == name
}

/// The identifier of a name, raw where it must be.
pub(crate) fn rust_ident(name: &str, span: Span) -> Ident {
    if syn::parse_str::<Ident>(name).is_ok() {
        Ident::new(name, span)
    } else {
        Ident::new_raw(name, span)
    }
}

impl Alone {
    pub(super) fn into_step(self, how: fn(Option<TokenStream>) -> How) -> Step {
        Step {
            span: self.spot.span(),
            spoke: Vec::new(),
            hub: vec![self.spot],
            own: Vec::new(),
            how: how(self.value),
            or: None,
            or_back: None,
            reversed: false,
            bijective: false,
        }
    }
}
