//! What a handler is asked.

use std::{sync::Arc, time::Instant};

use k8s_openapi::api::authentication::v1::UserInfo;
use kube_core::{GroupVersionKind, GroupVersionResource};
use serde::Serialize;
use serde_json::Value;

use super::{
    Allowed, Denial, IntoMutation, IntoValidation, Mutated, Operation,
    handler::{Mutator, Validator},
    schema,
};
use crate::CustomResource;

/// A request of a client, seen by a handler for `T`.
///
/// What it is about is in the version of `T`, whichever version the client used: converted, and with the defaults of
/// `T`'s version.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Request<T> {
    /// The uid of the review, not of the object.
    pub uid: String,
    /// What the client does.
    pub operation: Operation,
    /// Whether nothing will be stored: a handler leaves out its side effects.
    pub dry_run: bool,
    /// Who asks.
    pub user: UserInfo,
    /// The name of the object; none where the server is to make one up, and for the objects of a deleted collection.
    pub name: Option<String>,
    /// The namespace; none for cluster-scoped kinds.
    pub namespace: Option<String>,
    /// `status`, `scale`, or empty for the object itself.
    pub subresource: String,
    /// The object as it is to be: none for deletions and connections, none of a `scale`, and none in a mutating handler,
    /// which gets it as its first argument.
    pub object: Option<T>,
    /// The object as it is: none for creations. None, too, where what is stored cannot be read as `T`; then
    /// [`raw_old`](Self::raw_old) is there.
    pub old: Option<T>,
    /// `CreateOptions`, `UpdateOptions`, `PatchOptions` or `DeleteOptions`, as the client gave them.
    pub options: Value,
    /// The kind of the review's objects, in the version in which they came.
    pub kind: GroupVersionKind,
    /// The resource, in the version of the webhook's rule.
    pub resource: GroupVersionResource,
    /// The kind that the client used.
    pub request_kind: GroupVersionKind,
    /// The resource that the client used.
    pub request_resource: GroupVersionResource,
    /// When the API server stops waiting.
    pub deadline: Option<Instant>,
    pub(super) raw_object: Option<Arc<Value>>,
    pub(super) raw_old: Option<Arc<Value>>,
}

impl<T: CustomResource> Request<T> {
    fn test(operation: Operation) -> Self {
        let root = T::ROOT;
        let kind = GroupVersionKind::gvk(root.group, root.version, root.kind);
        let resource = GroupVersionResource::gvr(root.group, root.version, root.plural);
        Self {
            uid: "test".to_owned(),
            operation,
            dry_run: false,
            user: UserInfo::default(),
            name: None,
            namespace: None,
            subresource: String::new(),
            object: None,
            old: None,
            options: Value::Null,
            request_kind: kind.clone(),
            request_resource: resource.clone(),
            kind,
            resource,
            deadline: None,
            raw_object: None,
            raw_old: None,
        }
    }
}

/// Requests without a server, for tests of handlers.
impl<T: CustomResource + Serialize> Request<T> {
    /// A request to create an object.
    #[must_use]
    pub fn create(object: T) -> Self {
        Self::test(Operation::Create).of(Some(object), None)
    }

    /// A request to replace an object.
    #[must_use]
    pub fn update(old: T, new: T) -> Self {
        Self::test(Operation::Update).of(Some(new), Some(old))
    }

    /// A request to delete an object.
    #[must_use]
    pub fn delete(old: T) -> Self {
        Self::test(Operation::Delete).of(None, Some(old))
    }

    fn of(mut self, object: Option<T>, old: Option<T>) -> Self {
        let raw = |object: &Option<T>| {
            let value = object
                .as_ref()
                .and_then(|object| serde_json::to_value(object).ok());
            value.map(Arc::new)
        };
        (self.raw_object, self.raw_old) = (raw(&object), raw(&old));
        let metadata = |name: &str| {
            let either = self.raw_object.as_ref().or(self.raw_old.as_ref());
            let text = either?.get("metadata")?.get(name)?.as_str()?;
            Some(text.to_owned())
        };
        let (name, namespace) = (metadata("name"), metadata("namespace"));
        Self {
            name,
            namespace,
            object,
            old,
            ..self
        }
    }

    /// As a request of a user.
    #[must_use]
    pub fn by(mut self, user: impl Into<String>) -> Self {
        self.user.username = Some(user.into());
        self
    }

    /// As a request of a user of whom more is known than the name.
    #[must_use]
    pub fn by_user(mut self, user: UserInfo) -> Self {
        self.user = user;
        self
    }

    /// As a request without consequences.
    #[must_use]
    pub const fn dry_run(mut self) -> Self {
        self.dry_run = true;
        self
    }

    /// As a request about a subresource.
    #[must_use]
    pub fn at(mut self, subresource: impl Into<String>) -> Self {
        self.subresource = subresource.into();
        self
    }

    /// What a mutating handler makes of the request.
    ///
    /// # Errors
    ///
    /// The handler's denial, or that the request has no object to change.
    pub async fn mutate<F>(mut self, handler: F) -> Result<Mutated<T>, Denial>
    where
        F: Mutator<T>,
    {
        let Some(object) = self.object.take() else {
            return Err(Denial::new(
                "a request without an object has nothing to mutate",
            ));
        };
        handler.call(object, self).await.into_mutation()
    }

    /// What a validating handler says to the request.
    ///
    /// # Errors
    ///
    /// The handler's denial.
    pub async fn validate<F>(self, handler: F) -> Result<Allowed, Denial>
    where
        F: Validator<T>,
    {
        handler.call(self).await.into_validation()
    }
}

impl<T> Request<T> {
    /// The new object as JSON, in the version of `T`, with its defaults, and with members that `T` does not know. A
    /// `scale` is the `Scale` itself.
    #[must_use]
    pub fn raw_object(&self) -> Option<&Value> {
        self.raw_object.as_deref()
    }

    /// The old object as JSON, in the version of `T` where it could be converted.
    #[must_use]
    pub fn raw_old(&self) -> Option<&Value> {
        self.raw_old.as_deref()
    }

    /// Whether the object is being deleted, and waits for its finalizers.
    #[must_use]
    pub fn is_deleting(&self) -> bool {
        self.raw_old
            .as_deref()
            .is_some_and(super::finalizers::is_deleting)
    }
}

impl<T: CustomResource> Request<T> {
    /// Holds the object to the schema of `T`'s version, offline, rules in CEL included. In an update, what was wrong
    /// before and is not changed is let through, as the API server does.
    ///
    /// The API server has validated an object at the version that the client used before a validating handler sees it; a
    /// converted object nobody has.
    ///
    /// # Errors
    ///
    /// A denial with the server's words and a cause for each error.
    pub fn check_schema(&self) -> Result<(), Denial> {
        schema::check::<T>(self.raw_object(), self.raw_old(), &self.subresource)
    }
}
