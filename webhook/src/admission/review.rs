//! Reading an `AdmissionReview`.
//!
//! Source: `k8s.io/api/admission/v1`; `v1beta1` has the same members.

use k8s_openapi::api::authentication::v1::UserInfo;
use kube_core::{GroupVersionKind, GroupVersionResource};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::Operation;
use wheelwright_json::{Json, check};

/// The request of a review.
#[derive(Clone, Debug)]
pub(super) struct Review {
    /// `admission.k8s.io/v1` or `v1beta1`: an answer is in the version that the review came in.
    pub(super) api_version: String,
    pub(super) uid: String,
    pub(super) operation: Operation,
    pub(super) kind: GroupVersionKind,
    pub(super) resource: GroupVersionResource,
    pub(super) subresource: String,
    pub(super) request_kind: GroupVersionKind,
    pub(super) request_resource: GroupVersionResource,
    pub(super) name: Option<String>,
    pub(super) namespace: Option<String>,
    pub(super) user: UserInfo,
    pub(super) dry_run: bool,
    pub(super) options: Value,
    pub(super) object: Option<Value>,
    pub(super) old: Option<Value>,
}

/// Why there is no request to answer as it says.
#[derive(Debug)]
pub(super) enum Unreadable {
    /// Not JSON, or not UTF-8: HTTP 400.
    Malformed(String),
    /// JSON, but no review: HTTP 422.
    Other(String),
    /// A review, which can be answered, with a request that cannot be read.
    Request {
        api_version: String,
        uid: String,
        what: String,
    },
}

/// Members that repeat count as the last of them says, as for the API server.
pub(super) fn read(body: &[u8]) -> Result<Review, Unreadable> {
    let mut review = match serde_json::from_slice::<Value>(body) {
        Ok(Value::Object(review)) => review,
        Ok(_) => {
            return Err(Unreadable::Other(
                "an AdmissionReview is an object".to_owned(),
            ));
        }
        Err(error) => return Err(beyond_limits(body, &error)),
    };
    let api_version = identify(text(&review, "kind"), text(&review, "apiVersion"))?;
    let Some(Value::Object(mut request)) = review.remove("request") else {
        return Err(Unreadable::Other(
            "the AdmissionReview has no `request`".to_owned(),
        ));
    };
    // Taken, not copied: they are all that is large.
    let (new, old) = (request.remove("object"), request.remove("oldObject"));
    let request = &request;
    let uid = text(request, "uid");
    if uid.is_empty() {
        return Err(Unreadable::Other(
            "the request has no `uid`, so that nothing could answer it".to_owned(),
        ));
    }
    let unreadable = |what: String| Unreadable::Request {
        api_version: api_version.clone(),
        uid: uid.to_owned(),
        what,
    };
    let operation = operation(text(request, "operation"))
        .ok_or_else(|| unreadable(format!("`operation` is {:?}", text(request, "operation"))))?;
    let kind: GroupVersionKind = member(request, "kind")
        .ok_or_else(|| unreadable("`kind` is no group, version and kind".to_owned()))?;
    let resource: GroupVersionResource = resource(request.get("resource"))
        .ok_or_else(|| unreadable("`resource` is no group, version and resource".to_owned()))?;
    let object = |name: &str, value: Option<Value>| match value {
        None | Some(Value::Null) => Ok(None),
        Some(object @ Value::Object(_)) => Ok(Some(object)),
        Some(_) => Err(unreadable(format!("`{name}` is no object"))),
    };
    let new = object("object", new)?;
    if new.is_none() && matches!(operation, Operation::Create | Operation::Update) {
        return Err(unreadable(format!(
            "`operation` is {}, but there is no `object`",
            operation.as_str()
        )));
    }
    Ok(Review {
        operation,
        object: new,
        old: object("oldObject", old)?,
        subresource: text(request, "subResource").to_owned(),
        request_kind: member(request, "requestKind").unwrap_or_else(|| kind.clone()),
        request_resource: resource_or(request.get("requestResource"), &resource),
        name: some_text(request, "name"),
        namespace: some_text(request, "namespace"),
        user: user(request.get("userInfo"))
            .ok_or_else(|| unreadable("`userInfo` is no user".to_owned()))?,
        dry_run: request
            .get("dryRun")
            .and_then(Value::as_bool)
            .unwrap_or_default(),
        options: request.get("options").cloned().unwrap_or_default(),
        uid: uid.to_owned(),
        kind,
        resource,
        api_version,
    })
}

