//! From text to a syntax tree.

mod ast;
mod build;
mod expand;
mod expected;
mod literal;
mod macros;
mod member;
pub mod operator;
mod parse;
mod primary;
mod recover;
mod span;
mod token;

pub use ast::{
    Ast, Comprehension, Literal, MacroCall, MapEntry, Name, Node, NodeId, NodeKind, StructField,
};
pub(crate) use macros::{MEMBER_MACROS, first_with};
pub use parse::{DEEPEST_NESTING, LONGEST_EXPRESSION, parse};
pub use span::Span;
