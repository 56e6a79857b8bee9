#![doc = include_str!("../../docs/conversion.md")]

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
mod narrowed;
pub(crate) mod plan;
mod relation;
mod report;
mod review;
mod spoke;
mod steps;
#[doc(hidden)]
pub mod typed;
mod unfit;
mod watch;
mod wheel;

use wheelwright_json as json;

#[cfg(feature = "_webhook")]
pub(crate) use complement::{annotation_name, brought};
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
#[cfg(feature = "_webhook")]
pub(crate) use review::{Parts, Taken, answer_told};
#[doc(hidden)]
pub use spoke::{AnyMapped, Mapped, SpecOf};
pub use spoke::{SpokeOf, SpokeRoot};
pub use wheel::MappedSpokes;
