//! All handlers, and which of them answers a review.

use std::{fmt, time::Instant};

use bytes::Bytes;
use http::StatusCode;
use serde_json::Value;

use super::{
    Denial, Handled, Mutate, Operation, Registration, Stage, Validate, finalizers,
    handler::Entry,
    outcome::Notes,
    patch,
    respond::{Response, words},
    review::{self, Review, Unreadable},
    run::{Call, guarded},
    versions::Versions,
};
use crate::webhook::{Answer, Failure, Kind, NotServed, Seen, Served};

/// The handlers of a server; made once by [`Hooks::builder`], then shared.
#[derive(Default)]
pub struct Hooks {
    hooks: Vec<Hook>,
}

struct Hook {
    entry: Entry,
    versions: Versions,
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.hooks.iter().map(|hook| &hook.entry))
            .finish()
    }
}

/// Makes the kind of which only a handler's type is known.
type Alone = fn() -> Result<Kind, NotServed>;

/// Collects wheels and handlers, in any order.
#[derive(Clone, Default)]
pub struct HooksBuilder {
    kinds: Vec<Kind>,
    problems: Vec<String>,
    entries: Vec<(Entry, Alone)>,
}

impl fmt::Debug for HooksBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.entries.iter().map(|(entry, _)| entry))
            .finish()
    }
}

/// Why there are no hooks: everything that is wrong with what was registered.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct HooksError {
    /// One text for each.
    pub problems: Vec<String>,
}

impl fmt::Display for HooksError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.problems.join("\n"))
    }
}

impl std::error::Error for HooksError {}

impl HooksBuilder {
    /// All versions of a kind, so that a handler for one of them answers for all.
    #[must_use]
    pub fn wheel<W: Served>(mut self) -> Self {
        match W::kind() {
            Ok(kind) => self.kind(kind),
            Err(error) => {
                self.problems.push(error.to_string());
                self
            }
        }
    }

    /// The same of a kind that was made before.
    #[must_use]
    pub fn kind(mut self, kind: Kind) -> Self {
        self.kinds.push(kind);
        self
    }

    /// A handler that may change objects: an `async fn(T, Request<T>)` that gives the object back. For creates and updates,
    /// unless [`on`](super::on) says otherwise. Several for one kind run in order, each with what those before it made.
    #[must_use]
    pub fn mutate<T: Handled>(mut self, handler: impl Mutate<T>) -> Self {
        self.entries.push((handler.entry(), Kind::of::<T>));
        self
    }

    /// A handler that may refuse objects: an `async fn(Request<T>)`. For creates and updates, unless [`on`](super::on) says
    /// otherwise. Of several for one kind the first that refuses decides.
    #[must_use]
    pub fn validate<T: Handled, H: Validate<T>>(mut self, handler: H) -> Self {
        self.entries.push((handler.entry(), Kind::of::<T>));
        self
    }

    /// The hooks.
    ///
    /// # Errors
    ///
    /// If a CRD has errors, a handler's type is no version of its kind's wheel, or a mutating handler is for requests that
    /// have nothing to change.
    pub fn build(self) -> Result<Hooks, HooksError> {
        let Self {
            kinds,
            mut problems,
            entries,
        } = self;
        let mut hooks = Vec::new();
        for (entry, alone) in entries {
            let root = entry.root;
            let name = format!(
                "the handler for {}.{} at {}",
                root.kind, root.group, root.version
            );
            let is_of_kind = |kind: &&Kind| kind.group() == root.group && kind.kind() == root.kind;
            let kind = match kinds.iter().find(|kind| kind.has(root)) {
                Some(kind) => Ok(kind.clone()),
                None if kinds.iter().any(|kind| is_of_kind(&kind)) => {
                    problems.push(format!(
                        "{name}: its type is no version of the wheel that is served; add it to `wheel!`"
                    ));
                    continue;
                }
                None => alone(),
            };
            if entry.stage == Stage::Mutating {
                let rule = &entry.rule;
                let is_of_nothing = |operation: &Operation| {
                    matches!(operation, Operation::Delete | Operation::Connect)
                };
                if rule.operations.iter().any(is_of_nothing)
                    || rule
                        .subresources
                        .iter()
                        .any(|name| !matches!(name.as_str(), "" | "status"))
                {
                    problems.push(format!(
                        "{name}: a mutating handler is for creates and updates of the object or its status; \
                         validate the rest"
                    ));
                }
            }
            match kind {
                Ok(kind) => hooks.push(Hook {
                    entry,
                    versions: Versions::new(kind, root),
                }),
                Err(error) => problems.push(format!("{name}: {error}")),
            }
        }
        hooks.sort_by_key(|hook| !hook.entry.first);
        if problems.is_empty() {
            Ok(Hooks { hooks })
        } else {
            Err(HooksError { problems })
        }
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
            Ok(decided) => (None, decided.patch, decided.notes),
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
        let mut object = review.object.clone();
        for hook in asked {
            if loses_finalizers && !hook.entry.asked_of_finalizers {
                continue;
            }
            let call = Call {
                review,
                object: object.as_ref(),
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
                    object = consent.object.or(object);
                }
                Err(denial) => return Err(denial.after(decided.notes)),
            }
        }
        if let (Some(from), Some(to)) = (&review.object, &object) {
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
        Unreadable::Malformed(text) => words(StatusCode::BAD_REQUEST, text, seen),
        Unreadable::Other(text) => words(StatusCode::UNPROCESSABLE_ENTITY, text, seen),
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
