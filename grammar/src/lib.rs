//! The grammars of names, versions, paths and patterns that a Kubernetes API server accepts.
//!
//! Every module decides about single strings, as an API server 1.36 does, and depends on nothing.
//! A refusal has two voices: its [`std::fmt::Display`] says in plain words what is wrong and what to
//! write instead, its `server()` is the message the API server answers with.

pub mod base64;
pub mod bounds;
pub mod deprecated;
pub mod deprecation;
pub mod duration;
pub mod field_path;
pub mod go_text;
pub mod name;
pub mod parts;
pub mod pattern;
pub mod plural;
mod printable;
pub mod printer_column;
pub mod quantity;
pub mod scale_path;
pub mod suggest;
pub mod text_format;
pub mod time;
pub mod url;
pub mod version;
pub mod vocabulary;
pub mod webhook;
