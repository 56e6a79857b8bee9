//! Objects of one version of a kind made objects of another, without loss, by the mappings that the derives write.
//!
//! The room of Wheelwright that knows how versions map. Its doors are [`Converter`] for objects, [`answer`] for reviews,
//! [`Plan`] for people and [`Laws`] for tests. A part of `wheelwright`, which is what to depend on.

#[doc(hidden)]
pub mod assert;

mod complement;
mod converter;
#[cfg(feature = "documents")]
mod documents;
mod error;
mod explain;
#[doc(hidden)]
pub mod generated;
mod judge;
mod laws;
mod memoryless;
#[doc(hidden)]
pub mod narrowed;
mod plan;
#[doc(hidden)]
pub mod private;
mod relation;
mod report;
mod review;
mod spoke;
mod spokes;
mod steps;
#[doc(hidden)]
pub mod typed;
mod unfit;
mod watch;

#[doc(hidden)]
pub use complement::{annotation_name, brought};
pub use converter::Converter;
#[cfg(feature = "documents")]
pub use documents::{DocumentError, DocumentErrors, documents};
pub use error::ConversionError;
use explain::spoke_plan;
pub use explain::{Loss, Narrowing, Plan, Refusal, Row, SpokePlan, Way};
pub use laws::{Law, Laws, Violation};
pub use plan::PlanError;
pub use report::{Conversions, RefusedField, Report};
#[cfg(feature = "kube")]
pub use review::answer_review;
pub use review::{MAX_BODY, MAX_OBJECT, NotReview, answer, answer_reporting};
#[doc(hidden)]
pub use review::{Parts, Taken, answer_with_summary};
#[doc(hidden)]
pub use spoke::{AnyMapped, Mapped, SpecOf};
pub use spoke::{SpokeOf, SpokeRoot};
pub use spokes::MappedSpokes;
#[doc(hidden)]
pub use spokes::converter_of;

use wheelwright_json as json;
use wheelwright_schema::{CustomResource, Schema, Spokes, generate, manifest, schema};
use wheelwright_table as table;
#[cfg(feature = "documents")]
use wheelwright_yaml::write as yaml;
