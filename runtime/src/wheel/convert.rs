//! Conversion of a wheel.

use serde_json::Value;
use wheelwright_convert::converter_of;
use wheelwright_schema::Reader;

use super::Wheel;
use crate::{
    CustomResource,
    convert::{
        self, ConversionError, Converter, Laws, MappedSpokes, NotReview, Plan, PlanError, Report,
    },
};

impl<Hub: CustomResource, S: MappedSpokes + 'static> Wheel<Hub, S> {
    /// The conversions between all versions, made at the first call.
    ///
    /// # Errors
    ///
    /// Where mappings and schemas contradict each other in a way that only both together show. A test that calls
    /// [`assert_laws`](Self::assert_laws) finds that.
    pub fn converter() -> Result<&'static Converter, PlanError> {
        converter_of::<Self, S>(&Self::roots())
    }

    fn answering() -> Result<&'static Converter, NotReview> {
        Self::converter().map_err(|error| NotReview::Other(error.to_string()))
    }

    /// How the versions convert to each other: every field, where it goes, what may be lost and where that is kept.
    ///
    /// # Errors
    ///
    /// As [`converter`](Self::converter).
    pub fn plan() -> Result<Plan, PlanError> {
        Self::converter().map(Converter::plan)
    }

    /// Answers a `ConversionReview`, of `v1` or `v1beta1`, in the version it came in: JSON for JSON. The answer to what
    /// cannot be converted is a review too, whose result is `Failure` and names the object, its field and the reason.
    ///
    /// # Errors
    ///
    /// A body that is no review; [`NotReview::http_status`] is what to answer then.
    pub fn convert(review: impl AsRef<[u8]>) -> Result<Vec<u8>, NotReview> {
        convert::answer(&[Self::answering()?], review.as_ref())
    }

    /// Answers a `ConversionReview` as [`convert`](Self::convert) does, for servers that have read it into kube's type.
    ///
    /// # Errors
    ///
    /// As [`convert`](Self::convert).
    #[cfg(feature = "kube")]
    pub fn convert_review(
        review: &kube_core::conversion::ConversionReview,
    ) -> Result<kube_core::conversion::ConversionReview, NotReview> {
        convert::answer_review(&[Self::answering()?], review)
    }

    /// Answers a `ConversionReview` as [`convert`](Self::convert) does, and says what it did, for metrics and logs: objects by
    /// versions, what could not be kept, and what was delivered though the schema refuses it.
    ///
    /// # Errors
    ///
    /// As [`convert`](Self::convert).
    pub fn convert_reporting(review: impl AsRef<[u8]>) -> Result<(Vec<u8>, Report), NotReview> {
        convert::answer_reporting(&[Self::answering()?], review.as_ref())
    }

    /// Converts one object to a version (`v1`, or `group/v1`). It is taken as an API server hands it over, with the defaults of
    /// its version: one that lacks a member which has a default is a part of an object, in which nothing is filled in.
    /// [`read`](Self::read) sets the defaults first.
    pub fn convert_object(object: &Value, version: &str) -> Result<Value, ConversionError> {
        let converter =
            Self::converter().map_err(|error| ConversionError::new(error.to_string()))?;
        let text = converter.convert_text(&object.to_string(), version)?;
        serde_json::from_str(&text).map_err(|error| ConversionError::new(error.to_string()))
    }

    /// The laws of conversion, to be tried on generated objects.
    #[must_use]
    pub fn laws() -> Laws {
        let mut readers = vec![Reader::of::<Hub>()];
        S::append_readers(&mut readers);
        Laws::new(Self::manifest(), Self::converter(), readers)
    }

    /// Tries the laws of conversion on generated objects; one line in a test.
    ///
    /// There are two thousand for two versions, or as many as five seconds have room for, or those of `WHEELWRIGHT_LAWS_SECONDS`;
    /// how many it says on the error stream.
    /// [`laws`](Self::laws) takes a number of rounds, a time and a seed, and what a version's rules may refuse. An object that takes more than three seconds is named,
    /// and the function that it is in.
    ///
    /// # Panics
    ///
    /// With the smallest object that breaks a law, the law, the field and the seed.
    #[track_caller]
    pub fn assert_laws() {
        Self::laws().assert();
    }

    /// Converts a file of objects, lists and reviews, YAML or JSON: [`documents`](crate::convert::documents()).
    #[cfg(feature = "documents")]
    pub fn convert_documents(
        file: &str,
        version: Option<&str>,
    ) -> Result<String, convert::DocumentErrors> {
        let converter = Self::converter().map_err(|error| {
            let error = ConversionError::new(error.to_string());
            convert::DocumentErrors::of_file(error)
        })?;
        convert::documents(&[converter], file, version)
    }
}

#[cfg(feature = "release")]
impl<Hub: CustomResource, S: MappedSpokes + 'static> wheelwright_release::private::Converts
    for Wheel<Hub, S>
{
    fn convert(object: &Value, api_version: &str) -> Result<Value, String> {
        Self::convert_object(object, api_version).map_err(|error| error.to_string())
    }
}
