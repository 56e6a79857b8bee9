//! What is known of an object's members.

use crate::{
    plan::{
        Both,
        member::{Member, member_of, of_field, peel},
    },
    table::{Content, Fields, Members, Run, Shape, Type},
};

/// What the members of an object are known by.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Holder {
    Type(&'static Type),
    Fields(Members),
    /// The root object.
    Root,
}

impl Both<Holder> {
    /// The types that a mapping is of.
    pub(super) const fn of_types(map: &Fields) -> Self {
        Self {
            spoke: Holder::Type(map.spoke),
            hub: Holder::Type(map.hub),
        }
    }
}

impl Holder {
    /// The members of a variant's content.
    pub(crate) const fn of(content: &Content) -> Self {
        match content {
            Content::Struct(fields) => Self::Fields(*fields),
            Content::Newtype(ty) => Self::Type(ty),
            Content::Unit => Self::Root,
        }
    }

    pub(super) fn member(self, name: &str) -> Option<Member> {
        match self {
            Self::Type(ty) => member_of(ty, name),
            Self::Fields(fields) => fields
                .iter()
                .find(|field| field.ident == name)
                .map(of_field),
            Self::Root => None,
        }
    }

    /// What serde reads members that are absent from.
    pub(super) fn default(self) -> Option<Run> {
        match self {
            Self::Type(ty) => match &peel(ty).shape {
                Shape::Struct(of) => of.default,
                _ => None,
            },
            Self::Fields(_) | Self::Root => None,
        }
    }
}
