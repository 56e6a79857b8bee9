//! A kind that is served.

use std::fmt;

use wheelwright_rules::Rules;

use crate::{
    CustomResource,
    admit::{self, NotValid},
    convert::{Converter, PlanError},
    manifest::{self, Manifest},
    table::Root,
};

/// A kind that is served: its versions, the ways between them, and the rules of each.
#[derive(Clone, Debug)]
pub struct Kind {
    roots: Vec<&'static Root>,
    converter: Option<&'static Converter>,
    /// Made only for who asks: who converts and nothing else has no use for them.
    rules: fn() -> Result<&'static Rules, NotValid>,
}

/// Why a kind cannot be served.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NotServed {
    /// Its versions cannot be converted.
    Plan(PlanError),
    /// Its CRD has errors.
    NotValid(NotValid),
}

impl fmt::Display for NotServed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan(error) => error.fmt(f),
            Self::NotValid(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for NotServed {}

/// A wheel, by the name that `wheel!` gives it.
pub trait Served {
    /// What serving it takes, made at the first call.
    ///
    /// # Errors
    ///
    /// If mappings and schemas contradict each other.
    fn kind() -> Result<Kind, NotServed>;
}

impl Kind {
    /// A kind of which only this type is known; of its versions those that share the type.
    #[must_use]
    pub fn of<T: CustomResource>() -> Self {
        Self {
            roots: vec![T::ROOT],
            converter: None,
            rules: || admit::served_rules::<T>(manifest::of::<T>()),
        }
    }

    /// A kind of which all versions are known.
    #[doc(hidden)]
    #[must_use]
    pub fn of_wheel(
        roots: Vec<&'static Root>,
        converter: &'static Converter,
        rules: fn() -> Result<&'static Rules, NotValid>,
    ) -> Self {
        converter.prepare();
        Self {
            roots,
            converter: Some(converter),
            rules,
        }
    }

    /// The group.
    #[must_use]
    pub fn group(&self) -> &'static str {
        self.roots.first().map_or("", |hub| hub.group)
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.roots.first().map_or("", |hub| hub.kind)
    }

    /// All versions by Kubernetes' version priority.
    #[must_use]
    pub fn versions(&self) -> Vec<manifest::Version> {
        self.manifest().versions()
    }

    /// The ways between the versions, unless only one type is known.
    #[must_use]
    pub const fn converter(&self) -> Option<&'static Converter> {
        self.converter
    }

    /// The rules of each version, made at the first call.
    ///
    /// # Errors
    ///
    /// If the CRD has errors.
    pub fn rules(&self) -> Result<&'static Rules, NotServed> {
        (self.rules)().map_err(NotServed::NotValid)
    }

    /// The CRD.
    #[must_use]
    pub fn manifest(&self) -> Manifest {
        Manifest::new(self.roots.clone())
    }

    /// Whether this is the kind of a handler's type, in one of the kind's versions.
    pub(super) fn has(&self, root: &Root) -> bool {
        self.group() == root.group
            && self.kind() == root.kind
            && self.roots.iter().any(|own| own.version == root.version)
    }
}
