//! What an API server makes of a wheel's objects, with no cluster.

use std::{
    any::TypeId,
    collections::HashMap,
    error::Error,
    fmt,
    sync::{LazyLock, PoisonError, RwLock},
};

use serde::Serialize;
use serde_json::Value;
pub use wheelwright_rules::{
    Admission, FieldValidation, Outcome, ReadError, Refusal, Rules, RulesError, Subresource,
    Verdict, Version, crd::Report as CrdReport,
};

use crate::{
    check::Report,
    convert::MappedSpokes,
    resource::CustomResource,
    rule::{self, RuleList},
    wheel::{Spokes, Wheel},
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

/// The rules of a type, made at their first use.
pub(crate) fn made<T: 'static>(
    make: impl FnOnce() -> Result<Rules, NotValid>,
) -> Result<&'static Rules, NotValid> {
    let key = TypeId::of::<T>();
    let known = MADE.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.get(&key) {
        return known.clone();
    }
    drop(known);
    // There are as many as there are types, and they are used until the end.
    let rules = make().map(|rules| &*Box::leak(Box::new(rules)));
    let mut known = MADE.write().unwrap_or_else(PoisonError::into_inner);
    known.entry(key).or_insert(rules).clone()
}

/// The rules of a kind that a webhook serves; `Key` stands for its versions. That versions differ and the attribute names
/// no webhook to convert them is no error here, for this is it.
#[cfg(feature = "_webhook")]
pub(crate) fn served_rules<Key: 'static>(
    manifest: crate::manifest::Manifest,
) -> Result<&'static Rules, NotValid> {
    use crate::manifest::Conversion;

    struct Served<Key>(std::marker::PhantomData<Key>);

    made::<Served<Key>>(|| {
        let manifest = match manifest.said_conversion() {
            Some(_) => manifest,
            None => manifest.conversion(Conversion::webhook_service("served", "here")),
        };
        let crd = manifest.json().map_err(NotValid::Crd)?;
        Rules::from_stored_crd(&crd).map_err(NotValid::Rules)
    })
}

impl<Hub: CustomResource, S: Spokes + 'static> Wheel<Hub, S> {
    /// The rules that an API server applies to the objects, made at the first call: pruning, defaulting and validation for
    /// each version, on JSON.
    ///
    /// # Errors
    ///
    /// If [`check`](Self::check) finds errors.
    pub fn server_rules() -> Result<&'static Rules, NotValid> {
        made::<Self>(|| {
            let crd = Self::crd_json().map_err(NotValid::Crd)?;
            Rules::from_stored_crd(&crd).map_err(NotValid::Rules)
        })
    }

    /// Every CEL rule of every version, with its place in the objects and in the source, its cost, and a way to run it over
    /// one value: see [`rule`](crate::rule).
    ///
    /// # Errors
    ///
    /// If [`check`](Self::check) finds errors.
    pub fn rules() -> Result<RuleList, NotValid> {
        Ok(rule::list(Self::server_rules()?, &Self::manifest()))
    }

    /// What a server does with a request to write an object, at the endpoint of the object's own version: what it would
    /// store, what it drops, and why it refuses it. A plain value is a request to create it.
    ///
    /// ```
    /// use serde::{Deserialize, Serialize};
    /// use serde_json::json;
    /// use wheelwright::{CustomResource, Schema};
    ///
    /// /// A pizza to bake.
    /// #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    /// #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
    /// pub struct PizzaSpec {
    ///     /// Across, in centimetres.
    ///     #[schema(default = 30, maximum = 60)]
    ///     #[serde(default = "thirty")]
    ///     pub size: u32,
    /// }
    ///
    /// fn thirty() -> u32 { 30 }
    ///
    /// wheelwright::wheel!(pub Pizzas = Pizza);
    ///
    /// let pizza = json!({
    ///     "apiVersion": "example.com/v1", "kind": "Pizza", "metadata": {"name": "p"}, "spec": {"colour": "red"},
    /// });
    /// let outcome = Pizzas::admit(pizza)?;
    /// assert_eq!(outcome.unknown_fields, ["spec.colour"]);
    /// assert_eq!(outcome.object.unwrap()["spec"], json!({"size": 30}));
    ///
    /// let invalid = Pizzas::validate(&Pizza::new("p", PizzaSpec { size: 61 })).unwrap_err();
    /// assert_eq!(
    ///     invalid.to_string(),
    ///     "spec.size: Invalid value: 61: spec.size in body should be less than or equal to 60"
    /// );
    /// # Ok::<(), wheelwright::admit::NotValid>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`server_rules`](Self::server_rules). That a server refuses the object is no error but an outcome.
    pub fn admit<'a>(request: impl Into<Admission<'a>>) -> Result<Outcome, NotValid> {
        let (request, rules) = (request.into(), Self::server_rules()?);
        let own = request.object.get("apiVersion").and_then(Value::as_str);
        let own = own.and_then(|own| own.rsplit('/').next());
        let version = own
            .and_then(|own| rules.version(own))
            .or_else(|| rules.storage_version());
        Ok(match version {
            Some(version) => version.admit(request),
            None => Outcome::default(),
        })
    }

    /// Whether a server would create the object as serde writes it: defaults set, every rule of the schema and of metadata
    /// kept, those in CEL included.
    ///
    /// # Errors
    ///
    /// With every error of the server.
    pub fn validate<T: CustomResource + Serialize>(object: &T) -> Result<(), NotValid> {
        let object = serde_json::to_value(object)
            .map_err(|error| NotValid::Unwritable(error.to_string()))?;
        match Self::admit(object)?.refusal {
            None => Ok(()),
            Some(refusal) => Err(NotValid::Refused(refusal)),
        }
    }
}

impl<Hub: CustomResource, S: MappedSpokes + 'static> Wheel<Hub, S> {
    /// What a client gets that reads a stored object at a version: pruned and defaulted by the version it is stored in,
    /// converted by the wheel's own mapping, and pruned by the version that was asked for.
    ///
    /// # Errors
    ///
    /// If the object cannot be read or converted, there is no such version, or [`check`](Self::check) finds errors.
    pub fn read(stored: Value, version: &str) -> Result<Value, ReadError> {
        let failed = |error: &dyn Error| ReadError::Conversion(error.to_string());
        let rules = Self::server_rules().map_err(|error| failed(&error))?;
        rules.read_with(stored, version, |object, api_version| {
            Self::convert_object(&object, api_version).map_err(|error| failed(&error))
        })
    }
}
