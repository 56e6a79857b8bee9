//! What can be a handler.

use std::sync::Arc;

use serde::{Serialize, de::DeserializeOwned};

use super::{
    IntoMutation, IntoValidation, Operation, Request, Rule, Stage,
    run::Run,
    typed::{Mutating, Validating},
};
use crate::{CustomResource, table::Root};

/// A function that changes objects: `async fn(T, Request<T>)` with a result as [`IntoMutation`] has them, or a closure that
/// returns such a future.
#[diagnostic::on_unimplemented(
    message = "this is no mutating handler for `{T}`",
    note = "a handler is an `async fn(object: {T}, request: Request<{T}>)` that returns `{T}`, `Mutated<{T}>`, or a \
            `Result` of either with `Denial`; its future is `Send`"
)]
pub trait Mutator<T>: Send + Sync + 'static {
    /// What it returns.
    type Output: IntoMutation<T>;

    /// Calls it.
    fn call(&self, object: T, request: Request<T>) -> impl Future<Output = Self::Output> + Send;
}

impl<T, F, Returned> Mutator<T> for F
where
    F: Fn(T, Request<T>) -> Returned + Send + Sync + 'static,
    Returned: Future<Output: IntoMutation<T>> + Send + 'static,
{
    type Output = Returned::Output;

    fn call(&self, object: T, request: Request<T>) -> impl Future<Output = Self::Output> + Send {
        self(object, request)
    }
}

/// A function that judges objects: `async fn(Request<T>)` with a result as [`IntoValidation`] has them, or a closure that
/// returns such a future.
#[diagnostic::on_unimplemented(
    message = "this is no validating handler for `{T}`",
    note = "a handler is an `async fn(request: Request<{T}>)` that returns `()`, `Allowed`, or a `Result` of either with \
            `Denial`; its future is `Send`"
)]
pub trait Validator<T>: Send + Sync + 'static {
    /// What it returns.
    type Output: IntoValidation;

    /// Calls it.
    fn call(&self, request: Request<T>) -> impl Future<Output = Self::Output> + Send;
}

impl<T, F, Returned> Validator<T> for F
where
    F: Fn(Request<T>) -> Returned + Send + Sync + 'static,
    Returned: Future<Output: IntoValidation> + Send + 'static,
{
    type Output = Returned::Output;

    fn call(&self, request: Request<T>) -> impl Future<Output = Self::Output> + Send {
        self(request)
    }
}

/// A type that handlers are for: any root struct of `#[derive(CustomResource)]`.
pub trait Handled: CustomResource + Serialize + DeserializeOwned + Send + Sync {}

impl<T: CustomResource + Serialize + DeserializeOwned + Send + Sync> Handled for T {}

/// What can be registered as a mutating handler for `T`: a function as [`Mutator`] has it, one with a rule of its own ([`on`]), and
/// [`KeepAnnotation`](super::KeepAnnotation).
pub trait Mutate<T> {
    #[doc(hidden)]
    fn entry(self) -> Entry;
}

/// What can be registered as a validating handler for `T`: a function as [`Validator`] has it, and one with a rule of its own ([`on`]).
pub trait Validate<T> {
    #[doc(hidden)]
    fn entry(self) -> Entry;
}

impl<T, F, Returned> Mutate<T> for F
where
    T: Handled,
    F: Fn(T, Request<T>) -> Returned + Send + Sync + 'static,
    Returned: Future<Output: IntoMutation<T>> + Send + 'static,
{
    fn entry(self) -> Entry {
        Entry::new::<T>(Stage::Mutating, Mutating::new(self))
    }
}

impl<T, F, Returned> Validate<T> for F
where
    T: Handled,
    F: Fn(Request<T>) -> Returned + Send + Sync + 'static,
    Returned: Future<Output: IntoValidation> + Send + 'static,
{
    fn entry(self) -> Entry {
        Entry::new::<T>(Stage::Validating, Validating::new(self))
    }
}

