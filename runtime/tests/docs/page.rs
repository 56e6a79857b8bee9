//! Pages of Markdown: their tables of keys, and the code of their examples.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
};

/// The tables of a page whose first heading speaks of keys.
pub(crate) struct Page<'t> {
    /// By the first heading, the keys of all tables that have it.
    tables: BTreeMap<&'t str, Vec<&'t str>>,
    asked: RefCell<BTreeSet<String>>,
}

impl<'t> Page<'t> {
    pub(crate) fn read(text: &'t str) -> Self {
        let mut tables: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        let mut heading = None;
        for line in text.lines() {
            let Some(cell) = line
                .strip_prefix("| ")
                .and_then(|row| row.split(" |").next())
            else {
                // The line below the headings, or the end.
                heading = heading.filter(|_| line.starts_with('|'));
                continue;
            };
            match heading {
                None => heading = Some(cell),
                Some(heading) if heading.starts_with("key") || heading.starts_with("serde key") => {
                    tables.entry(heading).or_default().extend(keys_of(cell));
                }
                Some(_) => {}
            }
        }
        Self {
            tables,
            asked: RefCell::default(),
        }
    }

    /// All keys.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &&'t str> {
        self.tables.values().flatten()
    }

    /// Fails unless the tables with this heading have exactly these keys, each once.
    #[track_caller]
    pub(crate) fn lists(&self, heading: &str, keys: &[&str]) {
        self.asked.borrow_mut().insert(heading.to_owned());
        let mut listed = self.tables.get(heading).cloned().unwrap_or_default();
        let mut keys = keys.to_vec();
        listed.sort_unstable();
        keys.sort_unstable();
        assert_eq!(
            listed, keys,
            "left: the page, right: the derive; table `{heading}`"
        );
    }

    /// Fails if there are tables of keys that were not asked for.
    #[track_caller]
    pub(crate) fn lists_nothing_else(&self) {
        let asked = self.asked.borrow();
        let other = self
            .tables
            .keys()
            .find(|heading| !asked.contains(**heading));
        assert_eq!(other, None);
    }
}

/// What stands at the beginning of each code span: `default` of `` `default = …` ``. Values that are listed alone
/// (`` `"set"` ``) and further forms of a key are not counted again.
fn keys_of(cell: &str) -> Vec<&str> {
    let mut keys = Vec::new();
    for span in cell.split('`').skip(1).step_by(2) {
        let end = span
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(span.len());
        if let Some(key) = span.get(..end)
            && !key.is_empty()
            && !keys.contains(&key)
        {
            keys.push(key);
        }
    }
    keys
}

/// The code of each example, without the marks of hidden lines.
pub(crate) fn code_blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for line in text.lines() {
        if line.starts_with("```") {
            match block.take() {
                Some(done) => blocks.push(done),
                None => block = Some(String::new()),
            }
        } else if let Some(block) = &mut block {
            block.push_str(line.strip_prefix("# ").unwrap_or(line));
            block.push('\n');
        }
    }
    blocks
}

/// All code of a page.
pub(crate) fn code(text: &str) -> String {
    code_blocks(text).concat()
}

/// The words in the attributes of this name, outside of strings.
pub(crate) fn keys_written<'c>(code: &'c str, attribute: &str) -> BTreeSet<&'c str> {
    let mut written = BTreeSet::new();
    for behind in code.split(&format!("#[{attribute}(")).skip(1) {
        let unquoted = behind.split('"').step_by(2);
        let mut depth = 1_usize;
        'attribute: for piece in unquoted {
            let mut start = 0;
            for (at, c) in piece.char_indices().chain([(piece.len(), ' ')]) {
                if c.is_ascii_alphanumeric() || c == '_' {
                    continue;
                }
                written.extend(piece.get(start..at));
                start = at + c.len_utf8();
                match c {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break 'attribute;
                }
            }
        }
    }
    written
}
