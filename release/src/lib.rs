//! Whom a new release of a CRD breaks, each with an object that shows it.
//!
//! [`diff`] compares two releases of a CRD, [`releases`] those of several; `wheelwright diff` does so with files, folders and git
//! revisions. The verdict is the semver of an API:
//!
//! | [`Verdict`] | |
//! |---|---|
//! | patch | nothing but texts differs: descriptions, messages of rules |
//! | compatible | whoever used the old release goes on |
//! | needs a new version | somebody is broken, as an object shows |
//! | impossible | no server takes the CRD as an update of the old one |
//!
//! ```
//! use serde_json::{Value, json};
//! use wheelwright_release::{Options, Party, Verdict, diff};
//!
//! fn crd(dough: &Value) -> Value {
//!     json!({
//!         "apiVersion": "apiextensions.k8s.io/v1",
//!         "kind": "CustomResourceDefinition",
//!         "metadata": {"name": "pizzas.example.com"},
//!         "spec": {
//!             "group": "example.com",
//!             "names": {"kind": "Pizza", "plural": "pizzas"},
//!             "scope": "Namespaced",
//!             "versions": [{
//!                 "name": "v1", "served": true, "storage": true,
//!                 "schema": {"openAPIV3Schema": {"type": "object", "properties": {
//!                     "spec": {"type": "object", "properties": {"dough": dough}},
//!                 }}},
//!             }],
//!         },
//!     })
//! }
//! let old = crd(&json!({"type": "string", "enum": ["thin", "thick"]}));
//! let new = crd(&json!({"type": "string", "enum": ["thin", "sourdough"]}));
//!
//! let report = diff(&old, &new, &Options::default())?;
//! assert_eq!(report.verdict(), Verdict::NewVersion);
//! let finding = &report.findings[0];
//! assert_eq!(finding.key(), "enum-changed pizzas.example.com/v1/spec.dough");
//! assert_eq!(finding.hurts, [Party::Writers]);
//! assert_eq!(finding.witness.as_ref().unwrap().object["spec"]["dough"], "thick");
//! # Ok::<(), wheelwright_release::Trouble>(())
//! ```
//!
//! # How it is found
//!
//! Both schemas are walked path by path ([`compare`](mod@wheelwright_rules::crd::compare)). What may hurt somebody is then tried: a value that
//! the old release takes at the place and the new one does not, around it the smallest object that the old release takes, and
//! this is put to the rules of both, which decide as a real API server does: it is created, read back, updated unchanged, and
//! updated with a change beside the place. A finding *needs a new version* only if an object shows it; the object is then cut
//! down to what does. Besides, objects by chance are put to both, so that what no single difference says is found too
//! (`unforeseen`).
//!
//! What could not be shown is [undecided](Finding::undecided), with the reason. It does not make the verdict worse, and is always
//! listed; `wheelwright diff --strict` fails on it.
//!
//! # What counts as what
//!
//! | change | verdict | because |
//! |---|---|---|
//! | a field, version or CRD is new, with a default or without | compatible | clients [ignore fields that they do not know][changes] |
//! | a field is gone, or unknown fields are no longer kept | needs a new version | the server [prunes] it from manifests, and from what is stored |
//! | a value is refused that was taken: enum, bound, length, pattern, format, count, requirement, type, rule | needs a new version | writers; stored objects as well where a change beside it is refused |
//! | a default is new, another, or gone, of a field that was there | needs a new version | the same manifest means something else; a first default is [set on reading][defaulting] too |
//! | a value is taken that was refused: enum, bound, pattern, null, absence | compatible, noted for readers | Kubernetes asks [clients to expect it][changes], and not all do |
//! | another type is taken | needs a new version | a typed client cannot decode the object, nor a list with it |
//! | a version is gone or not served | needs a new version | requests at it get 404, also if it was deprecated: [the policy][deprecation] allows that later, not in a release that is compatible |
//! | the version that objects are stored in is gone; scope, kind; a CRD that is invalid | impossible | the server [refuses the update][versions] |
//! | `status` or `scale` is new, gone or another | needs a new version where an object shows it | a manifest's status is ignored, or requests get 404 |
//! | a selectable field is gone | needs a new version | the server refuses [the selector][selectors] |
//! | a list or map is merged by apply otherwise | needs a new version | [who owns what][topology] of objects that were applied before changes: from atomic, or to other keys, the next apply does not remove what it leaves out any more; to atomic, managers that share it meet conflicts. Within what is atomic in both releases nothing changes |
//! | the strategy of conversion is another | undecided | unless the conversions are in view |
//! | an object is converted to something else, or not at all | needs a new version | the same stored object [is read otherwise](#conversion) |
//! | a version gives its clients, through the conversion, what its schema never took | compatible, noted for readers; of another type, needs a new version | they meet values that are new elsewhere |
//! | another version is stored, and keeps less | needs a new version | without a webhook, what it [does not know][prunes] is lost |
//! | columns, short names, categories, deprecation | compatible, noted | people and scripts see it, no client does |
//! | a field, a value of an enum or a version is gone that was deprecated for as many releases as [`Notice`] asks for | compatible, noted | [the policy][deprecation] asks for time, and the note says that it runs; without a `Notice` whatever goes breaks |
//! | a version is deprecated and none is served that is not | compatible, noted | there is [nothing to move to][deprecation] |
//!
//! Whether stored objects are hurt by a tightened value is a matter of [ratcheting][KEP-4008]: the server discards errors of what
//! does not change. The error of a member that is missing, and of a rule, is that of the object around it, so that any change in it
//! counts; items of atomic lists and sets are judged again if the list changes in any way.
//!
//! # Rules in CEL
//!
//! Rules are compared in one form ([`wheelwright_cel::syntax`]): `&&`, `||`, `!` and `has(a) ? b : true` are sorted out, comparisons
//! turned to one side. What says the same is a patch (`rule-rewritten`); what follows from a rule of the other release, and what is
//! about new fields or new values of an enum only, is compatible (`rule-implied`). Of others an object is looked for that breaks
//! them; for one about `oldSelf`, a change. What is not found is undecided.
//!
//! # Conversion
//!
//! With [`Options::convert_new`] the conversion of the new release is in view; `assert_release!` takes that of the wheel, and
//! `wheelwright diff` has `--convert-new`. Objects are then stored in the storage version of the old release, and in those that its
//! `status.storedVersions` or the assumption names; clients of each served version read them through the conversion. An update is
//! judged as a server does: what is stored is converted to the version of the request, errors of what does not differ from that
//! are discarded, the rest is judged by that version, and what comes of it is converted to the version that is stored now. So a change
//! of a version that is stored and not served hurts those alone who see it elsewhere.
//!
//! The code of the old release is seldom at hand. Without [`Options::convert_old`] the old release counts as converting as the new
//! one does, and what differs between them is told by what the old one [recorded](record()): objects of each version, and what it made of
//! them at another, with what it kept in an annotation. Each is converted by the new release, there and back: what clients of
//! the old release see otherwise is `conversion-changed`, what the annotation had and does not come back `kept-lost`, and what
//! does not convert any more `conversion-refused`. What only the new schema knows, and what happens at a version that was not
//! served, is no difference.
//!
//! # The way back
//!
//! [`rollback`](fn@rollback) and [`rollbacks`] say what comes of going back: of what the new release may have stored, what the old one
//! cannot read, would drop or would refuse. `wheelwright diff --rollback` is the command, `assert_release!(Pizzas, "releases/",
//! rollback)` the test. The way back is another step from one release to another, judged as above with the roles exchanged, where only
//! what is stored counts: a bound that the new release loosened is not judged again, a field that it added is dropped. What is not
//! the same in the other direction is added: the server's own refusal while `status.storedVersions` names what the old CRD
//! lacks; the old program, which reads what the new one wrote and kept in annotations; and what is left of that when the old
//! release has written the object once.
//!
//! # What is not looked at
//!
//! * Conversion by a webhook, unless it is given: then each version counts as stored by itself. Without a webhook, objects are stored
//!   in the storage version of the old release, and read by the new one.
//! * Objects that were stored before the old release, and managed fields.
//! * Names of objects: all are `example`.
//! * Objects of more than 2,100 items in a list or 40,000 letters in a text.
//!
//! [changes]: https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api_changes.md
//! [prunes]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#field-pruning
//! [defaulting]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting
//! [deprecation]: https://kubernetes.io/docs/reference/using-api/deprecation-policy/
//! [versions]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/
//! [selectors]: https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#crd-selectable-fields
//! [topology]: https://kubernetes.io/docs/reference/using-api/server-side-apply/#compatibility-across-topology-changes
//! [KEP-4008]: https://github.com/kubernetes/enhancements/tree/master/keps/sig-api-machinery/4008-crd-ratcheting

