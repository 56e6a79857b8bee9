//! What an API server makes of a wheel's objects.

use std::error::Error;

use serde::Serialize;
use serde_json::Value;

use super::Wheel;
use crate::{
    CustomResource, Spokes,
    admit::{self, Admission, NotValid, Outcome, ReadError, Rules},
    convert::MappedSpokes,
    rule::{self, RuleList},
};

impl<Hub: CustomResource, S: Spokes + 'static> Wheel<Hub, S> {
    /// The rules that an API server applies to the objects, made at the first call: pruning, defaulting and validation for
    /// each version, on JSON.
    ///
    /// # Errors
    ///
    /// If [`check`](Self::check) finds errors.
    pub fn server_rules() -> Result<&'static Rules, NotValid> {
        admit::rules_of::<Self>(Self::manifest)
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
