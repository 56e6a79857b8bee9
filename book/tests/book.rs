//! What mdBook does not look at: that each page is in the table of contents, that links lead somewhere, and that code is such
//! as another test runs.

#[path = "../rust/blocks.rs"]
mod blocks;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use blocks::blocks;

const SUMMARY: &str = include_str!("../src/SUMMARY.md");
const TESTED: &str = include_str!("../rust/pages.rs");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below a folder that end so, by their paths below it.
fn files(folder: &Path, end: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_str().is_some_and(|path| path.ends_with(end)) {
                let name = path.strip_prefix(folder).expect("it is below");
                let text = fs::read_to_string(&path).expect("a text");
                found.insert(name.to_str().expect("a name").to_owned(), text);
            }
        }
    }
    found
}

/// The pages, without those that only include others.
fn own_pages() -> BTreeMap<String, String> {
    let mut pages = files(&root().join("src"), ".md");
    pages.remove("SUMMARY.md");
    let is_own = |text: &str| {
        let mut lines = text
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with("# "));
        !lines.all(|line| line.starts_with("{{#include "))
    };
    pages.retain(|_, text| is_own(text));
    pages
}

#[test]
fn each_page_is_in_the_summary_once() {
    let mut listed: Vec<&str> = SUMMARY
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .collect();
    listed.sort_unstable();
    let pages = files(&root().join("src"), ".md");
    let there: Vec<&str> = pages
        .keys()
        .map(String::as_str)
        .filter(|name| *name != "SUMMARY.md")
        .collect();
    assert_eq!(listed, there, "left: the summary, right: the pages");
}

/// The code of the pages' own is of kinds that a test holds to something, for each in the way that is said here.
#[test]
fn all_code_is_tested() {
    let repository = root().parent().expect("a folder");
    let tested = |file: &str| fs::read_to_string(repository.join(file)).expect(file);
    let server = tested("e2e/tests/e2e/book.rs");
    for (page, text) in own_pages() {
        for block in blocks(&text) {
            let place = format!("{page}: ```{}\n{}", block.info, block.code);
            let included = block.code.strip_prefix("{{#include ");
            if let Some(included) = included.and_then(|rest| rest.strip_suffix("}}\n")) {
                // A file of a crate, which compiles, or one that the test of commands reads.
                let path = root().join("src").join(&page).with_file_name(included);
                assert!(path.exists(), "no such file: {place}");
                continue;
            }
            match block.language() {
                // As documentation.
                "rust" => {
                    let is_tested = TESTED.contains(&format!("\"{page}\""));
                    assert!(is_tested && !block.says("ignore"), "not tested: {place}");
                }
                // By `cli/tests/book.rs`, or on a server by `e2e/tests/e2e/book.rs`.
                "console" => {
                    let is_tested =
                        block.info == "console" || server.contains(&format!("/{page}\""));
                    assert!(is_tested, "not run: {place}");
                }
                "yaml" | "toml" => {
                    assert!(block.value("file").is_some(), "nobody reads it: {place}");
                }
                // What a server says, what a story on one saw, or the words of a file that another test holds.
                "text" => {
                    if block.says("seen") {
                        let story = tested("e2e/tests/e2e/life/pages.rs");
                        assert!(story.contains(&format!("\"{page}\"")), "not seen: {place}");
                        continue;
                    }
                    if let Some(name) = block.value("said") {
                        assert!(
                            server.contains(&format!("\"{name}\"")),
                            "not provoked: {place}"
                        );
                        continue;
                    }
                    let from = block.value("from");
                    let held = tested(from.unwrap_or_else(|| panic!("from where? {place}")));
                    for part in block.code.lines().flat_map(|line| line.split('…')) {
                        assert!(held.contains(part.trim()), "{part:?} is not there: {place}");
                    }
                }
                _ => panic!("no test knows this language: {place}"),
            }
        }
    }
}

