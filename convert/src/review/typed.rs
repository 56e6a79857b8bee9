//! Reviews as kube's types hold them.

use kube_core::conversion::ConversionReview;
use serde_json::Value;

use super::{NotReview, answer};
use crate::Converter;

/// Answers a `ConversionReview` about several kinds as [`answer`] does, for servers that have read it into kube's type.
///
/// # Errors
///
/// As [`answer`].
pub fn answer_review(
    converters: &[&Converter],
    review: &ConversionReview,
) -> Result<ConversionReview, NotReview> {
    let other = |error: serde_json::Error| NotReview::Other(error.to_string());
    let body = serde_json::to_vec(review).map_err(other)?;
    let mut answer: Value = serde_json::from_slice(&answer(converters, &body)?).map_err(other)?;
    // kube's type does not read an answer that has no list of objects, as one about a failure has none.
    if let Some(response) = answer.get_mut("response").and_then(Value::as_object_mut) {
        response.entry("convertedObjects").or_insert(Value::Null);
    }
    serde_json::from_value(answer).map_err(other)
}
