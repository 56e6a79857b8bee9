//! What an API server makes of a wheel's objects, with no cluster.

use std::{
    any::TypeId,
    collections::HashMap,
    error::Error,
    fmt,
    marker::PhantomData,
    sync::{LazyLock, PoisonError, RwLock},
};

pub use wheelwright_rules::{
    Admission, FieldValidation, Outcome, ReadError, Refusal, Rules, RulesError, Subresource,
    Verdict, Version, crd::Report as CrdReport,
};

use crate::{
    check::Report,
    manifest::{Conversion, Manifest},
};

/// Why an object of a wheel is not valid, or cannot be judged.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum NotValid {
    /// The CRD has errors.
    Crd(Report),
    /// The CRD is beyond the limits of the library.
    Rules(RulesError),
    /// Serde does not write the object, for this reason.
    Unwritable(String),
    /// A server refuses it.
    Refused(Refusal),
}

impl fmt::Display for NotValid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crd(report) => report.fmt(f),
            Self::Rules(error) => error.fmt(f),
            Self::Unwritable(reason) => write!(f, "the object cannot be written: {reason}"),
            Self::Refused(Refusal::BadRequest(text)) => f.write_str(text),
            Self::Refused(Refusal::Invalid(errors)) => {
                for (index, error) in errors.iter().enumerate() {
                    let line_break = if index > 0 { "\n" } else { "" };
                    write!(f, "{line_break}{error}")?;
                }
                Ok(())
            }
            Self::Refused(_) => f.write_str("there is no such subresource"),
        }
    }
}

impl Error for NotValid {}

/// What was made of the tables once, by the type that it is of.
type Made = HashMap<TypeId, Result<&'static Rules, NotValid>>;

static MADE: LazyLock<RwLock<Made>> = LazyLock::new(RwLock::default);

/// The rules of what `T` stands for, made at the first call.
///
/// # Errors
///
/// If [`Manifest::check`] finds errors.
#[doc(hidden)]
pub fn rules_of<T: 'static>(
    manifest: impl FnOnce() -> Manifest,
) -> Result<&'static Rules, NotValid> {
    let key = TypeId::of::<T>();
    let known = MADE.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(&key) {
        return known.clone();
    }
    drop(known);
    // There are as many as there are types, and they are used until the end.
    let crd = manifest().json().map_err(NotValid::Crd);
    let rules = crd.and_then(|crd| Rules::from_stored_crd(&crd).map_err(NotValid::Rules));
    let rules = rules.map(|rules| &*Box::leak(Box::new(rules)));
    let mut known = MADE.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(key).or_insert(rules).clone()
}

/// The rules of a kind that a webhook serves; `Key` stands for its versions. That versions differ and the attribute names
/// no webhook to convert them is no error here, for this is it.
#[doc(hidden)]
pub fn served_rules<Key: 'static>(manifest: Manifest) -> Result<&'static Rules, NotValid> {
    struct Served<Key>(PhantomData<Key>);

    rules_of::<Served<Key>>(|| match manifest.said_conversion() {
        Some(_) => manifest,
        None => manifest.conversion(Conversion::webhook_service("served", "here")),
    })
}
