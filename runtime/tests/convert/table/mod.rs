//! Rows of `rows/*.yaml`: an object of a mapping, what it is at another version, what an edit there makes of it, and that it
//! comes back.
//!
//! A file has rows by the name of their mapping in `mappings/`. Each row has
//!
//! - `name`: what must hold, and why;
//! - `from`, the version of its object, and `to`, the other one; of two versions it need not be said;
//! - `object`, which has its `apiVersion`, `kind` and a name without saying so, or `part`: the part of an object that
//!   server-side apply has converted, which has none;
//! - `kept`: what the object keeps in its annotation;
//! - `expect`, an [outcome](row::Outcome) at `to`: members of the object as a whole, `at` (values by their JSON pointers),
//!   `lacks` (pointers), `kept` (whether it keeps anything, all that it keeps, or values by their pointers, of which null is
//!   nothing), or `fails` (the whole message, its beginning before `…`, or a list of words in it);
//! - `edit`, made there: a merge patch, or a JSON patch, which is a list;
//! - `forge`: the same of what is kept there;
//! - `back`, an outcome at `from`. Without an edit it is the object itself;
//! - `again`, an outcome at `to` of what came back. After an edit it is the object as it was edited, and of an object that keeps
//!   something what it was before;
//! - `route` in place of the six above: hops, each with `to`, `expect`, `edit` and `forge`;
//! - `values`: why values of Rust become something else than their objects, of a mapping whose values are tried, too;
//! - `cases`: rows of the same name, each with some of the members above, and the row's where it says none.
//!
//! Whatever a row says, metadata stays as it is unless it says something of metadata.

mod difference;
mod outcome;
mod row;
mod run;
mod strict;
mod values;

use std::{fs, path::Path};

const ROWS: &str = "tests/convert/rows";

macro_rules! tables {
    ($($file:ident)*) => {
        const FILES: &[&str] = &[$(concat!(stringify!($file), ".yaml")),*];

        $(#[test]
        fn $file() {
            holds(concat!(stringify!($file), ".yaml"));
        })*
    };
}

tables! {
    defaults enums flattened functions labels list_items lists maps names nested objects optional required schemas texts
    units
}

/// Every row of a file, or all that fail.
fn holds(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(ROWS).join(file);
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (rows, failures) = run::all(&format!("runtime/{ROWS}/{file}"), &text);
    println!("{file}: {rows} rows");
    assert!(
        failures.is_empty(),
        "{} of {rows} rows fail.\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

#[test]
fn every_file_of_rows_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(ROWS);
    let files = fs::read_dir(folder).expect("the rows are there");
    let mut found: Vec<String> = files
        .map(|file| file.expect("a file").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, FILES);
}
