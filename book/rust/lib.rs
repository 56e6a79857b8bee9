//! The book: its pages are in `src`, and `cargo run -p book` builds it into `target/book`.
//!
//! Pages that are also pages of `cargo doc` are included from there. Rust in pages is tested as documentation of this crate,
//! what follows `$` in blocks of ```` ```console ```` by `cargo test -p wheelwright-cli --test book`.

mod pages;
mod rustdoc;

use std::path::Path;

use mdbook_driver::MDBook;
use mdbook_driver::errors::Error;

use self::rustdoc::Rustdoc;

/// Builds the book as HTML into a folder, which is emptied before.
///
/// # Errors
/// What mdBook says: a page that `SUMMARY.md` names and that is not there, for one.
pub fn build(into: &Path) -> Result<(), Error> {
    let mut book = MDBook::load(env!("CARGO_MANIFEST_DIR"))?;
    into.clone_into(&mut book.config.build.build_dir);
    book.with_preprocessor(Rustdoc);
    book.build()
}