fn text<'v>(members: &'v Map<String, Value>, name: &str) -> &'v str {
    members
        .get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
}

fn some_text(members: &Map<String, Value>, name: &str) -> Option<String> {
    Some(text(members, name).to_owned()).filter(|text| !text.is_empty())
}

fn member<T: for<'de> Deserialize<'de>>(members: &Map<String, Value>, name: &str) -> Option<T> {
    T::deserialize(members.get(name)?).ok()
}

/// Who asks; none where that cannot be read, which is not the same as nobody.
fn user(value: Option<&Value>) -> Option<UserInfo> {
    let mut value = value.cloned().unwrap_or_default();
    if value.is_null() {
        return Some(UserInfo::default());
    }
    // Go writes a list that was never made as null, and authenticators may hand one on.
    if let Some(Value::Object(extra)) = value.get_mut("extra") {
        for values in extra.values_mut().filter(|values| values.is_null()) {
            *values = Value::Array(Vec::new());
        }
    }
    UserInfo::deserialize(value).ok()
}

fn resource(value: Option<&Value>) -> Option<GroupVersionResource> {
    let value = value?;
    let text = |name: &str| value.get(name).and_then(Value::as_str);
    Some(GroupVersionResource::gvr(
        text("group")?,
        text("version")?,
        text("resource")?,
    ))
}

fn resource_or(value: Option<&Value>, other: &GroupVersionResource) -> GroupVersionResource {
    resource(value).unwrap_or_else(|| other.clone())
}

fn operation(name: &str) -> Option<Operation> {
    let all = [
        Operation::Create,
        Operation::Update,
        Operation::Delete,
        Operation::Connect,
    ];
    all.into_iter().find(|operation| operation.as_str() == name)
}

fn identify(kind: &str, api_version: &str) -> Result<String, Unreadable> {
    if kind != "AdmissionReview" {
        return Err(Unreadable::Other(format!(
            "an AdmissionReview is expected, not the kind {kind:?}"
        )));
    }
    if !matches!(
        api_version,
        "admission.k8s.io/v1" | "admission.k8s.io/v1beta1"
    ) {
        return Err(Unreadable::Other(format!(
            "an AdmissionReview of admission.k8s.io/v1 or v1beta1 is expected, not {api_version:?}"
        )));
    }
    Ok(api_version.to_owned())
}

/// A body that serde does not read may still be a review, only with an object that nests deeper than 128 levels or has
/// numbers beyond floats.
fn beyond_limits(body: &[u8], error: &serde_json::Error) -> Unreadable {
    let malformed = || Unreadable::Malformed(format!("not a JSON document: {error}"));
    let Ok(body) = std::str::from_utf8(body) else {
        return Unreadable::Malformed("not UTF-8".to_owned());
    };
    let Ok(checked) = check(body) else {
        return malformed();
    };
    let review = checked.json();
    let text = |json: &Json, name: &str| {
        let value = json.member(name);
        value
            .and_then(|value| value.as_str().map(std::borrow::Cow::into_owned))
            .unwrap_or_default()
    };
    let uid = review
        .member("request")
        .map(|request| text(&request, "uid"));
    match identify(&text(&review, "kind"), &text(&review, "apiVersion")) {
        Err(other) => other,
        Ok(api_version) => match uid.filter(|uid| !uid.is_empty()) {
            None => malformed(),
            Some(uid) => Unreadable::Request {
                api_version,
                uid,
                what: error.to_string(),
            },
        },
    }
}
