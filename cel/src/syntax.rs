//! From text to a syntax tree.

mod ast;
pub mod operator;
mod span;

pub use ast::{
    Ast, Comprehension, Literal, MacroCall, MapEntry, Name, Node, NodeId, NodeKind, StructField,
};
pub use span::Span;
