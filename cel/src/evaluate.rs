//! The evaluator: a checked expression becomes a [`Program`], which runs over JSON as often as one likes.

mod attribute;
mod call;
mod cost;
mod fold;
mod function;
mod gather;
mod membership;
mod network;
mod operator;
mod plan;
mod program;
mod run;
mod signature;
mod text;

pub use plan::CompileError;
pub use program::{Activation, Budget, Evaluation, Program, Target};