/// What is to be written for a marker stands in the code below the table as well, which compiles.
#[test]
fn keys_for_markers_are_in_the_code() {
    let text = include_str!("../src/from-go.md");
    let code: String = blocks(text)
        .iter()
        .filter(|block| block.language() == "rust")
        .map(|block| block.code)
        .collect();
    let table = text.split("| marker | write |").nth(1).expect("a table");
    let mut keys = 0;
    for row in table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'))
    {
        let write = row.split(" | ").nth(1).expect("a cell");
        for word in write.split('`').skip(1).step_by(2) {
            let end = word.find([' ', '(']).unwrap_or(word.len());
            let key = &word[..end];
            // What is no key of the derives.
            let others = ["allows", "enum", "skip_serializing_if", "watches"];
            let is_key = key.chars().all(|c| c == '_' || c.is_ascii_lowercase());
            if !is_key || others.contains(&key) {
                continue;
            }
            keys += 1;
            let is_there = [" = ", "(", ",", ")"]
                .iter()
                .any(|next| code.contains(&format!("{key}{next}")));
            assert!(is_there, "{key} is not in the code: {row}");
        }
    }
    assert!(keys > 50, "only {keys} keys were found");
}

/// What the pages at other places link to in the repository is there.
#[test]
fn links_of_the_readme_lead_to_files() {
    let repository = root().parent().expect("a folder");
    for page in ["README.md", "adopt/README.md", "e2e/README.md"] {
        let path = repository.join(page);
        let text = fs::read_to_string(&path).expect(page);
        for link in text.split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap_or_default();
            let is_there = link.is_empty() || link.contains("://");
            assert!(
                is_there || path.with_file_name(link).exists(),
                "{page}: {link}"
            );
        }
    }
}

/// The crates that are published are in the table of crates, each as it describes itself.
#[test]
fn crates_are_as_they_describe_themselves() {
    let page = include_str!("../src/internals.md");
    let manifests = fs::read_dir(root().parent().expect("a folder")).expect("a folder");
    let mut rows = BTreeSet::new();
    for entry in manifests {
        let manifest = entry.expect("a folder").path().join("Cargo.toml");
        let text = fs::read_to_string(manifest).unwrap_or_default();
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key))?;
            line.strip_prefix(" = \"")?.strip_suffix('"')
        };
        if let (Some(name), Some(description)) = (value("name"), value("description")) {
            rows.insert(format!(
                "| `{name}` | {} |",
                description.trim_end_matches('.')
            ));
        }
    }
    let table = page.split("|---|---|\n").nth(1).expect("a table");
    let there: BTreeSet<String> = table.lines().map(str::to_owned).collect();
    assert_eq!(there, rows, "left: the page, right: the manifests");
}

/// The values of an attribute in HTML.
fn attributes<'h>(html: &'h str, name: &str) -> impl Iterator<Item = String> + use<'h> {
    let begin = format!(" {name}=\"");
    let parts: Vec<&str> = html.split(&begin).skip(1).collect();
    parts
        .into_iter()
        .filter_map(|part| part.split('"').next())
        .map(|value| value.replace("&amp;", "&").replace("&#39;", "'"))
}

/// A path without `..` in it.
fn flat(path: &Path) -> PathBuf {
    let mut flat = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                assert!(flat.pop(), "{} leads out of the book", path.display());
            }
            Component::CurDir => {}
            other => flat.push(other),
        }
    }
    flat
}

#[test]
fn it_builds_and_links_lead_somewhere() {
    let into = std::env::temp_dir().join(format!("wheelwright-book-{}", std::process::id()));
    book::build(&into).expect("a book");
    let pages = files(&into, ".html");
    let ids: BTreeMap<&str, BTreeSet<String>> = pages
        .iter()
        .map(|(name, html)| (name.as_str(), attributes(html, "id").collect()))
        .collect();
    let mut wrong = Vec::new();
    let mut links = 0;
    for (name, html) in &pages {
        // All in one page, with links made for it; and a page that stands at any place.
        if name == "print.html" || name == "404.html" || name == "toc.html" {
            continue;
        }
        let body = html.split("<main>").nth(1).unwrap_or(html);
        assert!(!body.contains("{{#"), "{name}: something was not included");
        for link in attributes(body, "href") {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let to = if file.is_empty() {
                name.clone()
            } else {
                let path = flat(&Path::new(name).with_file_name(file));
                path.to_str().expect("a name").to_owned()
            };
            let is_there = match ids.get(to.as_str()) {
                Some(ids) => anchor.is_empty() || ids.contains(anchor),
                None => anchor.is_empty() && into.join(&to).is_file(),
            };
            if !is_there {
                wrong.push(format!("{name}: {link}"));
            }
        }
    }
    fs::remove_dir_all(&into).expect("our own folder");
    assert!(links > 100, "only {links} links were found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