mod accept;
#[cfg(feature = "assert")]
mod assert;
mod attack;
mod back;
mod cluster;
mod conversion;
mod cover;
mod diff;
mod edit;
mod ended;
mod example;
mod finding;
mod fix;
mod hunt;
mod leaf;
mod maker;
mod ownership;
#[cfg(feature = "assert")]
mod past;
mod place;
#[cfg(feature = "assert")]
#[doc(hidden)]
pub mod private;
mod readers;
mod record;
mod recorded;
mod related;
mod releases;
mod rollback;
mod rule;
mod ruling;
mod salt;
mod side;
mod story;
mod text;
mod thin;
mod trial;
mod values;
mod whole;
mod work;

pub use accept::{AcceptError, accept};
#[cfg(feature = "assert")]
pub use assert::{Converter, assert_deprecated, assert_release, assert_rollback};
pub use conversion::Convert;
pub use diff::{Options, Trouble, diff};
pub use ended::Notice;
pub use example::examples;
pub use finding::{Course, Finding, Party, Report, Step, Verdict, Witness};
pub use record::record;
pub use recorded::{RecordError, Recorded};
pub use releases::{ReleaseError, releases, rollbacks};
pub use rollback::rollback;

/// What real projects broke, by release.
#[doc = include_str!("../history.md")]
pub mod history {}
