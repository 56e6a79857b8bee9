//! CEL as a Kubernetes API server has it for the validation rules of custom resources.
//!
//! A rule in `x-kubernetes-validations` is refused by the server when it does not parse, when its types do not fit the
//! schema, or when it could cost too much; and it says yes or no to every object. This crate answers the same, without
//! a server: four calls on plain types, without global state.
//!
//! | call | what it gives |
//! |---|---|
//! | [`syntax::parse`] | the syntax tree, macros expanded |
//! | [`check()`] | the type of every node, and what it refers to |
//! | [`estimate`] | what an evaluation costs at least and at most |
//! | `evaluate`, with the feature `eval` | the value, and what it cost |
//!
//! What is wrong is an [`Error`] with the server's message and place, and a hint of what to write instead.
//! [`rule`] puts parse and check together for rules and message expressions; [`cost::blame`] says which bound makes a
//! rule cheap enough.
//!
//! ```
//! use wheelwright_cel::cost::RULE_LIMIT;
//! use wheelwright_cel::schema::{Schema, SchemaType};
//! use wheelwright_cel::syntax::parse;
//! use wheelwright_cel::{Environment, Type, Variable, check, estimate};
//!
//! let schema = Schema::object([
//!     ("minReplicas", Schema::of(SchemaType::Integer)),
//!     ("maxReplicas", Schema::of(SchemaType::Integer)),
//! ]);
//! // A new rule on the newest server; `"1.33".parse()` gives another version.
//! let environment = Environment::default();
//! let node = schema.declare(environment.server()).expect("expressions can see an object");
//! let variables = [Variable::new("self", node.ty.clone())];
//!
//! let text = "self.minReplicas <= self.maxReplicas";
//! let checked = check(parse(text, environment)?, text, environment, &variables)?;
//! assert_eq!(*checked.result_type(), Type::Bool);
//! assert_eq!(estimate(&checked, environment, &node).max, 5);
//! assert!(5 <= RULE_LIMIT);
//!
//! let text = "self.minReplica <= self.maxReplicas";
//! let errors = check(parse(text, environment)?, text, environment, &variables).expect_err("no such field");
//! assert_eq!(
//!     errors.to_string(),
//!     "ERROR: <input>:1:5: undefined field 'minReplica'\n | self.minReplica <= self.maxReplicas\n | ....^"
//! );
//! let error = errors.first().expect("there is one");
//! assert_eq!(error.hint.as_deref(), Some("did you mean `minReplicas`?"));
//! assert_eq!(&text[error.span.range()], "self.minReplica");
//! # Ok::<(), wheelwright_cel::Errors>(())
//! ```
//!
//! # Versions
//!
//! [`Environment`] says which server: 1.31 to 1.37, and whether the expression is new to it or stored already. The
//! version decides which functions, macros and syntax there are, what they cost, and how schemas are read. Where it
//! differs by version, it differs as the servers do; every answer of [`check()`] and [`estimate`] is held to what the
//! code of these servers answered.
//!
//! # What is refused though a server takes it
//!
//! Of the messages of protocol buffers, which become values of CEL when they are made
//! (`google.protobuf.Int64Value{value: 1}` is `1`, of the type `wrapper(int)`), the check refuses:
//!
//! - `google.protobuf.Any`, which is any message of the server's own program, in bytes, and
//!   `google.protobuf.Struct.FieldsEntry`, by their names too;
//! - a `google.protobuf.Value` of two fields, of which a server sets either by chance.
//!
//! And where a server goes on, an evaluation ends with an error that begins `not known here`:
//!
//! - for a `google.protobuf.Timestamp` that is not of the years 1 to 9999;
//! - for a quantity or a URL that is `dyn` and a message's text, and for a map that is `dyn` and a message's list.
//!
//! # Limits
//!
//! Those of the server: [`syntax::LONGEST_EXPRESSION`] code points, [`syntax::DEEPEST_NESTING`] levels. Where the
//! server would run out of memory or time, this crate refuses: a chain of `optMap` calls doubles with each, and so do
//! the types of map literals within one another. Nothing recurses deeper than the parser's limit.

#![allow(
    clippy::mutable_key_type,
    reason = "a key that holds a value is ordered by where it is"
)]

mod answers;
mod check;
mod checked;
mod constant;
#[cfg(feature = "eval")]
mod context;
pub mod cost;
#[cfg(feature = "eval")]
mod data;
mod double;
pub mod environment;
mod error;
#[cfg(feature = "eval")]
pub mod evaluate;
#[cfg(feature = "eval")]
mod failure;
#[cfg(feature = "eval")]
mod library;
mod message;
pub mod overload;
mod presence;
pub mod rule;
mod scalar;
pub mod schema;
pub mod syntax;
pub mod types;
mod validate;
#[cfg(feature = "eval")]
pub mod value;

pub use answers::Mended;
pub use check::{Variable, check};
pub use checked::{Checked, Reference};
pub use cost::{Cost, estimate};
#[cfg(feature = "eval")]
pub use data::Layout;
pub use environment::{Environment, KubeRange, KubeVersion};
pub use error::{Error, Errors, Lack};
#[cfg(feature = "eval")]
pub use evaluate::{Activation, Budget, CompileError, Evaluation, Program, Target};
#[cfg(feature = "eval")]
pub use failure::EvalError;
pub use overload::Overload;
pub use presence::Selection;
pub use syntax::NodeId;
pub use types::Type;
#[cfg(feature = "eval")]
pub use value::Value;
