//! The versions of a kind, as a handler for one of them sees the others.

use std::fmt;

use serde_json::Value;
use wheelwright_rules::{Rules, Version};

use crate::{
    CustomResource, Wheel,
    admit::{self, NotValid},
    convert::{ConversionError, Converter, MappedSpokes, PlanError},
    manifest::{self, Manifest},
    table::Root,
};

/// A kind that is served: its versions, the ways between them, and the rules of each.
#[derive(Clone, Debug)]
pub struct Kind {
    roots: Vec<&'static Root>,
    converter: Option<&'static Converter>,
    rules: &'static Rules,
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
pub trait ServedWheel {
    /// What serving it takes, made at the first call.
    ///
    /// # Errors
    ///
    /// If the CRD has errors, or mappings and schemas contradict each other.
    fn kind() -> Result<Kind, NotServed>;
}

impl<Hub: CustomResource, S: MappedSpokes + 'static> ServedWheel for Wheel<Hub, S> {
    fn kind() -> Result<Kind, NotServed> {
        Ok(Kind {
            roots: Self::roots(),
            converter: Some(Self::converter().map_err(NotServed::Plan)?),
            rules: admit::served_rules::<Self>(Self::manifest()).map_err(NotServed::NotValid)?,
        })
    }
}

impl Kind {
    /// A kind of which only this type is known; of its versions those that share the type.
    ///
    /// # Errors
    ///
    /// If the CRD has errors.
    pub fn of<T: CustomResource>() -> Result<Self, NotServed> {
        Ok(Self {
            roots: vec![T::ROOT],
            converter: None,
            rules: admit::served_rules::<T>(manifest::of::<T>()).map_err(NotServed::NotValid)?,
        })
    }

    /// The group.
    #[must_use]
    pub fn group(&self) -> &str {
        self.rules.group()
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.rules.kind()
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

    /// The rules of each version.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
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

/// A kind, and the type that a handler is for.
#[derive(Clone, Debug)]
pub(super) struct Versions {
    kind: Kind,
    root: &'static Root,
}

/// The version of an object, and the one that the handler sees it in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Between {
    pub(super) received: Version<'static>,
    pub(super) handled: Version<'static>,
    /// None where both are read by the same type.
    converter: Option<&'static Converter>,
}

impl Versions {
    pub(super) const fn new(kind: Kind, root: &'static Root) -> Self {
        Self { kind, root }
    }

    pub(super) const fn root(&self) -> &'static Root {
        self.root
    }

    /// The versions that are served and that a handler answers for, its type's own first.
    pub(super) fn answered(&self) -> Vec<String> {
        let versions = self.kind.versions();
        let own = |version: &&manifest::Version| version.name == self.root.version;
        let others = versions.iter().filter(|version| !own(version));
        let all = versions.iter().filter(own).chain(others);
        all.filter(|version| version.served)
            .map(|version| version.name.to_owned())
            .collect()
    }

    /// Between the version of an object and the handler's; the error says what is wrong with the object's identity.
    pub(super) fn between(&self, object: &Value) -> Result<Between, String> {
        let text = |name: &str| object.get(name).and_then(Value::as_str).unwrap_or_default();
        let (api_version, kind) = (text("apiVersion"), text("kind"));
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        if group != self.root.group || kind != self.root.kind {
            return Err(format!(
                "the object is a {kind} of {api_version:?}, and the handler is for {}.{}",
                self.root.kind, self.root.group
            ));
        }
        let unknown = |name: &str| {
            let known: Vec<&str> = self
                .kind
                .rules
                .versions()
                .map(|version| version.name())
                .collect();
            format!(
                "version {name:?} of {}.{} is not known to this webhook, only {}; update it before the CRD",
                self.root.kind,
                self.root.group,
                known.join(", ")
            )
        };
        let rules = |name: &str| self.kind.rules.version(name).ok_or_else(|| unknown(name));
        let received = rules(version)?;
        let is_own = version == self.root.version
            || self.root.also.iter().any(|also| also.version == version);
        if is_own {
            return Ok(Between {
                received,
                handled: received,
                converter: None,
            });
        }
        Ok(Between {
            received,
            handled: rules(self.root.version)?,
            converter: Some(self.kind.converter.ok_or_else(|| unknown(version))?),
        })
    }

    /// The annotation in which conversion keeps what a version cannot hold.
    pub(super) fn annotation(&self) -> String {
        crate::convert::annotation_name(self.root.group)
    }
}

impl Between {
    pub(super) const fn is_converted(&self) -> bool {
        self.converter.is_some()
    }

    /// The object as it came, with the defaults of its version and without nulls that are not allowed.
    pub(super) fn defaulted(&self, object: &Value) -> Value {
        let mut object = object.clone();
        self.received.default(&mut object);
        object
    }

    /// The object in the handler's version, as it comes out of the conversion.
    pub(super) fn to_handler(&self, object: &Value) -> Result<Value, ConversionError> {
        match self.converter {
            None => Ok(object.clone()),
            Some(converter) => convert(converter, &self.defaulted(object), self.handled.name()),
        }
    }

    /// An object of the handler's version in the version in which it came.
    pub(super) fn back(&self, object: &Value) -> Result<Value, ConversionError> {
        match self.converter {
            None => Ok(object.clone()),
            Some(converter) => convert(converter, object, self.received.name()),
        }
    }

    /// Whether the API server will refuse the object as it came, for breaking its schema.
    pub(super) fn will_be_refused(&self, object: &Value) -> bool {
        !self.received.validate(&self.defaulted(object)).is_empty()
    }
}

fn convert(converter: &Converter, object: &Value, version: &str) -> Result<Value, ConversionError> {
    let text = converter.convert_text(&object.to_string(), version)?;
    serde_json::from_str(&text).map_err(|error| ConversionError::new(error.to_string()))
}
