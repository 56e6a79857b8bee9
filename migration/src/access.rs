//! Whether a user may do what a migration does, asked before anything is done.

use serde::Deserialize;
use serde_json::json;

use crate::error::MigrationError;
use crate::request::{Answer, Ask, Cluster};

/// A verb on a resource, in all namespaces.
pub(crate) struct Right<'r> {
    pub(crate) verb: &'static str,
    pub(crate) group: &'r str,
    pub(crate) resource: &'r str,
    pub(crate) subresource: &'static str,
}

impl Right<'_> {
    /// `customresourcedefinitions.apiextensions.k8s.io/status`.
    pub(crate) fn name(&self) -> String {
        let slash = if self.subresource.is_empty() { "" } else { "/" };
        format!(
            "{}.{}{slash}{}",
            self.resource, self.group, self.subresource
        )
    }

    pub(crate) fn missing(&self, message: String) -> MigrationError {
        MigrationError::NoRight {
            verb: self.verb.to_owned(),
            resource: self.name(),
            message,
        }
    }
}

/// What to change the stored versions of a CRD takes.
pub(crate) const STORED_VERSIONS: Right<'static> = Right {
    verb: "patch",
    group: "apiextensions.k8s.io",
    resource: "customresourcedefinitions",
    subresource: "status",
};

impl Cluster<'_> {
    /// Whether the user has the right. Who may not even ask has it as far as can be known: the request itself will tell.
    pub(crate) async fn may(&self, right: &Right<'_>) -> Result<bool, MigrationError> {
        #[derive(Deserialize)]
        struct Review {
            status: Status,
        }
        #[derive(Deserialize)]
        struct Status {
            allowed: bool,
        }
        let review = json!({
            "apiVersion": "authorization.k8s.io/v1",
            "kind": "SelfSubjectAccessReview",
            "spec": {"resourceAttributes": {
                "verb": right.verb, "group": right.group, "resource": right.resource, "subresource": right.subresource,
            }},
        });
        let path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
        let answer = self.ask(&Ask::post(path, review.to_string())).await?;
        Ok(match answer {
            Answer::Success(body) => {
                let review: Result<Review, _> = serde_json::from_slice(&body);
                review.map_or(true, |review| review.status.allowed)
            }
            Answer::Failure(_) | Answer::TooLarge => true,
        })
    }

    /// Fails for the first right that is missing.
    pub(crate) async fn demand(&self, rights: &[Right<'_>]) -> Result<(), MigrationError> {
        for right in rights {
            if !self.may(right).await? {
                return Err(right.missing(String::new()));
            }
        }
        Ok(())
    }
}
