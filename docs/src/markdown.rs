//! Markdown, as GitHub reads it: a table for each object.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use wheelwright_yaml::write::to_string;

use crate::mapping::{Elsewhere, Mappings, by_field, fragment};
use crate::mermaid;
use crate::prose::{Block, Piece, blocks, pieces, visible};
use crate::reference::{Field, Level, Reference, Version};

pub(crate) fn write(reference: &Reference, mappings: Option<&Mappings>) -> String {
    let mut page = Page {
        out: String::new(),
        places: HashSet::new(),
        elsewhere: mappings.map(by_field).unwrap_or_default(),
    };
    page.kind(reference, mappings);
    for version in &reference.versions {
        page.version(version);
    }
    if let Some(mappings) = mappings {
        page.mappings(mappings);
    }
    page.out
}

struct Page<'p> {
    out: String,
    /// What can be linked to.
    places: HashSet<String>,
    elsewhere: HashMap<String, Vec<Elsewhere<'p>>>,
}

// Writing to a string does not fail.
impl Page<'_> {
    fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    fn row(&mut self, cells: &[&str]) {
        self.out.push('|');
        for cell in cells {
            let _ = write!(self.out, " {} |", in_cell(cell));
        }
        self.out.push('\n');
    }

    fn head(&mut self, cells: &[&str]) {
        self.row(cells);
        self.line(&format!("|{}", "---|".repeat(cells.len())));
    }

    fn picture(&mut self, picture: &str) {
        self.line(&format!("\n```mermaid\n{}\n```", picture.trim_end()));
    }

    fn kind(&mut self, reference: &Reference, mappings: Option<&Mappings>) {
        self.line(&format!("# {}\n", escape(&reference.kind)));
        self.head(&["", ""]);
        for (name, value) in kind_facts(reference) {
            self.row(&[name, &code(&value)]);
        }
        self.line("");
        self.head(&["Version", "", "Deprecated"]);
        for version in &reference.versions {
            let link = format!("[{}](#{})", version.name, version.name);
            let warning = version.deprecation.as_deref().unwrap_or_default();
            self.row(&[&link, &version.remarks().join(", "), &inline(warning)]);
        }
        self.picture(&mermaid::wheel(reference, mappings));
    }

    fn version(&mut self, version: &Version) {
        self.line(&format!("\n<a id=\"{0}\"></a>\n\n## {0}", version.name));
        if let Some(warning) = &version.deprecation {
            self.line(&format!("\n> **Deprecated:** {}", inline(warning)));
        }
        self.prose(&version.description);
        let facts = version_facts(version);
        if !facts.is_empty() {
            self.line("");
            self.head(&["", ""]);
            for (name, value) in facts {
                self.row(&[name, &code(&value)]);
            }
        }
        if !version.columns.is_empty() {
            self.line("");
            self.head(&["Column", "Path", "Description"]);
            for column in &version.columns {
                let wide = if column.is_wide { " (`-o wide`)" } else { "" };
                let name = format!("{}{wide}", escape(&column.name));
                self.row(&[&name, &code(&column.path), &inline(&column.description)]);
            }
        }
        if !version.rules.is_empty() {
            self.line("");
            for rule in &version.rules {
                self.line(&format!("- {}", rule_of(rule)));
            }
        }
        if let Some(example) = &version.example {
            let text = to_string(example);
            let fence = fence(&text, 3);
            self.line(&format!(
                "\nA small object:\n\n{fence}yaml\n{}\n{fence}",
                text.trim_end()
            ));
        }
        self.line("\n### Fields");
        self.fields(&version.fields);
    }

    /// Lists and paragraphs; code stands as it is.
    fn prose(&mut self, text: &str) {
        for block in blocks(text) {
            let block = match block {
                Block::Paragraph(text) => inline(&text),
                Block::List(items) => {
                    let items = items
                        .iter()
                        .map(|item| format!("- {}", inline(item).replace('\n', "\n  ")));
                    items.collect::<Vec<_>>().join("\n")
                }
                Block::Code(code) => {
                    let code: String = code.chars().map(visible).collect();
                    let fence = fence(&code, 3);
                    format!("{fence}\n{code}\n{fence}")
                }
            };
            self.line(&format!("\n{block}"));
        }
    }

    /// A table, and those of the objects in it.
    fn fields(&mut self, fields: &[Field]) {
        self.line("");
        self.head(&["Field", "Type", "", "Description"]);
        for field in fields {
            let type_name = if field.fields.is_empty() {
                field.type_name.clone()
            } else {
                format!("[{}](#{})", field.type_name, encoded(&field.id))
            };
            let presence = match &field.default {
                Some(default) => format!("default {}", code(default)),
                None if field.is_required => "**required**".to_owned(),
                None => String::new(),
            };
            let description = self.description(field);
            self.row(&[&code(&field.name), &type_name, &presence, &description]);
        }
        for field in fields.iter().filter(|field| !field.fields.is_empty()) {
            self.line(&format!(
                "\n<a id=\"{0}\"></a>\n\n#### {1}",
                field.id,
                code(&field.path)
            ));
            self.places.insert(field.id.clone());
            self.fields(&field.fields);
        }
    }

    fn description(&self, field: &Field) -> String {
        let mut lines = Vec::new();
        if let Some(changes) = field.changes {
            lines.push(format!("**{changes}**"));
        }
        for level in &field.levels {
            lines.extend(level_lines(level));
        }
        for elsewhere in self.elsewhere.get(&field.id).into_iter().flatten() {
            lines.push(elsewhere_line(elsewhere));
            lines.extend(elsewhere.row.notes.iter().map(|note| inline(note)));
        }
        lines.join("\n")
    }

    fn mappings(&mut self, mappings: &Mappings) {
        self.line("\n## Between the versions");
        for mapping in &mappings.mappings {
            self.line(&format!("\n### {} and {}\n", mapping.spoke, mapping.hub));
            self.head(&[
                &mapping.spoke,
                "step",
                &mapping.hub,
                &format!("what may be lost or refused; up is to {}", mapping.hub),
            ]);
            for row in &mapping.rows {
                let paths = |version: &str, paths: &[String]| {
                    let links = paths.iter().map(|path| {
                        let shown = code(if path.is_empty() { "." } else { path });
                        let id = fragment(version, path);
                        // Fields of objects have rows, and no place of their own.
                        if self.places.contains(&id) {
                            format!("[{shown}](#{})", encoded(&id))
                        } else {
                            shown
                        }
                    });
                    links.collect::<Vec<_>>().join("\n")
                };
                let notes: Vec<String> = row.notes.iter().map(|note| inline(note)).collect();
                self.row(&[
                    &paths(&mapping.spoke, &row.spoke),
                    &escape(&row.step),
                    &paths(&mapping.hub, &row.hub),
                    &notes.join("\n"),
                ]);
            }
            self.picture(&mapping.picture);
        }
        for remark in &mappings.remarks {
            self.line(&format!("\n{}", inline(remark)));
        }
    }
}

