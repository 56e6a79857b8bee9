//! The evaluator: a checked expression becomes a [`Program`], which runs over JSON as often as one likes.
//!
//! ```
//! use serde_json::json;
//! use wheelwright_cel::rule::{OldSelf, check_rule};
//! use wheelwright_cel::schema::{Schema, SchemaType};
//! use wheelwright_cel::{Activation, Budget, Environment, Layout, Program, Target, Value};
//!
//! let schema = Schema::object([
//!     ("minReplicas", Schema::of(SchemaType::Integer)),
//!     ("maxReplicas", Schema::of(SchemaType::Integer)),
//! ]);
//! let environment = Environment::default();
//! let declared = schema.declare(environment.server()).expect("expressions can see it");
//! let rule = "self.minReplicas <= self.maxReplicas";
//! let checked = check_rule(rule, &declared, OldSelf::Required, environment)?;
//! let program = Program::compile(
//!     &checked,
//!     Target { environment, layout: Layout::of(&schema).into(), optional_old_self: false },
//! )?;
//!
//! let object = json!({ "minReplicas": 3, "maxReplicas": 1 });
//! let activation = Activation { self_value: Some(&object), old_self: None };
//! let evaluation = program.evaluate(activation, Budget::PER_CALL);
//! assert!(matches!(evaluation.result, Ok(Value::Bool(false))));
//! assert_eq!(evaluation.cost, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Values, errors and costs are those of the API server whose version the [`Environment`](crate::Environment) names, with
//! these exceptions:
//!
//! * What a server does not come back from ends here with the error of the cost limit: `quantity('1e999999999')` can be
//!   compared with anything in no time (a server computes a number of a billion digits), but a sum of more than 2,000 digits
//!   is refused. Functions whose work their cost does not see (printing or comparing lists of lists) are stopped after
//!   20 million steps, and one evaluation compiles at most 2,000 patterns that are no literals.
//! * Maps are iterated in the order of their keys; a server's order changes from run to run.
//! * A list, map, quantity, URL or message that is the key of a map is found by no other value, however equal, as
//!   on a server; there the very same value finds it, and here it does not. `[[1]].all(x, x in {x: 1})` is true there and
//!   false here. What is the very same is a matter of how a server holds it: `self.l in {self.l: 1}` is false there, too,
//!   and so it is for the elements of a `google.protobuf.ListValue`, which are made anew whenever they are asked for.
//!
//! # Hostile expressions
//!
//! | expression | a server | here |
//! |---|---|---|
//! | `quantity('1e999999999') == quantity('1')` | does not come back | `false` in no time |
//! | `quantity('1e999999999').add(quantity('1'))` | does not come back | refused |
//! | `optional.of(1)` with 40 times `.optMap(x, x)` | twice the tree with each | refused |
//! | 250 parentheses within one another, 100,001 characters | refused | refused, in the same words |
//! | `lists.range(1000001)` on 1.37 | fails | fails, in the same words |
//! | 60 times `.map(x, [x, x].join(x))` | stopped by the cost limit | stopped by the cost limit |
//! | `'%.99999999f'.format([1.5])` | `%!(NOVERB)` | the same |
//! | `{bytes(self[0]): 1}` | the evaluator crashes, and the object is refused | fails, in the same words |
//! | `self.all(p, 'x'.matches(p))` on 2,500 patterns | compiles each | stopped after 2,000 |
//!
//! What a server does was seen, but for `add`, `optMap`, `join` and the patterns: that is read from its source.

mod attribute;
mod call;
mod constant;
mod cost;
mod fold;
mod function;
mod gather;
mod insert;
mod membership;
mod message;
mod network;
mod operator;
mod plan;
mod program;
mod qualify;
mod run;
mod signature;
mod text;

pub use plan::CompileError;
pub use program::{Activation, Budget, Evaluation, Program, Target};
