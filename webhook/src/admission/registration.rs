//! For which requests the API server is to call a handler: what webhook configurations are generated from.
//!
//! Source: <https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/>.

use crate::{CustomResource, manifest::Scope};

/// A handler's stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Stage {
    /// It may change the object.
    Mutating,
    /// It may refuse the object.
    Validating,
}

impl Stage {
    /// What the path to its handlers begins with.
    #[doc(hidden)]
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Mutating => "admit",
            Self::Validating => "validate",
        }
    }
}

/// What a client does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Operation {
    /// An object that is new.
    Create,
    /// An object, or a subresource of it, that was there.
    Update,
    /// An object that is to go.
    Delete,
    /// A connection to a subresource.
    Connect,
}

impl Operation {
    /// As reviews and webhook configurations have it: `CREATE`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Create => "CREATE",
            Self::Update => "UPDATE",
            Self::Delete => "DELETE",
            Self::Connect => "CONNECT",
        }
    }
}

/// The requests that a handler is for.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The operations; by default creates and updates.
    pub operations: Vec<Operation>,
    /// The subresources (`status`, `scale`); the empty one, which is the default, is the object itself.
    pub subresources: Vec<String>,
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            operations: vec![Operation::Create, Operation::Update],
            subresources: vec![String::new()],
        }
    }
}

/// A handler as webhook configurations see it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Registration {
    /// Mutating or validating.
    pub stage: Stage,
    /// The group of the handler's type.
    pub group: &'static str,
    /// The kind.
    pub kind: &'static str,
    /// The plural.
    pub plural: &'static str,
    /// The scope.
    pub scope: Scope,
    /// The versions that it answers for: those of the wheel, or of the handler's type alone. The type's own is first.
    pub versions: Vec<String>,
    /// The requests.
    pub rule: Rule,
}

impl Registration {
    /// A handler for this type, at its version alone, with the [default rule](Rule::default).
    #[must_use]
    pub fn of<R: CustomResource>(stage: Stage) -> Self {
        Self {
            stage,
            group: R::ROOT.group,
            kind: R::ROOT.kind,
            plural: R::ROOT.plural,
            scope: R::ROOT.scope,
            versions: vec![R::ROOT.version.to_owned()],
            rule: Rule::default(),
        }
    }
}