/// A handler as it is registered.
#[derive(Clone)]
#[doc(hidden)]
pub struct Entry {
    pub(super) stage: Stage,
    pub(super) root: &'static Root,
    pub(super) rule: Rule,
    /// Whether it is asked, too, when an object that is being deleted loses finalizers.
    pub(super) asked_of_finalizers: bool,
    /// Whether it goes before handlers that were registered earlier.
    pub(super) first: bool,
    pub(super) run: Arc<dyn Run>,
}

impl std::fmt::Debug for Entry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Entry")
            .field("stage", &self.stage)
            .field("kind", &self.root.kind)
            .field("rule", &self.rule)
            .finish_non_exhaustive()
    }
}

impl Entry {
    pub(super) fn new<T: CustomResource>(stage: Stage, run: impl Run + 'static) -> Self {
        Self {
            stage,
            root: T::ROOT,
            rule: Rule::default(),
            asked_of_finalizers: false,
            first: false,
            run: Arc::new(run),
        }
    }
}

/// A handler for other requests than creates and updates of the object itself; made by [`on`].
#[derive(Clone, Debug)]
pub struct On<H> {
    operations: Vec<Operation>,
    subresources: Vec<String>,
    asked_of_finalizers: bool,
    handler: H,
}

/// A handler for these operations, instead of creates and updates.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// # use wheelwright::{CustomResource, Schema};
/// # /// A pizza to bake.
/// # #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
/// # #[crd(group = "example.com", version = "v1", kind = "Pizza", namespaced)]
/// # pub struct PizzaSpec { pub size: u32 }
/// use wheelwright::webhook::admission::{Denial, Hooks, Operation, Request, on};
///
/// async fn spare_large_ones(request: Request<Pizza>) -> Result<(), Denial> {
///     match request.old {
///         Some(pizza) if pizza.spec.size > 50 => Err(Denial::forbidden("it is too large to throw away")),
///         _ => Ok(()),
///     }
/// }
///
/// let hooks = Hooks::builder().validate::<Pizza, _>(on([Operation::Delete], spare_large_ones)).build()?;
/// # assert_eq!(hooks.registrations()[0].rule.operations, [Operation::Delete]);
/// # Ok::<(), wheelwright::webhook::admission::HooksError>(())
/// ```
#[must_use]
pub fn on<H>(operations: impl IntoIterator<Item = Operation>, handler: H) -> On<H> {
    On {
        operations: operations.into_iter().collect(),
        subresources: Vec::new(),
        asked_of_finalizers: false,
        handler,
    }
}

impl<H> On<H> {
    /// For a subresource (`status`, `scale`) and not for the object itself, unless that is said, too, by the empty one.
    #[must_use]
    pub fn subresource(mut self, name: impl Into<String>) -> Self {
        self.subresources.push(name.into());
        self
    }

    /// The handler is asked, too, when an object that is being deleted does nothing but lose finalizers. It must not
    /// refuse that for good: the object could never go, nor could its namespace.
    #[must_use]
    pub const fn even_for_lost_finalizers(mut self) -> Self {
        self.asked_of_finalizers = true;
        self
    }

    fn over(self, entry: impl FnOnce(H) -> Entry) -> Entry {
        let mut subresources = self.subresources;
        if subresources.is_empty() {
            subresources.push(String::new());
        }
        let entry = entry(self.handler);
        Entry {
            rule: Rule {
                operations: self.operations,
                subresources,
            },
            asked_of_finalizers: self.asked_of_finalizers,
            ..entry
        }
    }
}

impl<T: Handled, H: Mutate<T>> Mutate<T> for On<H> {
    fn entry(self) -> Entry {
        self.over(H::entry)
    }
}

impl<T: Handled, H: Validate<T>> Validate<T> for On<H> {
    fn entry(self) -> Entry {
        self.over(H::entry)
    }
}