fn elsewhere_line(elsewhere: &Elsewhere<'_>) -> String {
    let paths: Vec<String> = elsewhere.paths.iter().map(|path| code(path)).collect();
    let what = if paths.is_empty() {
        "nothing".to_owned()
    } else {
        paths.join(" and ")
    };
    format!(
        "at {}: {what} ({})",
        elsewhere.version,
        escape(&elsewhere.row.step)
    )
}

fn level_lines(level: &Level) -> Vec<String> {
    let mut lines = Vec::new();
    for block in blocks(&level.description) {
        match block {
            Block::Paragraph(text) => lines.push(inline(&text.replace('\n', " "))),
            Block::List(items) => {
                lines.extend(
                    items
                        .iter()
                        .map(|item| format!("• {}", inline(&item.replace('\n', " ")))),
                );
            }
            Block::Code(text) => lines.extend(text.lines().map(code)),
        }
    }
    let mut asked: Vec<String> = Vec::new();
    if !level.values.is_empty() {
        let values: Vec<String> = level.values.iter().map(|value| code(value)).collect();
        asked.push(format!("one of {}", values.join(", ")));
    }
    asked.extend(level.facts.iter().map(|fact| match &fact.value {
        Some(value) => format!("{} {}", fact.words, code(value)),
        None => fact.words.to_owned(),
    }));
    asked.extend(
        level
            .apply
            .iter()
            .map(|apply| format!("apply {}", escape(apply))),
    );
    asked.extend(level.rules.iter().map(rule_of));
    if let (Some(of), Some(first)) = (level.of, asked.first_mut()) {
        *first = format!("{}: {first}", of.words());
    }
    lines.extend(asked);
    lines
}

