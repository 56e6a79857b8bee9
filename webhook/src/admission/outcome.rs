//! What a handler may return.

use super::Denial;
use crate::DeprecatedWrite;

/// Warnings and notes for the audit log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Notes {
    pub(super) warnings: Vec<String>,
    pub(super) audit: Vec<(String, String)>,
    /// What is counted of it.
    pub(super) deprecated: Vec<DeprecatedWrite>,
}

impl Notes {
    pub(super) fn warn(&mut self, warning: String) {
        self.warnings.push(warning);
    }

    pub(super) fn audit(&mut self, key: String, value: String) {
        self.audit.push((key, value));
    }

    pub(super) fn append(&mut self, mut other: Self) {
        self.warnings.append(&mut other.warnings);
        self.audit.append(&mut other.audit);
        self.deprecated.append(&mut other.deprecated);
    }
}

/// Consent, with what is to be said besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Allowed {
    pub(super) notes: Notes,
}

impl Allowed {
    /// Consent and nothing else.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A warning, which kubectl shows. Line breaks and other control characters become spaces, for the API server drops
    /// warnings that have any; beyond 4096 characters in all, each warning is cut to 256.
    #[must_use]
    pub fn warn(mut self, warning: impl Into<String>) -> Self {
        self.notes.warn(warning.into());
        self
    }

    /// A note in the audit log, under `<webhook>/<key>`. A key is a name as labels have it, without a slash; other
    /// characters become dashes, and 63 are left of it.
    #[must_use]
    pub fn audit(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.notes.audit(key.into(), value.into());
        self
    }

    /// The warnings so far.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.notes.warnings
    }
}

/// An object that a mutating handler gives back, with what is to be said besides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutated<T> {
    /// The object as it is to be.
    pub object: T,
    pub(super) notes: Notes,
}

impl<T> Mutated<T> {
    /// The object and nothing else.
    #[must_use]
    pub fn new(object: T) -> Self {
        Self {
            object,
            notes: Notes::default(),
        }
    }

    /// A warning, as [`Allowed::warn`].
    #[must_use]
    pub fn warn(mut self, warning: impl Into<String>) -> Self {
        self.notes.warn(warning.into());
        self
    }

    /// A note in the audit log, as [`Allowed::audit`].
    #[must_use]
    pub fn audit(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.notes.audit(key.into(), value.into());
        self
    }

    /// The warnings so far.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.notes.warnings
    }
}

/// What a mutating handler may return: the object, [`Mutated`], or a `Result` of either with a [`Denial`].
#[diagnostic::on_unimplemented(
    message = "a mutating handler for `{T}` cannot return `{Self}`",
    note = "it returns `{T}`, `Mutated<{T}>`, or a `Result` of either with `Denial`"
)]
pub trait IntoMutation<T> {
    /// In its longest form.
    fn into_mutation(self) -> Result<Mutated<T>, Denial>;
}

impl<T> IntoMutation<T> for T {
    fn into_mutation(self) -> Result<Mutated<T>, Denial> {
        Ok(Mutated::new(self))
    }
}

impl<T> IntoMutation<T> for Mutated<T> {
    fn into_mutation(self) -> Result<Self, Denial> {
        Ok(self)
    }
}

impl<T> IntoMutation<T> for Result<T, Denial> {
    fn into_mutation(self) -> Result<Mutated<T>, Denial> {
        self.map(Mutated::new)
    }
}

impl<T> IntoMutation<T> for Result<Mutated<T>, Denial> {
    fn into_mutation(self) -> Self {
        self
    }
}

/// What a validating handler may return: `()`, [`Allowed`], or a `Result` of either with a [`Denial`].
#[diagnostic::on_unimplemented(
    message = "a validating handler cannot return `{Self}`",
    note = "it returns `()`, `Allowed`, or a `Result` of either with `Denial`; another error becomes one by `map_err`"
)]
pub trait IntoValidation {
    /// In its longest form.
    fn into_validation(self) -> Result<Allowed, Denial>;
}

impl IntoValidation for () {
    fn into_validation(self) -> Result<Allowed, Denial> {
        Ok(Allowed::new())
    }
}

impl IntoValidation for Allowed {
    fn into_validation(self) -> Result<Self, Denial> {
        Ok(self)
    }
}

impl IntoValidation for Result<(), Denial> {
    fn into_validation(self) -> Result<Allowed, Denial> {
        self.map(|()| Allowed::new())
    }
}

impl IntoValidation for Result<Allowed, Denial> {
    fn into_validation(self) -> Self {
        self
    }
}
