//! The functions, as functions of Rust: one file for each subject, knowing nothing of the syntax tree.

pub(crate) mod cidr;
pub(crate) mod convert;
pub(crate) mod duration;
pub(crate) mod format_text;
pub(crate) mod ip;
pub(crate) mod lists;
pub(crate) mod named_format;
pub(crate) mod quantity;
pub(crate) mod regular;
pub(crate) mod semver;
pub(crate) mod sets;
pub(crate) mod strings;
pub(crate) mod timestamp;
pub(crate) mod url;
pub(crate) mod zone;
