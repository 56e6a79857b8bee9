//! The versions of a kind, as a handler for one of them sees the others.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use wheelwright_rules::{Deprecated, Rules, Version};

use super::{
    Denial,
    warned::{self, ByVersion},
};
use crate::{
    Kind, NotServed,
    convert::{ConversionError, Converter},
    manifest,
    table::Root,
};

/// A kind, and the type that a handler is for.
#[derive(Clone, Debug)]
pub(super) struct Versions {
    kind: Kind,
    root: &'static Root,
    rules: &'static Rules,
    /// Made for who asks, once.
    deprecated: Arc<OnceLock<ByVersion>>,
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
    /// The error is that the CRD has some.
    pub(super) fn new(kind: Kind, root: &'static Root) -> Result<Self, NotServed> {
        let rules = kind.rules()?;
        Ok(Self {
            kind,
            root,
            rules,
            deprecated: Arc::default(),
        })
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
        let rules = |name: &str| self.rules.version(name).ok_or_else(|| unknown(name));
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
            converter: Some(self.kind.converter().ok_or_else(|| unknown(version))?),
        })
    }

    /// What is deprecated in a version.
    pub(super) fn deprecated(&self, version: &str) -> Result<&[Deprecated], Denial> {
        let all = if let Some(all) = self.deprecated.get() {
            all
        } else {
            let all = warned::by_version(&self.kind.manifest())?;
            self.deprecated.get_or_init(|| all)
        };
        let own = all.iter().find(|(name, _)| name == version);
        Ok(own.map_or(&[], |(_, fields)| fields))
    }

    /// The annotation in which conversion keeps what a version cannot hold.
    pub(super) fn annotation(&self) -> String {
        wheelwright_convert::annotation_name(self.root.group)
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
    pub(super) fn to_handler(self, object: &Value) -> Result<Cow<'_, Value>, ConversionError> {
        match self.converter {
            None => Ok(Cow::Borrowed(object)),
            Some(converter) => {
                convert(converter, &self.defaulted(object), self.handled.name()).map(Cow::Owned)
            }
        }
    }

    /// An object of the handler's version in the version in which it came.
    pub(super) fn back(&self, object: &Value) -> Result<Value, ConversionError> {
        match self.converter {
            None => Ok(object.clone()),
            Some(converter) => convert(converter, object, self.received.name()),
        }
    }

    /// Whether the values of the object as it came have the types of their schemas. Where they have not, what conversion or
    /// serde makes of them says nothing of the object: a text for a list is no empty list.
    pub(super) fn is_typed(&self, object: &Value) -> bool {
        self.received.is_typed(object)
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
