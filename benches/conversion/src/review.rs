//! What the API server sends, and what it reads of the answer.

use serde_json::{Value, value::RawValue};

/// A review that asks for objects at a version.
#[must_use]
pub fn review(objects: &[String], version: &str) -> Vec<u8> {
    let mut body = format!(
        "{{\"kind\":\"ConversionReview\",\"apiVersion\":\"apiextensions.k8s.io/v1\",\"request\":{{\"uid\":\
         \"00000000-0000-4000-8000-000000000001\",\"desiredAPIVersion\":\"bench.example.com/{version}\",\"objects\":["
    );
    body.push_str(&objects.join(","));
    body.push_str(
        "]},\"response\":{\"uid\":\"\",\"convertedObjects\":null,\"result\":{\"metadata\":{}}}}\n",
    );
    body.into_bytes()
}

/// The objects of an answer.
///
/// # Errors
///
/// If it is no answer, or no success.
pub fn converted(answer: &[u8]) -> Result<Vec<String>, String> {
    #[derive(serde::Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        response: Response<'a>,
    }
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Response<'a> {
        #[serde(borrow, default)]
        converted_objects: Vec<&'a RawValue>,
        result: Value,
    }
    let answer: Answer = serde_json::from_slice(answer).map_err(|error| error.to_string())?;
    if answer.response.result["status"] != "Success" {
        return Err(answer.response.result.to_string());
    }
    let objects = answer.response.converted_objects;
    Ok(objects
        .iter()
        .map(|object| object.get().to_owned())
        .collect())
}
