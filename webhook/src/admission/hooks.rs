//! All handlers, and which of them answers a review.

use std::{fmt, time::Instant};

use bytes::Bytes;
use http::StatusCode;
use serde_json::Value;

use super::{
    Denial, HooksBuilder, Operation, Registration, Stage, finalizers,
    handler::Entry,
    outcome::Notes,
    patch,
    respond::{Response, words},
    review::{self, Review, Unreadable},
    run::{Call, guarded},
    versions::Versions,
};
use crate::{Answer, Failure, Seen};

/// The handlers of a server; made once by [`Hooks::builder`], then shared.
#[derive(Default)]
pub struct Hooks {
    hooks: Vec<Hook>,
}

/// A handler, and the versions that it answers for.
pub(super) struct Hook {
    pub(super) entry: Entry,
    pub(super) versions: Versions,
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.hooks.iter().map(|hook| &hook.entry))
            .finish()
    }
}

impl Hook {
    fn is_at(&self, stage: Stage, path_kind: Option<&str>) -> bool {
        let kind = self.entry.root.kind;
        self.entry.stage == stage && path_kind.is_none_or(|path| path.eq_ignore_ascii_case(kind))
    }

    /// Whether the review is about the handler's resource. Its kind may be another, as that of a scale.
    fn is_for(&self, review: &Review) -> bool {
        let root = self.entry.root;
        review.resource.group == root.group && review.resource.resource == root.plural
    }

    fn is_asked(&self, review: &Review) -> bool {
        let rule = &self.entry.rule;
        rule.operations.contains(&review.operation)
            && rule.subresources.contains(&review.subresource)
    }
}

impl Hooks {
    pub(super) const fn new(hooks: Vec<Hook>) -> Self {
        Self { hooks }
    }

    /// Nothing yet.
    #[must_use]
    pub fn builder() -> HooksBuilder {
        HooksBuilder::default()
    }

    /// For which requests the API server is to call each handler.
    #[must_use]
    pub fn registrations(&self) -> Vec<Registration> {
        let registrations = self.hooks.iter().map(|hook| {
            let root = hook.entry.root;
            Registration {
                stage: hook.entry.stage,
                group: root.group,
                kind: root.kind,
                plural: root.plural,
                scope: root.scope,
                versions: hook.versions.answered(),
                rule: hook.entry.rule.clone(),
            }
        });
        registrations.collect()
    }

    /// Whether there is a handler of the stage: for any kind, or for the one that a path names, in any case of letters.
    #[must_use]
    pub fn has(&self, stage: Stage, path_kind: Option<&str>) -> bool {
        self.hooks.iter().any(|hook| hook.is_at(stage, path_kind))
    }

    /// Answers a review, without a deadline: [`answer_by`](Self::answer_by).
    pub async fn answer(
        &self,
        stage: Stage,
        path_kind: Option<&str>,
        review_version: Option<&str>,
        body: Bytes,
    ) -> Answer {
        self.answer_by(stage, path_kind, review_version, body, None)
            .await
    }

    /// Answers a review, in the version it came in, whatever the path says.
    ///
    /// A review that no handler is for is allowed with a warning: to refuse it could take a cluster down. One that a handler
    /// is for, and that it cannot judge, is refused. When the deadline passes, the handler is given up and the request
    /// refused with 504; with a deadline, this runs in a tokio runtime.
    pub async fn answer_by(
        &self,
        stage: Stage,
        path_kind: Option<&str>,
        review_version: Option<&str>,
        body: Bytes,
        deadline: Option<Instant>,
    ) -> Answer {
        if !self.has(stage, path_kind)
            || review_version.is_some_and(|version| !matches!(version, "v1" | "v1beta1"))
        {
            let text = "there is no handler at this path\n".to_owned();
            return words(StatusCode::NOT_FOUND, text, failure(Failure::Unknown));
        }
        let review = match review::read(&body) {
            Ok(review) => review,
            Err(unreadable) => return refuse(unreadable),
        };
        drop(body);
        let mut seen = Seen {
            uid: review.uid.clone(),
            kind: format!("{}.{}", review.kind.kind, review.kind.group),
            from: review.kind.version.clone(),
            operation: review.operation.as_str().to_owned(),
            objects: usize::from(review.object.is_some() || review.old.is_some()),
            ..Seen::default()
        };
        let all = self
            .hooks
            .iter()
            .filter(|hook| hook.is_at(stage, path_kind));
        let asked: Vec<&Hook> = all
            .filter(|hook| hook.is_for(&review) && hook.is_asked(&review))
            .collect();
        if let Some(hook) = asked.first() {
            hook.versions.root().version.clone_into(&mut seen.to);
        }
        let decided = if asked.is_empty() {
            seen.failure = Some(Failure::Unknown);
            Ok(Decided::nothing(strange(&review)))
        } else {
            self.decide(&asked, &review, deadline).await
        };
        let (status, patch, notes) = match decided {
            Ok(mut decided) => {
                seen.deprecated = std::mem::take(&mut decided.notes.deprecated);
                (None, decided.patch, decided.notes)
            }
            Err(denial) => {
                seen.denied = denial.failure().is_none();
                seen.failure = denial.failure();
                let status = denial.status(
                    review.name.as_deref(),
                    &review.kind.group,
                    &review.kind.kind,
                );
                (Some(status), Vec::new(), denial.into_notes())
            }
        };
        let response = Response {
            api_version: &review.api_version,
            uid: &review.uid,
            status,
            patch,
            notes,
        };
        response.answer(seen)
    }

