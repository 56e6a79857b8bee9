//! Warnings of deprecated fields.

use serde_json::{Map, Value};
use wheelwright_rules::{Deprecated, deprecated};

use super::{
    Denial, Handled, Operation, Stage, Validate,
    handler::Entry,
    outcome::Notes,
    run::{Call, Consent, Run, Running},
};
use crate::{DeprecatedWrite, Failure, manifest::Manifest};

/// A ready-made validating handler: who sets a deprecated field is warned, and nobody refused.
///
/// Deprecated is what `#[deprecated(note = "…")]` or `#[schema(deprecated = "…")]` stands on, or what a description says so of otherwise:
/// a line that begins with `Deprecated:`. The warning names the place in the object as the client wrote it, in the version that it
/// used: `spec.dough: deprecated: use crust`.
///
/// As with Kubernetes' own fields, who creates an object is warned, and who updates it, unless nothing but metadata and
/// status changes ([`WarningsOnUpdate`][update] of a Deployment goes by its generation). A default of the schema is no cause, for
/// the server sets it for everybody; nor is the status, which controllers write.
///
/// The audit log gets the fields under `<webhook>/deprecated-fields`, beside the user and the user agent that it has; the metric
/// `wheelwright_deprecated_writes_total` counts by kind, version, field, and what the user is: `service_account`, `node`, `system` or
/// `user`. Names of users, agents and field managers are any client's to choose, and as labels would be without end. Dry runs are warned
/// and not counted.
///
/// Without a webhook the API server warns by itself:
/// [`Manifest::deprecation_policies`](crate::manifest::Manifest::deprecation_policies); with both, it warns twice.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza to bake.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec { #[schema(deprecated = "use area")] pub size: u32 }
/// # wheelwright::wheel!(pub Pizzas = Pizza);
/// use wheelwright::webhook::admission::{Hooks, WarnDeprecated};
///
/// let hooks = Hooks::builder().wheel::<Pizzas>().validate::<Pizza, _>(WarnDeprecated).build()?;
/// # assert_eq!(hooks.registrations()[0].rule.operations.len(), 2);
/// # Ok::<(), wheelwright::webhook::admission::HooksError>(())
/// ```
///
/// [update]: https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/registry/apps/deployment/strategy.go
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WarnDeprecated;

impl<T: Handled> Validate<T> for WarnDeprecated {
    fn entry(self) -> Entry {
        Entry::new::<T>(Stage::Validating, Warning)
    }
}

struct Warning;

impl Run for Warning {
    fn run<'a>(&'a self, call: Call<'a>) -> Running<'a> {
        Box::pin(async move {
            let Some(object) = call.object.filter(|object| {
                let old = call.review.old.as_ref();
                call.review.operation != Operation::Update
                    || old.is_none_or(|old| own(old) != own(object))
            }) else {
                return Ok(Consent::default());
            };
            let version = object.get("apiVersion").and_then(Value::as_str);
            let version = version
                .unwrap_or_default()
                .rsplit('/')
                .next()
                .unwrap_or_default();
            let deprecated = call.versions.deprecated(version)?;
            let mut notes = Notes::default();
            let mut fields: Vec<String> = Vec::new();
            for field in deprecated {
                let places = field.places(object);
                if places.is_empty() {
                    continue;
                }
                for place in places {
                    notes.warn(field.warning(&place));
                }
                let name = field.field();
                if !fields.contains(&name) {
                    fields.push(name);
                }
            }
            if !fields.is_empty() {
                notes.audit("deprecated-fields".to_owned(), fields.join(","));
            }
            if !call.review.dry_run {
                let user = call.review.user.username.as_deref().unwrap_or_default();
                notes
                    .deprecated
                    .extend(fields.into_iter().map(|field| DeprecatedWrite {
                        version: version.to_owned(),
                        field,
                        user: class(user),
                    }));
            }
            Ok(Consent {
                object: None,
                notes,
            })
        })
    }
}

/// What the generation of an object counts the changes of.
fn own(object: &Value) -> Map<String, Value> {
    let mut members = object.as_object().cloned().unwrap_or_default();
    for name in ["apiVersion", "kind", "metadata", "status"] {
        members.remove(name);
    }
    members
}

/// What a user is, by the prefix that the API server gives to what it authenticates itself.
fn class(user: &str) -> &'static str {
    if user.starts_with("system:serviceaccount:") {
        "service_account"
    } else if user.starts_with("system:node:") {
        "node"
    } else if user.starts_with("system:") {
        "system"
    } else {
        "user"
    }
}

/// What is deprecated in each version of a kind.
pub(super) type ByVersion = Vec<(String, Vec<Deprecated>)>;

/// What is deprecated in each version of a kind, but for the status.
pub(super) fn by_version(manifest: &Manifest) -> Result<ByVersion, Denial> {
    let crd = manifest
        .json()
        .map_err(|error| Denial::failed(Failure::Handler, error.to_string()))?;
    let versions = crd.pointer("/spec/versions").and_then(Value::as_array);
    let versions = versions.into_iter().flatten().map(|version| {
        let name = version.get("name").and_then(Value::as_str);
        let schema = version.pointer("/schema/openAPIV3Schema");
        let mut all = schema.map(deprecated).unwrap_or_default();
        all.retain(|field| !field.is_of_status());
        (name.unwrap_or_default().to_owned(), all)
    });
    Ok(versions.collect())
}
