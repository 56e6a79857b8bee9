//! What is said of one version: `served`, `storage`, `deprecated`, and `also(…)` for further versions.

use wheelwright_grammar::{deprecation, name};

use super::forms::ALSO;
use super::text::{checked, report_missing};
use crate::attrs::{Argument, Key, Slot};
use crate::diag::Spanned;

/// The flags of a version.
#[derive(Default)]
pub(crate) struct Flags {
    pub(crate) served: Slot<bool>,
    pub(crate) storage: Slot<bool>,
    pub(crate) deprecated: Slot<Deprecation>,
}

/// How a version is deprecated.
pub(crate) enum Deprecation {
    /// With the API server's own warning.
    Standard,
    /// With this warning.
    Text(String),
}

/// One `also(…)`.
pub(crate) struct Also {
    pub(crate) version: Spanned<String>,
    pub(crate) flags: Flags,
}

impl Flags {
    /// Takes one of the three keys.
    pub(super) fn set(&mut self, key: &Key<'_>) {
        match key.form.name {
            "served" => self.served.set(key, key.flag()),
            "storage" => self.storage.set(key, key.flag()),
            _ => self.deprecated.set(key, deprecated(key)),
        }
    }

    pub(crate) fn is_served(&self) -> bool {
        self.served.value().copied().unwrap_or(true)
    }

    pub(crate) fn is_stored(&self) -> bool {
        self.storage.value().copied().unwrap_or(false)
    }
}

impl Also {
    pub(super) fn read(key: &Key<'_>) -> Option<Self> {
        let mut version = Slot::default();
        let mut flags = Flags::default();
        for key in &key.nested(ALSO)? {
            match key.form.name {
                "version" => version.set(key, self::version(key)),
                _ => flags.set(key),
            }
        }
        report_missing(key, &[("version", version.key_span())]);
        Some(Self {
            version: version.take()?,
            flags,
        })
    }
}

/// `version = "v1"`.
pub(super) fn version(key: &Key<'_>) -> Option<String> {
    checked(key, "a version", name::dns1035_label)
}

fn deprecated(key: &Key<'_>) -> Option<Deprecation> {
    if matches!(key.argument, Argument::Bare) {
        return Some(Deprecation::Standard);
    }
    let text = key.string()?;
    let complaints = deprecation::check(true, Some(&text));
    for complaint in &complaints {
        key.errors.at(
            key.value_span(),
            format_args!("{complaint} (the API server: `{}`)", complaint.server()),
        );
    }
    complaints.is_empty().then_some(Deprecation::Text(text))
}