    /// Asks one handler after another.
    async fn decide(
        &self,
        asked: &[&Hook],
        review: &Review,
        deadline: Option<Instant>,
    ) -> Result<Decided, Denial> {
        let loses_finalizers = review.operation == Operation::Update
            && review.subresource.is_empty()
            && review
                .old
                .as_ref()
                .zip(review.object.as_ref())
                .is_some_and(|(old, new)| finalizers::are_all_that_is_lost(old, new));
        let mut decided = Decided::default();
        let mut changed = None;
        for hook in asked {
            if loses_finalizers && !hook.entry.asked_of_finalizers {
                continue;
            }
            let call = Call {
                review,
                object: changed.as_ref().or(review.object.as_ref()),
                versions: &hook.versions,
                deadline,
            };
            let running = guarded(&*hook.entry.run, call);
            let outcome = match deadline {
                None => running.await,
                Some(deadline) => tokio::time::timeout_at(deadline.into(), running)
                    .await
                    .unwrap_or_else(|_| Err(late())),
            };
            match outcome {
                Ok(consent) => {
                    decided.notes.append(consent.notes);
                    changed = consent.object.or(changed);
                }
                Err(denial) => return Err(denial.after(decided.notes)),
            }
        }
        if let (Some(from), Some(to)) = (&review.object, &changed) {
            decided.patch = patch::diff(from, to);
        }
        Ok(decided)
    }
}

/// What the handlers agree on.
#[derive(Default)]
struct Decided {
    patch: Vec<Value>,
    notes: Notes,
}

impl Decided {
    fn nothing(warning: String) -> Self {
        let mut decided = Self::default();
        decided.notes.warn(warning);
        decided
    }
}

/// What is said of a review that no handler is for.
fn strange(review: &Review) -> String {
    let resource = &review.resource;
    let subresource = if review.subresource.is_empty() {
        ""
    } else {
        "/"
    };
    format!(
        "a webhook is called for {} of {}{subresource}{}.{}, for which it has no handler; correct its configuration",
        review.operation.as_str(),
        resource.resource,
        review.subresource,
        resource.group
    )
}

fn late() -> Denial {
    Denial::failed(Failure::Timeout, "the handler did not answer in time")
        .with_code(504)
        .with_reason("Timeout")
}

fn failure(failure: Failure) -> Seen {
    Seen {
        failure: Some(failure),
        ..Seen::default()
    }
}

fn refuse(unreadable: Unreadable) -> Answer {
    let seen = failure(Failure::NotReview);
    match unreadable {
        Unreadable::Malformed(text) => words(StatusCode::BAD_REQUEST, text + "\n", seen),
        Unreadable::Other(text) => words(StatusCode::UNPROCESSABLE_ENTITY, text + "\n", seen),
        Unreadable::Request {
            api_version,
            uid,
            what,
        } => {
            let denial = Denial::invalid(format!("the request cannot be read: {what}"));
            let response = Response {
                api_version: &api_version,
                uid: &uid,
                status: Some(denial.status(None, "", "")),
                patch: Vec::new(),
                notes: Notes::default(),
            };
            let seen = Seen {
                uid: uid.clone(),
                ..seen
            };
            response.answer(seen)
        }
    }
}