fn rule_of(rule: &crate::words::Rule) -> String {
    match &rule.message {
        Some(message) => format!("{}: {}", escape(message), code(&rule.rule)),
        None => format!("rule {}", code(&rule.rule)),
    }
}

/// What there is to say of a kind, by names.
pub(crate) fn kind_facts(reference: &Reference) -> Vec<(&'static str, String)> {
    let scope = if reference.is_namespaced {
        "Namespaced"
    } else {
        "Cluster"
    };
    let conversion = match (reference.versions.len(), reference.converts_by_webhook) {
        (0 | 1, _) => "",
        (_, true) => "by a webhook",
        (_, false) => "none: only the version changes",
    };
    let mut facts = vec![
        ("Group", reference.group.clone()),
        ("Kind", reference.kind.clone()),
        ("Plural", reference.plural.clone()),
        ("Singular", reference.singular.clone()),
        ("Short names", reference.short_names.join(", ")),
        ("Categories", reference.categories.join(", ")),
        ("Scope", scope.to_owned()),
        ("Conversion", conversion.to_owned()),
    ];
    facts.retain(|(_, value)| !value.is_empty());
    facts
}

/// What there is to say of a version, by names.
pub(crate) fn version_facts(version: &Version) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    if version.has_status {
        facts.push(("Subresource", "status".to_owned()));
    }
    if let Some(scale) = &version.scale {
        let paths = [&scale.spec, &scale.status, &scale.selector];
        let paths: Vec<&str> = paths
            .iter()
            .map(|path| path.as_str())
            .filter(|path| !path.is_empty())
            .collect();
        facts.push(("Subresource", format!("scale: {}", paths.join(", "))));
    }
    if !version.selectable.is_empty() {
        facts.push(("Field selectors", version.selectable.join(", ")));
    }
    facts
}

/// A text with its addresses and code.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for piece in pieces(text) {
        match piece {
            Piece::Text(text) => {
                let lines: Vec<String> = text.split('\n').map(escape).collect();
                out.push_str(&lines.join("\n"));
            }
            Piece::Address(address) => out.push_str(&format!("<{address}>")),
            Piece::Code(text) => out.push_str(&code(text)),
        }
    }
    out
}

/// A line without meaning to Markdown.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let bare = text.trim_start();
    let indent = text.len() - bare.len();
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    for (at, letter) in text.char_indices() {
        let is_mark = match letter {
            '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '&' | '~' | '$' => true,
            '#' | '+' | '-' | '=' => at == indent,
            '.' | ')' => digits > 0 && at == indent + digits,
            _ => false,
        };
        if is_mark {
            out.push('\\');
        }
        out.push(visible(letter));
    }
    out
}

/// Code within a line.
pub(crate) fn code(text: &str) -> String {
    let letters = text.chars().map(visible);
    let text: String = letters
        .map(|letter| if letter == '\n' { ' ' } else { letter })
        .collect();
    if text.trim().is_empty() {
        return format!("\"{text}\"");
    }
    let fence = fence(&text, 1);
    let pad = if text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Backticks, more than there are together in a text.
fn fence(text: &str, least: usize) -> String {
    let (mut longest, mut run) = (0, 0);
    for letter in text.chars() {
        run = if letter == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    "`".repeat(least.max(longest + 1))
}

/// A bar ends a cell, in code too, and so does the end of a line.
fn in_cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', "<br>")
}

/// A fragment in a link: what is in brackets would end its text for some.
fn encoded(id: &str) -> String {
    id.replace('[', "%5B").replace(']', "%5D")
}
