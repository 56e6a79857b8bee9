//! Pages of `cargo doc` as pages of the book: what rustdoc knows and mdBook does not is written otherwise.

use std::ops::Range;
use std::path::Path;

use mdbook_driver::errors::Error;
use mdbook_markdown::pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd,
};
use mdbook_preprocessor::book::Book;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};

/// What pages of the book have items of the library for their subject.
const PAGES: &[(&str, &str)] = &[
    ("CustomResource", "reference/custom-resource.md"),
    ("KEYS.md", "keys.md"),
    ("Schema", "reference/schema.md"),
    ("Spoke", "reference/spoke.md"),
    ("Wheel", "reference/wheel.md"),
    ("admission", "reference/admission.md"),
    ("convert", "reference/conversion.md"),
    ("manifest", "reference/manifest.md"),
    ("rule", "reference/rules.md"),
    ("schema", "reference/law.md"),
    ("webhook", "reference/webhook.md"),
    ("wheel", "reference/wheel.md"),
];

pub(crate) struct Rustdoc;

impl Preprocessor for Rustdoc {
    #[allow(clippy::unnecessary_literal_bound, reason = "the trait says so")]
    fn name(&self) -> &str {
        "rustdoc"
    }

    fn run(&self, _: &PreprocessorContext, mut book: Book) -> Result<Book, Error> {
        book.for_each_chapter_mut(|chapter| {
            if let Some(path) = &chapter.path {
                chapter.content = page(&chapter.content, path);
            }
        });
        Ok(book)
    }
}

/// The page of the book at a path that says the same.
fn page(text: &str, path: &Path) -> String {
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    // A link without a target is one to an item that rustdoc finds by the text.
    let mut by_text = |link: BrokenLink<'_>| {
        let item = link.reference.trim_matches('`').to_owned();
        Some((CowStr::from(item), CowStr::from("")))
    };
    let options = Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES;
    let parser = Parser::new_with_broken_link_callback(text, options, Some(&mut by_text));
    let mut headings: Vec<(usize, HeadingLevel)> = Vec::new();
    let mut link: Option<(Range<usize>, String, Option<Range<usize>>)> = None;
    for (event, range) in parser.into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                if let Some(info) = of_rust(&info) {
                    let line = text[range.clone()].lines().next().unwrap_or_default();
                    let fence = line.trim_end_matches(|c| c != '`' && c != '~');
                    let at = range.start + fence.len()..range.start + line.len();
                    edits.push((at, info));
                }
            }
            Event::Start(Tag::Heading { level, .. }) => headings.push((range.start, level)),
            Event::Start(Tag::Link { dest_url, .. }) if is_item(&dest_url) => {
                link = Some((range, dest_url.into_string(), None));
            }
            Event::End(TagEnd::Link) => {
                if let Some((whole, item, Some(words))) = link.take() {
                    let words = &text[words];
                    let target = page_of(&item).map(|(page, anchor)| relative(path, page) + anchor);
                    let said =
                        target.map_or_else(|| words.to_owned(), |to| format!("[{words}]({to})"));
                    edits.push((whole, said));
                }
            }
            _ => {
                if let Some((_, _, words)) = &mut link {
                    *words = Some(
                        words
                            .take()
                            .map_or(range.clone(), |words| words.start..range.end),
                    );
                }
            }
        }
    }
    // Below the title of the page, what are titles in `cargo doc` are sections.
    if headings
        .iter()
        .filter(|(_, level)| *level == HeadingLevel::H1)
        .count()
        > 1
    {
        let below = headings.iter().skip(1);
        edits.extend(below.map(|&(start, _)| (start..start, "#".to_owned())));
    }
    edits.sort_by_key(|(range, _)| range.start);
    let mut said = text.to_owned();
    for (range, with) in edits.into_iter().rev() {
        said.replace_range(range, &with);
    }
    said
}

/// What stands behind the fence of code that rustdoc takes for Rust.
fn of_rust(info: &str) -> Option<String> {
    let attributes = ["compile_fail", "no_run", "should_panic"];
    let is_rust = info.is_empty() || attributes.contains(&info.split(',').next()?);
    is_rust.then(|| format!("rust,{info}").trim_end_matches(',').to_owned())
}

/// Whether a link leads to an item of a crate, and not to a page or a place in one.
fn is_item(target: &str) -> bool {
    let file = target.split('#').next().unwrap_or_default();
    let is_page = [".md", ".html"].iter().any(|end| file.ends_with(end));
    file == "KEYS.md" || !target.contains("://") && !file.is_empty() && !is_page
}

/// The page about an item, and the place in it.
fn page_of(item: &str) -> Option<(&'static str, &str)> {
    let at = item.find('#').unwrap_or(item.len());
    let (item, anchor) = item.split_at(at);
    let item = item.trim_start_matches("macro@").trim_end_matches('!');
    let item = item
        .trim_start_matches("crate::")
        .trim_start_matches("wheelwright::");
    let page = PAGES.iter().find(|(name, _)| *name == item)?;
    Some((page.1, anchor))
}

/// The way from one page to another.
fn relative(from: &Path, to: &str) -> String {
    let up = from.components().count().saturating_sub(1);
    "../".repeat(up) + to
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::page;

    #[test]
    fn links_to_items_lead_to_their_pages_or_nowhere() {
        let path = Path::new("reference/x.md");
        for (before, after) in [
            ("see [`Plan`].", "see `Plan`."),
            ("[fits](super::Limits) it", "fits it"),
            (
                "[a `b`](crate::convert#too-much)",
                "[a `b`](../reference/conversion.md#too-much)",
            ),
            ("[`wheel!`]", "[`wheel!`](../reference/wheel.md)"),
            (
                "[Up](#up), [k](https://kubernetes.io)",
                "[Up](#up), [k](https://kubernetes.io)",
            ),
            ("`[x]`", "`[x]`"),
            (
                "| a | b |\n|---|---|\n| [`x`] | `[1]` |",
                "| a | b |\n|---|---|\n| `x` | `[1]` |",
            ),
        ] {
            assert_eq!(page(before, path), after);
        }
    }

    #[test]
    fn code_is_rust_unless_another_language_stands_there() {
        let path = Path::new("x.md");
        for (before, after) in [
            ("```\nx\n```\n", "```rust\nx\n```\n"),
            ("```no_run\n[x]\n```\n", "```rust,no_run\n[x]\n```\n"),
            ("```text\nx\n```\n", "```text\nx\n```\n"),
            ("    indented\n", "    indented\n"),
        ] {
            assert_eq!(page(before, path), after);
        }
    }
}
