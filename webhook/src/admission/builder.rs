//! Handlers and kinds before they are put together.

use std::fmt;

use super::{
    Handled, Hooks, Mutate, Operation, Stage, Validate, handler::Entry, hooks::Hook,
    versions::Versions,
};
use crate::{Kind, Served};

/// Makes the kind of which only a handler's type is known.
type Alone = fn() -> Kind;

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

    /// Adds a kind that was made before.
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
                Some(kind) => kind.clone(),
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
            match Versions::new(kind, root) {
                Ok(versions) => hooks.push(Hook { entry, versions }),
                Err(error) => problems.push(format!("{name}: {error}")),
            }
        }
        hooks.sort_by_key(|hook| !hook.entry.first);
        if problems.is_empty() {
            Ok(Hooks::new(hooks))
        } else {
            Err(HooksError { problems })
        }
    }
}
